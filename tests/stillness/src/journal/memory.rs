//! What a journal's database holds, and outlasts the processes over it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_journal::{
    Cursor, DeadlineChange, Entry, Fact, FactPage, Hash, JournalError, NewFact, Records, StreamId,
    WriteTransaction,
    writer::{InsertError, Row},
};
use tokio::sync::watch;

/// What is asked of a commit that no sound database does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Broken {
    /// Two entries may stand at one place.
    pub no_key_on_seq: bool,
    /// The facts are forgotten.
    pub facts_lost: bool,
}

/// An entry with its facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The entry.
    pub entry: Entry,
    /// Its facts.
    pub facts: Vec<NewFact>,
}

/// The tables of one journal, in memory.
#[derive(Debug)]
pub struct Memory {
    tables: Mutex<Tables>,
    head: watch::Sender<u64>,
    epoch: String,
    /// What entries write beside themselves.
    records: Mutex<Option<Records>>,
    /// Held from the look whether a commit fits until it stands.
    commits: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Tables {
    /// The entries of each stream in the order of their commits.
    streams: BTreeMap<StreamId, Vec<Stored>>,
    /// Where a command's entry is among those of its stream.
    commands: BTreeMap<(StreamId, String, String), usize>,
    numbered: Vec<Fact>,
    unnumbered: Vec<Fact>,
    cursors: BTreeMap<String, Cursor>,
    open: BTreeMap<StreamId, Option<i64>>,
    beats: BTreeMap<String, i64>,
}

impl Memory {
    /// An empty one.
    #[must_use]
    pub fn new(epoch: &str) -> Self {
        Self {
            tables: Mutex::default(),
            head: watch::Sender::new(0),
            epoch: epoch.to_owned(),
            records: Mutex::default(),
            commits: tokio::sync::Mutex::default(),
        }
    }

    /// The same with the service's own tables beside it.
    #[must_use]
    pub fn with_records(self, records: &Records) -> Self {
        self.keep_records(records);
        self
    }

    /// From now on these are the service's own tables.
    pub fn keep_records(&self, records: &Records) {
        *self.records() = Some(records.clone());
    }

    fn records(&self) -> MutexGuard<'_, Option<Records>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The streams whose row a commit would write.
    #[must_use]
    pub fn would_insert(&self, rows: &[Row]) -> BTreeSet<StreamId> {
        self.fitting(rows, Broken::default())
    }

    fn fitting(&self, rows: &[Row], broken: Broken) -> BTreeSet<StreamId> {
        let tables = self.tables();
        let fits = rows.iter().filter(|row| tables.takes(row, broken));
        fits.map(|row| row.entry.stream.clone()).collect()
    }

    /// Commits the rows that fit, and what they write of records; answers their streams.
    ///
    /// # Errors
    /// [`InsertError::Unmet`], and when the records' database fails.
    ///
    /// # Panics
    /// When there are no tables for what an entry writes of records.
    pub async fn commit(
        &self,
        rows: &[Row],
        broken: Broken,
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        // What fits is known until it stands.
        let _turn = self.commits.lock().await;
        if rows.iter().any(|row| !row.records.is_empty()) {
            let records = self.records().clone().expect("there are no records");
            let mut written = records.write().await.map_err(InsertError::Failed)?;
            let fits = self.fitting(rows, broken);
            for row in rows.iter().filter(|row| fits.contains(&row.entry.stream)) {
                write_records(&mut written, row).await?;
            }
            written.commit().await.map_err(failed)?;
        }
        Ok(self.insert(rows, broken))
    }

    fn insert(&self, rows: &[Row], broken: Broken) -> BTreeSet<StreamId> {
        let mut tables = self.tables();
        let mut inserted = BTreeSet::new();
        for row in rows {
            if tables.takes(row, broken) {
                tables.write(row, broken);
                inserted.insert(row.entry.stream.clone());
            }
        }
        inserted
    }

    /// Gives every fact its number.
    pub fn number_facts(&self) {
        let mut tables = self.tables();
        let unnumbered = std::mem::take(&mut tables.unnumbered);
        for mut fact in unnumbered {
            fact.number = tables.numbered.len() as u64 + 1;
            tables.numbered.push(fact);
        }
        let last = tables.numbered.len() as u64;
        // Still under the lock: whoever numbered less would else come here after whoever numbered more.
        self.head
            .send_if_modified(|head| std::mem::replace(head, last) != last);
    }

    /// Number of the last fact.
    #[must_use]
    pub fn head(&self) -> watch::Receiver<u64> {
        self.head.subscribe()
    }

    /// Identity of the store.
    #[must_use]
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Facts after a cursor; whatever was committed before is numbered by then.
    ///
    /// # Errors
    /// For a cursor of another store.
    pub fn facts(&self, after: &Cursor, limit: u32) -> Result<FactPage, JournalError> {
        self.number_facts();
        let tables = self.tables();
        let head = tables.numbered.len() as u64;
        let foreign = after.epoch != self.epoch || after.number > head;
        if foreign && !after.is_beginning() {
            return Err(JournalError::ForeignCursor {
                cursor: after.to_string(),
                epoch: self.epoch.clone(),
                head,
            });
        }
        let later = tables
            .numbered
            .iter()
            .filter(|fact| fact.number > after.number);
        let facts: Vec<Fact> = later.take(limit as usize).cloned().collect();
        Ok(FactPage {
            cursor: Cursor {
                epoch: self.epoch.clone(),
                number: facts.last().map_or(after.number, |fact| fact.number),
            },
            facts,
        })
    }

    /// Entries of a stream after a seq.
    #[must_use]
    pub fn read(&self, stream: &StreamId, after_seq: u64, limit: u32) -> Vec<Entry> {
        let tables = self.tables();
        let entries = tables.streams.get(stream).into_iter().flatten();
        let later = entries.filter(|stored| stored.entry.seq > after_seq);
        let mut later: Vec<Entry> = later.map(|stored| stored.entry.clone()).collect();
        later.sort_by_key(|entry| entry.seq);
        later.truncate(limit as usize);
        later
    }

    /// Everything of a stream, as it was committed.
    #[must_use]
    pub fn stored(&self, stream: &StreamId) -> Vec<Stored> {
        self.tables()
            .streams
            .get(stream)
            .cloned()
            .unwrap_or_default()
    }

    /// `seq` of the last entry of a stream; 0 if it is empty.
    #[must_use]
    pub fn last_seq(&self, stream: &StreamId) -> u64 {
        self.read(stream, 0, u32::MAX)
            .last()
            .map_or(0, |entry| entry.seq)
    }

    /// The entry that a command made.
    #[must_use]
    pub fn by_command(&self, stream: &StreamId, actor: &str, command_id: &str) -> Option<Entry> {
        let tables = self.tables();
        let key = (stream.clone(), actor.to_owned(), command_id.to_owned());
        let place = *tables.commands.get(&key)?;
        let stored = tables.streams.get(stream)?.get(place)?;
        Some(stored.entry.clone())
    }

    /// The streams of a kind.
    #[must_use]
    pub fn streams(&self, kind: &str) -> Vec<StreamId> {
        let tables = self.tables();
        let streams = tables.streams.keys().filter(|stream| stream.kind == kind);
        streams.cloned().collect()
    }

    /// Every stream.
    #[must_use]
    pub fn all_streams(&self) -> Vec<StreamId> {
        self.tables().streams.keys().cloned().collect()
    }

    /// Hashes of those entries that stand.
    #[must_use]
    pub fn hashes(&self, wanted: &[(StreamId, u64)]) -> Vec<(StreamId, Hash)> {
        let tables = self.tables();
        let hash = |(stream, seq): &(StreamId, u64)| {
            let mut entries = tables.streams.get(stream)?.iter();
            let found = entries.find(|stored| stored.entry.seq == *seq)?;
            Some((stream.clone(), found.entry.hash))
        };
        wanted.iter().filter_map(hash).collect()
    }

    /// Saves a cursor; an earlier one of the same epoch changes nothing.
    pub fn save_cursor(&self, consumer: &str, cursor: &Cursor) {
        let mut tables = self.tables();
        let saved = tables.cursors.entry(consumer.to_owned()).or_default();
        if saved.epoch != cursor.epoch || saved.number < cursor.number {
            *saved = cursor.clone();
        }
    }

    /// The cursor saved last.
    #[must_use]
    pub fn cursor(&self, consumer: &str) -> Cursor {
        self.tables()
            .cursors
            .get(consumer)
            .cloned()
            .unwrap_or_default()
    }

    /// Open streams and when something falls due in them.
    #[must_use]
    pub fn open(&self) -> BTreeMap<StreamId, Option<i64>> {
        self.tables().open.clone()
    }

    /// Notes a beat; never an earlier one.
    pub fn beat(&self, process: &str, at_ms: i64) {
        let mut tables = self.tables();
        let last = tables.beats.entry(process.to_owned()).or_insert(at_ms);
        *last = at_ms.max(*last);
    }

    /// The last beat of every process.
    #[must_use]
    pub fn beats(&self) -> BTreeMap<String, i64> {
        self.tables().beats.clone()
    }

    /// Forgets old beats.
    pub fn forget_beats(&self, before_ms: i64) {
        self.tables().beats.retain(|_, at_ms| *at_ms >= before_ms);
    }
}

async fn write_records(written: &mut WriteTransaction, row: &Row) -> Result<(), InsertError> {
    for record in &row.records {
        if !record.execute(written).await.map_err(failed)? {
            return Err(InsertError::Unmet);
        }
    }
    Ok(())
}

fn failed(cause: sqlx::Error) -> InsertError {
    InsertError::Failed(JournalError::Storage {
        doing: "write records",
        cause: Arc::new(cause),
    })
}

impl Tables {
    /// Whether a row's place and command are free and its predecessor stands.
    fn takes(&self, row: &Row, broken: Broken) -> bool {
        let entry = &row.entry;
        let stands = self
            .streams
            .get(&entry.stream)
            .map_or(&[][..], Vec::as_slice);
        let free = !stands.iter().any(|other| other.entry.seq == entry.seq);
        let follows = entry.seq == 1
            || stands.iter().any(|other| {
                other.entry.seq.saturating_add(1) == entry.seq
                    && other.entry.hash == entry.previous_hash
            });
        (free || broken.no_key_on_seq) && follows && !self.commands.contains_key(&key(entry))
    }

    fn write(&mut self, row: &Row, broken: Broken) {
        let entry = &row.entry;
        match row.deadline {
            DeadlineChange::Keep => {}
            DeadlineChange::Set { at_ms } => {
                self.open.insert(entry.stream.clone(), Some(at_ms));
            }
            DeadlineChange::Wait => {
                self.open.insert(entry.stream.clone(), None);
            }
            DeadlineChange::Clear => {
                self.open.remove(&entry.stream);
            }
        }
        if !broken.facts_lost {
            let facts = row.facts.iter().enumerate();
            self.unnumbered.extend(facts.map(|(place, fact)| Fact {
                number: 0,
                id: format!("{}/{}/{place}", entry.stream, entry.seq),
                stream: entry.stream.clone(),
                seq: entry.seq,
                at_ms: entry.at_ms,
                kind: fact.kind.clone(),
                body: fact.body.clone(),
            }));
        }
        let stands = self.streams.entry(entry.stream.clone()).or_default();
        self.commands.insert(key(entry), stands.len());
        stands.push(Stored {
            entry: entry.clone(),
            facts: row.facts.clone(),
        });
    }
}

fn key(entry: &Entry) -> (StreamId, String, String) {
    let (actor, command) = (entry.actor.clone(), entry.command_id.clone());
    (entry.stream.clone(), actor, command)
}
