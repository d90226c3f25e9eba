//! The journal in one SQLite file, beside the service's own tables of records.

mod database;
mod feed;
mod reading;
mod records;
mod schedule;
mod store;
mod verify;

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::SqlitePool;
use sqlx::migrate::Migrator;
use tokio::sync::watch;

use crate::writer::Writer;
use crate::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Heartbeat, Journal, JournalError,
    NewEntry, OpenStream, StreamId,
};
use feed::Feed;
pub(crate) use store::SqliteStore;

pub use records::{Records, WriteTransaction};
pub use verify::{read_file, verify_file};

/// The journal of one service in a SQLite file.
///
/// Write-ahead log, `synchronous = FULL`, one connection that writes and several that read. The
/// service's own tables of records live in the same file, see [`Records`].
#[derive(Debug)]
pub struct SqliteJournal {
    readers: SqlitePool,
    records: Records,
    writer: Writer,
    feed: Arc<Feed>,
}

impl SqliteJournal {
    /// Opens or makes a journal and brings its tables and the service's own up to date.
    ///
    /// `own_tables` are the migrations of the service's tables of records; none may begin
    /// with `journal_`. Must be called on a Tokio runtime, where the writer then lives.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] if the file belongs to something else,
    /// [`JournalError::Unsafe`] if the database does not promise durability,
    /// [`JournalError::Migration`] if tables cannot be brought up to date.
    pub async fn open(
        path: impl AsRef<Path>,
        own_tables: Option<&Migrator>,
    ) -> Result<Self, JournalError> {
        let path = path.as_ref();
        let writing = database::open_writer(path).await?;
        database::migrate(path, &writing, own_tables).await?;
        let readers = database::open_readers(path).await?;
        let feed = Feed::start(readers.clone(), writing.clone()).await?;
        let store = Arc::new(SqliteStore::new(
            readers.clone(),
            writing.clone(),
            Arc::clone(&feed),
        ));
        Ok(Self {
            records: Records::new(readers.clone(), writing),
            writer: Writer::start(store),
            readers,
            feed,
        })
    }

    /// The service's own tables in the same file.
    #[must_use]
    pub fn records(&self) -> Records {
        self.records.clone()
    }
}

#[async_trait]
impl Journal for SqliteJournal {
    async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
        self.writer.append(entry).await
    }

    async fn read(
        &self,
        stream: &StreamId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        reading::read(&self.readers, stream, after_seq, limit).await
    }

    async fn last(&self, stream: &StreamId) -> Result<Option<Entry>, JournalError> {
        reading::last(&self.readers, stream).await
    }

    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError> {
        reading::by_command(&self.readers, stream, actor, command_id).await
    }

    async fn streams(&self, kind: &str) -> Result<Vec<StreamId>, JournalError> {
        reading::streams(&self.readers, kind).await
    }

    async fn facts(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
        self.feed.read(after, limit).await
    }

    fn facts_head(&self) -> watch::Receiver<u64> {
        self.feed.head()
    }

    fn epoch(&self) -> &str {
        self.feed.epoch()
    }

    async fn save_cursor(&self, consumer: &str, cursor: &Cursor) -> Result<(), JournalError> {
        feed::save_cursor(self.records.writing(), consumer, cursor).await
    }

    async fn load_cursor(&self, consumer: &str) -> Result<Cursor, JournalError> {
        feed::load_cursor(&self.readers, consumer).await
    }

    async fn deadlines_due(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<Deadline>, JournalError> {
        schedule::deadlines_due(&self.readers, before_ms, limit).await
    }

    async fn next_deadline(&self) -> Result<Option<Deadline>, JournalError> {
        let first = schedule::deadlines_due(&self.readers, i64::MAX, 1).await?;
        Ok(first.into_iter().next())
    }

    async fn open_streams(&self, kind: &str) -> Result<Vec<OpenStream>, JournalError> {
        schedule::open_streams(&self.readers, kind).await
    }

    async fn beat(&self, process: &str, at_ms: i64) -> Result<(), JournalError> {
        schedule::beat(self.records.writing(), process, at_ms).await
    }

    async fn heartbeats(&self) -> Result<Vec<Heartbeat>, JournalError> {
        schedule::heartbeats(&self.readers).await
    }

    async fn forget_heartbeats(&self, before_ms: i64) -> Result<(), JournalError> {
        schedule::forget_heartbeats(self.records.writing(), before_ms).await
    }

    // Its data folder is locked.
    fn serves_one_process(&self) -> bool {
        true
    }

    async fn verify(&self, stream: &StreamId) -> Result<ChainReport, JournalError> {
        verify::stream(&self.readers, stream).await
    }

    async fn verify_all(&self) -> Result<ChainReport, JournalError> {
        verify::all(&self.readers).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.feed.close().await;
        self.readers.close().await;
        self.records.writing().close().await;
    }
}

/// The bare store, for tests of the group commit.
#[cfg(test)]
pub(crate) async fn open_store(path: &Path) -> Result<SqliteStore, JournalError> {
    let writing = database::open_writer(path).await?;
    database::migrate(path, &writing, None).await?;
    let readers = database::open_readers(path).await?;
    let feed = Feed::start(readers.clone(), writing.clone()).await?;
    Ok(SqliteStore::new(readers, writing, feed))
}
