//! Cluster time and the spans this service reckons with.

use std::time::Duration;

use outflank_transport::ClusterClock;

/// Cluster time, in ms since 1970.
pub trait Clock: Send + Sync + 'static {
    /// Now. Never goes back.
    fn now_ms(&self) -> i64;
}

impl Clock for ClusterClock {
    fn now_ms(&self) -> i64 {
        Self::now_ms(self)
    }
}

/// How far two processes' cluster times may differ, in ms.
pub(crate) const UNCERTAINTY_MS: i64 = 50;
/// How often a process shows that it runs.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// A process that was silent for longer did not run, in ms.
pub(crate) const SILENCE_MS: i64 = 3_000;
/// Longest time after a fault during which a player is given time to be connected again, in ms.
pub(crate) const RECONNECTION_MS: i64 = 10_000;
