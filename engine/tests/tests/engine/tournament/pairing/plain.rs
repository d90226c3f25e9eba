//! Complete pairings without colours, and what several of the tests pair.

use outflank_tournament::*;

use crate::tournament::support::*;

/// A complete pairing without colours, in order, and the bye.
pub type Plain = (Vec<(usize, usize)>, Option<usize>);

pub fn plain(pairs: &[(usize, usize)], bye: Option<usize>) -> Plain {
    let mut pairs: Vec<_> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    (pairs, bye)
}

pub fn complete_pairings(left: &[usize], bye: bool) -> Vec<Plain> {
    let Some((&first, rest)) = left.split_first() else {
        return vec![(Vec::new(), None)];
    };
    let mut all = Vec::new();
    if bye {
        for (pairs, _) in complete_pairings(rest, false) {
            all.push((pairs, Some(first)));
        }
    }
    for index in 0..rest.len() {
        let mut others = rest.to_vec();
        let second = others.remove(index);
        for (mut pairs, bye) in complete_pairings(&others, bye) {
            pairs.push((first, second));
            all.push((pairs, bye));
        }
    }
    all
}

/// The least cost of a plain pairing over the colours of each pair, which are independent.
pub fn least_cost(request: &PairingRequest<'_>, pairing: &Plain) -> Vec<i64> {
    let mut pairs = pairing.0.clone();
    let value = |pairs: &[(usize, usize)]| {
        values(
            &pairing_cost(request, pairs, pairing.1).unwrap(),
            &request.levels(),
        )
    };
    for index in 0..pairs.len() {
        let before = value(&pairs);
        let (black, white) = pairs[index];
        pairs[index] = (white, black);
        if value(&pairs) > before {
            pairs[index] = (black, white);
        }
    }
    value(&pairs)
}

pub fn rules(first_round: FirstRound) -> PairingRules {
    PairingRules {
        model: PairingModel::Levels {
            levels: PairingLevel::UNMODIFIED.to_vec(),
            modified_levels: PairingLevel::MODIFIED.to_vec(),
        },
        first_round,
        round_robin_table: RoundRobinTable::Circle,
        start: StartingScores::None,
    }
}

pub fn rated(ratings: &[i32]) -> ResultTable {
    let players = ratings
        .iter()
        .enumerate()
        .map(|(number, &rating)| TablePlayer {
            rating: Some(rating),
            ..player(number)
        });
    ResultTable {
        players: players.collect(),
        rounds: Vec::new(),
    }
}

/// The unmodified levels without and with the country, and the modified ones, in turn.
pub fn level_set(run: u32) -> &'static [PairingLevel] {
    const UNMODIFIED_BY_COUNTRY: [PairingLevel; 7] = [
        PairingLevel::Repeats,
        PairingLevel::Difference,
        PairingLevel::DifferenceSquares,
        PairingLevel::Colour,
        PairingLevel::Floats,
        PairingLevel::Alternation,
        PairingLevel::Country,
    ];
    match run % 3 {
        0 => &LEVELS,
        1 => &UNMODIFIED_BY_COUNTRY,
        _ => &MODIFIED_LEVELS,
    }
}
