//! How much of what is written at a table everybody in its room has been told.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the message up to which everybody here has been told everything; none before the first of them was.
pub struct ChatProgress(AtomicU64);

const NOBODY: u64 = u64::MAX;

impl Default for ChatProgress {
    fn default() -> Self {
        Self(AtomicU64::new(NOBODY))
    }
}

impl ChatProgress {
    /// That number.
    pub fn last(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|last| *last != NOBODY)
    }

    /// The first of those here has been told up to this number.
    pub fn begin(&self, number: u64) {
        let order = Ordering::Relaxed;
        let _others_began = self.0.compare_exchange(NOBODY, number, order, order);
    }

    /// Everybody has been told up to this number.
    pub fn up_to(&self, number: u64) {
        self.0.fetch_max(number, Ordering::Relaxed);
    }
}
