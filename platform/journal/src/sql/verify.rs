//! Walking the hash chains.

use std::collections::BTreeMap;

use sqlx::Row as _;

use super::dialect::{Connection, Row};
use super::reading::{self, column, entry};
use crate::sql::entries_where;
use crate::{ChainBreak, ChainFault, ChainReport, Entry, Hash, JournalError, NewFact, StreamId};

/// Entries read at a time.
const PAGE: u32 = 500;

/// Gives the entries of every stream of a kind, stream by stream in the order of their ids.
pub(super) async fn each_stream(
    connection: &mut Connection,
    kind: &str,
    take: &mut (dyn FnMut(StreamId, Vec<Entry>) + Send),
) -> Result<(), JournalError> {
    for stream in reading::streams(&mut *connection, kind).await? {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let after = entries.last().map_or(0, |entry| entry.seq);
            let page = reading::read(&mut *connection, &stream, after, PAGE).await?;
            if page.is_empty() {
                break;
            }
            entries.extend(page);
        }
        take(stream, entries);
    }
    Ok(())
}

pub(super) async fn all(connection: &mut Connection) -> Result<ChainReport, JournalError> {
    let mut walk = Walk::default();
    let mut after = EntryKey::default();
    loop {
        let rows = sqlx::query(entries_where!(
            "(stream_kind, stream_id, seq) > ($1, $2, $3) \
             ORDER BY stream_kind, stream_id, seq LIMIT $4"
        ))
        .bind(&after.stream.kind)
        .bind(&after.stream.id)
        .bind(after.seq)
        .bind(i64::from(PAGE))
        .fetch_all(&mut *connection)
        .await
        .map_err(JournalError::storage("walk its chains"))?;
        let Some(last) = rows.last() else { break };
        let last = EntryKey::of(last)?;
        let facts = facts_between(&mut *connection, &after, &last).await?;
        walk.page(&rows, facts)?;
        after = last;
    }
    walk.report
        .breaks
        .extend(facts_without_entry(&mut *connection).await?);
    Ok(walk.report)
}

pub(super) async fn stream(
    connection: &mut Connection,
    stream: &StreamId,
) -> Result<ChainReport, JournalError> {
    let mut walk = Walk::default();
    let mut after = EntryKey {
        stream: stream.clone(),
        seq: i64::MIN,
    };
    loop {
        let rows = sqlx::query(entries_where!(
            "stream_kind = $1 AND stream_id = $2 AND seq > $3 \
             ORDER BY seq LIMIT $4"
        ))
        .bind(&stream.kind)
        .bind(&stream.id)
        .bind(after.seq)
        .bind(i64::from(PAGE))
        .fetch_all(&mut *connection)
        .await
        .map_err(JournalError::storage("walk a chain"))?;
        let Some(last) = rows.last() else { break };
        let last = EntryKey::of(last)?;
        let facts = facts_between(&mut *connection, &after, &last).await?;
        walk.page(&rows, facts)?;
        after = last;
    }
    let orphans = facts_without_entry(&mut *connection).await?;
    let own = orphans.into_iter().filter(|found| found.stream == *stream);
    walk.report.breaks.extend(own);
    Ok(walk.report)
}

/// Which entry, in the order of the walk.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct EntryKey {
    stream: StreamId,
    seq: i64,
}

impl Default for EntryKey {
    /// Before all others: no stream has an empty name.
    fn default() -> Self {
        Self {
            stream: StreamId::new("", ""),
            seq: i64::MIN,
        }
    }
}

impl EntryKey {
    fn of(row: &Row) -> Result<Self, JournalError> {
        Ok(Self {
            stream: StreamId {
                kind: column(row, "stream_kind")?,
                id: column(row, "stream_id")?,
            },
            seq: column(row, "seq")?,
        })
    }
}

/// Facts of the entries after one place up to another. Entries stand longer than this takes, and
/// their facts were committed with them.
async fn facts_between(
    connection: &mut Connection,
    after: &EntryKey,
    last: &EntryKey,
) -> Result<BTreeMap<EntryKey, Vec<NewFact>>, JournalError> {
    let rows = sqlx::query(
        "SELECT stream_kind, stream_id, seq, kind, body FROM journal_facts WHERE (stream_kind, stream_id, seq) > ($1, $2, $3) \
         AND (stream_kind, stream_id, seq) <= ($4, $5, $6) \
         ORDER BY stream_kind, stream_id, seq, place",
    )
    .bind(&after.stream.kind)
    .bind(&after.stream.id)
    .bind(after.seq)
    .bind(&last.stream.kind)
    .bind(&last.stream.id)
    .bind(last.seq)
    .fetch_all(&mut *connection)
    .await
    .map_err(JournalError::storage("walk its facts"))?;
    let mut facts: BTreeMap<EntryKey, Vec<NewFact>> = BTreeMap::new();
    for row in &rows {
        facts.entry(EntryKey::of(row)?).or_default().push(NewFact {
            kind: column(row, "kind")?,
            body: column(row, "body")?,
        });
    }
    Ok(facts)
}

async fn facts_without_entry(connection: &mut Connection) -> Result<Vec<ChainBreak>, JournalError> {
    let rows = sqlx::query(
        "SELECT DISTINCT stream_kind, stream_id, seq FROM journal_facts AS f \
         WHERE NOT EXISTS (SELECT 1 FROM journal_entries AS e \
             WHERE e.stream_kind = f.stream_kind AND e.stream_id = f.stream_id AND e.seq = f.seq) \
         ORDER BY stream_kind, stream_id, seq",
    )
    .fetch_all(&mut *connection)
    .await
    .map_err(JournalError::storage("walk its facts"))?;
    let found = rows.iter().map(|row| {
        let EntryKey { stream, seq } = EntryKey::of(row)?;
        let fault = ChainFault::MissingEntry;
        Ok(ChainBreak { stream, seq, fault })
    });
    found.collect()
}

#[derive(Default)]
struct Walk {
    report: ChainReport,
    /// The entry before, and its hash if it could be read.
    before: Option<(EntryKey, Option<Hash>)>,
}

impl Walk {
    fn page(
        &mut self,
        rows: &[Row],
        mut facts: BTreeMap<EntryKey, Vec<NewFact>>,
    ) -> Result<(), JournalError> {
        for row in rows {
            let place = EntryKey::of(row)?;
            let own = facts.remove(&place).unwrap_or_default();
            self.entry(row, place, &own);
        }
        Ok(())
    }

    fn entry(&mut self, row: &Row, place: EntryKey, facts: &[NewFact]) {
        let before = self
            .before
            .take()
            .filter(|(before, _)| before.stream == place.stream);
        self.report.entries += 1;
        self.report.facts += facts.len() as u64;
        if before.is_none() {
            self.report.streams += 1;
        }
        let (after, expected) = before.map_or((0, Some(Hash::NONE)), |(b, hash)| (b.seq, hash));
        if Some(place.seq) != after.checked_add(1) {
            self.found(&place, ChainFault::Gap { after });
        }
        let hash = match entry(row) {
            Err(error) => {
                self.found(&place, ChainFault::Unreadable(error.to_string()));
                row.try_get::<&[u8], _>("hash")
                    .ok()
                    .and_then(|bytes| bytes.try_into().ok().map(Hash))
            }
            Ok(entry) => {
                if expected.is_some_and(|hash| hash != entry.previous_hash) {
                    self.found(&place, ChainFault::WrongPrevious);
                }
                if crate::entry_hash(&entry, facts) != entry.hash {
                    self.found(&place, ChainFault::WrongHash);
                }
                Some(entry.hash)
            }
        };
        self.before = Some((place, hash));
    }

    fn found(&mut self, place: &EntryKey, fault: ChainFault) {
        self.report.breaks.push(ChainBreak {
            stream: place.stream.clone(),
            seq: place.seq,
            fault,
        });
    }
}
