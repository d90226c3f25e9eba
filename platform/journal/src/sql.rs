//! What both databases have in common.
//!
//! The files in `sql/` are compiled once for each database: the statements are the same, the
//! types of connections and rows, in its module `dialect`, are not.

use std::io;

use crate::JournalError;

/// The columns of entries, by name: a column that a newer program added changes no answer.
macro_rules! entries_where {
    ($condition:literal) => {
        concat!(
            "SELECT stream_kind, stream_id, seq, at_ms, actor, command_id, schema_version, body, \
             previous_hash, hash FROM journal_entries WHERE ",
            $condition
        )
    };
}

/// Works on a connection of a pool, for no longer than the `dialect` in scope allows: what fails on the way there is told
/// as the journal's error of doing something, or `as` a function makes it. A connection that says nothing in time is
/// closed: its server may be gone without a word.
macro_rules! on {
    ($pool:expr, $doing:literal, $connection:ident => $work:expr) => {
        $crate::sql::on!($pool, as $crate::JournalError::storage($doing), $connection => $work)
    };
    ($pool:expr, as $failed:expr, $connection:ident => $work:expr) => {{
        let mut held = $pool.acquire().await.map_err($failed)?;
        let $connection = &mut *held;
        match tokio::time::timeout(dialect::LIMIT, $work).await {
            Ok(done) => done,
            Err(_) => {
                held.close_on_drop();
                Err(($failed)($crate::sql::silence()))
            }
        }
    }};
}

pub(crate) use {entries_where, on};

/// The database did not answer in time.
pub(crate) fn no_answer(doing: &'static str) -> JournalError {
    JournalError::storage(doing)(silence())
}

/// What a server that says nothing is taken to say.
pub(crate) fn silence() -> sqlx::Error {
    let message = "the database does not answer";
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, message))
}

/// The trait [`Journal`](crate::Journal) over `readers`, `writing`, `writer` and `feed`.
macro_rules! impl_journal {
    ($name:ident, serves_one_process: $one:literal) => {
        #[async_trait::async_trait]
        impl $crate::Journal for $name {
            async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
                self.writer.append(entry).await
            }

            async fn read(
                &self,
                stream: &StreamId,
                after_seq: u64,
                limit: u32,
            ) -> Result<Vec<Entry>, JournalError> {
                self.writer.count_read();
                on!(self.readers, "read entries", c => reading::read(c, stream, after_seq, limit))
            }

            async fn last(&self, stream: &StreamId) -> Result<Option<Entry>, JournalError> {
                on!(self.readers, "read the last entry", c => reading::last(c, stream))
            }

            async fn by_command(
                &self,
                stream: &StreamId,
                actor: &str,
                command_id: &str,
            ) -> Result<Option<Entry>, JournalError> {
                on!(self.readers, "look up a command",
                    c => reading::by_command(c, stream, actor, command_id))
            }

            async fn streams(&self, kind: &str) -> Result<Vec<StreamId>, JournalError> {
                on!(self.readers, "list streams", c => reading::streams(c, kind))
            }

            async fn last_seqs(&self, kind: &str) -> Result<Vec<(StreamId, u64)>, JournalError> {
                on!(self.readers, "list streams", c => reading::last_seqs(c, kind))
            }

            async fn facts(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
                self.feed.read(after, limit).await
            }

            fn facts_head(&self) -> watch::Receiver<u64> {
                self.feed.head()
            }

            fn wake(&self) {
                self.feed.written();
            }

            fn epoch(&self) -> String {
                self.feed.epoch()
            }

            async fn save_cursor(
                &self,
                consumer: &str,
                cursor: &Cursor,
            ) -> Result<(), JournalError> {
                on!(self.writing, "save a cursor", c => feed::save_cursor(c, consumer, cursor))
            }

            async fn load_cursor(&self, consumer: &str) -> Result<Cursor, JournalError> {
                on!(self.readers, "load a cursor", c => feed::load_cursor(c, consumer))
            }

            async fn deadlines_until(
                &self,
                until_ms: i64,
                limit: u32,
            ) -> Result<Vec<Deadline>, JournalError> {
                on!(self.readers, "read deadlines",
                    c => schedule::deadlines_until(c, until_ms, limit))
            }

            async fn open_streams(&self, kind: &str) -> Result<Vec<OpenStream>, JournalError> {
                on!(self.readers, "list open streams", c => schedule::open_streams(c, kind))
            }

            async fn beat(&self, process: &str, at_ms: i64) -> Result<(), JournalError> {
                on!(self.writing, "note a heartbeat", c => schedule::beat(c, process, at_ms))
            }

            async fn heartbeats(&self) -> Result<Vec<Heartbeat>, JournalError> {
                on!(self.readers, "read heartbeats", c => schedule::heartbeats(c))
            }

            async fn forget_heartbeats(&self, before_ms: i64) -> Result<(), JournalError> {
                on!(self.writing, "forget heartbeats",
                    c => schedule::forget_heartbeats(c, before_ms))
            }

            fn serves_one_process(&self) -> bool {
                $one
            }

            fn measures(&self) -> $crate::Measures {
                self.writer.measures()
            }

            async fn verify(&self, stream: &StreamId) -> Result<ChainReport, JournalError> {
                let held = self.readers.acquire().await;
                let mut held = held.map_err(JournalError::storage("walk a chain"))?;
                verify::stream(&mut held, stream).await
            }

            async fn verify_all(&self) -> Result<ChainReport, JournalError> {
                let held = self.readers.acquire().await;
                let mut held = held.map_err(JournalError::storage("walk its chains"))?;
                verify::all(&mut held).await
            }

            async fn close(&self) {
                self.writer.close().await;
                self.feed.close().await;
                self.close_pools().await;
            }
        }
    };
}

pub(crate) use impl_journal;
