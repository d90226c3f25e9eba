//! How far the followers of this process are, what they passed over and where they stopped, for operators.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use outflank_access::Role;
use outflank_proto::feed::v1::Fact;
use serde::Serialize;

use super::taking;

static FOLLOWERS: Mutex<Vec<Weak<Progress>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far one follower is.
pub(super) struct Progress {
    consumer: Role,
    source: Role,
    /// When it had applied everything that there was.
    caught_up_at: Mutex<Instant>,
    refused: AtomicU64,
    /// Where it stopped: the number of a fact that cannot be read.
    unreadable: Mutex<Option<u64>>,
}

impl Progress {
    /// The progress of a new follower.
    pub(super) fn of(consumer: Role, source: Role) -> Arc<Self> {
        let progress = Arc::new(Self {
            consumer,
            source,
            caught_up_at: Mutex::new(Instant::now()),
            refused: AtomicU64::new(0),
            unreadable: Mutex::default(),
        });
        let mut followers = lock(&FOLLOWERS);
        followers.retain(|follower| follower.strong_count() > 0);
        followers.push(Arc::downgrade(&progress));
        progress
    }

    pub(super) fn caught_up(&self) {
        *lock(&self.caught_up_at) = Instant::now();
        self.goes_on();
    }

    /// A fact was passed, taken in or not.
    pub(super) fn goes_on(&self) {
        if let Some(position) = lock(&self.unreadable).take() {
            tracing::info!(
                feed = self.source.name(),
                role = self.consumer.name(),
                position,
                "what could not be read is behind: the feed is followed again"
            );
        }
    }

    /// Whether a fact cannot be read.
    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.unreadable).is_some()
    }

    /// The consumer's rules refuse a fact.
    pub(super) fn refused(&self, fact: &Fact, why: &str) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(
            feed = self.source.name(),
            role = self.consumer.name(),
            position = fact.number,
            fact = fact.id,
            kind = fact.kind,
            tournament = taking::tournament(fact),
            why,
            "a fact is refused and passed over: what it should have changed is to be looked at by a director"
        );
    }

    /// A fact cannot be read. Told once, however often it is tried.
    pub(super) fn stopped_at(&self, fact: &Fact, why: &str) {
        if lock(&self.unreadable).replace(fact.number) == Some(fact.number) {
            return;
        }
        tracing::error!(
            feed = self.source.name(),
            role = self.consumer.name(),
            position = fact.number,
            fact = fact.id,
            kind = fact.kind,
            tournament = taking::tournament(fact),
            why,
            "a fact cannot be read, and nothing behind it is taken in: start the version that wrote it; the feed then \
             goes on by itself"
        );
    }
}

/// The followers that one service of this process has of another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Followed {
    /// Since when the slowest has not had all facts. A follower that has nothing to do looks every second, so more than
    /// two seconds mean that it lags.
    pub behind: Duration,
    /// How many facts the service's own rules refused.
    pub refused: u64,
    /// The number of the fact at which it stopped, because it cannot be read.
    pub unreadable: Option<u64>,
}

/// Every feed that this process follows, by the service that follows and the one that is followed.
#[must_use]
pub fn followed() -> BTreeMap<(Role, Role), Followed> {
    let mut all: BTreeMap<(Role, Role), Followed> = BTreeMap::new();
    for progress in lock(&FOLLOWERS).iter().filter_map(Weak::upgrade) {
        let followed = all.entry((progress.consumer, progress.source)).or_default();
        let since = lock(&progress.caught_up_at).elapsed();
        followed.behind = followed.behind.max(since);
        followed.refused += progress.refused.load(Ordering::Relaxed);
        followed.unreadable = followed.unreadable.or(*lock(&progress.unreadable));
    }
    all
}

/// A feed that is not followed on, because a fact of it cannot be read here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoppedFeed {
    /// The service whose facts they are.
    pub feed: &'static str,
    /// The service that follows it.
    pub role: &'static str,
    /// The number of the fact.
    pub position: u64,
}

/// Every feed of this process that stopped.
#[must_use]
pub fn stopped() -> Vec<StoppedFeed> {
    let stopped = |((consumer, source), followed): ((Role, Role), Followed)| {
        Some(StoppedFeed {
            feed: source.name(),
            role: consumer.name(),
            position: followed.unreadable?,
        })
    };
    followed().into_iter().filter_map(stopped).collect()
}
