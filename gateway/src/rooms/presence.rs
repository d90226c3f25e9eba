//! Whether sockets of a game's two seats are open, here and at other gateways.

use std::{collections::BTreeMap, time::Duration};

use tokio::time::Instant;

/// A gateway that has not said anything for so long is gone.
const EXPIRY: Duration = Duration::from_secs(16);

/// Whether black's and white's sockets are open.
pub type OpenSeats = (bool, bool);

/// What is known of who is here.
#[derive(Debug, Default)]
pub struct Presence {
    /// At this gateway.
    pub own: OpenSeats,
    others: BTreeMap<String, (OpenSeats, Instant)>,
    /// As live state knows it of gateways that may not show this game.
    pub remote: OpenSeats,
}

impl Presence {
    /// Whether black's and white's sockets are open anywhere.
    pub fn shown(&self) -> OpenSeats {
        let others = self.others.values().map(|(seats, _)| *seats);
        let known = others.chain([self.remote]);
        known.fold(self.own, |all, one| (all.0 || one.0, all.1 || one.1))
    }

    /// Another gateway said which of the seats are open there.
    pub fn heard(&mut self, gateway: String, seats: OpenSeats) {
        self.others.insert(gateway, (seats, Instant::now()));
    }

    /// Gateways that have been silent for too long are gone.
    pub fn expire(&mut self) {
        self.others.retain(|_, (_, said)| said.elapsed() < EXPIRY);
    }
}
