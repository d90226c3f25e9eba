//! How far an import is that this process writes.

use std::sync::{Mutex, PoisonError};

/// The import that is being written, and how many of its events are.
#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<(String, usize, usize)>>);

impl Progress {
    /// So many events of an import are written, of so many.
    pub(super) fn set(&self, import_id: &str, done: usize, of: usize) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *now {
            Some((known, known_done, _)) if known == import_id => *known_done = done,
            now => *now = Some((import_id.to_owned(), done, of)),
        }
    }

    /// Nothing is being written any more.
    pub(super) fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// How much of an import is written, in percent; 0 where it is not this one that is.
    pub(super) fn percent(&self, import_id: &str) -> u32 {
        let now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((_, done, of)) = now.as_ref().filter(|(known, ..)| known == import_id) else {
            return 0;
        };
        let percent = done.saturating_mul(100) / of.max(&1);
        u32::try_from(percent.min(100)).unwrap_or(100)
    }
}
