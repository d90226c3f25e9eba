//! The draw of the round that is being published.

use crate::draw::Seed;
use crate::refusals::{LotsRefusal, Refusal};
use crate::stream::lots::nonces::reveal;
use crate::stream::lots::round_purpose;
use crate::stream::{Event, TournamentState};

/// What a draw that the round holds rests on.
#[derive(Debug, Clone, Copy)]
pub(in crate::stream) enum RoundLink {
    /// The next link of the tournament's chain, where it is given.
    Next(Option<Seed>),
    /// The round is only looked at: a number that everybody knows.
    StandIn,
}

/// Reveals the round's link when something is drawn, once; a round that was taken back keeps its draw.
pub(super) struct RoundDraw<'a> {
    state: &'a TournamentState,
    link: RoundLink,
    round: u32,
    key: Option<Seed>,
    pub events: Vec<Event>,
    pub index: Option<u32>,
}

impl<'a> RoundDraw<'a> {
    pub(super) fn new(state: &'a TournamentState, link: RoundLink, round: u32) -> Self {
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
            let next = self.state.lots.draws_revealed.saturating_add(1);
            (next, self.next_key(&purpose)?)
        };
        self.key = Some(key);
        self.index = Some(index);
        Ok(key)
    }

    fn next_key(&mut self, purpose: &str) -> Result<Seed, Refusal> {
        let link = match self.link {
            RoundLink::StandIn => return Ok(stand_in(self.round)),
            RoundLink::Next(link) => link,
        };
        let link = link.ok_or(LotsRefusal::SeedMissing { round: self.round })?;
        self.events.push(reveal(self.state, &link, purpose)?);
        Ok(self.state.lots.key_under(&link))
    }
}

/// What a draw to come is looked at under: the same for everybody, and nothing of the tournament's own chain.
pub(in crate::stream) fn stand_in(round: u32) -> Seed {
    Seed::of_number(u64::from(round))
}
