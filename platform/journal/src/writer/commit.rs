//! One batch from its entries to their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};
use tracing::{Instrument as _, Span};

use super::{InsertError, Request, Row, Store};
use crate::measures::Meter;
use crate::{Append, Entry, Hash, JournalError, NewEntry, StreamId};

/// How often a batch is sent again when the database was busy and nothing was written.
const BUSY_RETRIES: u32 = 5;
/// Pause before a batch is sent again, doubled each time up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// An entry to commit, with the last entry known of its stream when its batch was made.
pub(super) struct Placed {
    pub request: Request,
    pub known: Option<(u64, Hash)>,
}

/// What a commit taught about a stream.
pub(super) enum Learned {
    /// Its last entry is this one.
    Last(StreamId, u64, Hash),
    /// Its last entry is another one than was thought, or nobody knows.
    Unsure(StreamId),
    /// The store has gone back to an older state: what is remembered of it is of no use.
    WentBack,
}

/// A row on its way, with the one who waits for it.
struct Pending {
    row: Row,
    span: Span,
    answer: oneshot::Sender<Result<Append, JournalError>>,
}

/// How a row fared in the insert.
enum Outcome {
    Inserted,
    /// Its place or command is taken. `resent`: perhaps by this very row, whose first commit
    /// had no known outcome.
    LeftOut {
        resent: bool,
    },
    Failed(JournalError),
    /// A statement on records that it requires changed nothing.
    Unmet,
}

/// What every commit works with.
pub(super) struct Commit<S> {
    pub store: Arc<S>,
    pub meter: Arc<Meter>,
    pub closed: watch::Receiver<bool>,
}

impl<S> Clone for Commit<S> {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            meter: Arc::clone(&self.meter),
            closed: self.closed.clone(),
        }
    }
}

impl<S: Store> Commit<S> {
    /// Commits a batch of entries of different streams, answers whoever waits for them, and
    /// says what was learned of the streams, in order.
    pub async fn run(self, batch: Vec<Placed>) -> Vec<Learned> {
        let oldest = batch.iter().map(|placed| placed.request.asked).min();
        let _held = oldest.map(|since| self.meter.held(since));
        let hashes = match self.previous_hashes(&batch).await {
            Ok(hashes) => hashes,
            Err(error) => {
                answer_all(batch, &error);
                return Vec::new();
            }
        };
        let mut learned = Vec::with_capacity(batch.len());
        let mut pending = Vec::with_capacity(batch.len());
        for Placed { request, known } in batch {
            let Request {
                entry,
                span,
                answer,
                asked,
            } = request;
            self.meter.waited(asked.elapsed());
            match hashes.get(&entry.stream) {
                Some(previous) => pending.push(Pending {
                    row: chained(entry, *previous),
                    span,
                    answer,
                }),
                None => {
                    let settled = self.settle_unplaced(&entry, known, &mut learned).await;
                    self.count(&settled);
                    let _ = answer.send(settled);
                }
            }
        }
        pending.sort_by(|a, b| a.row.entry.stream.cmp(&b.row.entry.stream));
        let commit = commit_span(&pending);
        let (rows, answers): (Vec<_>, Vec<_>) =
            pending.into_iter().map(|p| (p.row, p.answer)).unzip();
        let begun = Instant::now();
        let outcomes = self.write(&rows).instrument(commit).await;
        if !rows.is_empty() {
            self.meter.committed(rows.len(), begun.elapsed());
        }
        for ((row, answer), outcome) in rows.iter().zip(answers).zip(outcomes) {
            let settled = self.settle(row, outcome, &mut learned).await;
            self.count(&settled);
            // Whoever asked may have gone away; the entry stands all the same.
            let _ = answer.send(settled);
        }
        learned
    }

    fn count(&self, settled: &Result<Append, JournalError>) {
        let counter = match settled {
            Ok(Append::Appended { .. }) => &self.meter.appended,
            Ok(Append::Repeated { .. }) => &self.meter.repeated,
            Ok(Append::Conflict { .. } | Append::Unmet) => &self.meter.conflicts,
            Err(_) => &self.meter.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// The hash each entry has to follow. Streams whose expected entry does not stand, or
    /// surely is not the last one, are left out.
    async fn previous_hashes(
        &self,
        batch: &[Placed],
    ) -> Result<BTreeMap<StreamId, Hash>, JournalError> {
        let mut known = BTreeMap::new();
        let mut wanted = Vec::new();
        for placed in batch {
            let entry = &placed.request.entry;
            match placed.known {
                Some((last, _)) if last > entry.expected_seq => {}
                Some((last, hash)) if last == entry.expected_seq => {
                    known.insert(entry.stream.clone(), hash);
                }
                _ if entry.expected_seq == 0 => {
                    known.insert(entry.stream.clone(), Hash::NONE);
                }
                _ => wanted.push((entry.stream.clone(), entry.expected_seq)),
            }
        }
        if !wanted.is_empty() {
            known.extend(self.store.hashes(&wanted).await?);
        }
        Ok(known)
    }

    /// Inserts rows of different streams and says how each fared.
    async fn write(&self, rows: &[Row]) -> Vec<Outcome> {
        if rows.is_empty() {
            return Vec::new();
        }
        match self.insert(rows).await {
            Ok(outcomes) => outcomes,
            // One row is what the database does not take; the others shall not suffer for it.
            Err(InsertError::Refused(_)) if rows.len() > 1 => {
                let mut outcomes = Vec::with_capacity(rows.len());
                for row in rows {
                    let row = std::slice::from_ref(row);
                    outcomes.extend(match self.insert(row).await {
                        Ok(outcomes) => outcomes,
                        Err(error) => none_of(row, error),
                    });
                }
                outcomes
            }
            Err(error) => none_of(rows, error),
        }
    }

    /// Sends rows again until the database has answered, so that nobody is told yes or no
    /// without knowing. An error means that nothing of them was written.
    async fn insert(&self, rows: &[Row]) -> Result<Vec<Outcome>, InsertError> {
        let mut resent = false;
        let mut busy = 0;
        let mut pause = FIRST_PAUSE;
        loop {
            match self.store.insert(rows).await {
                Ok(inserted) => return Ok(self.outcomes(rows, &inserted, resent)),
                Err(InsertError::Unknown(error)) => {
                    tracing::error!(%error, "commit without known outcome, sending it again");
                    resent = true;
                }
                // The rows themselves are at fault, so they were refused the first time as well:
                // nothing of them stands.
                Err(InsertError::Refused(error)) => return Err(InsertError::Refused(error)),
                // The entry was inserted before that was found, so it did not stand.
                Err(InsertError::Unmet) => return Err(InsertError::Unmet),
                Err(error) if resent => {
                    tracing::error!(?error, "still no known outcome, sending it again");
                }
                Err(InsertError::Busy(error)) if busy < BUSY_RETRIES => {
                    tracing::warn!(%error, "database busy, sending it again");
                    busy += 1;
                }
                Err(error) => return Err(error),
            }
            if resent && *self.closed.borrow() {
                return Ok(failed(rows, &JournalError::OutcomeUnknown));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn outcomes(&self, rows: &[Row], inserted: &BTreeSet<StreamId>, resent: bool) -> Vec<Outcome> {
        let written = |row: &&Row| inserted.contains(&row.entry.stream);
        if resent || rows.iter().filter(written).any(|row| !row.facts.is_empty()) {
            self.store.facts_written();
        }
        let outcome = |row: &Row| match inserted.contains(&row.entry.stream) {
            true => Outcome::Inserted,
            false => Outcome::LeftOut { resent },
        };
        rows.iter().map(outcome).collect()
    }

    async fn settle(
        &self,
        row: &Row,
        outcome: Outcome,
        learned: &mut Vec<Learned>,
    ) -> Result<Append, JournalError> {
        let entry = &row.entry;
        match outcome {
            Outcome::Inserted => Ok(appended(entry, learned)),
            Outcome::Unmet => Ok(Append::Unmet),
            Outcome::Failed(error) => {
                learned.push(Learned::Unsure(entry.stream.clone()));
                Err(error)
            }
            Outcome::LeftOut { resent } => {
                learned.push(Learned::Unsure(entry.stream.clone()));
                let mut pause = FIRST_PAUSE;
                loop {
                    match self.explain(entry, resent, learned).await {
                        Err(error) if resent && *self.closed.borrow() => {
                            tracing::error!(%error, "closing with an unknown outcome");
                            return Err(JournalError::OutcomeUnknown);
                        }
                        Err(JournalError::Storage { .. }) if resent => {}
                        settled => return settled,
                    }
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Why a row was left out of the insert.
    async fn explain(
        &self,
        entry: &Entry,
        resent: bool,
        learned: &mut Vec<Learned>,
    ) -> Result<Append, JournalError> {
        let found = self
            .store
            .by_command(&entry.stream, &entry.actor, &entry.command_id)
            .await?;
        if let Some(standing) = found {
            return Ok(if resent && standing.hash == entry.hash {
                appended(entry, learned)
            } else {
                Append::Repeated {
                    entry: Box::new(standing),
                }
            });
        }
        let actual_seq = self.store.last_seq(&entry.stream).await?;
        if actual_seq.checked_add(1) == Some(entry.seq) {
            // Its place and its command are free, so its predecessor has another hash.
            return Err(JournalError::PredecessorChanged {
                stream: entry.stream.clone(),
                seq: actual_seq,
            });
        }
        Ok(Append::Conflict { actual_seq })
    }

    /// Settles an entry whose predecessor does not stand or has been followed already.
    async fn settle_unplaced(
        &self,
        entry: &NewEntry,
        known: Option<(u64, Hash)>,
        learned: &mut Vec<Learned>,
    ) -> Result<Append, JournalError> {
        let found = self
            .store
            .by_command(&entry.stream, &entry.actor, &entry.command_id)
            .await?;
        if let Some(standing) = found {
            return Ok(Append::Repeated {
                entry: Box::new(standing),
            });
        }
        let actual_seq = self.store.last_seq(&entry.stream).await?;
        if known.is_some_and(|(last, _)| last > actual_seq) {
            learned.push(Learned::WentBack);
            return Err(JournalError::PredecessorChanged {
                stream: entry.stream.clone(),
                seq: actual_seq,
            });
        }
        Ok(Append::Conflict { actual_seq })
    }
}

fn appended(entry: &Entry, learned: &mut Vec<Learned>) -> Append {
    learned.push(Learned::Last(entry.stream.clone(), entry.seq, entry.hash));
    Append::Appended {
        seq: entry.seq,
        at_ms: entry.at_ms,
    }
}

/// The span of a commit: it belongs to the trace of one of its entries, and is linked to the others'.
fn commit_span(pending: &[Pending]) -> Span {
    let mut traced = pending
        .iter()
        .map(|one| &one.span)
        .filter(|span| !span.is_disabled());
    let Some(first) = traced.next() else {
        return Span::none();
    };
    let commit = tracing::info_span!(
        target: "outflank_spans",
        parent: first,
        "commit",
        entries = pending.len(),
    );
    for other in traced {
        commit.follows_from(other);
    }
    commit
}

fn chained(new: NewEntry, previous_hash: Hash) -> Row {
    let mut entry = Entry {
        seq: new.expected_seq.saturating_add(1),
        stream: new.stream,
        at_ms: new.at_ms,
        actor: new.actor,
        command_id: new.command_id,
        schema_version: new.schema_version,
        body: new.body,
        previous_hash,
        hash: Hash::NONE,
    };
    entry.hash = crate::entry_hash(&entry, &new.facts);
    Row {
        entry,
        facts: new.facts,
        deadline: new.deadline,
        records: new.records,
    }
}

/// What becomes of rows of which nothing was written.
fn none_of(rows: &[Row], error: InsertError) -> Vec<Outcome> {
    match error {
        InsertError::Unmet => rows.iter().map(|_| Outcome::Unmet).collect(),
        InsertError::Busy(error)
        | InsertError::Failed(error)
        | InsertError::Refused(error)
        | InsertError::Unknown(error) => failed(rows, &error),
    }
}

fn failed(rows: &[Row], error: &JournalError) -> Vec<Outcome> {
    rows.iter()
        .map(|_| Outcome::Failed(error.clone()))
        .collect()
}

fn answer_all(batch: Vec<Placed>, error: &JournalError) {
    for Placed { request, .. } in batch {
        let _ = request.answer.send(Err(error.clone()));
    }
}
