//! When players' turns were written to their sockets, and when else they were shown the position: their clocks run
//! from then on.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::sightings::{LEAST_MS, Mark, Sightings, TakenTurn};

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
#[derive(Debug)]
pub struct Deliveries {
    game: Arc<str>,
    sightings: Arc<Sightings>,
    known: Mutex<Known>,
}

impl Deliveries {
    /// No turn was given. `sightings`: who else is shown the game's positions.
    pub fn new(game: &Arc<str>, sightings: &Arc<Sightings>) -> Self {
        Self {
            game: Arc::clone(game),
            sightings: Arc::clone(sightings),
            known: Mutex::default(),
        }
    }

    /// What stands for whom the game is shown.
    pub fn sightings(&self) -> &Sightings {
        &self.sightings
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn was written to a socket of the account, one with this mark.
    fn note(&self, account_id: &Arc<str>, turn: Written, line: Mark) {
        let mut known = self.lock();
        let newest = known.written.get(account_id);
        if newest.is_some_and(|newest| newest.seq >= turn.seq) {
            return;
        }
        let waited = turn.unread_ms >= LEAST_MS;
        known.written.insert(Arc::clone(account_id), turn);
        if waited {
            self.look_around(&known, account_id, line);
        }
    }

    /// The account's line took its turn late: others may have been shown it before.
    fn look_around(&self, known: &Known, account_id: &str, line: Mark) {
        let Some(turn) = known.written.get(account_id) else {
            return;
        };
        let seen_at_ms = known.seen_at_ms(account_id, turn.seq);
        let taken = TakenTurn {
            account_id,
            ply: turn.ply,
            seq: turn.seq,
            had_at_ms: seen_at_ms.map_or(turn.at_ms, |seen| seen.min(turn.at_ms)),
            line,
        };
        let players = known.written.keys().map(AsRef::as_ref);
        self.sightings.left_unread(&self.game, taken, players);
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
        (turn.ply == ply).then(|| Delivered {
            at_ms: turn.at_ms,
            unread_ms: turn.unread_ms,
            seen_at_ms: known.seen_at_ms(account_id, turn.seq),
        })
    }
}

impl Known {
    /// When an account was first shown the position after this commit otherwise.
    fn seen_at_ms(&self, account_id: &str, seq: u64) -> Option<i64> {
        let mut seen = self.seen.get(account_id).into_iter().flatten();
        let seen = seen.find(|(of, _)| *of >= seq);
        seen.map(|(_, at_ms)| *at_ms)
    }
}

/// What a frame on its way to a socket shows, and whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shows {
    /// A turn of this account's that was given while the socket was open: the ply that is to be made.
    Turn(Arc<str>, u32),
    /// A position that the player with this account asked for.
    Position(Arc<str>),
    /// A position, to somebody who does not play it.
    ToOthers,
}

/// A position on its way to a socket.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Where it is noted.
    pub deliveries: Arc<Deliveries>,
    /// What it shows, and whom.
    pub shows: Shows,
    /// What stands for whoever is at the socket.
    pub mark: Mark,
    /// The commit after which that is the position.
    pub seq: u64,
    /// How long its socket could not be written for want of reading before the frame came, in all.
    pub unread_before: Duration,
}

impl Delivery {
    /// The frame has been written. `unread`: how long its socket could not be, in all.
    pub fn written(&self, at_ms: i64, unread: Duration) {
        match &self.shows {
            Shows::Turn(account_id, ply) => {
                let unread = unread.saturating_sub(self.unread_before);
                let turn = Written {
                    ply: *ply,
                    seq: self.seq,
                    at_ms,
                    unread_ms: i64::try_from(unread.as_millis()).unwrap_or(i64::MAX),
                };
                self.deliveries.note(account_id, turn, self.mark);
            }
            Shows::Position(account_id) => self.deliveries.seen(account_id, self.seq, at_ms),
            Shows::ToOthers => self.deliveries.sightings.note(self.mark, self.seq, at_ms),
        }
    }
}
