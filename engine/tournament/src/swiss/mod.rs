//! Swiss pairings, strictly lexicographic over all complete pairings of a round (EGP II.4.1).
//!
//! Each level is settled before the next counts at all. Every level is a sum over the pairs, so the
//! levels are packed into one integer weight per pair and an exact minimum-cost perfect matching finds
//! the optimum. The bye is a virtual opponent, present when the number of players is odd. Among optimal
//! pairings the draw decides: below the lowest level every pair has a drawn weight, so that each optimal
//! pairing can come out, and what is equal even then is left to a drawn order of the players. Both start
//! from the order of the ids, so that neither the order of the input nor anything else unrecorded has a
//! say.

mod colour;
mod conditions;
mod error;
mod explain;
mod history;
mod judgement;
mod levels;
mod matching;
mod round;

use std::collections::BTreeMap;

use crate::draw::Seed;
use crate::pairing::{FirstRound, PairingConstraints};
use crate::papp::PappPenalties;
use crate::table::ResultTable;

pub use error::PairingError;
pub(crate) use explain::explain_with_own;
pub use explain::{BoardExplanation, BoardOf, explain_board, explain_round};
pub use judgement::{PairingBreach, PairingJudgement, judge_pairing};
pub use levels::PairingLevel;
pub use matching::PairingWeights;

use round::{Round, field_of};

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
    /// Half-points by player that are added for pairing only, in the accelerated rounds; none beyond
    /// its end.
    pub virtual_half_points: &'a [i64],
    /// Number of accelerated rounds.
    pub accelerated_rounds: u32,
    /// The penalties of the level [`PairingLevel::Penalties`]; without them it is 0.
    pub penalties: Option<&'a PappPenalties>,
    /// The policy of the level [`PairingLevel::FirstRound`].
    pub first_round: FirstRound,
    /// Players of group A in the first round (WOC II.6.1).
    pub group_a: &'a [usize],
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
            virtual_half_points: &[],
            accelerated_rounds: 0,
            penalties: None,
            first_round: FirstRound::Random,
            group_a: &[],
        }
    }

    /// The half-points added for the round to be paired.
    pub(crate) fn virtual_half_points_now(&self, player: usize) -> i64 {
        let rounds = u32::try_from(self.table.rounds.len()).unwrap_or(u32::MAX);
        self.virtual_half_points(player, rounds.saturating_add(1))
    }

    pub(crate) fn virtual_half_points(&self, player: usize, round: u32) -> i64 {
        if round > self.accelerated_rounds {
            return 0;
        }
        self.virtual_half_points.get(player).copied().unwrap_or(0)
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

/// Pairs one Swiss round.
///
/// # Errors
/// See [`PairingError`]. Unavoidable repeats are no error: the least bad pairing is returned and its cost
/// says so.
pub fn pair_swiss(request: &SwissRequest<'_>) -> Result<SwissPairing, PairingError> {
    let round = Round::new(request)?;
    round.own_pairing()
}

/// The packed weights of a round: each complete pairing's sum orders the pairings exactly as their levels
/// and then the lots do.
///
/// # Errors
/// See [`PairingError`].
pub fn pairing_weights(request: &SwissRequest<'_>) -> Result<PairingWeights, PairingError> {
    Ok(Round::new(request)?.search.into_weights())
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
    let field = if request.levels.contains(&PairingLevel::FirstRound) {
        Round::new(&SwissRequest {
            constraints: PairingConstraints::none(),
            ..*request
        })?
        .field
    } else {
        field_of(request)?
    };
    let mut named: Vec<usize> = pairs.iter().flat_map(|&(b, w)| [b, w]).chain(bye).collect();
    named.sort_unstable();
    let mut present = request.present.to_vec();
    present.sort_unstable();
    if named != present {
        return Err(PairingError::NotAPairing);
    }
    Ok(field.cost(pairs, bye))
}
