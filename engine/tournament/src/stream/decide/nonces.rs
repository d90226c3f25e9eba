//! The players' part in a draw: nonces that nobody else can foresee, mixed into its seed.

use super::unknown_entrant;
use crate::draw::Seed;
use crate::ids::EntrantId;
use crate::refusal::Refusal;
use crate::stream::event::{DrawNonce, Event};
use crate::stream::state::{EntrantNonce, TournamentState};

pub(super) fn commit(
    state: &TournamentState,
    entrant: &EntrantId,
    commitment: &Seed,
) -> Result<Vec<Event>, Refusal> {
    let held = held(state, entrant)?;
    if held.commitment.is_some() {
        return Err(Refusal::new(
            "nonce_already_committed",
            format!(
                "Entrant {:?} is bound to a nonce of the next draw already; it cannot be exchanged.",
                entrant.as_str()
            ),
        ));
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
        return Err(Refusal::new(
            "nonce_already_given",
            format!(
                "Entrant {:?} has given a nonce for the next draw already; it cannot be exchanged.",
                entrant.as_str()
            ),
        ));
    }
    if held.commitment.is_some_and(|bound| bound != nonce.proves()) {
        return Err(Refusal::new(
            "wrong_nonce",
            format!(
                "The SHA-256 of this nonce is not what entrant {:?} is bound to; give the nonce that \
                 was committed.",
                entrant.as_str()
            ),
        ));
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
        return Err(Refusal::new(
            "entrant_withdrawn",
            format!(
                "Entrant {:?} has withdrawn and takes no part in draws.",
                entrant.as_str()
            ),
        ));
    }
    Ok(state.nonces.get(entrant).copied().unwrap_or_default())
}
