//! Swiss pairings: what counts as a meeting, a colour and a float, colours inside a pair, and the draw.

use crate::tournament::support::*;
use outflank_tournament::*;

fn request<'a>(
    table: &'a ResultTable,
    present: &'a [usize],
    levels: &'a [PairingLevel],
    seed: &'a Seed,
) -> PairingRequest<'a> {
    PairingRequest::new(table, present, by_levels(levels), seed)
}

#[test]
fn the_order_of_the_input_has_no_say() {
    for run in 0..300 {
        let mut numbers = Numbers::new("permutation", run);
        let size = 2 + numbers.index(20);
        let rounds = numbers.index(6);
        let table = random_table(&mut numbers, size, rounds);
        let mut to_new: Vec<usize> = (0..size).collect();
        numbers.shuffle(&mut to_new);
        let mut other = table.clone();
        for (old, &new) in to_new.iter().enumerate() {
            other.players[new] = table.players[old].clone();
        }
        for round in &mut other.rounds {
            for game in &mut round.games {
                game.black = to_new[game.black];
                game.white = to_new[game.white];
            }
            for player in &mut round.byes {
                *player = to_new[*player];
            }
            numbers.shuffle(&mut round.games);
        }
        let present: Vec<usize> = (0..size).collect();
        let mut shuffled = present.clone();
        numbers.shuffle(&mut shuffled);
        let seed = seed(run);
        let one = pair_round(&request(&table, &present, &LEVELS, &seed)).unwrap();
        let two = pair_round(&request(&other, &shuffled, &LEVELS, &seed)).unwrap();
        let renamed: Vec<_> = one
            .pairs
            .iter()
            .map(|&(b, w)| (to_new[b], to_new[w]))
            .collect();
        assert_eq!(renamed, two.pairs, "run {run}");
        assert_eq!(one.bye.map(|player| to_new[player]), two.bye, "run {run}");
    }
}

#[test]
fn the_first_round_is_drawn_evenly() {
    let table = ResultTable {
        players: (0..4).map(player).collect(),
        rounds: Vec::new(),
    };
    let mut opponents = [0_u32; 4];
    let mut blacks = [0_u32; 4];
    for run in 0..3000 {
        let found = pair_round(&request(&table, &[0, 1, 2, 3], &LEVELS, &seed(run))).unwrap();
        for &(black, white) in &found.pairs {
            blacks[black] += 1;
            if black == 0 || white == 0 {
                opponents[black + white] += 1;
            }
        }
    }
    assert!(
        opponents[1..]
            .iter()
            .all(|&count| (850..1150).contains(&count)),
        "{opponents:?}"
    );
    assert!(
        blacks.iter().all(|&count| (1350..1650).contains(&count)),
        "{blacks:?}"
    );
}

/// A game in which someone was absent is no meeting, colour or float, but its point counts.
#[test]
fn an_absence_leaves_no_trace_but_the_point() {
    let absent = GameResult {
        black_discs: 64,
        white_discs: 0,
        winner: Some(Colour::Black),
        kind: ResultKind::Played,
        black_absent: false,
        white_absent: true,
    };
    let table = ResultTable {
        players: (0..2).map(player).collect(),
        rounds: vec![TableRound {
            games: vec![TableGame {
                black: 0,
                white: 1,
                result: Some(absent),
                flag_fell: None,
            }],
            byes: Vec::new(),
            ..TableRound::default()
        }],
    };
    let found = pair_round(&request(&table, &[0, 1], &LEVELS, &seed(1))).unwrap();
    assert_eq!(values(&found.cost, &LEVELS), [0, 2, 4, 2, 0, 0]);
}

/// The latest float stands through even games and absences; a bye is a down-float.
#[test]
fn floats_are_remembered() {
    // Round 1: 0 has the bye, 1 beats 2. Round 2: 0 meets 1 on equal points. Then 0 meets 2 below him.
    let table = ResultTable {
        players: (0..3).map(player).collect(),
        rounds: vec![
            TableRound {
                games: vec![game(1, 2, 40)],
                byes: vec![0],
                ..TableRound::default()
            },
            TableRound {
                games: vec![game(0, 1, 40)],
                byes: vec![],
                ..TableRound::default()
            },
        ],
    };
    let request = request(&table, &[0, 2], &LEVELS, &Seed([0; 32]));
    let cost = pairing_cost(&request, &[(2, 0)], None).unwrap();
    // 0 floats down again (+1); 2 floats up for the first time.
    assert_eq!(values(&cost, &LEVELS), [0, 4, 16, 0, 1, 0]);
}

/// Equal on `colour` and `alternation`: the most recent round in which their colours differed is reversed,
/// and a bye or an absence differs from a colour.
#[test]
fn equal_colour_costs_reverse_the_latest_difference() {
    let table = |rounds: Vec<(Vec<TableGame>, Vec<usize>)>| ResultTable {
        players: (0..5).map(player).collect(),
        rounds: rounds
            .into_iter()
            .map(|(games, byes)| TableRound {
                games,
                byes,
                ..TableRound::default()
            })
            .collect(),
    };
    // 0: black, white, black; 1: white, black, black. Round 2 is the latest to differ: 0 had white.
    let both_played = table(vec![
        (vec![game(0, 2, 40), game(3, 1, 20)], vec![]),
        (vec![game(3, 0, 20), game(1, 2, 40)], vec![]),
        (vec![game(0, 3, 40), game(1, 4, 40)], vec![]),
    ]);
    // 0: black, nothing, white; 1: bye, black, white. In round 2 only 1 had a colour, black.
    let with_gaps = table(vec![
        (vec![game(0, 2, 40)], vec![1]),
        (vec![game(1, 2, 40)], vec![]),
        (vec![game(3, 0, 20), game(4, 1, 20)], vec![]),
    ]);
    for (name, table) in [("played", both_played), ("gaps", with_gaps)] {
        for run in 0..20 {
            let found = pair_round(&request(&table, &[0, 1], &LEVELS, &seed(run))).unwrap();
            assert_eq!(found.pairs, [(0, 1)], "{name}, run {run}");
        }
    }
}

#[test]
fn the_better_colour_comes_before_the_alternation() {
    // 0 had black twice, 1 black once and then white: 0 must have white, though 1 had black before.
    let table = ResultTable {
        players: (0..4).map(player).collect(),
        rounds: vec![
            TableRound {
                games: vec![game(0, 2, 40), game(3, 1, 40)],
                byes: vec![],
                ..TableRound::default()
            },
            TableRound {
                games: vec![game(0, 3, 40), game(1, 2, 40)],
                byes: vec![],
                ..TableRound::default()
            },
        ],
    };
    let found = pair_round(&request(&table, &[0, 1], &LEVELS, &seed(1))).unwrap();
    assert_eq!(found.pairs, [(1, 0)]);
    assert_eq!(values(&found.cost, &LEVELS)[3..], [2, 0, 1]);
}

#[test]
fn unavoidable_repeats_are_paired_and_said() {
    let table = ResultTable {
        players: (0..2).map(player).collect(),
        rounds: vec![TableRound {
            games: vec![game(0, 1, 33)],
            byes: vec![],
            ..TableRound::default()
        }],
    };
    let found = pair_round(&request(&table, &[1, 0], &LEVELS, &seed(3))).unwrap();
    assert_eq!(found.pairs, [(1, 0)]);
    assert_eq!(found.cost[&PairingLevel::Repeats], 1);
}

#[test]
fn bad_input_is_refused() {
    let table = ResultTable {
        players: (0..4).map(player).collect(),
        rounds: Vec::new(),
    };
    let seed = seed(0);
    let pair = |table: &ResultTable, present: &[usize]| {
        pair_round(&request(table, present, &LEVELS, &seed)).unwrap_err()
    };
    assert_eq!(
        pair(&table, &[]),
        PairingError::TooFewPlayers { present: 0 }
    );
    assert_eq!(
        pair(&table, &[2]),
        PairingError::TooFewPlayers { present: 1 }
    );
    assert_eq!(
        pair(&table, &[0, 0]),
        PairingError::WrongPresence { index: 0 }
    );
    assert_eq!(
        pair(&table, &[0, 9]),
        PairingError::WrongPresence { index: 9 }
    );
    let many: Vec<usize> = (0..10_000).collect();
    assert_eq!(
        pair(&table, &many),
        PairingError::TooManyPlayers { present: 10_000 }
    );

    let with_round = |games: Vec<TableGame>| ResultTable {
        rounds: vec![TableRound {
            games,
            byes: vec![],
            ..TableRound::default()
        }],
        ..table.clone()
    };
    for games in [
        vec![game(0, 0, 40)],
        vec![game(0, 7, 40)],
        vec![game(0, 1, 40), game(1, 2, 40)],
    ] {
        assert!(matches!(
            pair(&with_round(games), &[0, 1]),
            PairingError::Table(_)
        ));
    }
    let mut twins = table.clone();
    twins.players[1].id = twins.players[0].id.clone();
    assert!(matches!(pair(&twins, &[0, 1]), PairingError::Table(_)));

    let judge = request(&table, &[0, 1, 2], &LEVELS, &seed);
    for (pairs, bye) in [
        (vec![(0, 1)], None),
        (vec![(0, 0)], Some(1)),
        (vec![(0, 3)], Some(1)),
    ] {
        assert_eq!(
            pairing_cost(&judge, &pairs, bye),
            Err(PairingError::NotAPairing)
        );
    }
}

#[test]
fn a_large_field_has_no_repeats() {
    let mut numbers = Numbers::new("large", 1);
    let players = 251;
    let mut table = ResultTable {
        players: (0..players).map(player).collect(),
        rounds: Vec::new(),
    };
    let present: Vec<usize> = (0..players).collect();
    for round in 0..11 {
        let seed = seed(round);
        let found = pair_round(&request(&table, &present, &LEVELS, &seed)).unwrap();
        assert_eq!(found.cost[&PairingLevel::Repeats], 0);
        let games = found
            .pairs
            .iter()
            .map(|&(b, w)| game(b, w, numbers.below(65)))
            .collect();
        table.rounds.push(TableRound {
            games,
            byes: found.bye.into_iter().collect(),
            ..TableRound::default()
        });
    }
}

/// A level is named in sentences as it is written in rule sets, and no two are told alike.
#[test]
fn every_level_has_a_name_and_a_meaning_of_its_own() {
    let levels = [
        PairingLevel::FirstRound,
        PairingLevel::Penalties,
        PairingLevel::ThirdMeetings,
        PairingLevel::Repeats,
        PairingLevel::Difference,
        PairingLevel::DifferenceSquares,
        PairingLevel::Colour,
        PairingLevel::Floats,
        PairingLevel::Alternation,
        PairingLevel::Country,
    ];
    for level in levels {
        assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        let as_much = levels
            .iter()
            .filter(|other| other.meaning() == level.meaning());
        assert_eq!(as_much.count(), 1, "{level:?}");
    }
}
