//! The players' part in a draw: nonces that nobody else can foresee, mixed into its seed.

use super::unknown_entrant;
use crate::draw::Seed;
use crate::ids::EntrantId;
use crate::refusals::{LotsRefusal, Refusal};
use crate::stream::event::{DrawNonce, Event};
use crate::stream::state::{EntrantNonce, TournamentState};

pub(super) fn commit(
    state: &TournamentState,
    entrant: &EntrantId,
    commitment: &Seed,
) -> Result<Vec<Event>, Refusal> {
    let held = held(state, entrant)?;
    if held.commitment.is_some() {
        return Err(LotsRefusal::NonceAlreadyCommitted {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::NonceCommitted {
        entrant: entrant.clone(),
        commitment: *commitment,
    }])
}

pub(super) fn give(
    state: &TournamentState,
    entrant: &EntrantId,
    nonce: &Seed,
) -> Result<Vec<Event>, Refusal> {
    let held = held(state, entrant)?;
    if held.nonce.is_some() {
        return Err(LotsRefusal::NonceAlreadyGiven {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    if held.commitment.is_some_and(|bound| bound != nonce.proves()) {
        return Err(LotsRefusal::WrongNonce {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::NonceGiven {
        entrant: entrant.clone(),
        nonce: *nonce,
    }])
}

/// The nonces given towards the next draw, in the order of the entrants' ids.
pub(super) fn given(state: &TournamentState) -> Vec<DrawNonce> {
    state
        .nonces
        .iter()
        .filter_map(|(entrant, held)| {
            Some(DrawNonce {
                entrant: entrant.clone(),
                nonce: held.nonce?,
            })
        })
        .collect()
}

fn held(state: &TournamentState, entrant: &EntrantId) -> Result<EntrantNonce, Refusal> {
    let known = state
        .entrant(entrant)
        .ok_or_else(|| unknown_entrant(entrant))?;
    if known.withdrawn_from.is_some() {
        return Err(LotsRefusal::EntrantWithdrawn {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(state.nonces.get(entrant).copied().unwrap_or_default())
}
