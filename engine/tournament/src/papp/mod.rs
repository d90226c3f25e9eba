//! PAPP's pairings: every pair has an integer penalty and the complete pairing with the smallest sum is
//! chosen, in every round. Nothing is forbidden, only dear.
//!
//! A penalty adds up colours, floats, repeats, countries and elitism, in half-points, and is cut at
//! [`PAPP_MAXIMUM`]; a pair costs what its cheaper direction costs. The sum is the one level,
//! [`PairingLevel::Penalties`], of a Swiss pairing; what is here are the penalties, and the call for
//! those who have nothing but them.

mod history;
mod model;
mod penalties;

use crate::draw::Seed;
use crate::pairing::PairingConstraints;
use crate::swiss::{
    BoardOf, Cost, PairingError, PairingLevel, SwissPairing, SwissRequest, explain_round,
    pair_swiss, pairing_cost,
};
use crate::table::ResultTable;

pub use model::PappParts;
pub use penalties::{PAPP_MAXIMUM, PappPenalties, papp_bye};

use history::histories;
pub(crate) use model::Model;

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

    fn swiss(&self, seed: &'a Seed) -> SwissRequest<'a> {
        SwissRequest {
            constraints: self.constraints,
            bye_half_points: self.bye_half_points,
            penalties: Some(self.penalties),
            ..SwissRequest::new(self.table, self.present, &[PairingLevel::Penalties], seed)
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

/// Why a board is part of a round's pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PappExplanation {
    /// The board; the first player of a pair has black.
    pub board: BoardOf,
    /// What makes up its penalty.
    pub parts: PappParts,
    /// The cheapest pairing of the round without the board; `None` where the board must be, or the
    /// director set it.
    pub alternative: Option<PappPairing>,
    /// All of it in one sentence.
    pub sentence: String,
}

/// Pairs one round by the smallest sum of penalties.
///
/// # Errors
/// See [`PairingError`].
pub fn pair_papp(request: &PappRequest<'_>, seed: &Seed) -> Result<PappPairing, PairingError> {
    pair_swiss(&request.swiss(seed)).map(PappPairing::from)
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
    let nothing_drawn = Seed::of_number(0);
    pairing_cost(&request.swiss(&nothing_drawn), pairs, bye).map(|cost| sum(&cost))
}

/// Explains every board of the pairing that [`pair_papp`] makes, in the order of its tables, the bye
/// last. Each board takes one search.
///
/// # Errors
/// See [`PairingError`].
pub fn explain_papp(
    request: &PappRequest<'_>,
    seed: &Seed,
) -> Result<Vec<PappExplanation>, PairingError> {
    let swiss = request.swiss(seed);
    let boards = explain_round(&swiss)?;
    let model = penalty_model(&swiss, request.penalties)?;
    let explained = boards.into_iter().map(|explained| PappExplanation {
        board: explained.board,
        parts: match explained.board {
            BoardOf::Pair(black, white) => model.pair_parts(black, white),
            BoardOf::Bye(player) => model.bye_parts(player),
        },
        alternative: explained.alternative.map(PappPairing::from),
        sentence: explained.sentence,
    });
    Ok(explained.collect())
}

impl From<SwissPairing> for PappPairing {
    fn from(pairing: SwissPairing) -> Self {
        Self {
            cost: sum(&pairing.cost),
            pairs: pairing.pairs,
            bye: pairing.bye,
        }
    }
}

fn sum(cost: &Cost) -> i64 {
    cost.get(&PairingLevel::Penalties).copied().unwrap_or(0)
}

/// The penalties of a round that is paired with them as a level.
pub(crate) fn penalty_model<'a>(
    request: &SwissRequest<'a>,
    penalties: &'a PappPenalties,
) -> Result<Model<'a>, PairingError> {
    let mut histories = histories(request)?;
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
