//! Reading entries.

use sqlx::Row as _;

use super::dialect::{Connection, Database, Row};
use crate::sql::entries_where;
use crate::{Entry, Hash, JournalError, StreamId};

/// Largest value an INTEGER column holds, for bounds of the API's wider types.
pub(crate) fn bound(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(super) async fn read(
    connection: &mut Connection,
    stream: &StreamId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<Entry>, JournalError> {
    let rows = sqlx::query(entries_where!(
        "stream_kind = $1 AND stream_id = $2 AND seq > $3 \
         ORDER BY seq LIMIT $4"
    ))
    .bind(&stream.kind)
    .bind(&stream.id)
    .bind(bound(after_seq))
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("read entries"))?;
    rows.iter().map(entry).collect()
}

pub(super) async fn last(
    connection: &mut Connection,
    stream: &StreamId,
) -> Result<Option<Entry>, JournalError> {
    let row = sqlx::query(entries_where!(
        "stream_kind = $1 AND stream_id = $2 \
         ORDER BY seq DESC LIMIT 1"
    ))
    .bind(&stream.kind)
    .bind(&stream.id)
    .fetch_optional(connection)
    .await
    .map_err(JournalError::storage("read the last entry"))?;
    row.as_ref().map(entry).transpose()
}

pub(super) async fn by_command(
    connection: &mut Connection,
    stream: &StreamId,
    actor: &str,
    command_id: &str,
) -> Result<Option<Entry>, JournalError> {
    let row = sqlx::query(entries_where!(
        "stream_kind = $1 AND stream_id = $2 AND actor = $3 \
         AND command_id = $4"
    ))
    .bind(&stream.kind)
    .bind(&stream.id)
    .bind(actor)
    .bind(command_id)
    .fetch_optional(connection)
    .await
    .map_err(JournalError::storage("look up a command"))?;
    row.as_ref().map(entry).transpose()
}

pub(super) async fn streams(
    connection: &mut Connection,
    kind: &str,
) -> Result<Vec<StreamId>, JournalError> {
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT stream_id FROM journal_entries WHERE stream_kind = $1 AND seq = 1 \
         ORDER BY stream_id",
    )
    .bind(kind)
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("list streams"))?;
    Ok(ids.into_iter().map(|id| StreamId::new(kind, id)).collect())
}

/// Each stream is found by its first entry, and its last by the key: no entry between them is looked at.
pub(super) async fn last_seqs(
    connection: &mut Connection,
    kind: &str,
) -> Result<Vec<(StreamId, u64)>, JournalError> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT s.stream_id, (SELECT e.seq FROM journal_entries e \
             WHERE e.stream_kind = s.stream_kind AND e.stream_id = s.stream_id \
             ORDER BY e.seq DESC LIMIT 1) \
         FROM journal_entries s WHERE s.stream_kind = $1 AND s.seq = 1 ORDER BY s.stream_id",
    )
    .bind(kind)
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("list streams"))?;
    rows.into_iter()
        .map(|(id, seq)| {
            let stream = StreamId::new(kind, id);
            let seq = u64::try_from(seq).map_err(|_| corrupt(&stream, seq, "seq"))?;
            Ok((stream, seq))
        })
        .collect()
}

/// The entry in a row of `journal_entries`.
pub(super) fn entry(row: &Row) -> Result<Entry, JournalError> {
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

fn hash(row: &Row, name: &str) -> Option<Hash> {
    let bytes: &[u8] = row.try_get(name).ok()?;
    bytes.try_into().ok().map(Hash)
}

/// A column of a row, which exists and has the type asked for unless somebody tampered.
pub(super) fn column<'r, T>(row: &'r Row, name: &str) -> Result<T, JournalError>
where
    T: sqlx::Decode<'r, Database> + sqlx::Type<Database>,
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
