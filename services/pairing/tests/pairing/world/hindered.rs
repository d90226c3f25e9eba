//! A journal that keeps one event's entries from being written.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use outflank_journal::{
    JournalError, StreamId,
    writer::{InsertError, Row},
};
use outflank_stillness::{Broken, Disturbance, Memory, MemoryJournal, Stillness};

use super::World;

/// What becomes of whatever is written of one event.
#[derive(Debug, Clone, Copy)]
pub enum Hindrance {
    /// Another process comes first every time.
    Rival,
    /// The server stops before it knows whether it is written; it is not.
    Stopped,
}

/// Whose entries are kept from being written, and how.
#[derive(Debug, Clone, Default)]
pub struct Hindered(Arc<Mutex<Option<(String, Hindrance)>>>);

impl Hindered {
    pub fn set(&self, tournament: &str, how: Hindrance) {
        *self.0.lock().unwrap() = Some((tournament.to_owned(), how));
    }

    pub fn end(&self) {
        *self.0.lock().unwrap() = None;
    }
}

#[tonic::async_trait]
impl Disturbance for Hindered {
    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        let hindered = self.0.lock().unwrap().clone();
        match hindered {
            Some((id, how)) if rows.iter().any(|row| row.entry.stream.id == id) => match how {
                Hindrance::Rival => Ok(BTreeSet::new()),
                Hindrance::Stopped => Err(InsertError::Refused(JournalError::OutcomeUnknown)),
            },
            _ => memory.commit(rows, Broken::default()).await,
        }
    }
}

impl World {
    /// Where writing may be hindered.
    pub async fn hindered() -> (Self, Hindered) {
        let hindered = Hindered::default();
        let memory = Arc::new(Memory::new("pairing"));
        let journal = MemoryJournal::open(&memory, &Stillness::default(), hindered.clone());
        (Self::over(memory, journal).await, hindered)
    }
}
