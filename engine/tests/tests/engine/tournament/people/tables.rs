//! What reaches the tables and comes back from them: special needs, clocks of one's own, absences, games
//! that go on, and Anti-Reversi.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const FIVE_MINUTES: i64 = 300_000;

fn granted(stream: &mut Stream, number: usize, accommodation: Accommodation) -> Vec<Event> {
    stream
        .give(&Command::GrantAccommodation {
            entrant: entrant(number),
            accommodation,
            accept_deviations: false,
        })
        .unwrap()
}

fn world_championship(rules: &mut RuleSet) {
    *rules = RuleSet {
        teams: TeamRules::default(),
        ..RuleSet::preset("woc-2024").unwrap()
    };
}

fn sight_impaired() -> Accommodation {
    Accommodation {
        extra_ms: FIVE_MINUTES,
        assistant: Some(account("helper")),
        sight_impaired: true,
    }
}

fn clocks_of(stream: &Stream, who: &EntrantId) -> OwnClock {
    let round = stream.state.rounds.last().unwrap();
    let pairing = round
        .boards
        .iter()
        .map(|board| &board.pairing)
        .find(|pairing| pairing.colour_of(who).is_some())
        .unwrap();
    match pairing.colour_of(who).unwrap() {
        Colour::Black => pairing.black_clock,
        Colour::White => pairing.white_clock,
    }
}

/// WOC IV.10.
#[test]
fn special_needs_add_time_from_the_next_round_on() {
    let mut stream = with_entrants(6, world_championship);
    granted(&mut stream, 1, sight_impaired());
    publish(&mut stream);
    assert_eq!(clocks_of(&stream, &entrant(1)).extra_ms, FIVE_MINUTES);
    for other in [0, 2, 3, 4, 5] {
        assert!(clocks_of(&stream, &entrant(other)).is_plain());
    }
    granted(&mut stream, 1, Accommodation::default());
    assert_eq!(
        clocks_of(&stream, &entrant(1)).extra_ms,
        FIVE_MINUTES,
        "a published round keeps its clocks"
    );
    play(&mut stream);
    publish(&mut stream);
    assert!(clocks_of(&stream, &entrant(1)).is_plain());
    assert!(
        stream
            .state
            .deviations
            .iter()
            .all(|found| found.value != "accommodation")
    );
}

#[test]
fn what_a_grant_cannot_be() {
    let mut stream = with_entrants(4, world_championship);
    stream
        .give(&Command::AssignSeat {
            entrant: entrant(2),
            account: account("a2"),
            operator: None,
        })
        .unwrap();
    let grant = |number, accommodation| Command::GrantAccommodation {
        entrant: entrant(number),
        accommodation,
        accept_deviations: false,
    };
    let time = |extra_ms| Accommodation {
        extra_ms,
        ..sight_impaired()
    };
    let rule = Some("WOC IV.10");
    let table = [
        (grant(1, time(-1)), "extra_time_out_of_range", rule),
        (grant(1, time(3_600_001)), "extra_time_out_of_range", rule),
        (grant(1, time(i64::MIN)), "extra_time_out_of_range", rule),
        (
            grant(
                1,
                Accommodation {
                    assistant: Some(account("a2")),
                    ..sight_impaired()
                },
            ),
            "assistant_plays",
            rule,
        ),
        (
            grant(
                1,
                Accommodation {
                    assistant: Some(account("")),
                    ..sight_impaired()
                },
            ),
            "bad_id",
            None,
        ),
        (grant(9, sight_impaired()), "unknown_entrant", None),
        (
            grant(1, Accommodation::default()),
            "accommodation_unchanged",
            None,
        ),
        (grant(1, time(60_000)), "departure_unconfirmed", rule),
        (
            grant(
                1,
                Accommodation {
                    sight_impaired: false,
                    ..sight_impaired()
                },
            ),
            "departure_unconfirmed",
            rule,
        ),
    ];
    for (command, code, rule) in table {
        refused(&mut stream, &command, code, rule);
    }
    stream
        .give(&Command::GrantAccommodation {
            entrant: entrant(1),
            accommodation: time(60_000),
            accept_deviations: true,
        })
        .unwrap();
    assert!(!stream.state.conformant());
    assert_eq!(
        stream.state.entrant(&entrant(1)).unwrap().accommodation,
        time(60_000)
    );
}

fn with_clocks(stream: &Stream, given: Vec<PlayerClock>, accept: bool) -> Command {
    let Command::PublishRound {
        starts_at_ms,
        seed,
        manual,
        constraints,
        ..
    } = stream.publication()
    else {
        unreachable!()
    };
    Command::PublishRound {
        into_break: false,
        starts_at_ms,
        seed,
        accept_deviations: accept,
        manual,
        constraints,
        clocks: given,
        handicaps: vec![],
    }
}

#[test]
fn players_may_have_clocks_of_their_own() {
    let clock = |number, minutes| PlayerClock {
        entrant: entrant(number),
        time_control: TimeControl::minutes(minutes),
    };
    let mut stream = with_entrants(5, |_| {});
    let table = [
        (vec![clock(0, 30), clock(0, 40)], "clock_named_twice", None),
        (vec![clock(7, 30)], "clock_without_table", None),
        (vec![clock(0, 0)], "time_control_out_of_range", None),
        (
            vec![clock(0, 24)],
            "departure_unconfirmed",
            Some("EGP IV.1"),
        ),
    ];
    for (clocks, code, rule) in table {
        let command = with_clocks(&stream, clocks, false);
        refused(&mut stream, &command, code, rule);
    }
    let command = with_clocks(&stream, vec![clock(0, 40)], false);
    let before = stream.state.clone();
    stream.give(&command).unwrap_or_else(|refusal| {
        assert_eq!(
            refusal.code(),
            "clock_without_table",
            "entrant 0 has the bye"
        );
        vec![]
    });
    if stream.state == before {
        return;
    }
    assert_eq!(
        clocks_of(&stream, &entrant(0)).time_control,
        Some(TimeControl::minutes(40))
    );
    play(&mut stream);
    let playing = stream.state.rounds[0].byes[0].clone();
    let strong = PlayerClock {
        entrant: playing.clone(),
        time_control: TimeControl::minutes(10),
    };
    let command = with_clocks(&stream, vec![strong], true);
    stream.give(&command).unwrap();
    assert_eq!(
        clocks_of(&stream, &playing).time_control,
        Some(TimeControl::minutes(10))
    );
    let found = stream.state.deviations.last().unwrap();
    assert_eq!(found.rule.as_deref(), Some("EGP IV.1"));
    assert!(found.detail.contains("round 2"), "{found:?}");
    assert!(
        repeat_draws(&stream.events).iter().all(|check| check.holds),
        "clocks are part of what is repeated"
    );
}

fn of_game(result: &ResultRecord, game: &str) -> ResultRecord {
    ResultRecord {
        game: Some(game.to_owned()),
        kind: ResultKind::Played,
        ..result.clone()
    }
}

fn withdraw(round: u32, table: u32, game: &str) -> Command {
    Command::WithdrawResult {
        round,
        table,
        game: game.to_owned(),
    }
}

#[test]
fn a_game_that_goes_on_takes_its_result_back() {
    let mut stream = running(6, |_| {});
    refused(
        &mut stream,
        &withdraw(1, 1, "g1"),
        "no_result_to_withdraw",
        None,
    );
    record(&mut stream, 1, 1, of_game(&played(40), "g1"));
    refused(
        &mut stream,
        &withdraw(1, 1, "g2"),
        "result_not_of_game",
        None,
    );
    let (black, _) = first_table(&stream);
    assert_eq!(scores(&stream, &black), 2);
    stream
        .give(&Command::DisputeResult {
            round: 1,
            table: 1,
            entrant: black.clone(),
            reason: "r".to_owned(),
        })
        .unwrap();
    let events = stream.give(&withdraw(1, 1, "g1")).unwrap();
    assert_eq!(
        events,
        [Event::ResultWithdrawn {
            round: 1,
            table: 1,
            game: "g1".to_owned()
        }]
    );
    let board = &stream.state.rounds[0].boards[0];
    assert_eq!((board.result(), &board.dispute), (None, &None));
    assert_eq!(scores(&stream, &black), 0);
    record(&mut stream, 1, 1, of_game(&played(20), "g1"));
    assert_eq!(scores(&stream, &black), 0);
    play(&mut stream);
    refused(
        &mut stream,
        &withdraw(1, 1, "g1"),
        "round_already_finished",
        None,
    );
    refused(
        &mut stream,
        &withdraw(1, 2, "g1"),
        "result_not_of_game",
        None,
    );
    refused(&mut stream, &withdraw(1, 9, "g1"), "unknown_table", None);
    refused(&mut stream, &withdraw(9, 1, "g1"), "unknown_round", None);
}

#[test]
fn games_without_players_are_unplayed() {
    let mut stream = running(6, |rules| {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 900_000 };
        rules.entry.no_shows_until_withdrawn = Some(1);
    });
    let (black, white) = first_table(&stream);
    let nobody = ResultRecord {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        kind: ResultKind::NoShow,
        absent: Absence::Both,
        game: Some("g1".to_owned()),
        unplayed: false,
    };
    record(&mut stream, 1, 1, nobody);
    assert_eq!((scores(&stream, &black), scores(&stream, &white)), (0, 0));
    for entrant in [&black, &white] {
        let known = stream.state.entrant(entrant).unwrap();
        assert_eq!(known.withdrawn_from, Some(2), "absent too often");
    }
    let pairing = stream.state.rounds[0].boards[1].pairing.clone();
    let black_absent = ResultRecord {
        black_discs: 0,
        white_discs: 64,
        winner: Some(Colour::White),
        kind: ResultKind::NoShow,
        absent: Absence::Black,
        game: Some("g2".to_owned()),
        unplayed: false,
    };
    for spoiled in [
        ResultRecord {
            black_discs: 1,
            white_discs: 63,
            ..black_absent.clone()
        },
        ResultRecord {
            winner: None,
            ..black_absent.clone()
        },
    ] {
        refused(
            &mut stream,
            &Command::RecordResult {
                round: 1,
                table: 2,
                result: spoiled,
            },
            "result_inconsistent",
            Some("EGP IV.8"),
        );
    }
    record(&mut stream, 1, 2, black_absent);
    assert_eq!(scores(&stream, &pairing.white), 2);
    assert_eq!(
        stream.state.entrant(&pairing.white).unwrap().withdrawn_from,
        None
    );
}

/// reversi.txt, Anti-Reversi: fewer discs win, and every score is mirrored.
#[test]
fn in_anti_reversi_fewer_discs_win() {
    let mut stream = with_entrants(6, |rules| {
        *rules = RuleSet::preset("club").unwrap();
        rules.variant.goal = Goal::Fewest;
        rules.penalties.known.push(PenaltyKind::FinalScore);
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 0 };
    });
    publish(&mut stream);
    refused(
        &mut stream,
        &Command::RecordResult {
            round: 1,
            table: 1,
            result: played(40),
        },
        "result_inconsistent",
        None,
    );
    record(
        &mut stream,
        1,
        1,
        ResultRecord::ruled(
            24,
            &Variant {
                goal: Goal::Fewest,
                ..Variant::default()
            },
        ),
    );
    let (black, white) = first_table(&stream);
    let place = |stream: &Stream, who: &EntrantId| {
        let list = stream.state.standings().unwrap();
        let index = stream
            .state
            .entrants
            .iter()
            .position(|known| known.id == *who)
            .unwrap();
        let standing = list.iter().find(|one| one.player == index).unwrap();
        (standing.half_points.0, standing.discs)
    };
    assert_eq!(place(&stream, &black), (2, 40));
    assert_eq!(place(&stream, &white), (0, 24));
    let second = stream.state.rounds[0].boards[1].pairing.clone();
    stream
        .give(&Command::ImposePenalty(penalty(
            "p1",
            &second.black,
            Penalty::LossOfGame {
                round: 1,
                table: 2,
                opponent_discs: None,
            },
        )))
        .unwrap();
    let result = stream.state.rounds[0].boards[1].result().unwrap().clone();
    assert_eq!(
        (result.black_discs, result.white_discs, result.winner),
        (64, 0, Some(Colour::White))
    );
    assert_eq!(place(&stream, &second.white), (2, 64));
    stream.now_ms += 3_600_000;
    stream
        .give(&Command::RecordNoShow {
            round: 1,
            table: 3,
            absent: Absence::White,
        })
        .unwrap();
    let third = &stream.state.rounds[0].boards[2];
    let result = third.result().unwrap();
    assert_eq!(
        (result.black_discs, result.white_discs, result.winner),
        (0, 64, Some(Colour::Black))
    );
}
