//! Simulated time: it passes while everybody waits, and only then.

use std::time::Duration;

use async_trait::async_trait;
use outflank_transport::clock::TimeSource;
use tokio::time::Instant;

/// Where simulated time begins, ms since 1970.
const BEGINNING_MS: i64 = 1_800_000_000_000;

/// The database's time, as one process reads it.
#[derive(Debug, Clone, Copy)]
pub struct SimulatedTime {
    began: Instant,
    ahead_ms: i64,
}

impl SimulatedTime {
    /// Time that begins now.
    #[must_use]
    pub fn begin() -> Self {
        Self {
            began: Instant::now(),
            ahead_ms: 0,
        }
    }

    /// The same time as somebody sees it who is off by so much, ms.
    #[must_use]
    pub const fn skewed(self, ahead_ms: i64) -> Self {
        Self { ahead_ms, ..self }
    }

    /// Now, ms since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.now_in_us().div_euclid(1_000)
    }

    fn now_in_us(&self) -> i64 {
        let passed = i64::try_from(self.began.elapsed().as_micros()).unwrap_or(i64::MAX);
        (BEGINNING_MS + self.ahead_ms) * 1_000 + passed
    }
}

#[async_trait]
impl TimeSource for SimulatedTime {
    async fn now_us(&self) -> Result<i64, String> {
        Ok(self.now_in_us())
    }
}

/// Lets so many ms of simulated time pass.
pub async fn rest(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
