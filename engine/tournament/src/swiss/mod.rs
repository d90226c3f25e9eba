//! Swiss pairings, strictly lexicographic over all complete pairings of a round (EGP II.4.1).
//!
//! Each level is settled before the next counts at all. Every level is a sum over the pairs, so the
//! levels are packed into one integer weight per pair and an exact minimum-cost perfect matching finds
//! the optimum. The bye is a virtual opponent, present when the number of players is odd. Among optimal
//! pairings the draw decides: it orders the players before the search, starting from the order of their
//! ids, so that neither the order of the input nor anything else unrecorded has a say.

mod colour;
mod history;
mod levels;
mod matching;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::draw::{Draw, Seed};
use crate::pairing::PairingConstraints;
use crate::table::{ResultTable, TableProblem};

pub use levels::PairingLevel;

use history::Histories;
use levels::Field;

/// Most players of one Swiss round; beyond it the search would take minutes.
pub const MAX_SWISS_PLAYERS: usize = 1024;

/// What a pairing costs, by level.
pub type Cost = BTreeMap<PairingLevel, i64>;

/// What a Swiss round is paired from.
#[derive(Debug, Clone, Copy)]
pub struct SwissRequest<'a> {
    /// All players and all rounds so far; games without a result count as meetings with no points yet.
    pub table: &'a ResultTable,
    /// Indexes of the players present: neither withdrawn nor absent.
    pub present: &'a [usize],
    /// The levels of the rule set, first to last.
    pub levels: &'a [PairingLevel],
    /// The seed that decides among optimal pairings.
    pub seed: &'a Seed,
    /// What the director set for this round.
    pub constraints: &'a PairingConstraints,
    /// First round (from 1) whose meetings, byes and floats count; colours count from round 1.
    pub since_round: u32,
    /// A pair that met in a round before this one (from 1) plays with the colours of that round
    /// reversed; 0: none does.
    pub reverse_colours_before: u32,
    /// What a bye scores, in half-points.
    pub bye_half_points: u32,
}

impl<'a> SwissRequest<'a> {
    /// A round of a Swiss system that counts from round 1, without conditions.
    #[must_use]
    pub fn new(
        table: &'a ResultTable,
        present: &'a [usize],
        levels: &'a [PairingLevel],
        seed: &'a Seed,
    ) -> Self {
        Self {
            table,
            present,
            levels,
            seed,
            constraints: PairingConstraints::none(),
            since_round: 1,
            reverse_colours_before: 0,
            bye_half_points: 2,
        }
    }
}

/// A paired Swiss round. Indexes are those of the table's players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissPairing {
    /// (black, white) by table; the highest scores sit at the first tables.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye, if the number of players present is odd.
    pub bye: Option<usize>,
    /// Cost on each of the request's levels.
    pub cost: Cost,
}

/// Why a round could not be paired.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Fewer than two players are present.
    #[error("{present} players are present; a round needs at least 2")]
    TooFewPlayers {
        /// Players present.
        present: usize,
    },
    /// More players than one round is paired for.
    #[error("{present} players are present; a Swiss round takes at most {MAX_SWISS_PLAYERS}")]
    TooManyPlayers {
        /// Players present.
        present: usize,
    },
    /// The list of players present is wrong.
    #[error("player number {index} is named twice as present, or is not in the table")]
    WrongPresence {
        /// The index.
        index: usize,
    },
    /// The pairing to be judged is not one of those players.
    #[error("the pairing does not pair each player present exactly once")]
    NotAPairing,
    /// The results are contradictory.
    #[error(transparent)]
    Table(#[from] TableProblem),
    /// The levels' ranges do not fit the weights.
    #[error("the results are too far apart to be paired: their weights need more than 120 bits")]
    TooWide,
}

/// Pairs one Swiss round.
///
/// # Errors
/// See [`PairingError`]. Unavoidable repeats are no error: the least bad pairing is returned and its cost
/// says so.
pub fn pair_swiss(request: &SwissRequest<'_>) -> Result<SwissPairing, PairingError> {
    let field = field_of(request)?;
    let mut draw = Draw::new(request.seed, "swiss");
    let mut present = request.present.to_vec();
    present.sort_unstable();
    let mut order = request.table.canonical_order();
    order.retain(|player| present.binary_search(player).is_ok());
    draw.shuffle(&mut order);

    let mates = matching::optimal(&field, &order)?;
    let mut pairs = Vec::with_capacity(order.len() / 2);
    let mut bye = None;
    for (vertex, &mate) in mates.iter().enumerate() {
        match (order.get(vertex), order.get(mate)) {
            (Some(&player), None) => bye = Some(player),
            (Some(&one), Some(&two)) if vertex < mate => {
                pairs.push(colour::assign(&field, one, two, &mut draw));
            }
            _ => {}
        }
    }
    field.order_tables(&mut pairs);
    let cost = field.cost(&pairs, bye);
    Ok(SwissPairing { pairs, bye, cost })
}

/// What a given pairing of the players present costs on each level of the request.
///
/// # Errors
/// See [`PairingError`].
pub fn pairing_cost(
    request: &SwissRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Result<Cost, PairingError> {
    let field = field_of(request)?;
    let mut named: Vec<usize> = pairs.iter().flat_map(|&(b, w)| [b, w]).chain(bye).collect();
    named.sort_unstable();
    let mut present = request.present.to_vec();
    present.sort_unstable();
    if named != present {
        return Err(PairingError::NotAPairing);
    }
    Ok(field.cost(pairs, bye))
}

fn field_of<'a>(request: &SwissRequest<'a>) -> Result<Field<'a>, PairingError> {
    let present = request.present.len();
    if present < 2 {
        return Err(PairingError::TooFewPlayers { present });
    }
    if present > MAX_SWISS_PLAYERS {
        return Err(PairingError::TooManyPlayers { present });
    }
    let mut seen = vec![false; request.table.players.len()];
    for &index in request.present {
        match seen.get_mut(index) {
            Some(slot) if !*slot => *slot = true,
            _ => return Err(PairingError::WrongPresence { index }),
        }
    }
    let histories = Histories::of(request.table)?;
    Ok(Field::new(
        request.table,
        histories,
        request.present,
        request.levels,
    ))
}
