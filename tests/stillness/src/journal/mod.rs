//! A journal in memory under the services' own group commit.

mod chains;
mod disturbance;
mod memory;

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use outflank_journal::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Hash, Heartbeat, Journal, JournalError,
    Measures, NewEntry, OpenStream, StreamId,
    writer::{InsertError, Row, Store, Writer},
};
use tokio::sync::watch;

use crate::stillness::Stillness;

pub use chains::verify;
pub use disturbance::{Disturbance, Undisturbed};
pub use memory::{Broken, Memory, Stored};

/// Entries in one commit.
const BATCH: usize = 64;

/// One process's way to a journal.
pub struct MemoryJournal {
    access: Arc<Access>,
    writer: Writer,
    serves_one_process: bool,
}

/// A process's connections.
struct Access {
    memory: Arc<Memory>,
    stillness: Stillness,
    disturbance: Box<dyn Disturbance>,
}

impl std::fmt::Debug for MemoryJournal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MemoryJournal")
    }
}

impl MemoryJournal {
    /// Opens it for one process, on the current runtime.
    #[must_use]
    pub fn open(
        memory: &Arc<Memory>,
        stillness: &Stillness,
        disturbance: impl Disturbance,
    ) -> Self {
        memory.number_facts();
        let access = Arc::new(Access {
            memory: Arc::clone(memory),
            stillness: stillness.clone(),
            disturbance: Box::new(disturbance),
        });
        Self {
            writer: Writer::start(Arc::clone(&access)),
            access,
            serves_one_process: false,
        }
    }

    /// Opens one in which nothing goes wrong, whatever the runtime.
    #[must_use]
    pub fn undisturbed(memory: &Arc<Memory>) -> Self {
        Self::open(memory, &Stillness::default(), Undisturbed)
    }

    /// As a journal that is no other process's, like one in a file.
    #[must_use]
    pub fn of_one_process(self) -> Self {
        Self {
            serves_one_process: true,
            ..self
        }
    }
}

impl Access {
    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        self.disturbance.reach(doing).await
    }
}

#[async_trait]
impl Store for Access {
    fn batch(&self) -> usize {
        BATCH
    }

    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        self.reach("read hashes").await?;
        Ok(self.memory.hashes(wanted))
    }

    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        self.disturbance.commit(&self.memory, rows).await
    }

    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError> {
        self.reach("look up a command").await?;
        Ok(self.memory.by_command(stream, actor, command_id))
    }

    async fn last_seq(&self, stream: &StreamId) -> Result<u64, JournalError> {
        self.reach("read the last entry").await?;
        Ok(self.memory.last_seq(stream))
    }

    fn facts_written(&self) {
        self.disturbance.facts_written(&self.memory);
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
        self.access.disturbance.go_on().await;
        self.writer.append(entry).await
    }

    async fn read(
        &self,
        stream: &StreamId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        self.writer.count_read();
        self.access.reach("read entries").await?;
        Ok(self.access.memory.read(stream, after_seq, limit))
    }

    async fn last(&self, stream: &StreamId) -> Result<Option<Entry>, JournalError> {
        self.access.reach("read the last entry").await?;
        Ok(self.access.memory.read(stream, 0, u32::MAX).pop())
    }

    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError> {
        self.access.reach("look up a command").await?;
        // Pairing asks this before it decides.
        self.access.stillness.deciding();
        Ok(self.access.memory.by_command(stream, actor, command_id))
    }

    async fn streams(&self, kind: &str) -> Result<Vec<StreamId>, JournalError> {
        self.access.reach("list streams").await?;
        Ok(self.access.memory.streams(kind))
    }

    async fn last_seqs(&self, kind: &str) -> Result<Vec<(StreamId, u64)>, JournalError> {
        self.access.reach("list streams").await?;
        let streams = self.access.memory.streams(kind).into_iter();
        let seqs = streams.map(|stream| {
            let entries = self.access.memory.read(&stream, 0, u32::MAX);
            let seq = entries.last().map_or(0, |entry| entry.seq);
            (stream, seq)
        });
        Ok(seqs.collect())
    }

    async fn facts(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
        self.access.reach("read facts").await?;
        self.access.memory.facts(after, limit)
    }

    fn facts_head(&self) -> watch::Receiver<u64> {
        self.access.memory.head()
    }

    fn wake(&self) {
        self.access.memory.number_facts();
    }

    fn epoch(&self) -> String {
        self.access.memory.epoch().to_owned()
    }

    async fn save_cursor(&self, consumer: &str, cursor: &Cursor) -> Result<(), JournalError> {
        self.access.reach("save a cursor").await?;
        self.access.memory.save_cursor(consumer, cursor);
        // Saved, and nobody is told.
        self.access.reach("save a cursor").await
    }

    async fn load_cursor(&self, consumer: &str) -> Result<Cursor, JournalError> {
        self.access.reach("load a cursor").await?;
        Ok(self.access.memory.cursor(consumer))
    }

    async fn deadlines_until(
        &self,
        until_ms: i64,
        limit: u32,
    ) -> Result<Vec<Deadline>, JournalError> {
        self.access.reach("read deadlines").await?;
        let open = self.access.memory.open().into_iter();
        let due = open.filter_map(|(stream, at_ms)| {
            Some(Deadline {
                stream,
                at_ms: at_ms?,
            })
        });
        let mut due: Vec<Deadline> = due.filter(|due| due.at_ms <= until_ms).collect();
        due.sort_by_key(|due| due.at_ms);
        due.truncate(limit as usize);
        Ok(due)
    }

    async fn open_streams(&self, kind: &str) -> Result<Vec<OpenStream>, JournalError> {
        self.access.reach("list open streams").await?;
        let open = self.access.memory.open().into_iter();
        let open = open.filter(|(stream, _)| stream.kind == kind);
        Ok(open
            .map(|(stream, deadline_ms)| OpenStream {
                stream,
                deadline_ms,
            })
            .collect())
    }

    async fn beat(&self, process: &str, at_ms: i64) -> Result<(), JournalError> {
        self.access.reach("note a heartbeat").await?;
        self.access.memory.beat(process, at_ms);
        Ok(())
    }

    async fn heartbeats(&self) -> Result<Vec<Heartbeat>, JournalError> {
        self.access.reach("read heartbeats").await?;
        let beats = self.access.memory.beats().into_iter();
        Ok(beats
            .map(|(process, at_ms)| Heartbeat { process, at_ms })
            .collect())
    }

    async fn forget_heartbeats(&self, before_ms: i64) -> Result<(), JournalError> {
        self.access.reach("forget heartbeats").await?;
        self.access.memory.forget_beats(before_ms);
        Ok(())
    }

    fn serves_one_process(&self) -> bool {
        self.serves_one_process
    }

    async fn verify(&self, stream: &StreamId) -> Result<ChainReport, JournalError> {
        Ok(verify(&self.access.memory, std::slice::from_ref(stream)))
    }

    async fn verify_all(&self) -> Result<ChainReport, JournalError> {
        let streams = self.access.memory.all_streams();
        Ok(verify(&self.access.memory, &streams))
    }

    fn measures(&self) -> Measures {
        self.writer.measures()
    }

    async fn close(&self) {
        self.writer.close().await;
    }
}
