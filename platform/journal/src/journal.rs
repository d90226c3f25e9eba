//! The one trait every backend implements.

use async_trait::async_trait;
use tokio::sync::watch;

use crate::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Heartbeat, JournalError, Measures,
    NewEntry, OpenStream, StreamId,
};

/// The durable history of one service.
///
/// Every method fails with [`JournalError::Storage`] when the database does.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Appends an entry. When this returns [`Append::Appended`], the entry is on disk.
    ///
    /// The append runs in a task of the journal's own: a caller that goes away once it is queued
    /// does not undo it. Appends of all callers share commits, but for those with records.
    ///
    /// # Errors
    /// [`JournalError::InvalidEntry`], [`JournalError::Closed`], [`JournalError::Storage`] and
    /// [`JournalError::PredecessorChanged`]: nothing was written.
    /// [`JournalError::OutcomeUnknown`]: see there.
    async fn append(&self, entry: NewEntry) -> Result<Append, JournalError>;

    /// At most `limit` entries of a stream after `after_seq`, in order.
    async fn read(
        &self,
        stream: &StreamId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError>;

    /// The last entry of a stream.
    async fn last(&self, stream: &StreamId) -> Result<Option<Entry>, JournalError>;

    /// The entry an actor's command made in a stream, if it was accepted. Asked before deciding,
    /// it gives a resent command its first answer.
    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError>;

    /// All streams of a kind, ordered by id.
    async fn streams(&self, kind: &str) -> Result<Vec<StreamId>, JournalError>;

    /// The last entry's seq of every stream of a kind, ordered by id.
    async fn last_seqs(&self, kind: &str) -> Result<Vec<(StreamId, u64)>, JournalError>;

    /// At most `limit` facts after a cursor. An empty page means that everything committed before the call has been
    /// read.
    ///
    /// # Errors
    /// [`JournalError::ForeignCursor`] for a cursor of another store, or beyond the head of
    /// this one: read again from [`Cursor::beginning`].
    async fn facts(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError>;

    /// Number of the last fact that can be read; changes when there are more.
    fn facts_head(&self) -> watch::Receiver<u64>;

    /// Others have written facts to this store, or may have: look now instead of a little later.
    fn wake(&self);

    /// Identity of this store, drawn when it was made, and again when an older state of it is
    /// restored.
    fn epoch(&self) -> String;

    /// Remembers how far this service has consumed another's feed. `consumer` names the pair,
    /// e.g. `play-from-pairing`. Never goes back within an epoch: of several processes the foremost counts.
    /// [`Cursor::beginning`] is of no epoch and always saved.
    async fn save_cursor(&self, consumer: &str, cursor: &Cursor) -> Result<(), JournalError>;

    /// How far a consumer has come; the beginning if it never saved a cursor.
    async fn load_cursor(&self, consumer: &str) -> Result<Cursor, JournalError>;

    /// At most `limit` deadlines at or before `until_ms` (ms since 1970), earliest first. It may look at every open
    /// stream, so rest between looks.
    async fn deadlines_until(
        &self,
        until_ms: i64,
        limit: u32,
    ) -> Result<Vec<Deadline>, JournalError>;

    /// All streams of a kind that are open, with or without a deadline, ordered by id.
    async fn open_streams(&self, kind: &str) -> Result<Vec<OpenStream>, JournalError>;

    /// Notes that a process runs at `at_ms` (ms since 1970). Never goes back.
    async fn beat(&self, process: &str, at_ms: i64) -> Result<(), JournalError>;

    /// The last beat of every process. Read before the first beat, it tells a restart when its
    /// predecessor was last alive.
    async fn heartbeats(&self) -> Result<Vec<Heartbeat>, JournalError>;

    /// Forgets every process whose last beat was before `before_ms` (ms since 1970).
    async fn forget_heartbeats(&self, before_ms: i64) -> Result<(), JournalError>;

    /// Whether this store is one process's alone: whoever else has beaten in it is gone.
    fn serves_one_process(&self) -> bool;

    /// What it has done since it was opened, for operators.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// Walks the hash chain of one stream.
    async fn verify(&self, stream: &StreamId) -> Result<ChainReport, JournalError>;

    /// Walks the hash chains of all streams.
    async fn verify_all(&self) -> Result<ChainReport, JournalError>;

    /// Commits what is queued, then takes no more entries and lets go of the database.
    async fn close(&self);
}
