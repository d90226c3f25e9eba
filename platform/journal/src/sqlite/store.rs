//! What the group commit writes, in one transaction.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use sqlx::{Either, Executor as _, FromRow, QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::dialect;
use super::feed::Feed;
use super::reading::{self, bound, column};
use crate::sql::on;
use crate::writer::{InsertError, Row, Store};
use crate::{DeadlineChange, Entry, Hash, JournalError, StreamId};

/// Facts in one statement, far below SQLite's limit of bound values.
const FACTS_AT_ONCE: usize = 500;

/// Most entries in one commit.
const BATCH: usize = 128;

const SQLITE_BUSY: u32 = 5;
const SQLITE_LOCKED: u32 = 6;
const SQLITE_TOOBIG: u32 = 18;
const SQLITE_CONSTRAINT: u32 = 19;
const SQLITE_MISMATCH: u32 = 20;

pub(crate) struct SqliteStore {
    readers: SqlitePool,
    writing: SqlitePool,
    feed: Arc<Feed>,
}

impl SqliteStore {
    pub fn new(readers: SqlitePool, writing: SqlitePool, feed: Arc<Feed>) -> Self {
        Self {
            readers,
            writing,
            feed,
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn batch(&self) -> usize {
        BATCH
    }

    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        let mut query = QueryBuilder::<Sqlite>::new(
            "SELECT stream_kind, stream_id, hash FROM journal_entries \
             WHERE (stream_kind, stream_id, seq) IN (",
        );
        query.push_values(wanted, |mut row, (stream, seq)| {
            row.push_bind(&stream.kind)
                .push_bind(&stream.id)
                .push_bind(bound(*seq));
        });
        let rows = query
            .push(")")
            .build()
            .fetch_all(&self.readers)
            .await
            .map_err(JournalError::storage("read the last hashes"))?;
        let found = rows.iter().map(|row| {
            let stream = StreamId {
                kind: column(row, "stream_kind")?,
                id: column(row, "stream_id")?,
            };
            let hash: &[u8] = column(row, "hash")?;
            let hash = hash.try_into().map_err(|_| JournalError::Corrupt {
                message: format!("the last hash of {stream} does not have 32 bytes"),
            })?;
            Ok((stream, Hash(hash)))
        });
        found.collect()
    }

    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        if rows.iter().all(is_plain) {
            return self.insert_at_once(rows).await;
        }
        let mut transaction = self
            .writing
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(not_written)?;
        let inserted = insert_entries(&mut transaction, rows)
            .await
            .map_err(not_written)?;
        let written: Vec<&Row> = rows
            .iter()
            .filter(|row| inserted.contains(&row.entry.stream))
            .collect();
        insert_facts(&mut transaction, &written)
            .await
            .map_err(not_written)?;
        change_deadlines(&mut transaction, &written)
            .await
            .map_err(not_written)?;
        let committed = transaction.commit().await;
        committed.map_err(|cause| {
            InsertError::Unknown(JournalError::storage("commit entries")(cause))
        })?;
        Ok(inserted)
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

/// Whether all that a row changes beside itself is one deadline: so it is with every move.
fn is_plain(row: &Row) -> bool {
    row.facts.is_empty() && !matches!(row.deadline, DeadlineChange::Clear)
}

impl SqliteStore {
    /// Everything in one request to the thread that writes: each costs two changes of threads, more than the
    /// statements themselves.
    async fn insert_at_once(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        let mut query = QueryBuilder::<Sqlite>::new("BEGIN IMMEDIATE; ");
        push_entries(&mut query, rows);
        let deadlines = push_deadlines(&mut query, rows);
        query.push("; COMMIT");
        let before_commit = 2 + usize::from(deadlines);
        let mut connection = self.writing.acquire().await.map_err(not_written)?;
        let mut rows = Vec::new();
        let mut done = 0;
        let mut answers = connection.fetch_many(query.build());
        let failed = loop {
            match answers.try_next().await {
                Ok(Some(Either::Left(_))) => done += 1,
                Ok(Some(Either::Right(row))) => rows.push(row),
                Ok(None) => break None,
                Err(cause) => break Some(cause),
            }
        };
        drop(answers);
        let unknown = |cause| InsertError::Unknown(JournalError::storage("commit entries")(cause));
        match failed {
            None => {
                let inserted = rows.iter().map(|row| Ok(stream(FromRow::from_row(row)?)));
                inserted.collect::<Result<_, _>>().map_err(unknown)
            }
            Some(cause) => {
                // Where no transaction was begun, or none is left, there is nothing to roll back.
                let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
                Err(match done < before_commit {
                    true => not_written(cause),
                    false => unknown(cause),
                })
            }
        }
    }
}

fn stream((kind, id): (String, String)) -> StreamId {
    StreamId { kind, id }
}

/// The deadlines of rows that stand as the last of their streams; false where there are none.
fn push_deadlines(query: &mut QueryBuilder<Sqlite>, rows: &[Row]) -> bool {
    let mut open = Vec::new();
    for row in rows {
        match row.deadline {
            DeadlineChange::Set { at_ms } => open.push((&row.entry, Some(at_ms))),
            DeadlineChange::Wait => open.push((&row.entry, None)),
            DeadlineChange::Keep | DeadlineChange::Clear => {}
        }
    }
    if open.is_empty() {
        return false;
    }
    query.push("; WITH new (stream_kind, stream_id, deadline_ms, seq, hash) AS (");
    query.push_values(open, |mut values, (entry, deadline_ms)| {
        values
            .push_bind(&entry.stream.kind)
            .push_bind(&entry.stream.id)
            .push_bind(deadline_ms)
            .push_bind(bound(entry.seq))
            .push_bind(&entry.hash.0[..]);
    });
    query.push(
        ") INSERT INTO journal_open_streams (stream_kind, stream_id, deadline_ms) \
         SELECT stream_kind, stream_id, deadline_ms FROM new \
         WHERE EXISTS (SELECT 1 FROM journal_entries AS own INDEXED BY sqlite_autoindex_journal_entries_1 \
             WHERE own.stream_kind = new.stream_kind AND own.stream_id = new.stream_id \
             AND own.seq = new.seq AND own.hash = new.hash) \
         AND NOT EXISTS (SELECT 1 FROM journal_entries AS later INDEXED BY sqlite_autoindex_journal_entries_1 \
             WHERE later.stream_kind = new.stream_kind AND later.stream_id = new.stream_id \
             AND later.seq = new.seq + 1) \
         ON CONFLICT (stream_kind, stream_id) DO UPDATE SET deadline_ms = excluded.deadline_ms",
    );
    true
}

/// An error before the commit: the transaction is rolled back.
fn not_written(cause: sqlx::Error) -> InsertError {
    // The lowest byte of SQLite's code is the kind of error.
    let code = cause
        .as_database_error()
        .and_then(|error| error.code())
        .and_then(|code| code.parse::<u32>().ok())
        .map(|code| code & 0xff);
    let error = JournalError::storage("append entries")(cause);
    match code {
        Some(SQLITE_BUSY | SQLITE_LOCKED) => InsertError::Busy(error),
        Some(SQLITE_TOOBIG | SQLITE_CONSTRAINT | SQLITE_MISMATCH) => InsertError::Refused(error),
        _ => InsertError::Failed(error),
    }
}

async fn insert_entries(
    connection: &mut SqliteConnection,
    rows: &[Row],
) -> Result<BTreeSet<StreamId>, sqlx::Error> {
    let mut query = QueryBuilder::<Sqlite>::new("");
    push_entries(&mut query, rows);
    let inserted: Vec<(String, String)> = query.build_query_as().fetch_all(connection).await?;
    Ok(inserted.into_iter().map(stream).collect())
}

fn push_entries(query: &mut QueryBuilder<Sqlite>, rows: &[Row]) {
    query.push(
        "WITH new (stream_kind, stream_id, seq, at_ms, actor, command_id, schema_version, body, \
         previous_hash, hash) AS (",
    );
    query.push_values(rows, |mut values, Row { entry, .. }| {
        values
            .push_bind(&entry.stream.kind)
            .push_bind(&entry.stream.id)
            .push_bind(bound(entry.seq))
            .push_bind(entry.at_ms)
            .push_bind(&entry.actor)
            .push_bind(&entry.command_id)
            .push_bind(i64::from(entry.schema_version))
            .push_bind(&entry.body)
            .push_bind(&entry.previous_hash.0[..])
            .push_bind(&entry.hash.0[..]);
    });
    query.push(
        ") INSERT INTO journal_entries (stream_kind, stream_id, seq, at_ms, actor, command_id, \
         schema_version, body, previous_hash, hash) \
         SELECT stream_kind, stream_id, seq, at_ms, actor, command_id, schema_version, body, \
         previous_hash, hash FROM new \
         WHERE seq = 1 OR EXISTS (SELECT 1 FROM journal_entries AS before INDEXED BY sqlite_autoindex_journal_entries_1 \
             WHERE before.stream_kind = new.stream_kind AND before.stream_id = new.stream_id \
             AND before.seq = new.seq - 1 AND before.hash = new.previous_hash) \
         ORDER BY stream_kind, stream_id \
         ON CONFLICT DO NOTHING RETURNING stream_kind, stream_id",
    );
}

async fn insert_facts(
    connection: &mut SqliteConnection,
    written: &[&Row],
) -> Result<(), sqlx::Error> {
    let facts: Vec<_> = written
        .iter()
        .flat_map(|row| {
            let place = 0_i64..;
            place.zip(&row.facts).map(|(n, fact)| (&row.entry, n, fact))
        })
        .collect();
    for chunk in facts.chunks(FACTS_AT_ONCE) {
        let mut query = QueryBuilder::<Sqlite>::new(
            "INSERT INTO journal_facts (stream_kind, stream_id, seq, place, kind, body) ",
        );
        query.push_values(chunk, |mut values, (entry, place, fact)| {
            values
                .push_bind(&entry.stream.kind)
                .push_bind(&entry.stream.id)
                .push_bind(bound(entry.seq))
                .push_bind(*place)
                .push_bind(&fact.kind)
                .push_bind(&fact.body);
        });
        query.build().execute(&mut *connection).await?;
    }
    Ok(())
}

async fn change_deadlines(
    connection: &mut SqliteConnection,
    written: &[&Row],
) -> Result<(), sqlx::Error> {
    let mut open = Vec::new();
    let mut closed = Vec::new();
    for row in written {
        match row.deadline {
            DeadlineChange::Keep => {}
            DeadlineChange::Set { at_ms } => open.push((&row.entry.stream, Some(at_ms))),
            DeadlineChange::Wait => open.push((&row.entry.stream, None)),
            DeadlineChange::Clear => closed.push(&row.entry.stream),
        }
    }
    if !open.is_empty() {
        let mut query = QueryBuilder::<Sqlite>::new(
            "INSERT INTO journal_open_streams (stream_kind, stream_id, deadline_ms) ",
        );
        query.push_values(open, |mut values, (stream, deadline)| {
            values
                .push_bind(&stream.kind)
                .push_bind(&stream.id)
                .push_bind(deadline);
        });
        query.push(
            " ON CONFLICT (stream_kind, stream_id) DO UPDATE SET deadline_ms = excluded.deadline_ms",
        );
        query.build().execute(&mut *connection).await?;
    }
    if !closed.is_empty() {
        let mut query = QueryBuilder::<Sqlite>::new(
            "DELETE FROM journal_open_streams WHERE (stream_kind, stream_id) IN (",
        );
        query.push_values(closed, |mut values, stream| {
            values.push_bind(&stream.kind).push_bind(&stream.id);
        });
        query.push(")").build().execute(&mut *connection).await?;
    }
    Ok(())
}
