//! Whole streams carried from one store to another, byte for byte.
//!
//! What is carried is each entry with its facts as they stand, so hashes and chains are the same at both places. The
//! facts get new numbers in the feed of the store they come to: its consumers follow as if they had just been written.

use crate::records::{self, Query};
use crate::{
    Entry, Hash, JournalError, NewFact, Records, StreamId, WriteTransaction, chain::entry_hash,
};

/// Entries written in one transaction, or a little more: streams are not parted. Others can write in between.
const AT_ONCE: usize = 2_000;

/// An entry with its facts, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// The entry.
    pub entry: Entry,
    /// What it told others, in order.
    pub facts: Vec<NewFact>,
}

/// A stream cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub enum MovingError {
    /// Something else stands there.
    #[error(
        "{stream} stands here already and has another entry {seq}: the two went different ways, and only one can be \
         kept"
    )]
    Diverged {
        /// The stream.
        stream: StreamId,
        /// The first entry that differs.
        seq: u64,
    },
    /// An entry is not what was hashed.
    #[error("entry {seq} of {stream} is not the one that was written: {what}")]
    Altered {
        /// The stream.
        stream: StreamId,
        /// The entry.
        seq: u64,
        /// What does not fit.
        what: &'static str,
    },
    /// An entry is of something else than what is carried.
    #[error("entry {seq} of {stream} does not belong to this event: {what}")]
    Foreign {
        /// The stream.
        stream: StreamId,
        /// The entry.
        seq: u64,
        /// Why not.
        what: String,
    },
    /// The store failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl MovingError {
    /// An entry does not belong to what is carried.
    #[must_use]
    pub fn foreign(entry: &Entry, what: impl std::fmt::Display) -> Self {
        Self::Foreign {
            stream: entry.stream.clone(),
            seq: entry.seq,
            what: what.to_string(),
        }
    }
}

/// A row of entries: seq, time, actor, command id, schema version, body, both hashes.
type EntryRow = (i64, i64, String, String, i64, Vec<u8>, Vec<u8>, Vec<u8>);

/// A whole stream, in order.
///
/// # Errors
/// When the store fails, or holds what it never wrote.
pub async fn stream(
    records: &Records,
    stream: &StreamId,
) -> Result<Vec<StoredEntry>, JournalError> {
    let read = JournalError::storage("read a stream");
    let entries = records::query_as::<EntryRow>(
        "SELECT seq, at_ms, actor, command_id, schema_version, body, previous_hash, hash \
         FROM journal_entries WHERE stream_kind = $1 AND stream_id = $2 ORDER BY seq",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .fetch_all(records.read())
    .await
    .map_err(read)?;
    let told = records::query_as::<(i64, String, Vec<u8>)>(
        "SELECT seq, kind, body FROM journal_facts \
         WHERE stream_kind = $1 AND stream_id = $2 ORDER BY seq, place",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .fetch_all(records.read())
    .await
    .map_err(JournalError::storage("read a stream's facts"))?;
    let mut told = told.into_iter().peekable();
    let mut read = Vec::with_capacity(entries.len());
    for row in entries {
        let mut facts = Vec::new();
        let seq = row.0;
        while let Some((_, kind, body)) = told.next_if(|(of, ..)| *of == seq) {
            facts.push(NewFact { kind, body });
        }
        let entry = entry(stream, row)?;
        read.push(StoredEntry { entry, facts });
    }
    Ok(read)
}

fn entry(stream: &StreamId, row: EntryRow) -> Result<Entry, JournalError> {
    let (seq, at_ms, actor, command_id, schema_version, body, previous_hash, hash) = row;
    let corrupt = || JournalError::Corrupt {
        message: format!("entry {seq} of {stream} has a number or a hash out of range"),
    };
    Ok(Entry {
        stream: stream.clone(),
        seq: u64::try_from(seq).map_err(|_| corrupt())?,
        at_ms,
        actor,
        command_id,
        schema_version: u32::try_from(schema_version).map_err(|_| corrupt())?,
        body,
        previous_hash: Hash(previous_hash.try_into().map_err(|_| corrupt())?),
        hash: Hash(hash.try_into().map_err(|_| corrupt())?),
    })
}

/// Whether these are a stream's first entries, each following the one before, none altered.
///
/// # Errors
/// [`MovingError::Altered`] names the first that does not fit.
pub fn check(entries: &[StoredEntry]) -> Result<(), MovingError> {
    let mut before = Hash::NONE;
    for (number, StoredEntry { entry, facts }) in (1_u64..).zip(entries) {
        let altered = |what| MovingError::Altered {
            stream: entry.stream.clone(),
            seq: entry.seq,
            what,
        };
        if entry.seq != number {
            return Err(altered("entries before it are missing"));
        }
        if entry.previous_hash != before {
            return Err(altered("it does not follow the entry before it"));
        }
        if entry_hash(entry, facts) != entry.hash {
            return Err(altered("its hash does not fit its header, body and facts"));
        }
        before = entry.hash;
    }
    Ok(())
}

/// How many of these entries stand already.
///
/// # Errors
/// [`MovingError::Diverged`] when the stream has other ones.
pub async fn standing(records: &Records, entries: &[StoredEntry]) -> Result<usize, MovingError> {
    let Some(first) = entries.first() else {
        return Ok(0);
    };
    let stream = &first.entry.stream;
    let hashes = records::query_scalar::<Vec<u8>>(
        "SELECT hash FROM journal_entries WHERE stream_kind = $1 AND stream_id = $2 ORDER BY seq",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .fetch_all(records.read())
    .await
    .map_err(JournalError::storage("read a stream's hashes"))?;
    for (stands, comes) in hashes.iter().zip(entries) {
        if stands[..] != comes.entry.hash.0 {
            return Err(MovingError::Diverged {
                stream: stream.clone(),
                seq: comes.entry.seq,
            });
        }
    }
    Ok(hashes.len().min(entries.len()))
}

/// Writes what is missing of these streams; answers how many entries that were. Done again, it changes nothing.
///
/// # Errors
/// [`MovingError::Diverged`]: nothing of that stream was written.
pub async fn adopt(records: &Records, streams: &[&[StoredEntry]]) -> Result<u64, MovingError> {
    let mut written = 0_u64;
    let mut waiting: Vec<&StoredEntry> = Vec::new();
    for entries in streams {
        let stands = standing(records, entries).await?;
        waiting.extend(entries.iter().skip(stands));
        if waiting.len() >= AT_ONCE {
            written = written.saturating_add(write(records, &waiting).await?);
            waiting.clear();
        }
    }
    Ok(written.saturating_add(write(records, &waiting).await?))
}

async fn write(records: &Records, entries: &[&StoredEntry]) -> Result<u64, MovingError> {
    if entries.is_empty() {
        return Ok(0);
    }
    let mut transaction = records.write().await?;
    for stored in entries {
        insert(&mut transaction, stored)
            .await
            .map_err(JournalError::storage("take in an entry"))?;
    }
    let committed = transaction.commit().await;
    committed.map_err(JournalError::storage("take in entries"))?;
    Ok(entries.len() as u64)
}

async fn insert(
    transaction: &mut WriteTransaction,
    StoredEntry { entry, facts }: &StoredEntry,
) -> Result<(), sqlx::Error> {
    let seq = i64::try_from(entry.seq).unwrap_or(i64::MAX);
    let named = |statement: Query| {
        let named = statement.bind(&entry.stream.kind).bind(&entry.stream.id);
        named.bind(seq)
    };
    let insertion = named(records::query(
        "INSERT INTO journal_entries (stream_kind, stream_id, seq, at_ms, actor, command_id, \
         schema_version, body, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    ));
    insertion
        .bind(entry.at_ms)
        .bind(&entry.actor)
        .bind(&entry.command_id)
        .bind(entry.schema_version)
        .bind(&entry.body)
        .bind(entry.previous_hash.0.to_vec())
        .bind(entry.hash.0.to_vec())
        .execute(transaction.on())
        .await?;
    for (place, fact) in (0_i64..).zip(facts) {
        let insertion = named(records::query(
            "INSERT INTO journal_facts (stream_kind, stream_id, seq, place, kind, body) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        ));
        insertion
            .bind(place)
            .bind(&fact.kind)
            .bind(&fact.body)
            .execute(transaction.on())
            .await?;
    }
    Ok(())
}

/// The number of an entry's last fact in this store's feed; `None` while it has none.
///
/// # Errors
/// When the store fails.
pub async fn fact_number(
    records: &Records,
    stream: &StreamId,
    seq: u64,
) -> Result<Option<u64>, JournalError> {
    let number: Option<Option<i64>> = records::query_scalar(
        "SELECT max(number) FROM journal_facts \
         WHERE stream_kind = $1 AND stream_id = $2 AND seq = $3",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .bind(i64::try_from(seq).unwrap_or(i64::MAX))
    .fetch_optional(records.read())
    .await
    .map_err(JournalError::storage("read a fact's number"))?;
    Ok(number
        .flatten()
        .and_then(|number| u64::try_from(number).ok()))
}

/// Names this store anew, so that whoever has read its feed reads it again from the beginning: what the feed is now
/// may be older than what they have read. Answers the name.
///
/// # Errors
/// When the store fails.
pub async fn renew_epoch(records: &Records, epoch: &str) -> Result<(), JournalError> {
    let renewal = records::query("UPDATE journal_store SET epoch = $1").bind(epoch);
    let renewed = records.run(renewal).await;
    renewed.map_err(JournalError::storage("name the store anew"))?;
    Ok(())
}
