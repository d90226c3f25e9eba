//! Events of two parts.

use std::collections::{BTreeMap, BTreeSet};

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

/// EGP II.2, seven or eight entrants: Part Two counts only its own meetings and byes, a pair of Part One
/// reverses its colours, and colours run on.
#[test]
fn a_second_part_reverses_the_colours_of_the_first() {
    for run in 0..100 {
        let mut numbers = Numbers::new("second part", run);
        let players = 7 + numbers.below(2);
        let mut table = ResultTable {
            players: (0..players as usize).map(player).collect(),
            rounds: Vec::new(),
        };
        for round in 1..=7 {
            let seats = round_robin_round(RoundRobinTable::Circle, players, round);
            let games = seats
                .pairs
                .iter()
                .map(|&(black, white)| game(black as usize, white as usize, numbers.below(65)));
            table.rounds.push(TableRound {
                games: games.collect(),
                byes: seats.bye.map(|chair| chair as usize).into_iter().collect(),
                ..TableRound::default()
            });
        }
        let present: Vec<usize> = (0..players as usize).collect();
        let rules = rules(FirstRound::Random);
        let mut part_two = BTreeSet::new();
        for round in 8..=11 {
            let seed = seed(run * 100 + round);
            let request = PairingRequest {
                since_round: 8,
                reverse_colours_before: 8,
                ..PairingRequest::new(&table, &present, &rules, &seed)
            };
            let found = pair_round(&request).unwrap();
            if round == 8 {
                assert_eq!(found.cost[&PairingLevel::Repeats], 0);
                assert_eq!(
                    found.cost[&PairingLevel::Floats],
                    0,
                    "float history starts empty"
                );
            }
            let mut repeats = 0;
            for &(black, white) in &found.pairs {
                let first = table.rounds[..7]
                    .iter()
                    .flat_map(|round| &round.games)
                    .find(|game| {
                        [game.black, game.white]
                            .iter()
                            .all(|p| [black, white].contains(p))
                    })
                    .unwrap();
                assert_eq!((first.white, first.black), (black, white), "run {run}");
                repeats += i64::from(!part_two.insert((black.min(white), black.max(white))));
            }
            let second_byes = found.bye.map_or(0, |player| {
                i64::from(
                    table.rounds[7..]
                        .iter()
                        .any(|round| round.byes.contains(&player)),
                )
            });
            assert_eq!(found.cost[&PairingLevel::Repeats], repeats + second_byes);
            let turned: Vec<_> = found.pairs.iter().map(|&(b, w)| (w, b)).collect();
            let judged = judge_pairing(&request, &turned, found.bye, &BTreeMap::new()).unwrap();
            let reversals = judged
                .breaches
                .iter()
                .filter(|b| b.detail.contains("reversed"));
            assert_eq!(reversals.count(), found.pairs.len());
            let games = found
                .pairs
                .iter()
                .map(|&(b, w)| game(b, w, numbers.below(65)));
            table.rounds.push(TableRound {
                games: games.collect(),
                byes: found.bye.into_iter().collect(),
                ..TableRound::default()
            });
        }
    }
}

/// The same under PAPP's penalties: games and floats of Part One cost nothing in Part Two.
#[test]
fn penalties_count_the_second_part_alone() {
    let table = ResultTable {
        players: (0..4).map(player).collect(),
        rounds: vec![TableRound {
            games: vec![game(0, 1, 40), game(2, 3, 40)],
            ..TableRound::default()
        }],
    };
    let locked = |one, two| LockedPair {
        one,
        two,
        black: None,
    };
    let constraints = PairingConstraints {
        locked: vec![locked(0, 1), locked(2, 3)],
        ..PairingConstraints::default()
    };
    let rules = PairingRules {
        model: PairingModel::Papp(PappPenalties {
            country: Vec::new(),
            float: Vec::new(),
            elitism: Vec::new(),
            colour: Vec::new(),
            ..PappPenalties::default()
        }),
        ..rules(FirstRound::Random)
    };
    let seed = seed(1);
    let whole = PairingRequest {
        constraints: &constraints,
        ..PairingRequest::new(&table, &[0, 1, 2, 3], &rules, &seed)
    };
    let penalties = |request: &PairingRequest<'_>| {
        let found = pair_round(request).unwrap();
        let mut pairs = found.pairs;
        pairs.sort_unstable();
        assert_eq!(pairs, [(1, 0), (3, 2)]);
        found.cost[&PairingLevel::Penalties]
    };
    let opposite = PappPenalties::default().repeat_opposite_colours;
    assert_eq!(penalties(&whole), 2 * (opposite + 1));
    let second_part = PairingRequest {
        since_round: 2,
        reverse_colours_before: 2,
        ..whole
    };
    assert_eq!(penalties(&second_part), 0);
}
