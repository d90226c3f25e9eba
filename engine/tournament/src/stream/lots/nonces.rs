//! The players' part in the draws: nonces that nobody else can foresee, mixed into the seed.

use crate::draw::Seed;
use crate::ids::EntrantId;
use crate::refusals::{LotsRefusal, Refusal};
use crate::stream::checks::unknown_entrant;
use crate::stream::{EntrantNonce, Event, TournamentState};

pub(in crate::stream) fn commit(
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

pub(in crate::stream) fn give(
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
    Ok(state.lots.nonces.get(entrant).copied().unwrap_or_default())
}

/// The event that makes a draw's seed public.
pub(in crate::stream) fn reveal(
    state: &TournamentState,
    seed: &Seed,
    purpose: &str,
) -> Result<Event, Refusal> {
    if state.lots.last_link != Some(seed.proves()) {
        return Err(LotsRefusal::WrongSeed {
            purpose: purpose.to_owned(),
        }
        .into());
    }
    let Some(index) = state.lots.draws_revealed.checked_add(1) else {
        return Err(LotsRefusal::DrawsExhausted.into());
    };
    Ok(Event::DrawRevealed {
        index,
        seed: *seed,
        purpose: purpose.to_owned(),
        nonces: state.lots.given(),
    })
}
