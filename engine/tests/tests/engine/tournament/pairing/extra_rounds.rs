//! Extra rounds of perfect scores.

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

/// MSO, "Perfect Scores Policy".
#[test]
fn extra_rounds_pair_perfect_scores() {
    // 0, 1 and 2 have won everything; 3 has met 2, 4 has met nobody perfect.
    let table = ResultTable {
        players: (0..7).map(player).collect(),
        rounds: vec![TableRound {
            games: vec![game(0, 5, 40), game(1, 6, 40), game(2, 3, 40)],
            byes: vec![],
            ..TableRound::default()
        }],
    };
    assert_eq!(perfect_scores(&table, &[]).unwrap(), [0, 1, 2]);
    assert_eq!(perfect_scores(&table, &[(4, 1)]).unwrap(), [0, 1, 2, 4]);
    let ranking = [0, 1, 2, 3, 4, 5, 6];
    let seed = seed(4);
    let found = extra_round(&table, &ranking, &[0, 1, 2], &seed)
        .unwrap()
        .unwrap();
    assert_eq!(
        plain(&found.pairs, found.bye),
        plain(&[(0, 1), (2, 4)], None)
    );
    let four = extra_round(&table, &ranking, &[0, 1, 2, 4], &seed)
        .unwrap()
        .unwrap();
    assert_eq!(four.pairs.len(), 2);
    assert_eq!(extra_round(&table, &ranking, &[0], &seed).unwrap(), None);
}
