//! The draw of the round that is being published.

use crate::draw::Seed;
use crate::refusals::{LotsRefusal, Refusal};
use crate::stream::lots::nonces::reveal;
use crate::stream::lots::round_purpose;
use crate::stream::{Event, TournamentState};

/// Reveals the round's link when something is drawn, once; a round that was taken back keeps its draw.
pub(super) struct RoundDraw<'a> {
    state: &'a TournamentState,
    link: Option<Seed>,
    round: u32,
    key: Option<Seed>,
    pub events: Vec<Event>,
    pub index: Option<u32>,
}

impl<'a> RoundDraw<'a> {
    pub(super) fn new(state: &'a TournamentState, link: Option<Seed>, round: u32) -> Self {
        Self {
            state,
            link,
            round,
            key: None,
            events: Vec::new(),
            index: None,
        }
    }

    /// The key of the round's draw.
    pub(super) fn key(&mut self) -> Result<Seed, Refusal> {
        if let Some(key) = self.key {
            return Ok(key);
        }
        let purpose = round_purpose(self.round);
        let (index, key) = if let Some(held) = self.state.draw_for(&purpose) {
            (held.index, held.key)
        } else {
            let link = self
                .link
                .ok_or(LotsRefusal::SeedMissing { round: self.round })?;
            let revealed = reveal(self.state, &link, &purpose)?;
            self.events.push(revealed);
            (
                self.state.lots.draws_revealed.saturating_add(1),
                self.state.lots.key_under(&link),
            )
        };
        self.key = Some(key);
        self.index = Some(index);
        Ok(key)
    }
}
