//! Cluster time: what every stamp in the system is made of.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// A wall clock ahead of ours by more than this was set forward, or the machine slept.
const STEP_MS: i64 = 500;

/// Cluster time in ms since 1970: the wall clock at start carried on by the monotonic one, so that it
/// never goes back and no correction of the host's clock shortens anybody's move. It follows the wall
/// clock over a sleep of the machine, which the heartbeats then show as a server fault.
#[derive(Debug)]
pub struct ClusterClock {
    started: Instant,
    offset_ms: AtomicI64,
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
        Self {
            started: Instant::now(),
            offset_ms: AtomicI64::new(wall_ms()),
        }
    }

    /// Cluster time now, in ms.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let elapsed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        let wall_offset = wall_ms().saturating_sub(elapsed);
        let known = self.offset_ms.load(Ordering::Relaxed);
        let offset = if wall_offset > known.saturating_add(STEP_MS) {
            self.offset_ms
                .fetch_max(wall_offset, Ordering::Relaxed)
                .max(wall_offset)
        } else {
            known
        };
        offset.saturating_add(elapsed)
    }

    /// Cluster time of a moment on this process's monotonic clock, in ms: for stamps taken earlier.
    #[must_use]
    pub fn at_ms(&self, moment: Instant) -> i64 {
        let ago = i64::try_from(moment.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.now_ms().saturating_sub(ago)
    }
}

fn wall_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
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
        clock.offset_ms.fetch_sub(60_000, Ordering::Relaxed);
        let after = clock.now_ms();
        assert!(after >= before, "{after} < {before}");
    }
}
