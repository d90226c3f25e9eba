//! Open streams, deadlines, heartbeats.

use super::dialect::Connection;
use crate::{Deadline, Heartbeat, JournalError, OpenStream, StreamId};

pub(super) async fn deadlines_until(
    connection: &mut Connection,
    until_ms: i64,
    limit: u32,
) -> Result<Vec<Deadline>, JournalError> {
    let rows: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT stream_kind, stream_id, deadline_ms FROM journal_open_streams \
         WHERE deadline_ms IS NOT NULL AND deadline_ms <= $1 \
         ORDER BY deadline_ms, stream_kind, stream_id LIMIT $2",
    )
    .bind(until_ms)
    .bind(i64::from(limit))
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("read deadlines"))?;
    let deadline = |(kind, id, at_ms)| Deadline {
        stream: StreamId { kind, id },
        at_ms,
    };
    Ok(rows.into_iter().map(deadline).collect())
}

pub(super) async fn open_streams(
    connection: &mut Connection,
    kind: &str,
) -> Result<Vec<OpenStream>, JournalError> {
    let rows: Vec<(String, Option<i64>)> = sqlx::query_as(
        "SELECT stream_id, deadline_ms FROM journal_open_streams WHERE stream_kind = $1 \
         ORDER BY stream_id",
    )
    .bind(kind)
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("list open streams"))?;
    let open = |(id, deadline_ms): (String, _)| OpenStream {
        stream: StreamId::new(kind, id),
        deadline_ms,
    };
    Ok(rows.into_iter().map(open).collect())
}

pub(super) async fn beat(
    connection: &mut Connection,
    process: &str,
    at_ms: i64,
) -> Result<(), JournalError> {
    sqlx::query(
        "INSERT INTO journal_heartbeats (process, at_ms) VALUES ($1, $2) \
         ON CONFLICT (process) DO UPDATE SET at_ms = excluded.at_ms \
         WHERE excluded.at_ms > journal_heartbeats.at_ms",
    )
    .bind(process)
    .bind(at_ms)
    .execute(connection)
    .await
    .map_err(JournalError::storage("note a heartbeat"))?;
    Ok(())
}

pub(super) async fn heartbeats(
    connection: &mut Connection,
) -> Result<Vec<Heartbeat>, JournalError> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT process, at_ms FROM journal_heartbeats ORDER BY process")
            .fetch_all(connection)
            .await
            .map_err(JournalError::storage("read heartbeats"))?;
    let heartbeat = |(process, at_ms)| Heartbeat { process, at_ms };
    Ok(rows.into_iter().map(heartbeat).collect())
}

pub(super) async fn forget_heartbeats(
    connection: &mut Connection,
    before_ms: i64,
) -> Result<(), JournalError> {
    sqlx::query("DELETE FROM journal_heartbeats WHERE at_ms < $1")
        .bind(before_ms)
        .execute(connection)
        .await
        .map_err(JournalError::storage("forget heartbeats"))?;
    Ok(())
}
