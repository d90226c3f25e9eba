//! The fold of draws and of what they decide before any pairing.

use crate::draw::draw_key;
use crate::stream::event::Event;
use crate::stream::state::{EntrantNonce, RevealedDraw, TournamentState};

impl TournamentState {
    pub(super) fn apply_to_draws(&mut self, event: &Event) {
        match event {
            Event::DrawRevealed {
                index,
                seed,
                purpose,
                nonces,
            } => {
                self.draws_revealed = *index;
                self.last_link = Some(*seed);
                self.nonces.clear();
                let given: Vec<_> = nonces.iter().map(|given| given.nonce).collect();
                self.draws.push(RevealedDraw {
                    index: *index,
                    purpose: purpose.clone(),
                    key: draw_key(seed, &given),
                });
            }
            Event::NonceCommitted {
                entrant,
                commitment,
            } => {
                let nonce = self.nonces.entry(entrant.clone()).or_default();
                nonce.commitment = Some(*commitment);
            }
            Event::NonceGiven { entrant, nonce } => {
                self.nonces.insert(
                    entrant.clone(),
                    EntrantNonce {
                        commitment: Some(nonce.proves()),
                        nonce: Some(*nonce),
                    },
                );
            }
            Event::SeatsDrawn { stage, chairs } => {
                self.chairs.insert(*stage, chairs.clone());
            }
            Event::LotsDrawn { order } => self.lots = Some(order.clone()),
            Event::GroupANamed { entrants } => {
                self.group_a = entrants.iter().cloned().collect();
                self.group_a_named = true;
            }
            Event::StartingScoresFixed { scores } => {
                self.starting_scores = scores
                    .iter()
                    .map(|score| (score.entrant.clone(), score.half_points))
                    .collect();
            }
            _ => {}
        }
    }
}
