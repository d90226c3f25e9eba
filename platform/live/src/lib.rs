//! Rebuildable live state: fan-out, one-use tickets, limits, snapshots, hints of deadlines, presence, seeks.
//!
//! Everything here may be lost at any moment and is rebuilt by use. Nothing that a rule depends on lives here, and
//! no acknowledgement ever waits for it: [`Live::publish`] and [`Live::note_deadline`] hand over and return, every
//! other call answers or fails within tens of milliseconds.

mod expiring;
mod in_process;
mod on_redis;
mod subscription;
pub mod topic;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::watch;

pub use in_process::InProcess;
pub use on_redis::{Redis, RedisCondition, RedisOptions, redis_condition};
pub use subscription::{BACKLOG, Received, Subscription};

/// Live state shared by the processes of a deployment.
#[async_trait]
pub trait Live: Send + Sync + 'static {
    /// Hands a message to everybody who subscribes to the topic now. Never waits for a subscriber, nor for the
    /// store: messages of one publisher arrive in order, and whoever loses one hears [`Received::Missed`].
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError>;

    /// Every message published on the topic from now on. While the store is away the subscription stands all the
    /// same, and hears [`Received::Missed`] once messages come again.
    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError>;

    /// Whether the bus is connected: what is published reaches this process's subscribers now. While it does not, they
    /// look for themselves.
    fn connectivity(&self) -> watch::Receiver<bool>;

    /// How the way to the store is now, for operators.
    fn measures(&self) -> Measures {
        Measures {
            answers: true,
            ..Measures::default()
        }
    }

    /// Keeps `value` under a one-use ticket for `lifetime`.
    async fn put_ticket(
        &self,
        ticket: &str,
        value: Bytes,
        lifetime: Duration,
    ) -> Result<(), LiveError>;

    /// Takes a ticket's value; `None` when it is unknown, used or too old.
    async fn take_ticket(&self, ticket: &str) -> Result<Option<Bytes>, LiveError>;

    /// Counts one use of `key`; false when it has been used `allowed` times within `window`.
    async fn admit(&self, key: &str, allowed: u32, window: Duration) -> Result<bool, LiveError>;

    /// Takes back one counted use of `key`: it was none of those that are limited.
    async fn give_back(&self, key: &str) -> Result<(), LiveError>;

    /// Keeps what something looked like at a seq, for `lifetime`. False when what is kept is as new or newer: an
    /// older seq never overwrites a newer one.
    async fn put_snapshot(
        &self,
        key: &str,
        seq: u64,
        bytes: Bytes,
        lifetime: Duration,
    ) -> Result<bool, LiveError>;

    /// The newest snapshot that is kept. It may be older than the journal: a reader compares its seq.
    async fn snapshot(&self, key: &str) -> Result<Option<Snapshot>, LiveError>;

    /// Notes when something of `set` falls due. Hands over and returns; a note of an older seq than the one that is
    /// kept changes nothing. Only a hint: the journal's own table says what is due.
    fn note_deadline(&self, set: &str, deadline: &Deadline);

    /// Takes at most `most` of what is due in `set`, earliest first, each for `hold`: meanwhile nobody else is given
    /// it, and unless it is noted again it is given out anew afterwards.
    async fn claim_due(
        &self,
        set: &str,
        now_ms: i64,
        hold: Duration,
        most: usize,
    ) -> Result<Vec<String>, LiveError>;

    /// Says that somebody came to a place and somebody left it. The place with everybody at it vanishes unless this
    /// is said again within `lifetime`. False when the place was not known: then everybody at it is to be said.
    async fn keep_presence(
        &self,
        place: &str,
        news: &Attendance,
        lifetime: Duration,
    ) -> Result<bool, LiveError>;

    /// The places, and who of these is at each of them.
    async fn whereabouts(
        &self,
        who: &[String],
    ) -> Result<BTreeMap<String, BTreeSet<String>>, LiveError>;

    /// Everybody at a place whose name begins so; where those are very many, [`MOST_ATTENDEES`] of them.
    async fn attendees(&self, places: &str) -> Result<BTreeSet<String>, LiveError>;

    /// Says that these still seek a game. Each vanishes unless it is said again within `lifetime`.
    async fn keep_seeks(&self, seeks: &[StandingSeek], lifetime: Duration)
    -> Result<(), LiveError>;

    /// These seek no more: their ids.
    async fn drop_seeks(&self, ids: &[String]) -> Result<(), LiveError>;

    /// Every seek that stands, by its id.
    async fn seeks(&self) -> Result<BTreeMap<String, Bytes>, LiveError>;
}

/// So many are told in one answer of who is at places.
pub const MOST_ATTENDEES: usize = 10_000;

/// A handle that every part of a process can hold.
pub type SharedLive = Arc<dyn Live>;

/// How the way to the live store is now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measures {
    /// Whether calls go through: the breaker is closed.
    pub answers: bool,
    /// Messages and notes that wait to be sent.
    pub waiting: usize,
    /// Messages and notes dropped so far because the store was away or too slow.
    pub dropped: u64,
    /// How long the process's last beat took to come back over the bus; none before the first, nor in process.
    pub lag: Option<Duration>,
}

/// What something looked like at a seq.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Of the journal entry it was taken after.
    pub seq: u64,
    /// As it was put.
    pub bytes: Bytes,
}

/// When something falls due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// What.
    pub name: String,
    /// Of the journal entry that says so.
    pub seq: u64,
    /// Cluster time in ms; none when nothing of it falls due.
    pub at_ms: Option<i64>,
}

/// Somebody seeks a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingSeek {
    /// The seek's id.
    pub id: String,
    /// What is sought, as whoever keeps it and whoever matches it agree.
    pub bytes: Bytes,
}

/// Who came to a place and who left it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attendance {
    /// They are there now.
    pub arrived: Vec<String>,
    /// They are not there any more.
    pub left: Vec<String>,
}

/// The live store did not do what was asked. Callers go on without it.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The store does not answer.
    #[error("the live store does not answer: {0}")]
    Unavailable(String),
    /// The store's address cannot be used.
    #[error("{0}")]
    Address(String),
}
