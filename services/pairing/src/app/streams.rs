//! Streams of this service other than tournaments: small ones, kept folded and brought up to date before each use.

use std::{
    any::Any,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_access::Problem;
use outflank_journal::{
    Append, DeadlineChange, Entry, JournalError, NewEntry, NewFact, RecordWrite, StreamId,
};
use outflank_kept::{Kept, Weighed};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{App, PAGE, check, problems, turns::Lines};
use crate::records::{Reason, keep_reason, stored};

/// Version of the bodies of their entries.
const SCHEMA_VERSION: u32 = 1;
/// A race against other processes is decided again at most so often.
const ATTEMPTS: u32 = 32;
/// Room for folded streams, in bytes.
const MOST_KEPT_BYTES: u64 = 4 << 20;

/// A stream by its kind and id.
type Which = (&'static str, String);

/// A stream as it was folded last.
#[derive(Clone)]
struct KeptStream {
    bytes: u64,
    stood: Arc<dyn Any + Send + Sync>,
}

impl Weighed for KeptStream {
    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Streams as they were folded last.
pub(super) struct FoldedStreams {
    kept: Kept<Which, KeptStream>,
    /// Those that have a slot of their own.
    alone: Mutex<BTreeMap<Which, KeptStream>>,
    /// Whoever folds one that is not kept.
    folding: Lines,
}

impl Default for FoldedStreams {
    fn default() -> Self {
        Self {
            kept: Kept::new("pairing_streams", MOST_KEPT_BYTES),
            alone: Mutex::default(),
            folding: Lines::default(),
        }
    }
}

impl FoldedStreams {
    fn alone(&self) -> MutexGuard<'_, BTreeMap<Which, KeptStream>> {
        self.alone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get<S: Folded>(&self, id: &str) -> Stood<S> {
        let which = (S::KIND, id.to_owned());
        let found = if S::ALONE {
            self.alone().get(&which).cloned()
        } else {
            self.kept.get(&which)
        };
        let stood = found.and_then(|kept| kept.stood.downcast_ref::<Stood<S>>().cloned());
        stood.unwrap_or_default()
    }

    fn keep<S: Folded>(&self, id: &str, stood: &Stood<S>) {
        let kept = KeptStream {
            bytes: stood.state.held_bytes(stood.told_bytes),
            stood: Arc::new(stood.clone()),
        };
        let which = (S::KIND, id.to_owned());
        if S::ALONE {
            self.alone().insert(which, kept);
        } else {
            self.kept.keep(which, kept);
        }
    }

    fn forget<S: Folded>(&self, id: &str) {
        let which = (S::KIND, id.to_owned());
        if S::ALONE {
            self.alone().remove(&which);
        } else {
            self.kept.forget(&which);
        }
    }
}

/// What is folded from such a stream.
pub(crate) trait Folded: Clone + Default + Send + Sync + 'static {
    /// What its entries hold.
    type Event: Serialize + DeserializeOwned + Clone + Send + Sync + 'static;
    /// The kind of its streams.
    const KIND: &'static str;
    /// There is one stream of the kind, and it grows for good: it has a slot of its own, whatever else is kept.
    const ALONE: bool = false;
    /// Whoever repeats a command is answered with what stands now: nobody has a long stream folded from its beginning at
    /// will.
    const ANSWERS_NOW: bool = Self::ALONE;

    /// The state after an event of an entry at that time, in ms since 1970.
    fn evolved(self, at_ms: i64, event: &Self::Event) -> Self;
    /// About what it takes, in bytes; `told`: those of all entries folded in.
    fn held_bytes(&self, told: u64) -> u64 {
        told
    }
    /// The refusal where other processes were first too often.
    fn contended() -> Problem;
}

/// A state with the entry that it was folded to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stood<S> {
    /// The last entry; 0 = there is none.
    pub seq: u64,
    /// Its time, in ms since 1970.
    pub at_ms: i64,
    pub state: S,
    /// Bytes of all entries folded in.
    told_bytes: u64,
}

/// What an entry is made of, and what is written with it.
pub(crate) struct Written<E> {
    pub events: Vec<E>,
    pub facts: Vec<NewFact>,
    pub records: Vec<RecordWrite>,
}

#[derive(Serialize, Deserialize)]
struct Body<E> {
    events: Vec<E>,
}

impl<S: Folded> Stood<S> {
    fn take(&mut self, entry: &Entry) -> Result<(), Problem> {
        for event in read::<S>(entry)? {
            self.state = std::mem::take(&mut self.state).evolved(entry.at_ms, &event);
        }
        self.seq = entry.seq;
        self.at_ms = entry.at_ms;
        let bytes = u64::try_from(entry.body.len()).unwrap_or(u64::MAX);
        self.told_bytes = self.told_bytes.saturating_add(bytes);
        Ok(())
    }
}

fn read<S: Folded>(entry: &Entry) -> Result<Vec<S::Event>, Problem> {
    if entry.schema_version != SCHEMA_VERSION {
        return Err(Problem::internal(format!(
            "entry {} of {} has schema version {}, this program knows {SCHEMA_VERSION}",
            entry.seq, entry.stream, entry.schema_version
        )));
    }
    let body: Body<S::Event> = serde_json::from_slice(&entry.body).map_err(Problem::internal)?;
    Ok(body.events)
}

impl App {
    /// What stands in such a stream now; without entries it is empty.
    pub(crate) async fn stood<S: Folded>(&self, id: &str) -> Result<Stood<S>, Problem> {
        let mut kept = self.streams.get::<S>(id);
        let mut _folds = None;
        if kept.seq == 0 {
            // One reads it from its beginning, however many ask.
            let line = self.streams.folding.of(&format!("{}/{id}", S::KIND));
            _folds = Some(line.lock_owned().await);
            kept = self.streams.get::<S>(id);
        }
        let known = kept.seq;
        let stood = self.folded_on(kept, id, u64::MAX).await?;
        if stood.seq > known {
            self.streams.keep(id, &stood);
        }
        Ok(stood)
    }

    /// What stood after an entry; where the kind answers so, what stands now.
    async fn stood_at<S: Folded>(&self, id: &str, seq: u64) -> Result<Stood<S>, Problem> {
        if S::ANSWERS_NOW {
            return self.stood(id).await;
        }
        self.folded_on(Stood::default(), id, seq).await
    }

    async fn folded_on<S: Folded>(
        &self,
        mut stood: Stood<S>,
        id: &str,
        seq: u64,
    ) -> Result<Stood<S>, Problem> {
        let stream = StreamId::new(S::KIND, id);
        loop {
            let entries = self.journal.read(&stream, stood.seq, PAGE).await;
            let entries = entries.map_err(stored)?;
            for entry in entries.iter().filter(|entry| entry.seq <= seq) {
                stood.take(entry)?;
            }
            if entries.len() < PAGE as usize || stood.seq >= seq {
                return Ok(stood);
            }
        }
    }

    /// Whether a command was carried out in such a stream.
    pub(crate) async fn was_given<S: Folded>(
        &self,
        id: &str,
        (actor, command_id): (&str, &str),
    ) -> Result<bool, Problem> {
        check::command_id(command_id)?;
        let stream = StreamId::new(S::KIND, id);
        let before = self.journal.by_command(&stream, actor, command_id).await;
        Ok(before.map_err(stored)?.is_some())
    }

    /// The ids of all streams of that kind, in their order.
    pub(crate) async fn all_stood<S: Folded>(&self) -> Result<Vec<String>, Problem> {
        let streams = self.journal.streams(S::KIND).await.map_err(stored)?;
        let mut ids: Vec<String> = streams.into_iter().map(|stream| stream.id).collect();
        ids.sort();
        Ok(ids)
    }

    /// Decides on the latest state and appends what is decided, again if another was first; answers with the state after
    /// it. A command given before gets its first answer. `texts` are written with the entry, under a name of the stream's.
    pub(crate) async fn change<S, D>(
        self: &Arc<Self>,
        id: &str,
        by: (&str, &str),
        texts: (&str, &[Reason]),
        decide: D,
    ) -> Result<Stood<S>, Problem>
    where
        S: Folded,
        D: Fn(&Stood<S>, i64) -> Result<Vec<S::Event>, Problem>,
    {
        let written = |stood: &Stood<S>, now_ms: i64| {
            Ok(Written {
                events: decide(stood, now_ms)?,
                facts: Vec::new(),
                records: texts
                    .1
                    .iter()
                    .map(|text| keep_reason(texts.0, text, now_ms))
                    .collect(),
            })
        };
        self.write(id, by, written).await
    }

    /// The same, where more is written with the entry than texts.
    pub(crate) async fn write<S, D>(
        self: &Arc<Self>,
        id: &str,
        (actor, command_id): (&str, &str),
        decide: D,
    ) -> Result<Stood<S>, Problem>
    where
        S: Folded,
        D: Fn(&Stood<S>, i64) -> Result<Written<S::Event>, Problem>,
    {
        check::command_id(command_id)?;
        let stream = StreamId::new(S::KIND, id);
        for _ in 0..ATTEMPTS {
            let before = self.journal.by_command(&stream, actor, command_id).await;
            if let Some(entry) = before.map_err(stored)? {
                return self.stood_at(id, entry.seq).await;
            }
            let mut stood: Stood<S> = self.stood(id).await?;
            let now_ms = self.clock.now_ms().max(stood.at_ms);
            let Written {
                events,
                facts,
                records,
            } = decide(&stood, now_ms)?;
            let body = Body {
                events: events.clone(),
            };
            let entry = NewEntry {
                stream: stream.clone(),
                expected_seq: stood.seq,
                at_ms: now_ms,
                actor: actor.to_owned(),
                command_id: command_id.to_owned(),
                schema_version: SCHEMA_VERSION,
                body: serde_json::to_vec(&body).map_err(Problem::internal)?,
                facts,
                deadline: DeadlineChange::Keep,
                records,
            };
            match self.journal.append(entry).await {
                Ok(Append::Appended { seq, .. }) => {
                    for event in &events {
                        stood.state = stood.state.evolved(now_ms, event);
                    }
                    return Ok(Stood {
                        seq,
                        at_ms: now_ms,
                        state: stood.state,
                        told_bytes: stood.told_bytes,
                    });
                }
                Ok(Append::Repeated { entry }) => return self.stood_at(id, entry.seq).await,
                // The store has gone back to an older state: what is kept stands no more.
                Ok(Append::Conflict { actual_seq }) if actual_seq < stood.seq => {
                    self.streams.forget::<S>(id);
                }
                Ok(Append::Conflict { .. } | Append::Unmet) => {}
                Err(JournalError::PredecessorChanged { .. }) => self.streams.forget::<S>(id),
                Err(error) => return Err(problems::not_appended(error)),
            }
        }
        Err(S::contended())
    }
}
