//! Cluster time: what every stamp in the system is made of.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A wall clock ahead of ours by more than this was set forward, or the machine slept.
const STEP_MS: i64 = 500;
/// Readings of the store's time for one offset.
const READINGS: usize = 9;
/// The store's time is read again so often.
const READ_EVERY: Duration = Duration::from_secs(5);
/// One reading may take so long.
const READ_WITHIN: Duration = Duration::from_secs(2);
/// A store whose time takes longer to read, there and back, is too far away to reckon clocks by, in µs: two processes
/// are then less than 50 ms apart, which flags wait for.
const LONGEST_TRIP_US: i64 = 45_000;
/// The worst that two good oscillators part by, in parts of a million.
const DRIFT_PPM: i64 = 200;

/// Whose time a deployment goes by: its database's.
#[async_trait]
pub trait TimeSource: Send + Sync + 'static {
    /// Its time now, in µs since 1970, or why it could not be read.
    async fn now_us(&self) -> Result<i64, String>;
}

/// There is no cluster time: nothing may be stamped, so nothing may be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoClusterTime {
    /// The store does not say.
    #[error(
        "this process has no cluster time, since the database does not tell its own: {0}; mend that, then start again"
    )]
    Unread(String),
    /// It takes too long to say.
    #[error(
        "this process has no cluster time: reading the database's takes {trip_ms} ms, and clocks need it within {} ms; \
         run it nearer to the database",
        LONGEST_TRIP_US / 1_000
    )]
    TooFar {
        /// The quickest reading, there and back.
        trip_ms: i64,
    },
}

/// Cluster time in ms since 1970. It never goes back.
///
/// On one machine it is the wall clock at start carried on by the monotonic one, so that no correction of the host's
/// clock shortens anybody's move; it follows the wall clock over a sleep of the machine, which the heartbeats then
/// show as a server fault. In a deployment on a database it is the database's time, and the host's wall clock does not
/// matter.
pub struct ClusterClock {
    started: Instant,
    /// Cluster time at `started`, in µs.
    offset_us: AtomicI64,
    /// The latest time told, in ms.
    latest_ms: AtomicI64,
    kind: Kind,
}

enum Kind {
    /// The host's own, shifted by so many ms.
    Host(i64),
    /// The database's: how far the last reading may be off in µs, and when it was, in µs after `started`.
    Store {
        error_us: AtomicI64,
        read_at_us: AtomicI64,
    },
}

impl fmt::Debug for ClusterClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ClusterClock(± {} ms)", self.uncertainty_ms())
    }
}

impl Default for ClusterClock {
    fn default() -> Self {
        Self::new()
    }
}

impl ClusterClock {
    /// A clock that starts at the host's wall time.
    #[must_use]
    pub fn new() -> Self {
        Self::shifted(0)
    }

    /// A clock that starts at the host's wall time plus so many ms: for tests of wrong hosts.
    #[must_use]
    pub fn shifted(shift_ms: i64) -> Self {
        Self {
            started: Instant::now(),
            offset_us: AtomicI64::new(wall_ms(shift_ms).saturating_mul(1_000)),
            latest_ms: AtomicI64::new(i64::MIN),
            kind: Kind::Host(shift_ms),
        }
    }

    /// A clock that shows the time of a store.
    ///
    /// # Errors
    /// When the store does not tell its time, or takes too long to.
    pub async fn of_store(source: &dyn TimeSource) -> Result<Self, NoClusterTime> {
        let clock = Self {
            started: Instant::now(),
            offset_us: AtomicI64::new(0),
            latest_ms: AtomicI64::new(i64::MIN),
            kind: Kind::Store {
                error_us: AtomicI64::new(0),
                read_at_us: AtomicI64::new(0),
            },
        };
        clock.read(source).await?;
        Ok(clock)
    }

    /// Reads the store's time again and again until the stop. While the store is away the clock goes on by itself,
    /// and its uncertainty grows.
    pub async fn keep(self: Arc<Self>, source: Arc<dyn TimeSource>, stop: CancellationToken) {
        let mut wall_us = self.wall_against_ours_us();
        let mut due = Instant::now() + READ_EVERY;
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
            // The host's wall clock and monotonic one part when the machine sleeps.
            let slept = (self.wall_against_ours_us() - wall_us).abs() > STEP_MS * 1_000;
            if slept || Instant::now() >= due {
                if let Err(error) = self.read(source.as_ref()).await {
                    tracing::warn!(%error, uncertainty_ms = self.uncertainty_ms(), "cluster time goes on unchecked");
                }
                wall_us = self.wall_against_ours_us();
                due = Instant::now() + READ_EVERY;
            }
        }
    }

    /// Cluster time now, in ms.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let elapsed_us = self.elapsed_us();
        let known_us = self.offset_us.load(Ordering::Relaxed);
        let offset_us = match self.kind {
            Kind::Host(shift_ms) => {
                let wall_us = wall_ms(shift_ms)
                    .saturating_mul(1_000)
                    .saturating_sub(elapsed_us);
                if wall_us > known_us.saturating_add(STEP_MS * 1_000) {
                    let before_us = self.offset_us.fetch_max(wall_us, Ordering::Relaxed);
                    before_us.max(wall_us)
                } else {
                    known_us
                }
            }
            Kind::Store { .. } => known_us,
        };
        let now_ms = offset_us.saturating_add(elapsed_us).div_euclid(1_000);
        self.latest_ms
            .fetch_max(now_ms, Ordering::Relaxed)
            .max(now_ms)
    }

    /// How far this clock may be from the cluster's, in ms.
    #[must_use]
    pub fn uncertainty_ms(&self) -> i64 {
        match &self.kind {
            Kind::Host(_) => 0,
            Kind::Store {
                error_us,
                read_at_us,
            } => {
                let age_us = self.elapsed_us() - read_at_us.load(Ordering::Relaxed);
                let drift_us = age_us.max(0).saturating_mul(DRIFT_PPM) / 1_000_000;
                (error_us.load(Ordering::Relaxed) + drift_us + 999) / 1_000
            }
        }
    }

    /// Cluster time of a moment on this process's monotonic clock, in ms: for stamps taken earlier.
    #[must_use]
    pub fn at_ms(&self, moment: Instant) -> i64 {
        let ago = i64::try_from(moment.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.now_ms().saturating_sub(ago)
    }

    /// Takes the median of several readings, the slow ones left out.
    async fn read(&self, source: &dyn TimeSource) -> Result<(), NoClusterTime> {
        let Kind::Store {
            error_us,
            read_at_us,
        } = &self.kind
        else {
            return Ok(());
        };
        let mut readings = Vec::with_capacity(READINGS);
        for _ in 0..READINGS {
            let asked_us = self.elapsed_us();
            let told = tokio::time::timeout(READ_WITHIN, source.now_us()).await;
            let told_us = told
                .map_err(|_| NoClusterTime::Unread("no answer in time".to_owned()))?
                .map_err(NoClusterTime::Unread)?;
            let trip_us = self.elapsed_us() - asked_us;
            readings.push((trip_us, told_us - asked_us - trip_us / 2));
        }
        let quickest_us = readings.iter().map(|reading| reading.0).min().unwrap_or(0);
        if quickest_us > LONGEST_TRIP_US {
            return Err(NoClusterTime::TooFar {
                trip_ms: quickest_us / 1_000,
            });
        }
        readings.retain(|reading| reading.0 <= quickest_us * 2);
        readings.sort_by_key(|reading| reading.1);
        if let Some((trip_us, offset_us)) = readings.get(readings.len() / 2) {
            self.offset_us.store(*offset_us, Ordering::Relaxed);
            error_us.store(trip_us / 2 + 1, Ordering::Relaxed);
            read_at_us.store(self.elapsed_us(), Ordering::Relaxed);
        }
        Ok(())
    }

    fn elapsed_us(&self) -> i64 {
        i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX)
    }

    fn wall_against_ours_us(&self) -> i64 {
        wall_ms(0)
            .saturating_mul(1_000)
            .saturating_sub(self.elapsed_us())
    }
}

fn wall_ms(shift_ms: i64) -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
        .saturating_add(shift_ms)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn time_never_goes_back() {
        let clock = ClusterClock::new();
        let mut last = clock.now_ms();
        for _ in 0..10_000 {
            let now = clock.now_ms();
            assert!(now >= last);
            last = now;
        }
    }

    #[test]
    fn a_wall_clock_set_forward_is_followed_and_kept() {
        let clock = ClusterClock::new();
        let before = clock.now_ms();
        clock.offset_us.fetch_sub(60_000_000, Ordering::Relaxed);
        let after = clock.now_ms();
        assert!(after >= before, "{after} < {before}");
    }

    /// A database whose time is so far from this machine's, told after so long.
    struct Store {
        ahead_ms: AtomicI64,
        way: Duration,
        started: Instant,
    }

    #[async_trait]
    impl TimeSource for Store {
        async fn now_us(&self) -> Result<i64, String> {
            tokio::time::sleep(self.way).await;
            let elapsed = i64::try_from(self.started.elapsed().as_micros()).unwrap();
            let now = elapsed + self.ahead_ms.load(Ordering::Relaxed) * 1_000;
            tokio::time::sleep(self.way).await;
            Ok(now)
        }
    }

    fn store(way_ms: u64) -> Store {
        Store {
            ahead_ms: AtomicI64::new(1_000_000),
            way: Duration::from_millis(way_ms),
            started: Instant::now(),
        }
    }

    #[tokio::test]
    async fn it_shows_the_stores_time_within_its_own_uncertainty_and_never_goes_back() {
        let store = store(2);
        let clock = ClusterClock::of_store(&store).await.unwrap();
        let off = |clock: &ClusterClock| {
            let theirs_ms = || {
                let elapsed = i64::try_from(store.started.elapsed().as_micros()).unwrap();
                elapsed / 1_000 + store.ahead_ms.load(Ordering::Relaxed)
            };
            let (before_ms, ours_ms, after_ms) = (theirs_ms(), clock.now_ms(), theirs_ms());
            (before_ms - ours_ms).max(ours_ms - after_ms).max(0)
        };
        assert!(off(&clock) <= clock.uncertainty_ms() + 1, "{}", off(&clock));
        assert!(clock.uncertainty_ms() >= 2);
        let before = clock.now_ms();
        store.ahead_ms.fetch_sub(3_000, Ordering::Relaxed);
        clock.read(&store).await.unwrap();
        assert!(clock.now_ms() >= before);
        store.ahead_ms.fetch_add(60_000, Ordering::Relaxed);
        clock.read(&store).await.unwrap();
        assert!(off(&clock) <= clock.uncertainty_ms() + 1, "{}", off(&clock));
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_does_not_tell_gives_no_clock() {
        struct Silent;
        #[async_trait]
        impl TimeSource for Silent {
            async fn now_us(&self) -> Result<i64, String> {
                std::future::pending().await
            }
        }
        let refused = ClusterClock::of_store(&Silent).await.unwrap_err();
        assert!(refused.to_string().contains("no cluster time"), "{refused}");
    }
}
