//! The largest field, and PAPP's model by the one entry point.

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::penalties::*;
use crate::tournament::support::*;

/// 1024 players after 13 rounds with every extreme of score, colour and float fit the weights; scores beyond
/// all measure are an error.
#[test]
fn the_largest_field_fits_the_weights() {
    let size = MAX_SWISS_PLAYERS;
    let mut table = ResultTable {
        players: (0..size).map(player).collect(),
        rounds: Vec::new(),
    };
    for round in 0..13 {
        // The first half always has black and wins, against changing opponents.
        let games = (0..size / 2).map(|n| game(n, size / 2 + (n + round) % (size / 2), 64));
        table.rounds.push(TableRound {
            games: games.collect(),
            ..TableRound::default()
        });
    }
    let present: Vec<usize> = (0..size).collect();
    let seed = seed(1);
    let request = PairingRequest::new(&table, &present, by_levels(&MODIFIED_LEVELS), &seed);
    let weights = pairing_weights(&request).unwrap();
    assert!(weights.beyond < 1 << 120);
    assert!(weights.weights.iter().max().unwrap() < &weights.beyond);
    table.players[0].starting_half_points = HalfPoints(i64::MAX);
    table.players[1].adjustment_half_points = HalfPoints(i64::MIN);
    let request = PairingRequest::new(&table, &present, by_levels(&MODIFIED_LEVELS), &seed);
    assert_eq!(pair_round(&request), Err(PairingError::TooWide));
}

#[test]
fn penalties_are_a_model_like_any_other() {
    for run in 0..60 {
        let mut numbers = Numbers::new("penalties", run);
        let size = 2 + numbers.index(30);
        let rounds = numbers.index(8);
        let table = random_table(&mut numbers, size, rounds);
        let present: Vec<usize> = (0..size).collect();
        let penalties = PappPenalties::default();
        let rules = PairingRules {
            model: PairingModel::Papp(penalties.clone()),
            ..rules(FirstRound::Random)
        };
        let seed = seed(run);
        let found = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
        let request = PappRequest::new(&table, &present, &penalties);
        let cost = papp_cost(&request, &found.pairs, found.bye).unwrap();
        assert_eq!(found.cost[&PairingLevel::Penalties], cost);
        assert_eq!(pair_papp(&request, &seed).unwrap().cost, cost, "run {run}");
    }
}
