//! How fast one socket may speak.

use std::time::Duration;

use tokio::time::Instant;

/// A bucket that fills steadily and is emptied by use.
#[derive(Debug)]
pub struct Bucket {
    per_second: u64,
    /// Thousandths of a use.
    most: u64,
    left: u64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(per_second: u32, burst: u32, now: Instant) -> Self {
        let most = u64::from(burst).saturating_mul(1000);
        Self {
            per_second: u64::from(per_second),
            most,
            left: most,
            filled: now,
        }
    }

    /// Whether nothing of it is used.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left == self.most
    }

    fn fill(&mut self, now: Instant) {
        let passed_ms = u64::try_from(now.saturating_duration_since(self.filled).as_millis());
        let passed_ms = passed_ms.unwrap_or(u64::MAX);
        if passed_ms > 0 {
            self.left = self
                .left
                .saturating_add(passed_ms.saturating_mul(self.per_second))
                .min(self.most);
            self.filled = now;
        }
    }

    /// Takes one use; false when there is none left.
    pub fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        match self.left.checked_sub(1000) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }
}

/// The window in which frames that could not be taken are counted.
const WINDOW: Duration = Duration::from_secs(10);

/// Counts frames that could not be taken.
#[derive(Debug)]
pub struct Patience {
    allowed: u32,
    since: Instant,
    used: u32,
}

impl Patience {
    /// So many within ten seconds.
    pub fn new(allowed: u32, now: Instant) -> Self {
        Self {
            allowed,
            since: now,
            used: 0,
        }
    }

    /// One more; false when it was one too many.
    pub fn bears(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.since) > WINDOW {
            self.since = now;
            self.used = 0;
        }
        self.used = self.used.saturating_add(1);
        self.used <= self.allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_taken_and_then_the_steady_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, 3, start);
        let taken: Vec<bool> = (0..4).map(|_| bucket.take(start)).collect();
        assert_eq!(taken, [true, true, true, false]);
        assert!(!bucket.take(start + Duration::from_millis(99)));
        assert!(bucket.take(start + Duration::from_millis(100)));
        assert!(!bucket.take(start + Duration::from_millis(100)));
    }

    #[test]
    fn patience_ends_within_a_window_and_returns_after_it() {
        let start = Instant::now();
        let mut patience = Patience::new(2, start);
        assert!(patience.bears(start) && patience.bears(start) && !patience.bears(start));
        assert!(patience.bears(start + WINDOW + Duration::from_millis(1)));
    }
}
