//! What a journal counts, for operators.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Upper bounds of the commits' sizes, in entries.
const SIZES: [u64; 9] = [1, 2, 4, 8, 16, 64, 128, 512, 1_024];
/// Upper bounds of the commits' times, in µs.
const TIMES_US: [u64; 13] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 5_000_000,
];

/// How often something was how large.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Distribution {
    /// Upper bounds, each belonging to its class; what is larger than all is in a class of its own.
    pub bounds: &'static [u64],
    /// How many fell into each class: one more than there are bounds.
    pub counts: Vec<u64>,
    /// All sizes together.
    pub sum: u64,
}

impl Distribution {
    /// How often it was measured.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// What a journal has done since its process opened it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measures {
    /// Entries that were appended.
    pub appended: u64,
    /// Entries whose command had been accepted before.
    pub repeated: u64,
    /// Entries whose place another writer had taken.
    pub conflicts: u64,
    /// Entries that failed, or whose outcome is not known.
    pub failed: u64,
    /// Reads of a stream's entries.
    pub reads: u64,
    /// Entries in a commit.
    pub batch_sizes: Distribution,
    /// How long an entry waited until its commit began, in µs.
    pub queued_us: Distribution,
    /// From the beginning of a commit to the database's word, in µs.
    pub commit_us: Distribution,
    /// How long commits were held while SQLite's log began again, in µs.
    pub restart_us: Distribution,
    /// How long the oldest entry of the commits that are under way has waited, in µs; 0 while none is.
    pub held_us: u64,
}

#[derive(Debug)]
struct Histogram {
    bounds: &'static [u64],
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

impl Histogram {
    fn over(bounds: &'static [u64]) -> Self {
        let classes = 0..=bounds.len();
        Self {
            bounds,
            counts: classes.map(|_| AtomicU64::new(0)).collect(),
            sum: AtomicU64::new(0),
        }
    }

    fn add(&self, size: u64) {
        let class = self.bounds.partition_point(|bound| *bound < size);
        self.counts[class].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(size, Ordering::Relaxed);
    }

    fn read(&self) -> Distribution {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Distribution {
            bounds: self.bounds,
            counts: self.counts.iter().map(read).collect(),
            sum: read(&self.sum),
        }
    }
}

/// The counters behind [`Measures`].
#[derive(Debug)]
pub(crate) struct Meter {
    pub appended: AtomicU64,
    pub repeated: AtomicU64,
    pub conflicts: AtomicU64,
    pub failed: AtomicU64,
    pub reads: AtomicU64,
    batch_sizes: Histogram,
    queued_us: Histogram,
    commit_us: Histogram,
    restart_us: Histogram,
    under_way: Mutex<UnderWay>,
}

/// Since when the oldest entry of each commit waits.
#[derive(Debug, Default)]
struct UnderWay {
    commits: BTreeMap<u64, Instant>,
    next: u64,
}

/// A commit for as long as it is under way.
pub(crate) struct Held {
    meter: Arc<Meter>,
    commit: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.meter.under_way().commits.remove(&self.commit);
    }
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            appended: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
            conflicts: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            reads: AtomicU64::new(0),
            batch_sizes: Histogram::over(&SIZES),
            queued_us: Histogram::over(&TIMES_US),
            commit_us: Histogram::over(&TIMES_US),
            restart_us: Histogram::over(&TIMES_US),
            under_way: Mutex::default(),
        }
    }
}

impl Meter {
    fn under_way(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A commit is under way whose oldest entry waits since then.
    pub fn held(self: &Arc<Self>, since: Instant) -> Held {
        let mut under_way = self.under_way();
        let commit = under_way.next;
        under_way.next += 1;
        under_way.commits.insert(commit, since);
        Held {
            meter: Arc::clone(self),
            commit,
        }
    }

    pub fn committed(&self, entries: usize, took: Duration) {
        self.batch_sizes
            .add(u64::try_from(entries).unwrap_or(u64::MAX));
        self.commit_us.add(us(took));
    }

    pub fn waited(&self, until_its_commit: Duration) {
        self.queued_us.add(us(until_its_commit));
    }

    pub fn restarted(&self, took: Duration) {
        self.restart_us.add(us(took));
    }

    pub fn read(&self) -> Measures {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let oldest = self.under_way().commits.values().min().copied();
        Measures {
            appended: read(&self.appended),
            repeated: read(&self.repeated),
            conflicts: read(&self.conflicts),
            failed: read(&self.failed),
            reads: read(&self.reads),
            batch_sizes: self.batch_sizes.read(),
            queued_us: self.queued_us.read(),
            commit_us: self.commit_us.read(),
            restart_us: self.restart_us.read(),
            held_us: oldest.map_or(0, |since| us(since.elapsed())),
        }
    }
}

fn us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_oldest_entry_under_way_is_told_until_its_commit_ends() {
        let meter = Arc::new(Meter::default());
        assert_eq!(meter.read().held_us, 0);
        let now = Instant::now();
        let younger = meter.held(now);
        let older = meter.held(now.checked_sub(Duration::from_secs(60)).unwrap());
        assert!(meter.read().held_us >= 60_000_000);
        drop(older);
        assert!(meter.read().held_us < 60_000_000);
        drop(younger);
        assert_eq!(meter.read().held_us, 0);
    }

    #[test]
    fn a_bound_belongs_to_its_own_class() {
        let meter = Meter::default();
        for entries in [1, 2, 3, 1_024, 1_025] {
            meter.committed(entries, Duration::from_millis(1));
        }
        let sizes = meter.read().batch_sizes;
        assert_eq!(sizes.counts, [1, 1, 1, 0, 0, 0, 0, 0, 1, 1]);
        assert_eq!((sizes.count(), sizes.sum), (5, 2_055));
        assert_eq!(meter.read().commit_us.counts[4], 5);
    }
}
