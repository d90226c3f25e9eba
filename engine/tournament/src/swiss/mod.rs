//! Swiss pairings, strictly lexicographic over all complete pairings of a round (EGP II.4.1).
//!
//! Each level is settled before the next counts at all. Every level is a sum over the pairs, so the
//! levels are packed into one integer weight per pair and an exact minimum-cost perfect matching finds
//! the optimum. The bye is a virtual opponent, present when the number of players is odd. Among optimal
//! pairings the draw decides: below the lowest level every pair has a drawn weight, so that each optimal
//! pairing can come out, and what is equal even then is left to a drawn order of the players. Both start
//! from the order of the ids, so that neither the order of the input nor anything else unrecorded has a
//! say.

mod boards;
mod colour;
mod conditions;
mod error;
mod explain;
mod field;
mod history;
mod judgement;
mod levels;
mod matching;
mod round;

use crate::pairing::{FirstRound, PairingConstraints, PairingRequest};
use crate::player_index::PlayerIndex;

pub(crate) use boards::{ExplainedBoard, explain_boards};
pub use boards::{Lot, PlayerBefore};
pub use error::{MAX_SWISS_PLAYERS, PairingError};
pub(crate) use explain::explain_with_own;
pub use explain::{BoardExplanation, BoardOf, explain_board, explain_round};
pub use history::Float;
pub use judgement::{PairingBreach, PairingJudgement, judge_pairing};
pub use levels::{Cost, PairingLevel};
pub use matching::PairingWeights;
pub use round::SwissPairing;

use round::{Round, field_of};

/// Pairs one round by the rule set's model and, with no round played, its policy for the first round.
///
/// # Errors
/// See [`PairingError`]; where the director makes the first round's pairs, those of the conditions must
/// be all of them. Unavoidable repeats are no error: the least bad pairing is returned and its cost says so.
pub fn pair_round(request: &PairingRequest<'_>) -> Result<SwissPairing, PairingError> {
    let manual = request.rules.first_round == FirstRound::Manual && request.table.rounds.is_empty();
    if manual {
        let constraints = request.constraints;
        let placed =
            constraints.locked.len().saturating_mul(2) + usize::from(constraints.bye.is_some());
        let without_place = request.present.len().saturating_sub(placed);
        if without_place > 0 {
            return Err(PairingError::ManualFirstRound { without_place });
        }
    }
    Round::new(request)?.own_pairing()
}

/// The packed weights of a round: each complete pairing's sum orders the pairings exactly as their levels
/// and then the lots do.
///
/// # Errors
/// See [`PairingError`].
pub fn pairing_weights(request: &PairingRequest<'_>) -> Result<PairingWeights, PairingError> {
    Ok(Round::new(request)?.search.into_weights())
}

/// What a given pairing of the players present costs on each level of the request.
///
/// # Errors
/// See [`PairingError`].
pub fn pairing_cost(
    request: &PairingRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Result<Cost, PairingError> {
    let field = if request.levels().contains(&PairingLevel::FirstRound) {
        Round::new(&PairingRequest {
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
    let pairs: Vec<_> = pairs.iter().copied().map(PlayerIndex::pair).collect();
    Ok(field.cost(&pairs, bye.map(PlayerIndex)))
}
