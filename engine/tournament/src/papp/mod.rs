//! PAPP's pairings: every pair has an integer penalty and the complete pairing with the smallest sum is
//! chosen, in every round. Nothing is forbidden, only dear.
//!
//! A penalty adds up colours, floats, repeats, countries and elitism, in half-points, and is cut at
//! [`PAPP_MAXIMUM`]; a pair costs what its cheaper direction costs. Among optimal pairings the draw
//! decides, from the canonical order of the players, so that the order of the input has no say.

mod explain;
mod history;
mod matching;
mod model;
mod penalties;
mod round;

use crate::draw::Seed;
use crate::pairing::PairingConstraints;
use crate::swiss::{Conditions, MAX_SWISS_PLAYERS, PairingError, SwissRequest};
use crate::table::ResultTable;

pub use explain::{PappExplanation, explain_papp};
pub use model::PappParts;
pub use penalties::{PAPP_MAXIMUM, PappPenalties, papp_bye};

use history::histories;
pub(crate) use model::Model;
use round::Round;

/// What a round is paired from.
#[derive(Debug, Clone, Copy)]
pub struct PappRequest<'a> {
    /// All players and all rounds so far; games without a result count as meetings with no points yet.
    pub table: &'a ResultTable,
    /// Indexes of the players present: neither withdrawn nor absent.
    pub present: &'a [usize],
    /// The penalties.
    pub penalties: &'a PappPenalties,
    /// What the director set for this round.
    pub constraints: &'a PairingConstraints,
    /// What a bye scores, in half-points.
    pub bye_half_points: u32,
}

impl<'a> PappRequest<'a> {
    /// A round without conditions, a bye scoring one point.
    #[must_use]
    pub fn new(table: &'a ResultTable, present: &'a [usize], penalties: &'a PappPenalties) -> Self {
        Self {
            table,
            present,
            penalties,
            constraints: PairingConstraints::none(),
            bye_half_points: 2,
        }
    }
}

/// A paired round. Indexes are those of the table's players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappPairing {
    /// (black, white) by table; the highest scores sit at the first tables.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye, if the number of players present is odd.
    pub bye: Option<usize>,
    /// The sum of the penalties.
    pub cost: i64,
}

/// Pairs one round by the smallest sum of penalties.
///
/// # Errors
/// See [`PairingError`].
pub fn pair_papp(request: &PappRequest<'_>, seed: &Seed) -> Result<PappPairing, PairingError> {
    let round = Round::new(request, seed)?;
    round.own_pairing()
}

/// The sum of the penalties of a given pairing of the players present, (black, white) as given.
///
/// # Errors
/// See [`PairingError`].
pub fn papp_cost(
    request: &PappRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Result<i64, PairingError> {
    let model = model_of(request)?;
    let mut named: Vec<usize> = pairs.iter().flat_map(|&(b, w)| [b, w]).chain(bye).collect();
    named.sort_unstable();
    let mut present = request.present.to_vec();
    present.sort_unstable();
    if named != present {
        return Err(PairingError::NotAPairing);
    }
    Ok(sum(&model, pairs, bye))
}

/// The sum of the penalties, colours as given.
fn sum(model: &Model<'_>, pairs: &[(usize, usize)], bye: Option<usize>) -> i64 {
    let games: i64 = pairs
        .iter()
        .map(|&(black, white)| model.directed(black, white))
        .sum();
    games + bye.map_or(0, |player| model.bye(player))
}

fn model_of<'a>(request: &PappRequest<'a>) -> Result<Model<'a>, PairingError> {
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
    let histories = histories(request.table, request.bye_half_points)?;
    Ok(Model::new(
        request.table,
        request.penalties,
        histories,
        request.present,
    ))
}

/// The penalties of a round that is paired with them as a level.
pub(crate) fn penalty_model<'a>(
    request: &SwissRequest<'a>,
    penalties: &'a PappPenalties,
) -> Result<Model<'a>, PairingError> {
    let mut histories = histories(request.table, request.bye_half_points)?;
    for (player, history) in histories.iter_mut().enumerate() {
        let more = request.virtual_half_points_now(player);
        history.score = history.score.saturating_add(more);
    }
    Ok(Model::new(
        request.table,
        penalties,
        histories,
        request.present,
    ))
}
