//! How long a reader may take.

use std::time::Duration;

use tokio::time::Instant;

/// What a reader takes at least, on average, while something waits for it: bytes a second.
const LEAST_RATE: u64 = 4 * 1024;

/// How long a reader may take for so many bytes.
pub fn time_for(bytes: u64) -> Duration {
    Duration::from_secs(bytes / LEAST_RATE)
}

/// How a reader takes what is there for it. One that is behind has so much patience, and more by what it takes.
#[derive(Debug)]
pub struct Pace {
    patience: Duration,
    behind: Option<Behind>,
}

#[derive(Debug)]
struct Behind {
    since: Instant,
    taken: u64,
}

impl Pace {
    /// A reader for whom nothing waits.
    pub fn new(patience: Duration) -> Self {
        Self {
            patience,
            behind: None,
        }
    }

    /// Something waits, and so many bytes were taken.
    pub fn waits(&mut self, taken: usize) {
        let behind = self.behind.get_or_insert_with(|| Behind {
            since: Instant::now(),
            taken: 0,
        });
        let taken = u64::try_from(taken).unwrap_or(u64::MAX);
        behind.taken = behind.taken.saturating_add(taken);
    }

    /// Nothing waits.
    pub fn caught_up(&mut self) {
        self.behind = None;
    }

    /// Whether something waits.
    pub fn is_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// When the reader is given up; none while nothing waits.
    pub fn ends_at(&self) -> Option<Instant> {
        let behind = self.behind.as_ref()?;
        Some(behind.since + self.patience + time_for(behind.taken))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn who_takes_nothing_has_so_long_and_who_takes_something_longer() {
        let mut pace = Pace::new(PATIENCE);
        let start = Instant::now();
        assert_eq!(pace.ends_at(), None);
        pace.waits(0);
        tokio::time::advance(Duration::from_secs(5)).await;
        pace.waits(0);
        assert_eq!(pace.ends_at(), Some(start + PATIENCE));
        // A byte now and then buys nothing.
        for _ in 0..100 {
            pace.waits(1);
        }
        assert_eq!(pace.ends_at(), Some(start + PATIENCE));
        pace.waits(40 * 1024);
        assert_eq!(
            pace.ends_at(),
            Some(start + PATIENCE + Duration::from_secs(10))
        );
        pace.caught_up();
        assert_eq!(pace.ends_at(), None);
        pace.waits(0);
        assert_eq!(pace.ends_at(), Some(Instant::now() + PATIENCE));
    }
}
