//! A stream that is one register: what is in it settles what more there may be, so it has one order.

use std::sync::Arc;

use outflank_access::{Problem, identifier};
use outflank_journal::{
    Append, DeadlineChange, Entry, Journal, NewEntry, NewFact, RecordWrite, StreamId,
};
use outflank_transport::ClusterClock;
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::{Mutex, Notify};

use crate::stored::stored;

const ALL: &str = "all";
const SCHEMA_VERSION: u32 = 1;
/// Entries read at once.
const PAGE: u32 = 200;
/// How often a change is decided again because others changed the register at the same moment.
const TURNS: usize = 16;

/// What a register is a fold of.
pub(crate) trait Folded: Clone + Default + Send + Sync {
    type Event: Serialize + DeserializeOwned + Send + Sync;
    /// The kind of the stream.
    const KIND: &'static str;

    /// After one more event, of the entry `seq` at `at_ms`.
    fn evolve(&mut self, of: (u64, i64), event: Self::Event);

    /// Why a change is refused that others were faster than, again and again.
    fn contended() -> Problem;

    /// The facts that go out with an event.
    ///
    /// # Errors
    /// When they cannot be written.
    fn facts(_event: &Self::Event) -> Result<Vec<NewFact>, Problem> {
        Ok(Vec::new())
    }
}

/// The stream, and its fold as far as it was read.
pub(crate) struct Register<T: Folded> {
    journal: Arc<dyn Journal>,
    clock: Arc<ClusterClock>,
    folded: Mutex<(u64, Arc<T>)>,
    /// Changes of this process are made one after another: only those of other processes can come between.
    turn: Mutex<()>,
    /// Told of every change that is made here.
    pub changed: Notify,
}

impl<T: Folded> Register<T> {
    pub(crate) fn new(journal: Arc<dyn Journal>, clock: Arc<ClusterClock>) -> Self {
        Self {
            journal,
            clock,
            folded: Mutex::default(),
            turn: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// What is in it now.
    pub(crate) async fn now(&self) -> Result<Arc<T>, Problem> {
        Ok(self.read().await?.1)
    }

    async fn read(&self) -> Result<(u64, Arc<T>), Problem> {
        let stream = StreamId::new(T::KIND, ALL);
        let mut folded = self.folded.lock().await;
        loop {
            let entries = self.journal.read(&stream, folded.0, PAGE).await;
            let entries = entries.map_err(stored)?;
            if entries.is_empty() {
                return Ok(folded.clone());
            }
            let (seq, fold) = &mut *folded;
            for entry in &entries {
                let fold = Arc::make_mut(fold);
                for event in events::<T>(entry)? {
                    fold.evolve((entry.seq, entry.at_ms), event);
                }
                *seq = entry.seq;
            }
        }
    }

    /// Appends what is decided on what is in it; answers what is in it then. Nothing decided is nothing written.
    ///
    /// # Errors
    /// [`Folded::contended`], a conflict, where others were faster each time; nothing is written then, as where `decide`
    /// refuses.
    pub(crate) async fn change(
        &self,
        actor: &str,
        decide: impl Fn(&T) -> Result<Vec<T::Event>, Problem>,
    ) -> Result<Arc<T>, Problem> {
        self.change_with(actor, &[], decide).await
    }

    /// [`change`](Self::change), with what is written of records where it is made.
    pub(crate) async fn change_with(
        &self,
        actor: &str,
        records: &[RecordWrite],
        decide: impl Fn(&T) -> Result<Vec<T::Event>, Problem>,
    ) -> Result<Arc<T>, Problem> {
        let command_id = identifier::random_id().map_err(Problem::internal)?;
        let _turn = self.turn.lock().await;
        for _ in 0..TURNS {
            let (expected_seq, fold) = self.read().await?;
            let events = decide(&fold)?;
            if events.is_empty() {
                return Ok(fold);
            }
            let facts = events.iter().map(T::facts);
            let facts: Vec<Vec<NewFact>> = facts.collect::<Result<_, _>>()?;
            let entry = NewEntry {
                stream: StreamId::new(T::KIND, ALL),
                expected_seq,
                at_ms: self.clock.now_ms(),
                actor: actor.to_owned(),
                command_id: command_id.clone(),
                schema_version: SCHEMA_VERSION,
                body: serde_json::to_vec(&events).map_err(Problem::internal)?,
                facts: facts.into_iter().flatten().collect(),
                deadline: DeadlineChange::Keep,
                records: records.to_vec(),
            };
            match self.journal.append(entry).await.map_err(stored)? {
                Append::Appended { .. } | Append::Repeated { .. } => {
                    let fold = self.now().await?;
                    self.changed.notify_one();
                    return Ok(fold);
                }
                Append::Conflict { .. } | Append::Unmet => {}
            }
        }
        Err(T::contended())
    }
}

fn events<T: Folded>(entry: &Entry) -> Result<Vec<T::Event>, Problem> {
    serde_json::from_slice(&entry.body)
        .map_err(|error| Problem::internal(format!("{} {}: {error}", entry.stream, entry.seq)))
}
