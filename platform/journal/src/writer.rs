//! Group commit: one task takes the appends of the whole process and commits what is there
//! while the next ones gather. A stream has one entry under way at a time.
//!
//! It is the same over every database: what it needs of one is the trait [`Store`].

mod commit;
mod committer;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Instant;

use async_trait::async_trait;
use tokio::runtime;
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{Instrument as _, Span};

use committer::Committer;

use crate::measures::Meter;
use crate::{
    Append, DeadlineChange, Entry, Hash, JournalError, Measures, NewEntry, NewFact, RecordWrite,
    StreamId,
};

/// Appends that may wait for the writer; more wait before they are queued.
const QUEUE: usize = 1024;

/// A row as it will be stored.
#[derive(Debug, Clone)]
pub struct Row {
    /// The entry, with its place and both hashes.
    pub entry: Entry,
    /// What other services shall learn of it, in order.
    pub facts: Vec<NewFact>,
    /// What becomes of its stream's deadline.
    pub deadline: DeadlineChange,
    /// What is written of records where the entry is inserted.
    pub records: Vec<RecordWrite>,
}

/// Why rows were not, or perhaps not, inserted.
#[derive(Debug)]
pub enum InsertError {
    /// Nothing was written; the same rows may succeed a moment later.
    Busy(JournalError),
    /// Nothing was written: the database cannot be used now.
    Failed(JournalError),
    /// Nothing was written: the database does not take one of these rows.
    Refused(JournalError),
    /// The commit failed: nobody knows what was written.
    Unknown(JournalError),
    /// Nothing was written: a required statement on records changed nothing.
    Unmet,
}

/// What the writer needs of a database.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Most entries in one commit.
    fn batch(&self) -> usize;

    /// How many commits may be under way at a time, none of them with a stream of another: so often
    /// at once may [`insert`](Self::insert) be called. What one has answered, every call begun later sees.
    fn commits_at_once(&self) -> usize {
        1
    }

    /// Hashes of those of the wanted entries that stand.
    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError>;

    /// Inserts, in one transaction, each row whose place and command are free and whose
    /// predecessor stands with the row's previous hash, with its facts and deadline, and then its records. Answers
    /// the streams whose row was inserted. Rows are of different streams, ordered by stream; one with records is alone.
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
pub struct Writer {
    queue: mpsc::Sender<Request>,
    closing: watch::Sender<bool>,
    /// Closed when the writer task has ended.
    ended: watch::Receiver<()>,
    meter: Arc<Meter>,
}

struct Request {
    entry: NewEntry,
    asked: Instant,
    /// Of the append, so that its commit belongs to its trace.
    span: Span,
    answer: oneshot::Sender<Result<Append, JournalError>>,
}

impl Writer {
    /// Starts the writer task of a store on the current runtime.
    pub fn start(store: Arc<impl Store>) -> Self {
        let (writer, task) = Self::made(store);
        tokio::spawn(task);
        writer
    }

    /// Starts the writer task of a store on a thread of its own, which may wait for the disk as long as it takes:
    /// entries come to it directly, and its answers go from it directly to those who wait.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start_on_a_thread(store: Arc<impl Store>) -> Result<Self, JournalError> {
        let failed = || JournalError::storage::<io::Error>("start its writer");
        let (writer, task) = Self::made(store);
        let runtime = runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(failed())?;
        thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || runtime.block_on(task))
            .map_err(failed())?;
        Ok(writer)
    }

    fn made(store: Arc<impl Store>) -> (Self, impl Future<Output = ()> + Send) {
        let (queue, requests) = mpsc::channel(QUEUE);
        let (closing, closed) = watch::channel(false);
        let (running, ended) = watch::channel(());
        let meter = Arc::<Meter>::default();
        let committer = Committer::new(store, Arc::clone(&meter), closed, running);
        let writer = Self {
            queue,
            closing,
            ended,
            meter,
        };
        (writer, committer.run(requests))
    }

    /// What it counts.
    pub(crate) fn meter(&self) -> Arc<Meter> {
        Arc::clone(&self.meter)
    }

    /// Has an entry committed, see [`Journal::append`](crate::Journal::append).
    ///
    /// # Errors
    /// Those of that method.
    pub async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
        entry.check()?;
        if *self.closing.borrow() {
            return Err(JournalError::Closed);
        }
        let span = tracing::info_span!(
            target: "outflank_spans",
            "append",
            stream = %entry.stream,
            actor = entry.actor,
        );
        let (answer, answered) = oneshot::channel();
        let request = Request {
            entry,
            asked: Instant::now(),
            span: span.clone(),
            answer,
        };
        let appended = async {
            if self.queue.send(request).await.is_err() {
                return Err(JournalError::Closed);
            }
            // The writer ended without an answer: it may have been in the middle of a commit.
            answered.await.unwrap_or(Err(JournalError::OutcomeUnknown))
        };
        appended.instrument(span).await
    }

    /// A stream is read.
    pub fn count_read(&self) {
        self.meter.reads.fetch_add(1, Ordering::Relaxed);
    }

    /// What was appended so far, and how, and how often streams were read.
    pub fn measures(&self) -> Measures {
        self.meter.read()
    }

    /// Commits what is queued and stops.
    pub async fn close(&self) {
        self.closing.send_replace(true);
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }
}
