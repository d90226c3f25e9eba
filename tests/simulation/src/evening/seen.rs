//! What there is to know of seeks and bookings from outside: the check compares the journal with it.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use outflank_journal::{Entry, StreamId};

use super::Wish;
use crate::life::Life;

/// The kind of the streams of bookings.
pub const BOOKINGS: &str = "bookings";
/// The kind of the streams of contests.
pub const CONTEST: &str = "contest";

/// A seek that pairing let stand.
#[derive(Debug, Clone)]
pub struct Sought {
    /// Its id.
    pub id: String,
    /// Who seeks.
    pub account: String,
    /// What.
    pub wish: Wish,
    /// Since when, as its gateway stamped it, ms.
    pub since_ms: i64,
}

/// What happens to seeks in the live state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// One is kept, and vanishes unless it is kept again.
    Kept(String),
    /// One is dropped.
    Dropped(String),
    /// All are lost.
    Lost,
}

/// A process of pairing as long as it serves.
#[derive(Debug, Clone)]
pub struct Matcher {
    /// Its life, with all that went wrong in it.
    pub life: Life,
    /// Since when it serves, ms.
    pub since_ms: i64,
}

/// Somebody was told of a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    /// Who.
    pub account: String,
    /// Of which.
    pub game: String,
    /// Whether he has black there.
    pub black: bool,
    /// Against whom.
    pub opponent: String,
}

/// A command in a contest was refused for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// To whom.
    pub account: String,
    /// Which.
    pub command: &'static str,
    /// In which contest.
    pub contest: String,
    /// Why.
    pub code: String,
    /// From when to when the call was under way that was answered so, ms.
    pub under_way: (i64, i64),
}

/// Everything of it.
#[derive(Debug, Default)]
pub struct Seen {
    sought: Mutex<Vec<Sought>>,
    turns: Mutex<Vec<(i64, Turn)>>,
    matchers: Mutex<Vec<Matcher>>,
    away: Mutex<Vec<(i64, i64)>>,
    committed: Mutex<BTreeMap<(StreamId, String), i64>>,
    told: Mutex<Vec<Told>>,
    refused: Mutex<Vec<Refused>>,
    answers: Mutex<BTreeMap<(&'static str, String), u64>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    /// A seek may stand.
    pub fn sought(&self, sought: Sought) {
        lock(&self.sought).push(sought);
    }

    /// The live state keeps these seeks.
    pub fn kept<'a>(&self, ids: impl Iterator<Item = &'a str>, now_ms: i64) {
        let kept = ids.map(|id| (now_ms, Turn::Kept(id.to_owned())));
        lock(&self.turns).extend(kept);
    }

    /// It drops these.
    pub fn dropped<'a>(&self, ids: impl Iterator<Item = &'a str>, now_ms: i64) {
        let dropped = ids.map(|id| (now_ms, Turn::Dropped(id.to_owned())));
        lock(&self.turns).extend(dropped);
    }

    /// It loses all.
    pub fn lost(&self, now_ms: i64) {
        lock(&self.turns).push((now_ms, Turn::Lost));
    }

    /// It was away from one instant to the other, ms.
    pub fn away(&self, from_ms: i64, to_ms: i64) {
        lock(&self.away).push((from_ms, to_ms));
    }

    /// A process of pairing serves from now on.
    pub fn matches(&self, life: &Life, since_ms: i64) {
        let life = life.clone();
        lock(&self.matchers).push(Matcher { life, since_ms });
    }

    /// An entry was written, whoever knows.
    pub fn committed(&self, entry: &Entry, now_ms: i64) {
        if [BOOKINGS, CONTEST].contains(&entry.stream.kind.as_str()) {
            let key = (entry.stream.clone(), entry.command_id.clone());
            lock(&self.committed).insert(key, now_ms);
        }
    }

    /// Somebody was told of a game.
    pub fn told(&self, told: Told) {
        lock(&self.told).push(told);
    }

    /// A command in a contest was refused.
    pub fn refused(&self, refused: Refused) {
        lock(&self.refused).push(refused);
    }

    /// A call was answered: with a code, or with nothing where it was not refused.
    pub fn answered(&self, call: &'static str, code: &str) {
        let mut answers = lock(&self.answers);
        *answers.entry((call, code.to_owned())).or_default() += 1;
    }

    /// Every seek so far.
    #[must_use]
    pub fn all_sought(&self) -> Vec<Sought> {
        lock(&self.sought).clone()
    }

    /// What happened to seeks in the live state so far, in order, each with its time.
    #[must_use]
    pub fn turns(&self) -> Vec<(i64, Turn)> {
        lock(&self.turns).clone()
    }

    /// Every process of pairing that served so far.
    #[must_use]
    pub fn matchers(&self) -> Vec<Matcher> {
        lock(&self.matchers).clone()
    }

    /// From when to when the live state was away.
    #[must_use]
    pub fn all_away(&self) -> Vec<(i64, i64)> {
        lock(&self.away).clone()
    }

    /// When an entry of bookings or of a contest was written: by its stream and its command.
    #[must_use]
    pub fn committed_ms(&self, stream: &StreamId, command_id: &str) -> Option<i64> {
        let key = (stream.clone(), command_id.to_owned());
        lock(&self.committed).get(&key).copied()
    }

    /// Who was told of games.
    #[must_use]
    pub fn all_told(&self) -> Vec<Told> {
        lock(&self.told).clone()
    }

    /// What was refused in contests.
    #[must_use]
    pub fn all_refused(&self) -> Vec<Refused> {
        lock(&self.refused).clone()
    }

    /// How calls were answered.
    #[must_use]
    pub fn answers(&self) -> BTreeMap<(&'static str, String), u64> {
        lock(&self.answers).clone()
    }
}
