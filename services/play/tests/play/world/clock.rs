//! A clock that a test can set forward, as a machine's clock is after a sleep.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use outflank_play::Clock;
use outflank_transport::ClusterClock;

use super::rest;

#[derive(Debug)]
pub struct TestClock {
    /// What passes by itself.
    passing: Option<Arc<ClusterClock>>,
    set_ms: AtomicI64,
}

impl TestClock {
    /// Goes with that one.
    pub fn with(clock: &Arc<ClusterClock>) -> Self {
        Self {
            passing: Some(Arc::clone(clock)),
            set_ms: AtomicI64::new(0),
        }
    }

    /// Stands at that time, ms since 1970, until it is set forward: no machine is too slow for it.
    pub const fn standing(at_ms: i64) -> Self {
        Self {
            passing: None,
            set_ms: AtomicI64::new(at_ms),
        }
    }

    pub const fn stands(&self) -> bool {
        self.passing.is_none()
    }

    /// Lets a clock that stands creep until that is done: who starts waits for the others' next beats.
    pub async fn creep_until<T>(&self, done: impl Future<Output = T>) -> T {
        if !self.stands() {
            return done.await;
        }
        let creeping = async {
            loop {
                rest(100).await;
                self.set_forward(1);
            }
        };
        tokio::select! {
            done = done => done,
            () = creeping => unreachable!("it creeps on"),
        }
    }

    pub fn now_ms(&self) -> i64 {
        let passing_ms = self.passing.as_ref().map_or(0, |clock| clock.now_ms());
        passing_ms + self.set_ms.load(Ordering::SeqCst)
    }

    pub fn set_forward(&self, ms: i64) {
        self.set_ms.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        Self::now_ms(self)
    }
}
