//! Draws by lot, and the players' part in them: nonces that nobody else can foresee, mixed into the seed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::draw::{Seed, draw_key};
use crate::ids::EntrantId;
use crate::refusals::{LotsRefusal, Refusal};
use crate::stream::checks::unknown_entrant;
use crate::stream::{Event, TournamentState};

/// A nonce that went into a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawNonce {
    /// Who gave it.
    pub entrant: EntrantId,
    /// The nonce.
    pub nonce: Seed,
}

/// A draw that was held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedDraw {
    /// Which draw, from 1.
    pub index: u32,
    /// What it decides ("round 3").
    pub purpose: String,
    /// The key that its numbers come from: link and nonces together.
    pub key: Seed,
}

/// What an entrant has given towards the next draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EntrantNonce {
    /// SHA-256 of the nonce that he is bound to.
    pub commitment: Option<Seed>,
    /// The nonce, once given.
    pub nonce: Option<Seed>,
}

/// The draws by lot, and what goes into the next one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lots {
    /// The last public link of the hash chain; at first its end.
    pub last_link: Option<Seed>,
    /// How many links have been revealed.
    pub draws_revealed: u32,
    /// The draws held so far.
    pub draws: Vec<RevealedDraw>,
    /// What the entrants have given towards the next draw.
    pub nonces: BTreeMap<EntrantId, EntrantNonce>,
    /// The order drawn by lot, best first.
    pub order: Option<Vec<EntrantId>>,
}

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
        .lots
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
    Ok(state.lots.nonces.get(entrant).copied().unwrap_or_default())
}

/// The event that makes a draw's seed public.
pub(super) fn reveal(
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
        nonces: given(state),
    })
}

/// The purpose of a round's draw.
pub(super) fn round_purpose(round: u32) -> String {
    format!("round {round}")
}

impl TournamentState {
    pub(super) fn apply_to_draws(&mut self, event: &Event) {
        match event {
            Event::DrawRevealed {
                index,
                seed,
                purpose,
                nonces,
            } => {
                self.lots.draws_revealed = *index;
                self.lots.last_link = Some(*seed);
                self.lots.nonces.clear();
                let given: Vec<_> = nonces.iter().map(|given| given.nonce).collect();
                self.lots.draws.push(RevealedDraw {
                    index: *index,
                    purpose: purpose.clone(),
                    key: draw_key(seed, &given),
                });
            }
            Event::NonceCommitted {
                entrant,
                commitment,
            } => {
                let nonce = self.lots.nonces.entry(entrant.clone()).or_default();
                nonce.commitment = Some(*commitment);
            }
            Event::NonceGiven { entrant, nonce } => {
                self.lots.nonces.insert(
                    entrant.clone(),
                    EntrantNonce {
                        commitment: Some(nonce.proves()),
                        nonce: Some(*nonce),
                    },
                );
            }
            Event::SeatsDrawn { stage, chairs } => {
                self.seeding.chairs.insert(*stage, chairs.clone());
            }
            Event::LotsDrawn { order } => self.lots.order = Some(order.clone()),
            Event::GroupANamed { entrants } => {
                self.seeding.group_a = entrants.iter().cloned().collect();
                self.seeding.group_a_named = true;
            }
            Event::StartingScoresFixed { scores } => {
                self.seeding.starting_scores = scores
                    .iter()
                    .map(|score| (score.entrant.clone(), score.half_points))
                    .collect();
            }
            _ => {}
        }
    }
}
