//! The ranking list of an event, folded by the test itself from nothing but who met whom and the discs.

use std::collections::BTreeMap;

/// The constant of the Brightwell Quotient (EGP VI.2).
const CONSTANT: u32 = 6;
/// Discs of a bye in the disc-count.
const BYE_DISCS: u32 = 40;

/// What one entrant did in one round.
#[derive(Debug, Clone)]
pub enum Done {
    /// Met somebody and had so many discs of 64.
    Met(String, u32),
    /// Had the bye.
    Bye,
}

/// One line of the list, all in whole or doubled units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankingRow {
    /// Two for a win, one for a draw.
    pub half_points: u32,
    /// Twice the Brightwell Quotient.
    pub bq_half_units: u32,
    /// Discs, those of byes included.
    pub discs: u32,
}

/// The list by entrant, where nobody withdrew.
#[must_use]
pub fn fold(rounds: &BTreeMap<String, Vec<Done>>) -> BTreeMap<String, RankingRow> {
    let points: BTreeMap<&String, u32> = rounds
        .iter()
        .map(|(entrant, done)| (entrant, done.iter().map(half_points).sum()))
        .collect();
    rounds
        .iter()
        .map(|(entrant, done)| {
            let own = points[entrant];
            let row = RankingRow {
                half_points: own,
                bq_half_units: done
                    .iter()
                    .map(|round| match round {
                        Done::Met(opponent, discs) => 2 * discs + CONSTANT * points[opponent],
                        Done::Bye => 64 + CONSTANT * own,
                    })
                    .sum(),
                discs: done
                    .iter()
                    .map(|round| match round {
                        Done::Met(_, discs) => *discs,
                        Done::Bye => BYE_DISCS,
                    })
                    .sum(),
            };
            (entrant.clone(), row)
        })
        .collect()
}

fn half_points(done: &Done) -> u32 {
    match done {
        Done::Met(_, discs) if *discs == 32 => 1,
        Done::Met(_, discs) => 2 * u32::from(*discs > 32),
        Done::Bye => 2,
    }
}
