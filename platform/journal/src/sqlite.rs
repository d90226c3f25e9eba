//! The journal in one SQLite file, beside the service's own tables of records.

mod checkpoint;
mod committing;
mod copy;
mod database;
mod dialect;
mod file;
mod numbering;
mod store;
pub(crate) mod turns;

#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/feed.rs"]
mod feed;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/reading.rs"]
mod reading;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/schedule.rs"]
mod schedule;
#[allow(clippy::duplicate_mod, reason = "one text for both databases")]
#[path = "sql/verify.rs"]
mod verify;

use std::path::Path;
use std::sync::Arc;

use sqlx::SqlitePool;
use sqlx::migrate::Migrator;
use tokio::sync::watch;

use crate::sql::{impl_journal, on};
use crate::writer::Writer;
use crate::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Heartbeat, JournalError, NewEntry,
    OpenStream, Records, StreamId,
};
use checkpoint::Checkpoints;
use committing::Committing;
use feed::Feed;
pub(crate) use store::SqliteStore;
use turns::Writing;

pub(crate) use copy::{copy_files, renew_file};
pub(crate) use file::{read_file, records_of_file, tables_of_file, verify_file};

/// The journal of one service in a SQLite file.
///
/// Write-ahead log, `synchronous = FULL`; a connection that commits entries on a thread of its own, one that writes
/// whatever else there is, in turns with it, and several that read. The service's own tables of records live in the same file, see [`Records`]. Its data folder is
/// locked, so it serves one process.
#[derive(Debug)]
pub struct SqliteJournal {
    readers: SqlitePool,
    writing: Writing,
    writer: Writer,
    feed: Arc<Feed>,
    // Dropped last: it keeps the database file open.
    checkpoints: Checkpoints,
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
        let committing = Committing::open(path)?;
        let writing = Writing::new(writing);
        let turns = writing.turns().clone();
        let feed = Feed::start(readers.clone(), writing.clone()).await?;
        let store = SqliteStore::new(
            readers.clone(),
            committing,
            turns.clone(),
            Arc::clone(&feed),
        );
        let writer = Writer::start_on_a_thread(Arc::new(store))?;
        let checkpoints = Checkpoints::start(path, turns, writer.meter())
            .map_err(JournalError::storage("open its database"))?;
        Ok(Self {
            writing,
            writer,
            readers,
            feed,
            checkpoints,
        })
    }

    /// The service's own tables in the same file.
    #[must_use]
    pub fn records(&self) -> Records {
        Records::in_turns(self.readers.clone(), self.writing.clone())
    }

    async fn close_pools(&self) {
        self.checkpoints.close().await;
        self.readers.close().await;
        self.writing.pool().close().await;
    }
}

impl_journal!(SqliteJournal, serves_one_process: true);

/// The bare store, for tests of the group commit.
#[cfg(test)]
pub(crate) async fn open_store(path: &Path) -> Result<SqliteStore, JournalError> {
    let writing = database::open_writer(path).await?;
    database::migrate(path, &writing, None).await?;
    let readers = database::open_readers(path).await?;
    let committing = Committing::open(path)?;
    let writing = Writing::new(writing);
    let turns = writing.turns().clone();
    let feed = Feed::start(readers.clone(), writing).await?;
    Ok(SqliteStore::new(readers, committing, turns, feed))
}
