//! When players' turns were written to their sockets: their clocks run from then on.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

#[derive(Debug)]
struct Delivered {
    ply: u32,
    /// The commit that gave the turn: the same ply may be to make again, after a pause or a take-back.
    seq: u64,
    at_ms: i64,
}

/// One game's turns: by account the newest, and when that was first written to a socket of it.
#[derive(Debug, Default)]
pub struct Deliveries(Mutex<BTreeMap<Arc<str>, Delivered>>);

impl Deliveries {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, Delivered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of this ply, given by this commit, was written to a socket of the account.
    fn note(&self, account_id: &Arc<str>, (ply, seq): (u32, u64), at_ms: i64) {
        let mut newest = self.lock();
        let known = newest.get(account_id);
        if known.is_none_or(|known| known.seq < seq) {
            let delivered = Delivered { ply, seq, at_ms };
            newest.insert(Arc::clone(account_id), delivered);
        }
    }

    /// When the turn of this ply was first written to a socket of the account, cluster time in ms.
    pub fn at_ms(&self, account_id: &str, ply: u32) -> Option<i64> {
        let newest = self.lock();
        let newest = newest.get(account_id)?;
        (newest.ply == ply).then_some(newest.at_ms)
    }
}

/// A turn on its way to a player's socket.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Where it is noted.
    pub deliveries: Arc<Deliveries>,
    /// Whose turn it is.
    pub account_id: Arc<str>,
    /// The ply that is to be made, and the seq of the commit that gave the turn.
    pub turn: (u32, u64),
}

impl Delivery {
    /// The frame that gave the turn has been written.
    pub fn written(&self, at_ms: i64) {
        self.deliveries.note(&self.account_id, self.turn, at_ms);
    }
}
