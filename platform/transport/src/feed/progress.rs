//! How far the followers of this process are behind, for operators.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

static FOLLOWERS: Mutex<Vec<Weak<Progress>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How far one follower is.
pub(super) struct Progress {
    source: &'static str,
    /// When it had applied everything that there was.
    caught_up_at: Mutex<Instant>,
}

impl Progress {
    /// The progress of a new follower.
    pub(super) fn of(source: &'static str) -> Arc<Self> {
        let progress = Arc::new(Self {
            source,
            caught_up_at: Mutex::new(Instant::now()),
        });
        let mut followers = lock(&FOLLOWERS);
        followers.retain(|follower| follower.strong_count() > 0);
        followers.push(Arc::downgrade(&progress));
        progress
    }

    pub(super) fn caught_up(&self) {
        *lock(&self.caught_up_at) = Instant::now();
    }
}

/// For every service that this process follows: since when the slowest follower has not had all of its facts. A follower
/// that has nothing to do looks every second, so more than two seconds mean that it lags.
#[must_use]
pub fn behind() -> BTreeMap<&'static str, Duration> {
    let mut behind: BTreeMap<&'static str, Duration> = BTreeMap::new();
    for progress in lock(&FOLLOWERS).iter().filter_map(Weak::upgrade) {
        let since = lock(&progress.caught_up_at).elapsed();
        let slowest = behind.entry(progress.source).or_default();
        *slowest = (*slowest).max(since);
    }
    behind
}
