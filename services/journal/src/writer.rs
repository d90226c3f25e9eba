//! Group commit: one task takes the appends of the whole process and commits what is there
//! while the next ones gather.

mod committer;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::{mpsc, oneshot, watch};

use committer::Committer;

use crate::{Append, DeadlineChange, Entry, Hash, JournalError, NewEntry, NewFact, StreamId};

/// Appends that may wait for the writer; more wait before they are queued.
const QUEUE: usize = 1024;

/// A row as it will be stored.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub entry: Entry,
    pub facts: Vec<NewFact>,
    pub deadline: DeadlineChange,
}

/// Why rows were not, or perhaps not, inserted.
#[derive(Debug)]
pub(crate) enum InsertError {
    /// Nothing was written; the same rows may succeed a moment later.
    Busy(JournalError),
    /// Nothing was written: the database cannot be used now.
    Failed(JournalError),
    /// Nothing was written: the database does not take one of these rows.
    Refused(JournalError),
    /// The commit failed: nobody knows what was written.
    Unknown(JournalError),
}

impl From<InsertError> for JournalError {
    fn from(error: InsertError) -> Self {
        match error {
            InsertError::Busy(error)
            | InsertError::Failed(error)
            | InsertError::Refused(error)
            | InsertError::Unknown(error) => error,
        }
    }
}

/// What the writer needs of a database.
#[async_trait]
pub(crate) trait Store: Send + Sync + 'static {
    /// Hashes of those of the wanted entries that stand.
    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError>;

    /// Inserts, in one transaction, each row whose place and command are free and whose
    /// predecessor stands with the row's previous hash, with its facts and deadline. Answers
    /// the streams whose row was inserted. Rows are of different streams, ordered by stream.
    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError>;

    /// The entry an actor's command made in a stream.
    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError>;

    /// `seq` of the last entry of a stream; 0 if it is empty.
    async fn last_seq(&self, stream: &StreamId) -> Result<u64, JournalError>;

    /// Told after a commit that wrote facts.
    fn facts_written(&self);
}

/// Hands appends to the writer task.
#[derive(Debug)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Request>,
    closing: watch::Sender<bool>,
    /// Closed when the writer task has ended.
    ended: watch::Receiver<()>,
}

struct Request {
    entry: NewEntry,
    answer: oneshot::Sender<Result<Append, JournalError>>,
}

impl Writer {
    /// Starts the writer task of a store on the current runtime.
    pub fn start(store: Arc<impl Store>) -> Self {
        let (queue, requests) = mpsc::channel(QUEUE);
        let (closing, closed) = watch::channel(false);
        let (running, ended) = watch::channel(());
        tokio::spawn(Committer::new(store, closed, running).run(requests));
        Self {
            queue,
            closing,
            ended,
        }
    }

    pub async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
        entry.check()?;
        if *self.closing.borrow() {
            return Err(JournalError::Closed);
        }
        let (answer, answered) = oneshot::channel();
        let request = Request { entry, answer };
        if self.queue.send(request).await.is_err() {
            return Err(JournalError::Closed);
        }
        // The writer ended without an answer: it may have been in the middle of a commit.
        answered.await.unwrap_or(Err(JournalError::OutcomeUnknown))
    }

    /// Commits what is queued and stops.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }
}
