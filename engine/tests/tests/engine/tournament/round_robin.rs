//! Round robins for every size: who meets whom, colours, byes, chairs.

use std::collections::BTreeSet;

use outflank_tournament::{
    RoundRobinTable, SeatedRound, chairs_from_first_round, full_round_robin, round_robin_round,
    seat_round_robin,
};

const TABLES: [RoundRobinTable; 3] = [
    RoundRobinTable::Circle,
    RoundRobinTable::Papp,
    RoundRobinTable::Berger,
];

#[test]
fn everyone_meets_everyone_once_a_cycle() {
    for table in TABLES {
        for players in 2..=64 {
            let rounds = full_round_robin(players);
            for cycle in 0..3 {
                let mut met = BTreeSet::new();
                let mut byes = BTreeSet::new();
                for step in 1..=rounds {
                    let round = round_robin_round(table, players, cycle * rounds + step);
                    let mut seen = BTreeSet::new();
                    for &(black, white) in &round.pairs {
                        assert!(
                            met.insert((black.min(white), black.max(white))),
                            "{players} players"
                        );
                        assert!(
                            seen.insert(black) && seen.insert(white),
                            "{players} players"
                        );
                    }
                    if let Some(chair) = round.bye {
                        assert!(
                            seen.insert(chair) && byes.insert(chair),
                            "{players} players"
                        );
                    }
                    assert_eq!(
                        seen,
                        (0..players).collect(),
                        "{players} players, step {step}"
                    );
                }
                let expected = (players * (players - 1) / 2) as usize;
                assert_eq!(met.len(), expected, "{players} players");
                assert_eq!(
                    byes.len(),
                    if players % 2 == 1 {
                        players as usize
                    } else {
                        0
                    }
                );
            }
        }
    }
}

#[test]
fn colours_are_balanced_after_every_round() {
    for table in TABLES {
        for players in 2..=64_u32 {
            let rounds = full_round_robin(players);
            let mut balance = vec![0_i32; players as usize];
            for number in 1..=3 * rounds {
                for (black, white) in round_robin_round(table, players, number).pairs {
                    balance[black as usize] += 1;
                    balance[white as usize] -= 1;
                }
                let widest = balance.iter().map(|value| value.abs()).max().unwrap();
                assert!(
                    widest <= 2,
                    "{players} players, round {number}: {balance:?}"
                );
                if number % rounds == 0 {
                    let allowed = if players % 2 == 1 || (number / rounds).is_multiple_of(2) {
                        0
                    } else {
                        1
                    };
                    assert!(
                        balance.iter().all(|value| value.abs() == allowed),
                        "{players} players after {number} rounds: {balance:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn second_cycle_swaps_and_third_repeats_the_first() {
    for table in TABLES {
        for players in 2..=64 {
            let rounds = full_round_robin(players);
            for step in 1..=rounds {
                let first = round_robin_round(table, players, step);
                let second = round_robin_round(table, players, rounds + step);
                let third = round_robin_round(table, players, 2 * rounds + step);
                let swapped: Vec<_> = first
                    .pairs
                    .iter()
                    .map(|&(black, white)| (white, black))
                    .collect();
                assert_eq!(second.pairs, swapped);
                assert_eq!(second.bye, first.bye);
                assert_eq!(third, first);
            }
        }
    }
}

/// EGP II.4.2: one player stays fixed, the others rotate as one circle.
#[test]
fn six_players_by_the_circle_method() {
    let rounds: Vec<Vec<(u32, u32)>> = (1..=5)
        .map(|round| round_robin_round(RoundRobinTable::Circle, 6, round).pairs)
        .collect();
    let expected = vec![
        vec![(5, 0), (1, 4), (3, 2)],
        vec![(1, 5), (2, 0), (4, 3)],
        vec![(5, 2), (3, 1), (0, 4)],
        vec![(3, 5), (4, 2), (1, 0)],
        vec![(5, 4), (0, 3), (2, 1)],
    ];
    assert_eq!(rounds, expected);
}

#[test]
fn chairs_are_found_again_from_the_first_round() {
    for table in TABLES {
        for players in 2..=64_usize {
            let chairs: Vec<usize> = (0..players)
                .map(|chair| (chair * 7 + 3) % players.max(2))
                .collect();
            let distinct: BTreeSet<_> = chairs.iter().collect();
            let chairs = if distinct.len() == players {
                chairs
            } else {
                (0..players).rev().collect()
            };
            let round = round_robin_round(table, u32::try_from(players).unwrap(), 1);
            let pairs: Vec<(usize, usize)> = round
                .pairs
                .iter()
                .map(|&(black, white)| (chairs[black as usize], chairs[white as usize]))
                .collect();
            let bye = round.bye.map(|chair| chairs[chair as usize]);
            assert_eq!(chairs_from_first_round(table, &pairs, bye), Some(chairs));
        }
        assert_eq!(
            chairs_from_first_round(table, &[(0, 1), (1, 2)], None),
            None
        );
        assert_eq!(chairs_from_first_round(table, &[(0, 0)], None), None);
    }
}

/// EGP II.6: the chair of a withdrawn player is the bye.
#[test]
fn withdrawn_chairs_are_byes() {
    let chairs = [Some('a'), Some('b'), None, Some('d'), None, Some('f')];
    assert_eq!(
        seat_round_robin(RoundRobinTable::Circle, &chairs, 1),
        SeatedRound {
            games: vec![('f', 'a')],
            byes: vec!['b', 'd']
        }
    );
    // Chair 2 is opposite chair 4 in round 4: nobody has a bye for a pair of empty chairs.
    assert_eq!(
        seat_round_robin(RoundRobinTable::Circle, &chairs, 4),
        SeatedRound {
            games: vec![('d', 'f'), ('b', 'a')],
            byes: vec![]
        }
    );
}

#[test]
fn degenerate_sizes_have_no_games() {
    for table in TABLES {
        for (players, round) in [(0, 1), (1, 1), (2, 0), (0, 0), (1, u32::MAX), (u32::MAX, 1)] {
            assert!(round_robin_round(table, players, round).pairs.is_empty());
        }
        assert_eq!(round_robin_round(table, 2, u32::MAX).pairs.len(), 1);
        assert_eq!(round_robin_round(table, 5, u32::MAX).pairs.len(), 2);
    }
}

/// The chairs of five rounds of ten players, as the places stand round PAPP's table.
#[test]
fn ten_players_by_papps_table() {
    let tops_and_bottoms = [
        ([0, 1, 2, 3, 4], [5, 6, 7, 8, 9]),
        ([0, 2, 3, 4, 9], [1, 5, 6, 7, 8]),
        ([0, 3, 4, 9, 8], [2, 1, 5, 6, 7]),
    ];
    for (round, (top, bottom)) in (1_u32..).zip(tops_and_bottoms) {
        for cycle in 0..3 {
            let expected: Vec<(u32, u32)> = (0_u32..)
                .zip(top.into_iter().zip(bottom))
                .map(|(place, (top, bottom))| {
                    let top_is_black = if place == 0 {
                        round % 2 == 1
                    } else {
                        place % 2 == 0
                    };
                    if top_is_black == (cycle != 1) {
                        (top, bottom)
                    } else {
                        (bottom, top)
                    }
                })
                .collect();
            let found = round_robin_round(RoundRobinTable::Papp, 10, cycle * 9 + round);
            assert_eq!(found.pairs, expected, "round {round}, cycle {cycle}");
        }
    }
    // With nine players the bye is the pivot, and everyone sits one place further.
    let nine = round_robin_round(RoundRobinTable::Papp, 9, 2);
    assert_eq!(nine.bye, Some(0));
    assert_eq!(nine.pairs, [(4, 1), (2, 5), (6, 3), (8, 7)]);
}

/// The first rounds of the published Berger table of ten players, the first-named having black.
#[test]
fn ten_players_by_the_berger_table() {
    let published = [
        [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)],
        [(10, 6), (7, 5), (8, 4), (9, 3), (1, 2)],
        [(2, 10), (3, 1), (4, 9), (5, 8), (6, 7)],
    ];
    for (round, games) in (1..).zip(published) {
        let expected: Vec<(u32, u32)> = games.map(|(black, white)| (black - 1, white - 1)).to_vec();
        let found = round_robin_round(RoundRobinTable::Berger, 10, round);
        assert_eq!(found.pairs, expected, "round {round}");
    }
}
