//! Reading entries.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};

use crate::{Entry, Hash, JournalError, StreamId};

/// Largest value an INTEGER column holds, for bounds of the API's wider types.
pub(super) fn bound(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(super) async fn read(
    readers: &SqlitePool,
    stream: &StreamId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<Entry>, JournalError> {
    let rows = sqlx::query(
        "SELECT * FROM journal_entries WHERE stream_kind = ? AND stream_id = ? AND seq > ? \
         ORDER BY seq LIMIT ?",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .bind(bound(after_seq))
    .bind(limit)
    .fetch_all(readers)
    .await
    .map_err(JournalError::storage("read entries"))?;
    rows.iter().map(entry).collect()
}

pub(super) async fn last(
    readers: &SqlitePool,
    stream: &StreamId,
) -> Result<Option<Entry>, JournalError> {
    let row = sqlx::query(
        "SELECT * FROM journal_entries WHERE stream_kind = ? AND stream_id = ? \
         ORDER BY seq DESC LIMIT 1",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .fetch_optional(readers)
    .await
    .map_err(JournalError::storage("read the last entry"))?;
    row.as_ref().map(entry).transpose()
}

pub(super) async fn by_command(
    readers: &SqlitePool,
    stream: &StreamId,
    actor: &str,
    command_id: &str,
) -> Result<Option<Entry>, JournalError> {
    let row = sqlx::query(
        "SELECT * FROM journal_entries WHERE stream_kind = ? AND stream_id = ? AND actor = ? \
         AND command_id = ?",
    )
    .bind(&stream.kind)
    .bind(&stream.id)
    .bind(actor)
    .bind(command_id)
    .fetch_optional(readers)
    .await
    .map_err(JournalError::storage("look up a command"))?;
    row.as_ref().map(entry).transpose()
}

pub(super) async fn streams(
    readers: &SqlitePool,
    kind: &str,
) -> Result<Vec<StreamId>, JournalError> {
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT stream_id FROM journal_entries WHERE stream_kind = ? AND seq = 1 \
         ORDER BY stream_id",
    )
    .bind(kind)
    .fetch_all(readers)
    .await
    .map_err(JournalError::storage("list streams"))?;
    Ok(ids.into_iter().map(|id| StreamId::new(kind, id)).collect())
}

/// The entry in a row of `journal_entries`.
pub(super) fn entry(row: &SqliteRow) -> Result<Entry, JournalError> {
    let stream = StreamId {
        kind: column(row, "stream_kind")?,
        id: column(row, "stream_id")?,
    };
    let seq: i64 = column(row, "seq")?;
    let schema_version: i64 = column(row, "schema_version")?;
    Ok(Entry {
        seq: u64::try_from(seq).map_err(|_| corrupt(&stream, seq, "seq"))?,
        at_ms: column(row, "at_ms")?,
        actor: column(row, "actor")?,
        command_id: column(row, "command_id")?,
        schema_version: u32::try_from(schema_version)
            .map_err(|_| corrupt(&stream, seq, "schema version"))?,
        body: column(row, "body")?,
        previous_hash: hash(row, "previous_hash")
            .ok_or_else(|| corrupt(&stream, seq, "previous hash"))?,
        hash: hash(row, "hash").ok_or_else(|| corrupt(&stream, seq, "hash"))?,
        stream,
    })
}

fn hash(row: &SqliteRow, name: &str) -> Option<Hash> {
    let bytes: &[u8] = row.try_get(name).ok()?;
    bytes.try_into().ok().map(Hash)
}

/// A column of a row, which exists and has the type asked for unless somebody tampered.
pub(super) fn column<'r, T>(row: &'r SqliteRow, name: &str) -> Result<T, JournalError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    row.try_get(name).map_err(|cause| JournalError::Corrupt {
        message: format!("column {name}: {cause}"),
    })
}

fn corrupt(stream: &StreamId, seq: i64, what: &str) -> JournalError {
    JournalError::Corrupt {
        message: format!("the {what} of entry {seq} of {stream} is out of range"),
    }
}
