//! A clock that a test can set forward, as a machine's clock is after a sleep.

use std::sync::atomic::{AtomicI64, Ordering};

use outflank_play::Clock;
use outflank_runtime::ClusterClock;

#[derive(Debug, Default)]
pub struct TestClock {
    wall: ClusterClock,
    ahead_ms: AtomicI64,
}

impl TestClock {
    pub fn now_ms(&self) -> i64 {
        self.wall.now_ms() + self.ahead_ms.load(Ordering::SeqCst)
    }

    pub fn set_forward(&self, ms: i64) {
        self.ahead_ms.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        Self::now_ms(self)
    }
}
