//! The two players' side of a room: when their turn was shown to them, and whether their sockets are open.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::rooms::{Room, presence::Presence};

#[derive(Default)]
struct State {
    /// By account: the ply it was to make, and when that was first written to a socket of it.
    delivered: BTreeMap<Arc<str>, (u32, i64)>,
    presence: Presence,
}

/// See the module.
#[derive(Default)]
pub struct Seats(Mutex<State>);

impl Seats {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of this ply was written to a socket of the account.
    pub fn note_delivered(&self, account_id: &Arc<str>, ply: u32, at_ms: i64) {
        let mut state = self.lock();
        let noted = state
            .delivered
            .entry(Arc::clone(account_id))
            .or_insert((ply, at_ms));
        if noted.0 != ply {
            *noted = (ply, at_ms);
        }
    }

    /// When the turn of this ply was first written to a socket of the account, cluster time in ms.
    pub fn delivered_at_ms(&self, account_id: &str, ply: u32) -> Option<i64> {
        let state = self.lock();
        let (of, at_ms) = state.delivered.get(account_id)?;
        (*of == ply).then_some(*at_ms)
    }

    /// Whether black's and white's sockets are open anywhere.
    pub fn shown(&self) -> (bool, bool) {
        self.lock().presence.shown()
    }
}

impl Room {
    /// Changes what is known of who is here, and shows it to everybody if it looks different now.
    pub fn change_presence<R>(&self, change: impl FnOnce(&mut Presence) -> R) -> R {
        let (result, before, after) = {
            let mut state = self.seats.lock();
            let before = state.presence.shown();
            let result = change(&mut state.presence);
            (result, before, state.presence.shown())
        };
        if before != after {
            self.tell_presence();
        }
        result
    }
}
