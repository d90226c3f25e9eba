//! How much of what is written at a table everybody in its room has been told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::{Mutex, MutexGuard};

/// How far everybody here has been told everything.
pub struct ChatProgress {
    /// The number of the last message of that; none before the first of them was told.
    last: AtomicU64,
    /// Something may have been missed since it was read last.
    missed: AtomicBool,
    /// Held by whoever reads.
    reading: Mutex<()>,
}

const NOBODY: u64 = u64::MAX;

impl Default for ChatProgress {
    fn default() -> Self {
        Self {
            last: AtomicU64::new(NOBODY),
            missed: AtomicBool::new(false),
            reading: Mutex::default(),
        }
    }
}

impl ChatProgress {
    /// That number.
    pub fn last(&self) -> Option<u64> {
        Some(self.last.load(Ordering::Relaxed)).filter(|last| *last != NOBODY)
    }

    /// The first of those here has been told up to this number.
    pub fn begin(&self, number: u64) {
        let order = Ordering::Relaxed;
        let _others_began = self.last.compare_exchange(NOBODY, number, order, order);
    }

    /// Everybody has been told up to this number.
    pub fn up_to(&self, number: u64) {
        self.last.fetch_max(number, Ordering::Relaxed);
    }

    /// Something may have been missed.
    pub fn miss(&self) {
        self.missed.store(true, Ordering::SeqCst);
    }

    /// The turn to read what was missed; none where nothing was, or somebody has it, who reads once more then.
    pub fn reading(&self) -> Option<Reading<'_>> {
        let missed = self.missed.load(Ordering::SeqCst);
        let turn = missed.then(|| self.reading.try_lock().ok()).flatten()?;
        Some(Reading {
            missed: &self.missed,
            _turn: turn,
        })
    }
}

/// The turn to read.
pub struct Reading<'a> {
    missed: &'a AtomicBool,
    _turn: MutexGuard<'a, ()>,
}

impl Reading<'_> {
    /// Whether anything may have been missed since this was asked last.
    pub fn is_due(&self) -> bool {
        self.missed.swap(false, Ordering::SeqCst)
    }
}
