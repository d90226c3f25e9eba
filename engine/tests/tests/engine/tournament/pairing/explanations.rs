//! Why a board is as it is, and what a pairing by hand costs.

use std::collections::BTreeMap;

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

#[test]
fn explanations_are_the_best_pairing_without_the_board() {
    for run in 0..60 {
        let mut numbers = Numbers::new("explain", run);
        let size = 2 + numbers.index(6);
        let rounds = numbers.index(5);
        let table = random_table(&mut numbers, size, rounds);
        let present: Vec<usize> = (0..size).collect();
        let seed = seed(run);
        let request = PairingRequest::new(&table, &present, by_levels(&LEVELS), &seed);
        let own = pair_round(&request).unwrap();
        let all: Vec<Plain> = complete_pairings(&present, size % 2 == 1)
            .iter()
            .map(|(pairs, bye)| plain(pairs, *bye))
            .collect();
        let explained = explain_round(&request).unwrap();
        assert_eq!(explained.len(), size.div_ceil(2));
        let chosen = plain(&own.pairs, own.bye);
        let boards = all.iter().flat_map(|(pairs, bye)| {
            let pairs = pairs.iter().map(|&(one, two)| BoardOf::Pair(one, two));
            pairs.chain(bye.map(BoardOf::Bye))
        });
        for board in boards.take(40).chain(explained.iter().map(|e| e.board)) {
            let has = |(pairs, bye): &Plain| match board {
                BoardOf::Pair(one, two) => pairs.contains(&(one.min(two), one.max(two))),
                BoardOf::Bye(player) => *bye == Some(player),
            };
            let found = explain_board(&request, board).unwrap();
            assert_eq!(found.chosen, has(&chosen), "run {run}");
            let others = all.iter().filter(|other| has(other) != found.chosen);
            let best = others.map(|other| least_cost(&request, other)).min();
            let cost = found
                .alternative
                .as_ref()
                .map(|other| values(&other.cost, &LEVELS));
            assert_eq!(cost, best, "run {run}, {board:?}: {}", found.sentence);
            let decided = best.and_then(|best| {
                let own = values(&own.cost, &LEVELS);
                LEVELS
                    .iter()
                    .zip(best.iter().zip(&own))
                    .find(|(_, (a, b))| a != b)
                    .map(|(l, _)| *l)
            });
            assert_eq!(found.bound, decided, "run {run}");
            assert!(found.sentence.ends_with('.'));
        }
        for of_round in &explained {
            assert_eq!(
                explain_board(&request, of_round.board).as_ref(),
                Ok(of_round)
            );
        }
    }
}

#[test]
fn a_manual_pairing_is_judged_by_the_levels() {
    let mut table = rated(&[0, 0, 0, 0]);
    table.rounds.push(TableRound {
        games: vec![game(0, 1, 40), game(2, 3, 40)],
        ..TableRound::default()
    });
    let (rules, seed) = (rules(FirstRound::Random), seed(2));
    let request = PairingRequest::new(&table, &[0, 1, 2, 3], &rules, &seed);
    let sources = BTreeMap::from([("pairing.repeats".to_owned(), "WOC II.6.2a".to_owned())]);
    let judged = judge_pairing(&request, &[(1, 0), (3, 2)], None, &sources).unwrap();
    assert_eq!(judged.difference[&PairingLevel::Repeats], 2);
    assert_eq!(judged.difference[&PairingLevel::Difference], 4);
    let first = &judged.breaches[0];
    assert_eq!(first.level, PairingLevel::Repeats);
    assert_eq!(first.rule.as_deref(), Some("WOC II.6.2a"));
    assert!(first.detail.contains("p001 - p000"), "{}", first.detail);
    let own = pair_round(&request).unwrap();
    let same = judge_pairing(&request, &own.pairs, own.bye, &sources).unwrap();
    assert_eq!(same.breaches, []);
    assert_eq!(same.own, own);
}
