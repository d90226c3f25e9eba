//! PAPP's pairing through whole events of real size; how long it takes is the benchmark `papp`.

use std::collections::BTreeSet;

use outflank_tournament::*;

use crate::tournament::penalties::*;
use crate::tournament::support::*;

/// Thirteen rounds of that many players, whose stronger player mostly wins: everyone is paired once a round, no
/// two meet again, nobody has a second bye, and a round costs what its pairs cost.
fn whole_event(players: usize) {
    let mut table = ResultTable {
        players: (0..players)
            .map(|number| TablePlayer {
                country: Some(format!("X{}", number % 9)),
                ..player(number)
            })
            .collect(),
        rounds: Vec::new(),
    };
    let present: Vec<usize> = (0..players).collect();
    let penalties = PappPenalties::default();
    let mut numbers = Numbers::new("papp speed", u32::try_from(players).unwrap());
    let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..13 {
        let request = PappRequest::new(&table, &present, &penalties);
        let round = pair_papp(&request, &seed(number)).unwrap();
        let cost = papp_cost(&request, &round.pairs, round.bye).unwrap();
        assert_eq!(round.cost, cost, "{players} players, round {number}");
        assert_eq!(round.bye.is_some(), players % 2 == 1);
        let mut paired: Vec<usize> = round.pairs.iter().flat_map(|&(b, w)| [b, w]).collect();
        paired.extend(round.bye);
        paired.sort_unstable();
        assert_eq!(paired, present, "{players} players, round {number}");
        for &(black, white) in &round.pairs {
            let pair = (black.min(white), black.max(white));
            assert!(met.insert(pair), "{players} players: {pair:?} meet again");
        }
        if let Some(bye) = round.bye {
            assert!(byes.insert(bye), "{players} players: a second bye");
        }
        let games = round.pairs.iter().map(|&(black, white)| {
            let stronger = (black < white) == (numbers.below(4) > 0);
            let margin = numbers.below(20);
            game(
                black,
                white,
                if stronger { 33 + margin } else { 31 - margin },
            )
        });
        table.rounds.push(TableRound {
            games: games.collect(),
            byes: round.bye.into_iter().collect(),
            granted: Vec::new(),
            beside: false,
        });
    }
}

#[test]
fn whole_events_of_real_size_are_paired() {
    for players in [25, 100, 101, 250] {
        whole_event(players);
    }
}
