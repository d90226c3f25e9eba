//! Large rounds against another program's matching, on weights packed another way.

use outflank_tournament::*;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

use crate::tournament::pairing::oracle::{Oracle, add};
use crate::tournament::pairing::plain::level_set;
use crate::tournament::support::*;

/// The cost of every edge, the bye being the last vertex of an odd number, the cheaper way round.
fn edges(oracle: &Oracle<'_>, present: &[usize]) -> Vec<(u32, u32, Vec<i64>)> {
    let mut edges = Vec::new();
    let odd = present.len() % 2 == 1;
    for (row, &one) in (0..).zip(present) {
        for (column, &two) in (0..).zip(present).skip(row as usize + 1) {
            edges.push((
                row,
                column,
                oracle.pair(one, two).min(oracle.pair(two, one)),
            ));
        }
        if odd {
            let bye = u32::try_from(present.len()).unwrap();
            edges.push((row, bye, oracle.bye(one)));
        }
    }
    edges
}

/// The least cost by the other program: levels as digits, wide enough for the sum of half the players'
/// dearest pairs and shifted to be positive, from a number that makes the heaviest matching the cheapest.
fn optimum(edges: &[(u32, u32, Vec<i64>)], players: usize, levels: usize) -> Vec<i64> {
    let pairs = i128::try_from(players.div_ceil(2)).unwrap();
    let (mut units, mut least) = (vec![0_i128; levels], vec![0_i64; levels]);
    let mut unit = 1_i128;
    for level in (0..levels).rev() {
        let costs = || edges.iter().map(|(_, _, cost)| cost[level]);
        least[level] = costs().min().unwrap();
        units[level] = unit;
        unit *= i128::from(costs().max().unwrap() - least[level]) * pairs + 1;
    }
    let graph = UnGraph::<(), i128>::from_edges(edges.iter().map(|(one, two, cost)| {
        let weight: i128 = (0..levels)
            .map(|level| i128::from(cost[level] - least[level]) * units[level])
            .sum();
        (*one, *two, unit - weight)
    }));
    let matched =
        max_weight_matching(&graph, true, |edge| Ok::<_, ()>(*edge.weight()), false).unwrap();
    assert_eq!(matched.len(), players.div_ceil(2));
    let mut sum = vec![0; levels];
    for (one, two, cost) in edges {
        let (one, two) = (*one as usize, *two as usize);
        if matched.contains(&(one, two)) || matched.contains(&(two, one)) {
            add(&mut sum, cost);
        }
    }
    sum
}

#[test]
fn another_matching_finds_nothing_better() {
    let mut largest = 0;
    for run in 0..1_000 {
        let mut numbers = Numbers::new("second solver", run);
        let size = 2 + numbers.index(59);
        let extra = numbers.index(4);
        let rounds = numbers.index(12);
        let table = random_table(&mut numbers, size + extra, rounds);
        let mut present: Vec<usize> = (0..size + extra).collect();
        numbers.shuffle(&mut present);
        present.truncate(size);
        let levels = level_set(run);
        let oracle = Oracle::new(&table, &present, levels);
        let best = optimum(&edges(&oracle, &present), size, levels.len());
        let seed = seed(run);
        let request = PairingRequest::new(&table, &present, by_levels(levels), &seed);
        let found = pair_round(&request).unwrap();
        assert_eq!(
            values(&found.cost, levels),
            best,
            "run {run}, {size} players"
        );
        assert_eq!(oracle.cost(&found.pairs, found.bye), best, "run {run}");
        largest = largest.max(size);
    }
    assert!(largest > 55, "{largest} players at most");
}
