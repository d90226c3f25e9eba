//! The power is out: an event is written to PAPP's files after a round, goes on in them as PAPP's log would have it, and
//! comes back with the standings that the same results have here.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use outflank_formats::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use outflank_formats::papp::folder::write_folder;
use outflank_formats::{CivilDate, ToldConstant};
use outflank_tournament::{
    GameResult, ResultTable, RuleSet, Standing, StandingsRules, TableGame, TablePlayer, TableRound,
    standings,
};
use serde_json::Value;

use super::corpus;
use super::papp_folder::{entrant, game, read, settings};
use crate::tournament::support::Numbers;

/// A round of results: black, white, black's discs; and who had the bye.
#[derive(Clone)]
struct Results {
    games: Vec<(u32, u32, u32)>,
    byes: Vec<u32>,
}

/// An event, and who had left it at its end.
struct Played {
    players: Vec<ToldEntrant>,
    rounds: Vec<Results>,
    left: BTreeSet<u32>,
}

impl Played {
    /// The results entered here.
    fn table(&self) -> ResultTable {
        let place = |number: u32| {
            let mut players = self.players.iter();
            players.position(|player| player.number == number).unwrap()
        };
        ResultTable {
            players: self
                .players
                .iter()
                .map(|player| TablePlayer {
                    id: format!("{:010}", player.number),
                    country: player.country.clone(),
                    rating: player.rating,
                    withdrew: self.left.contains(&player.number),
                    ..TablePlayer::default()
                })
                .collect(),
            rounds: self
                .rounds
                .iter()
                .map(|round| TableRound {
                    games: round
                        .games
                        .iter()
                        .map(|&(black, white, discs)| TableGame {
                            black: place(black),
                            white: place(white),
                            result: Some(GameResult::played(discs)),
                            flag_fell: None,
                        })
                        .collect(),
                    byes: round.byes.iter().map(|&player| place(player)).collect(),
                    ..TableRound::default()
                })
                .collect(),
        }
    }

    /// What is known after so many rounds; nobody who plays later has left.
    fn after(&self, rounds: usize) -> ToldEvent {
        let told = |round: &Results| ToldRound {
            games: round
                .games
                .iter()
                .map(|&(black, white, discs)| game(black, white, Some(GameResult::played(discs))))
                .collect::<Vec<ToldGame>>(),
            byes: round.byes.clone(),
            over: true,
        };
        ToldEvent {
            name: "Sample Open".to_owned(),
            country: Some("FRA".to_owned()),
            first_day: CivilDate::new(2026, 5, 9),
            planned_rounds: u32::try_from(self.rounds.len()).ok(),
            constant: ToldConstant::of_whole(6),
            entrants: self.players.clone(),
            rounds: self.rounds[..rounds].iter().map(told).collect(),
            added: Vec::new(),
        }
    }

    /// The rounds after that as PAPP appends them: who comes and goes, the pairs, the scores as they come in.
    fn log(&self, from: usize, numbers: &mut Numbers) -> String {
        let mut log = String::new();
        let mut here: BTreeSet<u32> = self.players.iter().map(|player| player.number).collect();
        let mut presence = |wanted: BTreeSet<u32>, log: &mut String| {
            let came = wanted
                .difference(&here)
                .map(|number| format!(" +{number:06}"));
            let went = here
                .difference(&wanted)
                .map(|number| format!(" -{number:06}"));
            let changes: String = came.chain(went).collect();
            if !changes.is_empty() {
                writeln!(log, "&{changes};").unwrap();
            }
            here = wanted;
        };
        for round in &self.rounds[from..] {
            let paired = round
                .games
                .iter()
                .flat_map(|&(black, white, _)| [black, white]);
            presence(paired.chain(round.byes.iter().copied()).collect(), &mut log);
            log.push_str("raz-couplage;\n");
            for (black, white, _) in &round.games {
                writeln!(log, "({black:06} {white:06});").unwrap();
            }
            let mut entered = round.games.clone();
            numbers.shuffle(&mut entered);
            for (black, white, discs) in entered {
                if numbers.below(8) == 0 {
                    writeln!(log, "({black:06} 64 {white:06} 0);").unwrap();
                }
                writeln!(log, "({black:06} {discs} {white:06} {});", 64 - discs).unwrap();
            }
            log.push_str("ronde-suivante;\n\n");
        }
        let staying = self.players.iter().map(|player| player.number);
        presence(
            staying
                .filter(|number| !self.left.contains(number))
                .collect(),
            &mut log,
        );
        log
    }

    /// Written after that many rounds, gone on with in PAPP, and read: the standings are those of the results here.
    fn survives(&self, written_after: usize, numbers: &mut Numbers, name: &str) {
        let rounds = u32::try_from(self.rounds.len()).unwrap();
        let after = self.after(written_after);
        let mut written = write_folder(&after, &settings(rounds)).unwrap();
        assert_eq!(written.untold, [], "{name}");
        assert_eq!(read(&written), after, "{name}");
        written
            .work_file
            .push_str(&self.log(written_after, numbers));
        let event = read(&written);
        assert_eq!(event.planned_rounds, Some(rounds));
        for rules in rules(rounds, self.players.len()) {
            let ours = by_number(&self.table(), &rules);
            assert_eq!(by_number(&event.table(), &rules), ours, "{name}");
        }
    }
}

fn rules(rounds: u32, players: usize) -> [StandingsRules; 3] {
    let of = |name: &str| {
        let rules = RuleSet::preset(name).unwrap();
        rules.standings_rules(u32::try_from(players).unwrap(), rounds)
    };
    [
        of("papp"),
        of("egp-2020"),
        StandingsRules::brightwell(6, 40),
    ]
}

/// The list with the players' numbers in the place of their indexes.
fn by_number(table: &ResultTable, rules: &StandingsRules) -> Vec<(String, String)> {
    let told = |standing: Standing| {
        let id = table.players[standing.player].id.clone();
        let line = Standing {
            player: 0,
            decided: None,
            ..standing
        };
        (id, format!("{line:?}"))
    };
    standings(table, rules, &[])
        .unwrap()
        .into_iter()
        .map(told)
        .collect()
}

#[test]
fn the_152_tournaments_go_on_in_papp_after_round_3() {
    let events: Value = serde_json::from_slice(&corpus::read("papp/rounds.json")).unwrap();
    let mut numbers = Numbers::new("papp fallback", 152);
    let (mut tournaments, mut appended) = (0, 0);
    for event in events.as_array().unwrap() {
        let list = |value: &Value| value.as_array().unwrap().clone();
        let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
        let players = list(&event["players"]);
        let players = players.iter().map(|player| ToldEntrant {
            country: player[1].as_str().map(str::to_owned),
            ..entrant(number(&player[0]))
        });
        let rounds = list(&event["rounds"]);
        let rounds = rounds.iter().map(|round| Results {
            games: list(&round["games"])
                .iter()
                .map(|game| {
                    // The corpus has points; discs are made up, so that every tie-break has its work.
                    let discs = match game[2].as_f64().unwrap() {
                        points if points > 0.75 => 33 + numbers.below(32),
                        points if points < 0.25 => numbers.below(32),
                        _ => 32,
                    };
                    (number(&game[0]), number(&game[1]), discs)
                })
                .collect(),
            byes: list(&round["bye"]).iter().map(number).collect(),
        });
        let played = Played {
            players: players.collect(),
            rounds: rounds.collect(),
            left: BTreeSet::new(),
        };
        let name = event["file"].as_str().unwrap();
        let written_after = played.rounds.len().min(3);
        played.survives(written_after, &mut numbers, name);
        tournaments += 1;
        appended += played.rounds.len() - written_after;
    }
    assert_eq!((tournaments, appended), (152, 606));
}

/// Random events: late arrivals, absences, byes, withdrawals, drawn games, wipe-outs; written after every round.
#[test]
fn random_events_go_on_in_papp_after_any_round() {
    for run in 0..120 {
        let mut numbers = Numbers::new("papp fallback at random", run);
        let players: Vec<ToldEntrant> = (0..4 + numbers.below(30))
            .map(|place| {
                let is_new = numbers.below(5) == 0;
                let rated = !is_new && numbers.below(4) > 0;
                // Without a country of his own a player has that of the configuration.
                let country = ["FRA", "GBR", "JPN"]
                    .get(numbers.index(4))
                    .unwrap_or(&"FRA");
                ToldEntrant {
                    is_new,
                    rating: rated.then(|| 1_000 + i32::try_from(place).unwrap()),
                    country: Some((*country).to_owned()),
                    ..entrant(place * 7 + 1)
                }
            })
            .collect();
        let mut staying: Vec<u32> = players.iter().map(|player| player.number).collect();
        let mut left = BTreeSet::new();
        let mut rounds = Vec::new();
        for _ in 0..2 + numbers.below(10) {
            let mut here = staying.clone();
            here.retain(|_| numbers.below(10) > 0);
            numbers.shuffle(&mut here);
            if here.len() < 2 {
                here = staying.clone();
            }
            let byes: Vec<u32> = (here.len() % 2 == 1)
                .then(|| here.pop().unwrap())
                .into_iter()
                .collect();
            let games = here.chunks_exact(2).map(|pair| {
                let discs = [0, 32, 64, numbers.below(65)][numbers.index(4)];
                (pair[0], pair[1], discs)
            });
            rounds.push(Results {
                games: games.collect(),
                byes,
            });
            if staying.len() > 3 && numbers.below(3) == 0 {
                left.insert(staying.swap_remove(numbers.index(staying.len())));
            }
        }
        let played = Played {
            players,
            rounds,
            left,
        };
        for written_after in 0..=played.rounds.len() {
            played.survives(
                written_after,
                &mut numbers,
                &format!("run {run} after {written_after}"),
            );
        }
    }
}
