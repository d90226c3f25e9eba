//! How much of unfinished bodies there may be together, and who is given up first.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use http::Extensions;
use tokio_util::sync::CancellationToken;

use crate::{
    body_limits::BodyLimits,
    places::{Occupant, Standing},
};

/// What a body counts for before its first byte: its request, and what is kept of its stream.
const REQUEST: usize = 4 * 1024;

/// Who sends a body.
#[derive(Debug, Clone, Copy)]
pub struct Sender {
    standing: Standing,
    /// The number of his connection, where it is known.
    connection: Option<u64>,
}

impl Sender {
    /// Whoever's connection carries a request with these extensions.
    pub fn of(extensions: &Extensions) -> Self {
        let connection = extensions.get::<Arc<Occupant>>();
        Self {
            standing: connection.map_or(Standing::Anonymous, |of| of.standing()),
            connection: connection.map(|of| of.number()),
        }
    }
}

/// Who is least comes first, then whose body began first.
type Turn = (Standing, u64);

struct Open {
    bytes: usize,
    connection: Option<u64>,
    given_up: CancellationToken,
}

#[derive(Default)]
struct OfConnection {
    bytes: usize,
    bodies: BTreeSet<Turn>,
}

#[derive(Default)]
struct Held {
    numbered: u64,
    bytes: usize,
    bodies: BTreeMap<Turn, Open>,
    connections: BTreeMap<u64, OfConnection>,
}

/// All bodies that are being read.
pub struct Bodies {
    pub(super) limits: BodyLimits,
    held: Mutex<Held>,
    given_up: AtomicU64,
}

/// A body that is being read, until this is dropped.
pub struct Reading {
    bodies: Arc<Bodies>,
    turn: Turn,
    pub(super) given_up: CancellationToken,
}

impl Bodies {
    /// None is read.
    pub fn new(limits: BodyLimits) -> Self {
        Self {
            limits,
            held: Mutex::default(),
            given_up: AtomicU64::new(0),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What they count for, in bytes.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// How many were given up.
    pub fn given_up(&self) -> u64 {
        self.given_up.load(Ordering::Relaxed)
    }

    /// A body begins.
    pub fn begin(self: &Arc<Self>, sender: Sender) -> Reading {
        let mut held = self.lock();
        held.numbered += 1;
        let reading = Reading {
            bodies: Arc::clone(self),
            turn: (sender.standing, held.numbered),
            given_up: CancellationToken::new(),
        };
        let open = Open {
            bytes: 0,
            connection: sender.connection,
            given_up: reading.given_up.clone(),
        };
        held.bodies.insert(reading.turn, open);
        if let Some(number) = sender.connection {
            let of = held.connections.entry(number).or_default();
            of.bodies.insert(reading.turn);
        }
        self.add(&mut held, reading.turn, REQUEST);
        reading
    }

    /// Counts what came, and makes room for it.
    fn add(&self, held: &mut Held, turn: Turn, bytes: usize) {
        let Some(open) = held.bodies.get_mut(&turn) else {
            return;
        };
        open.bytes += bytes;
        held.bytes += bytes;
        let connection = open.connection;
        if let Some(of) = connection.and_then(|number| held.connections.get_mut(&number)) {
            of.bytes += bytes;
        }
        while let Some(first) = held.too_much(connection, self.limits) {
            if let Some(open) = held.remove(first) {
                open.given_up.cancel();
                self.given_up.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

impl Held {
    /// Which is to be given up now.
    fn too_much(&self, connection: Option<u64>, limits: BodyLimits) -> Option<Turn> {
        let of = connection.and_then(|number| self.connections.get(&number));
        if let Some(of) = of.filter(|of| of.bytes > limits.connection_bytes) {
            return of.bodies.first().copied();
        }
        let is_over = self.bytes > limits.all_bytes;
        is_over.then(|| self.bodies.keys().next().copied())?
    }

    fn remove(&mut self, turn: Turn) -> Option<Open> {
        let open = self.bodies.remove(&turn)?;
        self.bytes -= open.bytes;
        if let Some(number) = open.connection
            && let Some(of) = self.connections.get_mut(&number)
        {
            of.bytes -= open.bytes;
            of.bodies.remove(&turn);
            if of.bodies.is_empty() {
                self.connections.remove(&number);
            }
        }
        Some(open)
    }
}

impl Reading {
    /// So many bytes more have come.
    pub fn takes(&self, bytes: usize) {
        let mut held = self.bodies.lock();
        self.bodies.add(&mut held, self.turn, bytes);
    }

    /// It did not come in time.
    pub fn late(&self) {
        // One that gave way to others was counted then.
        if !self.given_up.is_cancelled() {
            self.bodies.given_up.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.bodies.lock().remove(self.turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies() -> Arc<Bodies> {
        Arc::new(Bodies::new(BodyLimits {
            all_bytes: 100 * 1024,
            connection_bytes: 50 * 1024,
            within: std::time::Duration::from_secs(20),
        }))
    }

    fn from(standing: Standing, connection: u64) -> Sender {
        Sender {
            standing,
            connection: Some(connection),
        }
    }

    /// A body of which as much has come that it counts for so many KiB.
    fn begun(bodies: &Arc<Bodies>, sender: Sender, kib: usize) -> Reading {
        let reading = bodies.begin(sender);
        reading.takes(kib * 1024 - REQUEST);
        reading
    }

    fn stand(all: &[&Reading]) -> Vec<bool> {
        all.iter().map(|of| !of.given_up.is_cancelled()).collect()
    }

    #[test]
    fn who_began_first_gives_way_and_a_player_to_players_alone() {
        let bodies = bodies();
        let player = begun(&bodies, from(Standing::Seated, 1), 40);
        let member = begun(&bodies, from(Standing::SignedIn, 2), 20);
        let first = begun(&bodies, from(Standing::Anonymous, 3), 20);
        let second = begun(&bodies, from(Standing::Anonymous, 4), 20);
        assert_eq!(bodies.lock().bytes, 100 * 1024);
        let third = begun(&bodies, from(Standing::Anonymous, 5), 20);
        let all = [&player, &member, &first, &second, &third];
        assert_eq!(stand(&all), [true, true, false, true, true]);
        let other = begun(&bodies, from(Standing::Seated, 6), 50);
        assert_eq!(stand(&all), [true, false, false, false, false]);
        let more = begun(&bodies, from(Standing::Seated, 7), 20);
        assert_eq!(stand(&[&player, &other, &more]), [false, true, true]);
        let given_up = bodies.given_up.load(Ordering::Relaxed);
        assert_eq!((bodies.lock().bytes, given_up), (70 * 1024, 5));
        drop((player, member, first, second, third, other, more));
        assert_eq!(bodies.lock().bytes, 0);
        assert!(bodies.lock().connections.is_empty());
    }

    #[test]
    fn a_connection_has_a_bound_of_its_own() {
        let bodies = bodies();
        let elsewhere = begun(&bodies, from(Standing::Anonymous, 1), 20);
        let first = begun(&bodies, from(Standing::SignedIn, 2), 30);
        let second = begun(&bodies, from(Standing::SignedIn, 2), 30);
        assert_eq!(stand(&[&elsewhere, &first, &second]), [true, false, true]);
        let large = begun(&bodies, from(Standing::SignedIn, 3), 51);
        assert_eq!(stand(&[&large, &second]), [false, true]);
    }
}
