//! A journal whose facts are read when a test says so.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use outflank_journal::JournalError;
use outflank_stillness::Disturbance;
use tokio::sync::Notify;

/// Holds up one reading of facts.
#[derive(Clone, Default)]
pub struct Between(Arc<State>);

#[derive(Default)]
struct State {
    /// Readings until the one that is held up, that one included; 0: none is.
    left: AtomicUsize,
    held: Notify,
    go_on: Notify,
}

impl Between {
    /// The so manieth reading from now on is held up.
    pub fn hold_up(&self, reading: usize) {
        self.0.left.store(reading, Ordering::SeqCst);
    }

    /// Returns once it is.
    pub async fn held_up(&self) {
        self.0.held.notified().await;
    }

    /// It goes on.
    pub fn go_on(&self) {
        self.0.go_on.notify_one();
    }
}

#[tonic::async_trait]
impl Disturbance for Between {
    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        if doing != "read facts" {
            return Ok(());
        }
        let counted = |left: usize| left.checked_sub(1);
        let before = self
            .0
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, counted);
        if before == Ok(1) {
            self.0.held.notify_one();
            self.0.go_on.notified().await;
        }
        Ok(())
    }
}
