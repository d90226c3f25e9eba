//! A journal in memory under the services' own group commit, which fails as the seed has it.

mod chains;
mod memory;

use std::{collections::BTreeSet, io, sync::Arc};

use async_trait::async_trait;
use outflank_journal::{
    Append, ChainReport, Cursor, Deadline, Entry, FactPage, Hash, Heartbeat, Journal, JournalError,
    NewEntry, OpenStream, StreamId,
    writer::{InsertError, Row, Store, Writer},
};
use tokio::sync::watch;

use crate::{
    chance::Chance,
    stillness::Stillness,
    time::rest,
    weather::Control,
    world::{Life, World},
};

pub use chains::verify;
pub use memory::{Broken, Memory, Stored};

/// Entries in one commit.
const BATCH: usize = 64;

/// One process's way to a journal.
pub struct MemoryJournal {
    access: Arc<Access>,
    writer: Writer,
}

/// A process's connections, and what goes wrong with them.
struct Access {
    memory: Arc<Memory>,
    world: Arc<World>,
    stillness: Stillness,
    life: Life,
    chance: Chance,
}

impl std::fmt::Debug for MemoryJournal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MemoryJournal")
    }
}

impl MemoryJournal {
    /// Opens it for a process of that name, on the current runtime.
    #[must_use]
    pub fn open(
        memory: &Arc<Memory>,
        (world, stillness): (&Arc<World>, &Stillness),
        (name, life): (&str, &Life),
    ) -> Self {
        memory.number_facts();
        let access = Arc::new(Access {
            memory: Arc::clone(memory),
            world: Arc::clone(world),
            stillness: stillness.clone(),
            life: life.clone(),
            chance: world.chance(&format!("journal of {name}")),
        });
        Self {
            writer: Writer::start(Arc::clone(&access)),
            access,
        }
    }

    /// Opens one in which nothing goes wrong.
    #[must_use]
    pub fn undisturbed(memory: &Arc<Memory>) -> Self {
        let world = World::new(0, crate::Weather::calm(), None);
        let stillness = Stillness::default();
        Self::open(memory, (&world, &stillness), ("nobody", &Life::default()))
    }
}

fn broken_connection(doing: &'static str) -> JournalError {
    let cause = io::Error::new(io::ErrorKind::ConnectionReset, "the connection broke");
    JournalError::Storage {
        doing,
        cause: Arc::new(sqlx::Error::Io(cause)),
    }
}

impl Access {
    /// The way of a read, or of a small write, to the database and back.
    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        self.life.go_on().await;
        let (chance, weather) = (&self.chance, &self.world.weather);
        if self.world.strikes(chance, weather.slow_commits / 2) {
            rest(chance.between(5, 120)).await;
        }
        if self.world.strikes(chance, weather.read_errors) {
            return Err(broken_connection(doing));
        }
        self.life.go_on().await;
        Ok(())
    }

    async fn commit_time(&self) {
        let (chance, weather) = (&self.chance, &self.world.weather);
        let mut ms = chance.between(0, weather.commit_ms);
        if self.world.strikes(chance, weather.slow_commits) {
            ms = chance.between(100, 900);
            if chance.in_thousand(100) {
                ms = chance.between(2_000, 5_000);
            }
        }
        if ms > 0 {
            rest(ms).await;
        }
        self.life.go_on().await;
    }

    fn commit(&self, rows: &[Row]) -> BTreeSet<StreamId> {
        let finished = |row: &Row| row.facts.iter().any(|fact| fact.kind == "game_finished");
        let lost = self.world.breaks(Control::LostFact) && rows.iter().any(finished);
        let broken = Broken {
            no_key_on_seq: self.world.breaks(Control::NoKeyOnSeq),
            facts_lost: lost && self.chance.in_thousand(500),
        };
        self.memory.insert(rows, broken)
    }

    /// Says yes at once, and commits a little later if the process still lives.
    fn commit_later(self: Arc<Self>, rows: &[Row]) -> BTreeSet<StreamId> {
        let promised = self.memory.would_insert(rows);
        let rows = rows.to_vec();
        tokio::spawn(async move {
            rest(self.chance.between(5, 200)).await;
            if !self.life.is_over() {
                drop(self.commit(&rows));
                self.memory.number_facts();
            }
        });
        promised
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
        self.life.go_on().await;
        let (world, chance, weather) = (&self.world, &self.chance, &self.world.weather);
        if world.breaks(Control::AcknowledgedBeforeCommit) {
            let again = Arc::new(Self {
                memory: Arc::clone(&self.memory),
                world: Arc::clone(world),
                stillness: self.stillness.clone(),
                life: self.life.clone(),
                chance: chance.clone(),
            });
            return Ok(again.commit_later(rows));
        }
        if world.strikes(chance, weather.commit_errors) {
            rest(chance.between(1, 50)).await;
            let error = broken_connection("insert entries");
            return Err(if chance.in_thousand(500) {
                InsertError::Busy(error)
            } else {
                InsertError::Failed(error)
            });
        }
        let unknown = world.strikes(chance, weather.unknown_outcomes);
        self.commit_time().await;
        if unknown && chance.in_thousand(500) {
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
        let inserted = self.commit(rows);
        // A crash may come between the commit and the word of it.
        self.commit_time().await;
        if unknown {
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
        Ok(inserted)
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
        let (memory, life) = (Arc::clone(&self.memory), self.life.clone());
        let ms = self.chance.between(0, 30);
        tokio::spawn(async move {
            rest(ms).await;
            life.go_on().await;
            memory.number_facts();
        });
    }
}

#[async_trait]
impl Journal for MemoryJournal {
    async fn append(&self, entry: NewEntry) -> Result<Append, JournalError> {
        self.access.life.go_on().await;
        self.writer.append(entry).await
    }

    async fn read(
        &self,
        stream: &StreamId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
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
        false
    }

    async fn verify(&self, stream: &StreamId) -> Result<ChainReport, JournalError> {
        Ok(verify(&self.access.memory, std::slice::from_ref(stream)))
    }

    async fn verify_all(&self) -> Result<ChainReport, JournalError> {
        let streams = self.access.memory.all_streams();
        Ok(verify(&self.access.memory, &streams))
    }

    async fn close(&self) {
        self.writer.close().await;
    }
}
