//! The least matching against another solver's: not only as cheap but the very same, for published draws rest on it.

use integer_blossom::min_weight_perfect_matching;
use outflank_matching::{least_matching, least_matching_wide};
use outflank_tournament::*;
use proptest::prelude::*;

use crate::tournament::penalties::by_penalties;
use crate::tournament::support::{Numbers, by_levels, player};

/// Costs of every kind that makes ties and blossoms: few values, distances on a line, their squares with a lot below,
/// pairs that are as good as forbidden.
fn graph(numbers: &mut Numbers, vertices: usize) -> Vec<i64> {
    let range = [1, 2, 3, 5, 10, 100, 1_000_000][numbers.index(7)];
    let (kind, forbidden) = (numbers.index(4), numbers.index(3));
    let places: Vec<i64> = (0..vertices)
        .map(|_| i64::from(numbers.below(range.min(40))))
        .collect();
    let mut costs = vec![0; vertices * vertices];
    for row in 0..vertices {
        for column in row + 1..vertices {
            let apart = (places[row] - places[column]).abs();
            let mut cost = match kind {
                0 => i64::from(numbers.below(range)),
                1 => apart,
                2 => 2 * apart * apart + i64::from(numbers.below(2)),
                _ => i64::from(numbers.below(range)) * (1 + places[row] % 3),
            };
            if numbers.index(3) < forbidden {
                cost += 1 << 32;
            }
            costs[row * vertices + column] = cost;
        }
    }
    costs
}

fn total(costs: &[i64], partners: &[usize]) -> i64 {
    let pairs = partners.iter().enumerate().filter(|&(one, &two)| one < two);
    pairs
        .map(|(one, &two)| costs[one * partners.len() + two])
        .sum()
}

/// The least total of all complete matchings, one by one.
fn least(costs: &[i64], vertices: usize, left: &[usize]) -> i64 {
    let Some((&one, rest)) = left.split_first() else {
        return 0;
    };
    let totals = rest.iter().map(|&two| {
        let others: Vec<usize> = rest.iter().copied().filter(|&other| other != two).collect();
        costs[one * vertices + two] + least(costs, vertices, &others)
    });
    totals.min().unwrap()
}

/// Both widths find what the other solver finds.
fn hold_against_the_other(costs: &[i64], vertices: usize) {
    let theirs = min_weight_perfect_matching(costs, vertices);
    let ours = least_matching(costs, vertices).unwrap();
    assert_eq!(total(costs, &ours), total(costs, &theirs));
    assert_eq!(ours, theirs);
    let wide: Vec<i128> = costs.iter().map(|&cost| i128::from(cost) << 63).collect();
    assert_eq!(least_matching_wide(&wide, vertices).unwrap(), theirs);
}

proptest! {
    #![proptest_config(crate::property::cases(6_000))]

    #[test]
    fn the_matching_is_the_one_that_the_other_solver_finds(seed: u32, half in 1_usize..=20) {
        let mut numbers = Numbers::new("matching", seed);
        hold_against_the_other(&graph(&mut numbers, 2 * half), 2 * half);
    }

    #[test]
    fn no_matching_costs_less(seed: u32, half in 1_usize..=4) {
        let mut numbers = Numbers::new("least matching", seed);
        let costs = graph(&mut numbers, 2 * half);
        let all: Vec<usize> = (0..2 * half).collect();
        let ours = least_matching(&costs, 2 * half).unwrap();
        prop_assert_eq!(total(&costs, &ours), least(&costs, 2 * half, &all));
    }

    /// Whatever is no cost is refused, and nothing makes it panic: overflows are checked here.
    #[test]
    fn any_numbers_are_taken_or_refused(
        costs in prop::collection::vec(any::<i64>(), 36),
        bits in 1_u32..=63,
    ) {
        let right = (0..6).flat_map(|row| &costs[row * 6 + row + 1..row * 6 + 6]);
        let taken = right.into_iter().all(|cost| (0..1 << 59).contains(cost));
        prop_assert_eq!(least_matching(&costs, 6).is_some(), taken);
        let low: Vec<i64> = costs.iter().map(|cost| cost & (i64::MAX >> (63 - bits))).collect();
        let wide: Vec<i128> = low.iter().map(|&cost| i128::from(cost)).collect();
        let found = least_matching_wide(&wide, 6);
        prop_assert!(found.is_some());
        if bits <= 59 {
            prop_assert_eq!(least_matching(&low, 6), found);
        }
    }
}

#[test]
fn large_graphs_are_matched_as_by_the_other_solver() {
    for run in 0..60 {
        let mut numbers = Numbers::new("large matching", run);
        let vertices = 2 * (30 + numbers.index(90));
        hold_against_the_other(&graph(&mut numbers, vertices), vertices);
    }
}

#[test]
fn the_dearest_costs_do_not_overflow() {
    for run in 0..300 {
        let mut numbers = Numbers::new("dearest matching", run);
        let vertices = 2 * (1 + numbers.index(15));
        let dearest = [(1_i64 << 59) - 1, (1 << 59) - 2, 1, 0];
        let costs: Vec<i64> = (0..vertices * vertices)
            .map(|_| dearest[numbers.index(4)])
            .collect();
        let wide: Vec<i128> = costs.iter().map(|&cost| i128::from(cost)).collect();
        let widest: Vec<i128> = wide.iter().map(|&cost| cost << 64).collect();
        let theirs = min_weight_perfect_matching(&wide, vertices);
        assert_eq!(least_matching(&costs, vertices).as_ref(), Some(&theirs));
        assert_eq!(least_matching_wide(&widest, vertices), Some(theirs));
    }
}

#[test]
fn what_has_no_complete_matching_is_refused() {
    assert_eq!(least_matching(&[], 0), Some(vec![]));
    assert_eq!(least_matching(&[0], 1), None);
    assert_eq!(least_matching(&[0; 9], 3), None);
    assert_eq!(least_matching(&[0; 5], 2), None);
    assert_eq!(least_matching(&[], usize::MAX - 1), None);
    assert_eq!(least_matching(&[-1, 0, -1, -1], 2), Some(vec![1, 0]));
    assert_eq!(least_matching(&[0, -1, 0, 0], 2), None);
    assert_eq!(least_matching(&[0, 1 << 59, 0, 0], 2), None);
    assert_eq!(
        least_matching_wide(&[0, 1 << 122, 0, 0], 2),
        Some(vec![1, 0])
    );
    assert_eq!(least_matching_wide(&[0, 1 << 123, 0, 0], 2), None);
}

/// Rounds as they come in events, by levels and by penalties, of an even and an odd number.
#[test]
fn rounds_are_paired_as_by_the_other_solver() {
    let penalties = PappPenalties::default();
    for rules in [
        by_levels(&PairingLevel::UNMODIFIED),
        by_levels(&PairingLevel::MODIFIED),
        by_penalties(&penalties),
    ] {
        for players in [8, 21, 30, 100, 251] {
            let present: Vec<usize> = (0..players).collect();
            let mut table = ResultTable {
                players: present.iter().map(|&number| player(number)).collect(),
                rounds: Vec::new(),
            };
            for round in 0..6_u32 {
                let seed = Seed::of_number(u64::from(round));
                let request = PairingRequest::new(&table, &present, rules, &seed);
                let weights = pairing_weights(&request).unwrap();
                assert_eq!(
                    least_matching_wide(&weights.weights, weights.vertices).unwrap(),
                    min_weight_perfect_matching(&weights.weights, weights.vertices),
                    "{players} players, round {}",
                    round + 1
                );
                let pairing = pair_round(&request).unwrap();
                let games = pairing.pairs.iter().map(|&(black, white)| TableGame {
                    black,
                    white,
                    result: Some(GameResult::played(if black < white { 40 } else { 24 })),
                    flag_fell: None,
                });
                table.rounds.push(TableRound {
                    games: games.collect(),
                    byes: pairing.bye.into_iter().collect(),
                    ..TableRound::default()
                });
            }
        }
    }
}
