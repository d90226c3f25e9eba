//! Among optimal pairings the draw decides.

use std::collections::BTreeSet;

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

#[test]
fn every_optimal_pairing_comes_out_of_some_draw() {
    let mut several = 0;
    for run in 0..60 {
        let mut numbers = Numbers::new("reachability", run);
        let size = 3 + numbers.index(4);
        let rounds = numbers.index(4);
        let table = random_table(&mut numbers, size, rounds);
        let present: Vec<usize> = (0..size).collect();
        let seed_zero = seed(0);
        let request = PairingRequest::new(&table, &present, by_levels(&LEVELS), &seed_zero);
        let all = complete_pairings(&present, size % 2 == 1);
        let costs: Vec<Vec<i64>> = all.iter().map(|p| least_cost(&request, p)).collect();
        let best = costs.iter().min().unwrap();
        let optimal: BTreeSet<Plain> = all
            .iter()
            .zip(&costs)
            .filter(|(_, cost)| *cost == best)
            .map(|((pairs, bye), _)| plain(pairs, *bye))
            .collect();
        let mut found = BTreeSet::new();
        for number in 0..2000 {
            let seed = seed(number);
            let pairing = pair_round(&PairingRequest {
                seed: &seed,
                ..request
            })
            .unwrap();
            found.insert(plain(&pairing.pairs, pairing.bye));
            if found.len() == optimal.len() {
                break;
            }
        }
        assert_eq!(found, optimal, "run {run}");
        several += u32::from(optimal.len() > 1);
    }
    assert!(several > 20, "{several} states with several optima");
}
