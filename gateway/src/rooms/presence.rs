//! Whether sockets of a game's two seats are open, here and at other gateways.

use std::{collections::BTreeMap, time::Duration};

use tokio::time::Instant;

use crate::rooms::devices::Devices;

/// A gateway that has not said anything for so long is gone.
const EXPIRY: Duration = Duration::from_secs(16);

/// What is known of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seat {
    /// A socket of it is open.
    pub open: bool,
    /// Where it shows the game.
    pub devices: Devices,
}

/// What is known of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seats {
    pub black: Seat,
    pub white: Seat,
}

impl Seat {
    fn and(self, other: &Self) -> Self {
        Self {
            open: self.open || other.open,
            devices: self.devices.and(&other.devices),
        }
    }
}

impl Seats {
    /// Whether a socket of either is open.
    pub fn is_open(&self) -> bool {
        self.black.open || self.white.open
    }

    /// Whether a socket of each is open: what everybody is told.
    pub fn open(&self) -> (bool, bool) {
        (self.black.open, self.white.open)
    }

    fn and(self, others: &Self) -> Self {
        Self {
            black: self.black.and(&others.black),
            white: self.white.and(&others.white),
        }
    }
}

/// So often other gateways are told of devices alone until what is here is said again anyway: whoever opens and leaves a
/// game without end asks no more of them than that.
const MOST_OF_DEVICES: u8 = 8;

/// What is known of who is here.
#[derive(Debug, Default)]
pub struct Presence {
    /// At this gateway.
    pub own: Seats,
    /// How often others were told of devices alone since what is here was last said again.
    of_devices: u8,
    others: BTreeMap<String, (Seats, Instant)>,
    /// As live state knows it of gateways that may not show this game.
    pub remote: Seats,
}

impl Presence {
    /// The seats as they are anywhere.
    pub fn shown(&self) -> Seats {
        let others = self.others.values().map(|(seats, _)| seats);
        let known = others.chain([&self.remote]);
        known.fold(self.own.clone(), Seats::and)
    }

    /// Another gateway said how the seats are there.
    pub fn heard(&mut self, gateway: String, seats: Seats) {
        self.others.insert(gateway, (seats, Instant::now()));
    }

    /// Takes what is so here now; answers whether other gateways are to hear of it. `again`: it is said again.
    pub fn take(&mut self, now: Seats, again: bool) -> bool {
        let before = std::mem::replace(&mut self.own, now);
        if again {
            self.of_devices = 0;
        }
        if before.open() != self.own.open() || (again && self.own.is_open()) {
            return true;
        }
        let tells = before != self.own && self.of_devices < MOST_OF_DEVICES;
        self.of_devices = self.of_devices.saturating_add(u8::from(tells));
        tells
    }

    /// Gateways that have been silent for too long are gone.
    pub fn expire(&mut self) {
        self.others.retain(|_, (_, said)| said.elapsed() < EXPIRY);
    }
}
