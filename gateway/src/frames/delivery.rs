//! When players' turns were written to their sockets, and when else they were shown the position: their clocks run
//! from then on.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Readings of one account that are kept.
const KEPT: usize = 16;

/// What is known of one turn and its player, cluster time in ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivered {
    /// When it was first written to a socket of the account.
    pub at_ms: i64,
    /// How long, before that, the socket could not be written because its client did not read, in ms.
    pub unread_ms: i64,
    /// When the account was first shown the position otherwise.
    pub seen_at_ms: Option<i64>,
}

#[derive(Debug)]
struct Written {
    ply: u32,
    /// The commit that gave the turn: the same ply may be to make again, after a pause or a take-back.
    seq: u64,
    at_ms: i64,
    unread_ms: i64,
}

#[derive(Debug, Default)]
struct Known {
    written: BTreeMap<Arc<str>, Written>,
    /// Commits that an account was shown otherwise, ascending, and when.
    seen: BTreeMap<Arc<str>, VecDeque<(u64, i64)>>,
}

/// One game's turns: by account the newest, and when that was first written to a socket of it.
#[derive(Debug, Default)]
pub struct Deliveries(Mutex<Known>);

impl Deliveries {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn was written to a socket of the account.
    fn note(&self, account_id: &Arc<str>, turn: Written) {
        let newest = &mut self.lock().written;
        let known = newest.get(account_id);
        if known.is_none_or(|known| known.seq < turn.seq) {
            newest.insert(Arc::clone(account_id), turn);
        }
    }

    /// The account was shown the position after this commit otherwise than by a frame that gave the turn.
    pub fn seen(&self, account_id: &str, seq: u64, at_ms: i64) {
        let mut known = self.lock();
        let seen = known.seen.entry(Arc::from(account_id)).or_default();
        if seen.back().is_some_and(|(newest, _)| *newest >= seq) {
            return;
        }
        if seen.len() >= KEPT {
            seen.pop_front();
        }
        seen.push_back((seq, at_ms));
    }

    /// When the turn of this ply was first written to a socket of the account; none if it was not.
    pub fn of(&self, account_id: &str, ply: u32) -> Option<Delivered> {
        let known = self.lock();
        let turn = known.written.get(account_id)?;
        let mut seen = known.seen.get(account_id).into_iter().flatten();
        let seen = seen.find(|(seq, _)| *seq >= turn.seq);
        (turn.ply == ply).then_some(Delivered {
            at_ms: turn.at_ms,
            unread_ms: turn.unread_ms,
            seen_at_ms: seen.map(|(_, at_ms)| *at_ms),
        })
    }
}

/// What a frame on its way to a player's socket shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// A turn that was given while the socket was open: the ply that is to be made.
    Turn(u32),
    /// A position that the player asked for.
    Position,
}

/// A position on its way to a player's socket.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Where it is noted.
    pub deliveries: Arc<Deliveries>,
    /// Whose socket it is.
    pub account_id: Arc<str>,
    /// What it shows.
    pub shows: Shows,
    /// The commit after which that is the position.
    pub seq: u64,
    /// How long its socket could not be written for want of reading before the frame came, in all.
    pub unread_before: Duration,
}

impl Delivery {
    /// The frame has been written. `unread`: how long its socket could not be, in all.
    pub fn written(&self, at_ms: i64, unread: Duration) {
        match self.shows {
            Shows::Turn(ply) => {
                let unread = unread.saturating_sub(self.unread_before);
                let turn = Written {
                    ply,
                    seq: self.seq,
                    at_ms,
                    unread_ms: i64::try_from(unread.as_millis()).unwrap_or(i64::MAX),
                };
                self.deliveries.note(&self.account_id, turn);
            }
            Shows::Position => self.deliveries.seen(&self.account_id, self.seq, at_ms),
        }
    }
}
