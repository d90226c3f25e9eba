//! What the group commit writes: in one statement, but for an entry with records, which has a transaction of its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::Connection as _;
use sqlx::postgres::{PgConnection, PgDatabaseError, PgPool, PgSeverity};

use super::committing::{Committing, discard};
use super::dialect;
use super::feed::Feed;
use super::reading::{self, bound};
use crate::records::postgres;
use crate::sql::{no_answer, on};
use crate::writer::{InsertError, Row, Store};
use crate::{DeadlineChange, Entry, Hash, JournalError, RecordWrite, StreamId};

/// Most entries in one commit.
const BATCH: usize = 512;
/// While the server works on one commit, the next is made ready and sent.
pub(super) const COMMITS_AT_ONCE: u32 = 2;

/// The rows that find their place, their command and their predecessor, and what they open. The
/// predecessor is a subquery of its own, which no plan can turn into a walk over all entries, and it
/// is asked for as the last before the row: only the key by place has that order. Asked for by its
/// very place, plans made while the tables were small walked over the stream's commands.
macro_rules! entries_and {
    ($more:literal) => {
        concat!(
            "WITH new AS ( \
                 SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], \
                     $5::text[], $6::text[], $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[]) \
                 AS n (stream_kind, stream_id, seq, at_ms, actor, command_id, schema_version, \
                     body, previous_hash, hash) \
             ), written AS ( \
                 INSERT INTO journal_entries (stream_kind, stream_id, seq, at_ms, actor, \
                     command_id, schema_version, body, previous_hash, hash) \
                 SELECT stream_kind, stream_id, seq, at_ms, actor, command_id, schema_version, \
                     body, previous_hash, hash FROM new \
                 WHERE seq = 1 OR previous_hash = (SELECT before.hash FROM journal_entries AS before \
                     WHERE before.stream_kind = new.stream_kind \
                     AND before.stream_id = new.stream_id AND before.seq < new.seq \
                     ORDER BY before.seq DESC LIMIT 1) \
                 ORDER BY stream_kind COLLATE \"C\", stream_id COLLATE \"C\" \
                 ON CONFLICT DO NOTHING RETURNING stream_kind, stream_id \
             ), opened AS ( \
                 INSERT INTO journal_open_streams (stream_kind, stream_id, deadline_ms) \
                 SELECT stream_kind, stream_id, deadline_ms \
                 FROM unnest($11::text[], $12::text[], $13::bigint[]) \
                     AS o (stream_kind, stream_id, deadline_ms) \
                     JOIN written USING (stream_kind, stream_id) \
                 ON CONFLICT (stream_kind, stream_id) \
                     DO UPDATE SET deadline_ms = excluded.deadline_ms \
             )",
            $more,
            " SELECT stream_kind, stream_id FROM written"
        )
    };
}

/// What almost every move writes.
const PLAIN: &str = entries_and!("");
/// With facts and closed streams.
const WHOLE: &str = entries_and!(
    ", closed AS ( \
         DELETE FROM journal_open_streams AS open \
         USING unnest($14::text[], $15::text[]) AS c (stream_kind, stream_id) \
             JOIN written USING (stream_kind, stream_id) \
         WHERE open.stream_kind = c.stream_kind AND open.stream_id = c.stream_id \
     ), told AS ( \
         INSERT INTO journal_facts (stream_kind, stream_id, seq, place, kind, body) \
         SELECT stream_kind, stream_id, seq, place, kind, body \
         FROM unnest($16::text[], $17::text[], $18::bigint[], $19::bigint[], $20::text[], \
             $21::bytea[]) AS f (stream_kind, stream_id, seq, place, kind, body) \
             JOIN written USING (stream_kind, stream_id) \
         ORDER BY stream_kind COLLATE \"C\", stream_id COLLATE \"C\", place \
     )"
);

pub(crate) struct PostgresStore {
    readers: PgPool,
    committing: Arc<Committing>,
    feed: Arc<Feed>,
}

impl PostgresStore {
    pub fn new(readers: PgPool, committing: Arc<Committing>, feed: Arc<Feed>) -> Self {
        Self {
            readers,
            committing,
            feed,
        }
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn batch(&self) -> usize {
        BATCH
    }

    fn commits_at_once(&self) -> usize {
        COMMITS_AT_ONCE as usize
    }

    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        let failed = JournalError::storage("read the last hashes");
        let mut connection = self.committing.take().await.map_err(failed)?;
        let read = tokio::time::timeout(dialect::LIMIT, hashes(&mut connection, wanted)).await;
        let read = read.unwrap_or_else(|_| Err(no_answer("read the last hashes")));
        match read {
            Ok(_) => self.committing.keep(connection),
            // A new connection may lead to a server that works.
            Err(_) => discard(connection),
        }
        read
    }

    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        let failed = JournalError::storage("append entries");
        let mut connection = match self.committing.take().await {
            Ok(connection) => connection,
            Err(cause) => return Err(InsertError::Failed(failed(cause))),
        };
        let insert = async {
            match rows {
                [row] if !row.records.is_empty() => with_records(&mut connection, row).await,
                rows => insert(&mut connection, rows).await.map_err(why),
            }
        };
        let inserted = match tokio::time::timeout(dialect::LIMIT, insert).await {
            Ok(inserted) => inserted,
            Err(_) => Err(InsertError::Unknown(no_answer("append entries"))),
        };
        match inserted {
            Err(InsertError::Unknown(_) | InsertError::Failed(_)) => discard(connection),
            Ok(_) | Err(_) => self.committing.keep(connection),
        }
        inserted
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

    async fn last_seq(&self, stream: &StreamId) -> Result<u64, JournalError> {
        let last = on!(self.readers, "read the last entry", c => reading::last(c, stream))?;
        Ok(last.map_or(0, |entry| entry.seq))
    }

    fn facts_written(&self) {
        self.feed.written();
    }
}

async fn hashes(
    connection: &mut PgConnection,
    wanted: &[(StreamId, u64)],
) -> Result<Vec<(StreamId, Hash)>, JournalError> {
    let kinds: Vec<&str> = wanted.iter().map(|(s, _)| s.kind.as_str()).collect();
    let ids: Vec<&str> = wanted.iter().map(|(s, _)| s.id.as_str()).collect();
    let seqs: Vec<i64> = wanted.iter().map(|(_, seq)| bound(*seq)).collect();
    // As in the insert: only the key by place has this order.
    let found: Vec<(String, String, Vec<u8>)> = sqlx::query_as(
        "SELECT w.stream_kind, w.stream_id, found.hash \
         FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w (stream_kind, stream_id, seq) \
         CROSS JOIN LATERAL (SELECT seq, hash FROM journal_entries AS e \
             WHERE e.stream_kind = w.stream_kind AND e.stream_id = w.stream_id AND e.seq <= w.seq \
             ORDER BY e.seq DESC LIMIT 1) AS found \
         WHERE found.seq = w.seq",
    )
    .bind(kinds)
    .bind(ids)
    .bind(seqs)
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("read the last hashes"))?;
    let hash = |(kind, id, hash): (String, String, Vec<u8>)| {
        let stream = StreamId { kind, id };
        let hash = hash.try_into().map_err(|_| JournalError::Corrupt {
            message: format!("the last hash of {stream} does not have 32 bytes"),
        })?;
        Ok((stream, Hash(hash)))
    };
    found.into_iter().map(hash).collect()
}

/// An entry and its records, in a transaction of several statements.
async fn with_records(
    connection: &mut PgConnection,
    row: &Row,
) -> Result<BTreeSet<StreamId>, InsertError> {
    let mut transaction = connection.begin().await.map_err(why)?;
    let done = entry_and_records(&mut transaction, row).await;
    match done {
        Ok(inserted) => transaction.commit().await.map(|()| inserted),
        Err(error) => {
            // Of a server that does not hear it nobody knows more.
            transaction.rollback().await.map_err(why)?;
            return Err(error);
        }
    }
    .map_err(why)
}

async fn entry_and_records(
    connection: &mut PgConnection,
    row: &Row,
) -> Result<BTreeSet<StreamId>, InsertError> {
    let rows = std::slice::from_ref(row);
    let inserted = insert(connection, rows).await.map_err(why)?;
    if !inserted.is_empty() {
        for record in &row.records {
            if !write_record(connection, record).await.map_err(why)? {
                return Err(InsertError::Unmet);
            }
        }
    }
    Ok(inserted)
}

async fn write_record(
    connection: &mut PgConnection,
    record: &RecordWrite,
) -> Result<bool, sqlx::Error> {
    let changed = postgres(record.statement.clone()).execute(connection).await;
    record.is_met(changed.map(|done| done.rows_affected()))
}

async fn insert(
    connection: &mut PgConnection,
    rows: &[Row],
) -> Result<BTreeSet<StreamId>, sqlx::Error> {
    let is_plain =
        |row: &Row| row.facts.is_empty() && !matches!(row.deadline, DeadlineChange::Clear);
    let plain = rows.iter().all(is_plain);
    let texts = |of: fn(&Entry) -> &str| rows.iter().map(|row| of(&row.entry)).collect::<Vec<_>>();
    let numbers = |of: fn(&Entry) -> i64| rows.iter().map(|row| of(&row.entry)).collect::<Vec<_>>();
    let bytes = |of: fn(&Entry) -> &[u8]| rows.iter().map(|row| of(&row.entry)).collect::<Vec<_>>();
    let (open_kinds, open_ids, open_deadlines) = opened(rows);
    let mut query = sqlx::query_as::<_, (String, String)>(if plain { PLAIN } else { WHOLE })
        .bind(texts(|entry| &entry.stream.kind))
        .bind(texts(|entry| &entry.stream.id))
        .bind(numbers(|entry| bound(entry.seq)))
        .bind(numbers(|entry| entry.at_ms))
        .bind(texts(|entry| &entry.actor))
        .bind(texts(|entry| &entry.command_id))
        .bind(numbers(|entry| i64::from(entry.schema_version)))
        .bind(bytes(|entry| &entry.body))
        .bind(bytes(|entry| &entry.previous_hash.0))
        .bind(bytes(|entry| &entry.hash.0))
        .bind(open_kinds)
        .bind(open_ids)
        .bind(open_deadlines);
    if !plain {
        let (closed_kinds, closed_ids) = closed(rows);
        let facts = facts(rows);
        query = query
            .bind(closed_kinds)
            .bind(closed_ids)
            .bind(
                facts
                    .iter()
                    .map(|f| f.entry.stream.kind.as_str())
                    .collect::<Vec<_>>(),
            )
            .bind(
                facts
                    .iter()
                    .map(|f| f.entry.stream.id.as_str())
                    .collect::<Vec<_>>(),
            )
            .bind(facts.iter().map(|f| bound(f.entry.seq)).collect::<Vec<_>>())
            .bind(facts.iter().map(|f| f.place).collect::<Vec<_>>())
            .bind(facts.iter().map(|f| f.kind).collect::<Vec<_>>())
            .bind(facts.iter().map(|f| f.body).collect::<Vec<_>>());
    }
    // All rows are fetched: the statement's own commit comes after them, and its failure too.
    let inserted = query.fetch_all(connection).await?;
    Ok(inserted
        .into_iter()
        .map(|(kind, id)| StreamId { kind, id })
        .collect())
}

fn opened(rows: &[Row]) -> (Vec<&str>, Vec<&str>, Vec<Option<i64>>) {
    let (mut kinds, mut ids, mut deadlines) = (Vec::new(), Vec::new(), Vec::new());
    for Row {
        entry, deadline, ..
    } in rows
    {
        let deadline = match deadline {
            DeadlineChange::Set { at_ms } => Some(*at_ms),
            DeadlineChange::Wait => None,
            DeadlineChange::Keep | DeadlineChange::Clear => continue,
        };
        kinds.push(entry.stream.kind.as_str());
        ids.push(entry.stream.id.as_str());
        deadlines.push(deadline);
    }
    (kinds, ids, deadlines)
}

fn closed(rows: &[Row]) -> (Vec<&str>, Vec<&str>) {
    let closed = rows
        .iter()
        .filter(|row| matches!(row.deadline, DeadlineChange::Clear));
    closed
        .map(|Row { entry, .. }| (entry.stream.kind.as_str(), entry.stream.id.as_str()))
        .unzip()
}

/// A fact in its place.
struct Told<'r> {
    entry: &'r Entry,
    place: i64,
    kind: &'r str,
    body: &'r [u8],
}

fn facts(rows: &[Row]) -> Vec<Told<'_>> {
    let of_row = |row: &'_ Row| -> Vec<_> { (0_i64..).zip(0..row.facts.len()).collect() };
    let mut told = Vec::new();
    for row in rows {
        for (place, index) in of_row(row) {
            let fact = &row.facts[index];
            told.push(Told {
                entry: &row.entry,
                place,
                kind: &fact.kind,
                body: &fact.body,
            });
        }
    }
    told
}

/// What an error says about the rows. The server takes a statement back when it reports an error
/// and goes on; when it, or the connection, ends, the commit may have been before that.
fn why(cause: sqlx::Error) -> InsertError {
    let error = cause
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    let goes_on = error.is_some_and(|error| error.severity() == PgSeverity::Error);
    let code = error.map_or_else(String::new, |error| error.code().to_owned());
    let never_sent = matches!(cause, sqlx::Error::Encode(_));
    let error = JournalError::storage("append entries")(cause);
    match code.as_str() {
        _ if never_sent => InsertError::Refused(error),
        _ if !goes_on => InsertError::Unknown(error),
        // Deadlock, serialisation, a lock or the statement took too long, no memory.
        "40001" | "40P01" | "55P03" | "57014" | "53200" => InsertError::Busy(error),
        "40003" => InsertError::Unknown(error),
        // Data, constraints, limits of the server.
        code if ["22", "23", "54"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            InsertError::Refused(error)
        }
        _ => InsertError::Failed(error),
    }
}
