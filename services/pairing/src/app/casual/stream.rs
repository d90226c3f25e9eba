//! The stream of bookings: read to its end, and appended to at the seq that was read.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use outflank_access::{Problem, Role};
use outflank_casual::{Bookings, Event};
use outflank_journal::{
    Append, DeadlineChange, Entry, JournalError, NewEntry, NewFact, RecordWrite, StreamId,
};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, MutexGuard};

use super::super::{App, PAGE, problems::not_appended, readings::SharedReading};
use crate::records::stored;

/// The kind of these streams; their ids are their numbers.
const KIND: &str = "bookings";
/// Version of the bodies of their entries.
const SCHEMA_VERSION: u32 = 1;
/// A race against other processes is decided again at most so often.
pub(super) const ATTEMPTS: u32 = 64;

/// A stream of bookings up to an entry.
#[derive(Debug, Clone)]
pub(in crate::app) struct Stood {
    pub stream: u32,
    /// The last entry; 0 = there is none.
    pub seq: u64,
    /// Its time, ms of cluster time.
    pub at_ms: i64,
    pub bookings: Arc<Bookings>,
}

/// The stream of bookings as it was read last.
#[derive(Debug, Default)]
pub(in crate::app) struct BookingStream {
    now: SharedReading<Stood>,
    kept: Mutex<Option<Stood>>,
    /// The store has gone back to an older state: what is kept stands no more.
    is_stale: AtomicBool,
    /// Whoever decides what comes next in this process.
    turn: Mutex<()>,
}

/// The turn to decide what is booked or freed next.
pub(super) type Turn<'a> = MutexGuard<'a, ()>;

impl BookingStream {
    /// The turn to decide what comes next, from looking to appending: where hundreds of games end at once, none of this
    /// process races another, and who books does not decide again for each of them.
    pub(super) async fn turn(&self) -> Turn<'_> {
        self.turn.lock().await
    }
}

/// What is to stand in the stream next.
pub(super) struct Next {
    /// The command that it carries out.
    pub command_id: String,
    pub now_ms: i64,
    pub event: Event,
    pub facts: Vec<NewFact>,
    pub records: Vec<RecordWrite>,
}

/// What became of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It stands, as this entry.
    Stands(u64),
    /// The command was carried out before.
    Repeated,
    /// Somebody else was first: look again.
    Raced,
    /// A record that it needs is another by now: nothing was written.
    Unmet,
}

#[derive(Serialize, Deserialize)]
struct Body {
    events: Vec<Event>,
}

fn id(stream: u32) -> StreamId {
    StreamId::new(KIND, stream.to_string())
}

fn events(entry: &Entry) -> Result<Vec<Event>, Problem> {
    if entry.schema_version != SCHEMA_VERSION {
        return Err(Problem::internal(format!(
            "entry {} of {} has schema version {}, this program knows {SCHEMA_VERSION}",
            entry.seq, entry.stream, entry.schema_version
        )));
    }
    let body: Body = serde_json::from_slice(&entry.body).map_err(Problem::internal)?;
    Ok(body.events)
}

impl Stood {
    fn take(&mut self, (seq, at_ms): (u64, i64), events: &[Event]) {
        let bookings = Arc::make_mut(&mut self.bookings);
        for event in events {
            bookings.evolve((self.stream, seq, at_ms), event);
        }
        (self.seq, self.at_ms) = (seq, at_ms);
    }
}

impl App {
    /// Who is booked now: read once for all who ask together.
    pub(in crate::app) async fn bookings(&self) -> Result<Stood, Problem> {
        self.bookings
            .now
            .get(async || self.read_bookings().await)
            .await
    }

    /// Reads on to the end. A stream that is full is closed, and one that nothing stands in begins with what was open.
    async fn read_bookings(&self) -> Result<Stood, Problem> {
        let mut kept = self.bookings.kept.lock().await;
        let stood = match &mut *kept {
            Some(stood) => stood,
            none => none.insert(self.first_stood().await?),
        };
        for _ in 0..ATTEMPTS {
            if self.bookings.is_stale.swap(false, Ordering::AcqRel) {
                *stood = self.first_stood().await?;
            }
            self.read_on(stood).await?;
            if let Some(next) = stood.bookings.next() {
                self.go_on_in(stood, next).await?;
                continue;
            }
            let Some(closed) = stood.bookings.closing((stood.stream, stood.seq)) else {
                return Ok(stood.clone());
            };
            let now_ms = self.clock.now_ms().max(stood.at_ms);
            let close = Next {
                command_id: "close".to_owned(),
                now_ms,
                event: closed,
                facts: Vec::new(),
                records: Vec::new(),
            };
            self.append_booking((stood, stood.stream, stood.seq), close)
                .await?;
        }
        Err(super::problems::contended())
    }

    /// The latest stream, of which nothing was read.
    async fn first_stood(&self) -> Result<Stood, Problem> {
        let streams = self.journal.streams(KIND).await.map_err(stored)?;
        let numbers = streams.iter().filter_map(|stream| stream.id.parse().ok());
        Ok(Stood {
            stream: numbers.max().unwrap_or(1),
            seq: 0,
            at_ms: 0,
            bookings: Arc::default(),
        })
    }

    async fn read_on(&self, stood: &mut Stood) -> Result<(), Problem> {
        let stream = id(stood.stream);
        loop {
            let entries = self.journal.read(&stream, stood.seq, PAGE).await;
            let entries = entries.map_err(stored)?;
            for entry in &entries {
                stood.take((entry.seq, entry.at_ms), &events(entry)?);
            }
            if entries.len() < PAGE as usize {
                return Ok(());
            }
        }
    }

    /// The next stream, begun with what the one before carries over.
    async fn go_on_in(&self, stood: &mut Stood, next: u32) -> Result<(), Problem> {
        let carry = Next {
            command_id: "carry".to_owned(),
            now_ms: stood.at_ms,
            event: Event::Carried(stood.bookings.carried(next)),
            facts: Vec::new(),
            records: Vec::new(),
        };
        self.append_booking((stood, next, 0), carry).await?;
        *stood = Stood {
            stream: next,
            seq: 0,
            at_ms: stood.at_ms,
            bookings: Arc::default(),
        };
        Ok(())
    }

    /// Appends to the stream that was read, behind its last entry.
    pub(super) async fn append_next(&self, stood: &Stood, next: Next) -> Result<Outcome, Problem> {
        self.append_booking((stood, stood.stream, stood.seq), next)
            .await
    }

    async fn append_booking(
        &self,
        (stood, stream, seq): (&Stood, u32, u64),
        next: Next,
    ) -> Result<Outcome, Problem> {
        let body = Body {
            events: vec![next.event],
        };
        let entry = NewEntry {
            stream: id(stream),
            expected_seq: seq,
            at_ms: next.now_ms.max(stood.at_ms),
            actor: Role::Pairing.actor(),
            command_id: next.command_id,
            schema_version: SCHEMA_VERSION,
            body: serde_json::to_vec(&body).map_err(Problem::internal)?,
            facts: next.facts,
            deadline: DeadlineChange::Keep,
            records: next.records,
        };
        match self.journal.append(entry).await {
            Ok(Append::Appended { seq, .. }) => Ok(Outcome::Stands(seq)),
            Ok(Append::Repeated { .. }) => Ok(Outcome::Repeated),
            Ok(Append::Conflict { actual_seq }) => {
                if actual_seq < seq {
                    self.bookings.is_stale.store(true, Ordering::Release);
                }
                Ok(Outcome::Raced)
            }
            Ok(Append::Unmet) => Ok(Outcome::Unmet),
            Err(JournalError::PredecessorChanged { .. }) => {
                self.bookings.is_stale.store(true, Ordering::Release);
                Ok(Outcome::Raced)
            }
            Err(error) => Err(not_appended(error)),
        }
    }
}
