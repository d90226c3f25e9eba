//! Nobody, one, and far too many.

use std::collections::BTreeMap;

use outflank_tournament::*;

use crate::tournament::bad_input::commands::attempt;
use crate::tournament::bad_input::watch;
use crate::tournament::penalties::*;
use crate::tournament::support::{Numbers, Stream, player, random_table, record_of, seed};

const MANY: usize = 10_000;

fn plain(players: usize) -> ResultTable {
    ResultTable {
        players: (0..players).map(player).collect(),
        rounds: Vec::new(),
    }
}

#[test]
fn fewer_than_two_and_too_many_players_are_not_paired() {
    watch::cases("sizes of rounds", 1, |_| {
        for (players, few) in [(0, true), (1, true), (MANY, false)] {
            let table = plain(players);
            let present: Vec<usize> = (0..players).collect();
            let rules = RuleSet::egp_2020().pairing;
            let penalties = PappPenalties::default();
            let draw = seed(1);
            let request = PairingRequest::new(&table, &present, &rules, &draw);
            let papp = PappRequest::new(&table, &present, &penalties);
            let refused = [
                pair_round(&request).unwrap_err(),
                explain_round(&request).unwrap_err(),
                judge_pairing(&request, &[], None, &BTreeMap::new()).unwrap_err(),
                pair_papp(&papp, &draw).unwrap_err(),
                explain_papp(&papp, &draw).unwrap_err(),
                papp_cost(&papp, &[], None).unwrap_err(),
            ];
            for problem in refused {
                let expected = if few {
                    PairingError::TooFewPlayers { present: players }
                } else {
                    PairingError::TooManyPlayers { present: players }
                };
                assert_eq!(problem, expected);
            }
            let number = u32::try_from(players).unwrap();
            let code = stage_plan(&RuleSet::egp_2020(), number).unwrap_err().code();
            assert_eq!(
                code,
                if few {
                    "too_few_entrants"
                } else {
                    "too_many_entrants"
                }
            );
            let games = round_robin_round(RoundRobinTable::Circle, number, 1);
            assert_eq!(games, RoundRobinRound::default());
        }
    });
}

#[test]
fn a_list_of_ten_thousand_is_ranked() {
    watch::cases("sizes of lists", 1, |_| {
        let table = random_table(&mut Numbers::new("many", 1), MANY, 5);
        let rules = StandingsRules::brightwell(6, 40);
        let list = standings(&table, &rules, &[]).unwrap();
        assert_eq!(list.len(), MANY);
        let lines = IndividualLine::of_standings(&list);
        let prizes = PrizeRules {
            prizes: vec![u64::MAX; MANY + 1],
            ..PrizeRules::default()
        };
        let split = split_prizes(&lines, &prizes);
        assert_eq!(split.shares.len(), MANY);
        assert_eq!(split.kept, u128::from(u64::MAX));
        let players: Vec<FinalsPlayer> = list
            .iter()
            .map(|line| FinalsPlayer {
                entrant: EntrantId(table.players[line.player].id.clone()),
                half_points: line.half_points,
                woman: line.player % 3 == 0,
                withdrawn: None,
            })
            .collect();
        let progress = finals_progress(&FinalsInput {
            format: &FinalsFormat::woc(),
            sources: &BTreeMap::new(),
            list: &players,
            corrected: &[],
            falls: &[],
            equal_points_share_rank: true,
            games: &[],
            side_swiss: SideSwissState::default(),
            agreed_playoffs: &[],
        });
        assert!(!progress.due.is_empty());
    });
}

#[test]
fn seasons_and_teams_of_ten_thousand_are_counted() {
    watch::cases("sizes of seasons", 1, |_| {
        let ranking = (1..).take(MANY).map(|rank| SeasonPlace {
            player: format!("p{rank}"),
            rank,
            half_points: HalfPoints(0),
        });
        let event = SeasonEvent {
            name: "event".to_owned(),
            ranking: ranking.collect(),
        };
        let rules = SeasonRules::european_grand_prix();
        let season = season_table(&[event.clone(), event], &rules).unwrap();
        assert_eq!(season.len(), MANY);
        assert_eq!(season[0].points, Fraction::whole(400));
        let members: Vec<TeamMember> = (0..MANY)
            .map(|player| TeamMember {
                player,
                team: format!("t{}", player / 4),
                additional: false,
            })
            .collect();
        let rules = TeamListRules::world_championship();
        let teams = team_list(&members, &[], &plain(MANY), &rules);
        assert_eq!(teams.len(), MANY / 4);
    });
}

fn many_ids() -> Vec<EntrantId> {
    (0..MANY)
        .map(|number| EntrantId(format!("e{:03}", number % 300)))
        .collect()
}

/// Commands with lists far longer than any event needs.
fn long_commands(stream: &Stream) -> Vec<Command> {
    let ids = many_ids();
    let pairs = || ids.iter().zip(ids.iter().skip(1));
    let publication = |manual, constraints| Command::PublishRound {
        into_break: false,
        starts_at_ms: 0,
        seed: Some(stream.next_seed()),
        accept_deviations: true,
        manual,
        constraints,
        clocks: vec![],
        handicaps: vec![],
    };
    let manual = ManualPairing {
        pairs: pairs()
            .map(|(black, white)| ManualPair {
                black: black.clone(),
                white: white.clone(),
            })
            .collect(),
        byes: ids.clone(),
    };
    let locked = pairs().map(|(one, two)| FixedPair {
        one: one.clone(),
        two: two.clone(),
        black: None,
    });
    let locked = RoundConstraints {
        locked: locked.collect(),
        ..RoundConstraints::default()
    };
    let forbidden = RoundConstraints {
        forbidden: pairs()
            .map(|(one, two)| (one.clone(), two.clone()))
            .collect(),
        no_bye: ids.clone(),
        ..RoundConstraints::default()
    };
    let mut rule_set = RuleSet::egp_2020();
    let row = rule_set.formats[0].clone();
    rule_set.formats.extend(vec![row; MANY]);
    vec![
        publication(Some(manual), RoundConstraints::default()),
        publication(None, locked),
        publication(None, forbidden),
        Command::NameGroupA {
            entrants: ids.clone(),
        },
        Command::AnnounceAbsence {
            entrant: ids[0].clone(),
            rounds: (0..).take(MANY).collect(),
        },
        Command::ChangeRuleSet {
            rule_set,
            origin: None,
            accept_deviations: true,
        },
        Command::AppointCommittee(Committee {
            appeal: "a".to_owned(),
            chair: AccountId::from("a0"),
            members: (0..MANY)
                .map(|number| AccountId(format!("a{number}")))
                .collect(),
            by: AccountId::from("director"),
        }),
        Command::AmendConfirmed {
            results: vec![
                ResultAmendment {
                    round: 1,
                    table: 1,
                    result: record_of(&GameResult::played(40)),
                };
                MANY
            ],
            seed: None,
            reason: "r".to_owned(),
            by: AccountId::from("director"),
        },
        Command::UnpublishRound {
            round: 1,
            reason: "r".repeat(MANY),
        },
    ]
}

#[test]
fn long_commands_are_decided_or_refused() {
    watch::cases("sizes of commands", 1, |_| {
        let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 300);
        for command in long_commands(&stream) {
            attempt(&mut stream, &command);
        }
        let publication = stream.publication();
        let _ = stream.give(&publication);
        for command in long_commands(&stream) {
            attempt(&mut stream, &command);
        }
    });
}
