//! The two players' side of a room: when their turn was shown to them, and whether their sockets are open.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::rooms::{Room, presence::Presence};

struct Delivered {
    ply: u32,
    /// The commit that gave the turn: the same ply may be to make again, after a pause or a take-back.
    seq: u64,
    at_ms: i64,
}

#[derive(Default)]
struct State {
    /// By account: its newest turn, and when that was first written to a socket of it.
    delivered: BTreeMap<Arc<str>, Delivered>,
    presence: Presence,
}

/// See the module.
#[derive(Default)]
pub struct Seats(Mutex<State>);

impl Seats {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of this ply, given by this commit, was written to a socket of the account.
    pub fn note_delivered(&self, account_id: &Arc<str>, (ply, seq): (u32, u64), at_ms: i64) {
        let mut state = self.lock();
        let known = state.delivered.get(account_id);
        if known.is_none_or(|known| known.seq < seq) {
            let delivered = Delivered { ply, seq, at_ms };
            state.delivered.insert(Arc::clone(account_id), delivered);
        }
    }

    /// When the turn of this ply was first written to a socket of the account, cluster time in ms.
    pub fn delivered_at_ms(&self, account_id: &str, ply: u32) -> Option<i64> {
        let state = self.lock();
        let newest = state.delivered.get(account_id)?;
        (newest.ply == ply).then_some(newest.at_ms)
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
