//! What waits for all clients of a process together.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

use crate::reader_limits::ReaderLimits;

/// What waits for all clients of a process together, and how much may: in outboxes, and of plain answers.
#[derive(Debug)]
pub struct OutboxBudget {
    pub(super) limits: ReaderLimits,
    waiting: AtomicUsize,
    overdrawn: Notify,
}

impl OutboxBudget {
    /// Nothing waits.
    pub fn new(limits: ReaderLimits) -> Self {
        Self {
            limits,
            waiting: AtomicUsize::new(0),
            overdrawn: Notify::new(),
        }
    }

    /// Bytes that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether as much waits as may.
    pub fn is_spent(&self) -> bool {
        self.waiting() >= self.limits.all_bytes
    }

    /// Bytes by which more waits than is left when connections are ended: three quarters of what may.
    pub fn above_enough(&self) -> usize {
        self.waiting().saturating_sub(self.limits.all_bytes / 4 * 3)
    }

    /// Waits until more waits than may.
    pub async fn overdrawn(&self) {
        self.overdrawn.notified().await;
    }

    /// So many more wait.
    pub fn add(&self, bytes: usize) {
        let before = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) >= self.limits.all_bytes {
            self.overdrawn.notify_one();
        }
    }

    /// So many wait no more.
    pub fn give_back(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }
}
