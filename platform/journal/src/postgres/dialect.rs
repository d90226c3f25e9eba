//! What the files in `sql/` need to know of Postgres.

use std::time::Duration;

pub(crate) type Database = sqlx::Postgres;
pub(crate) type Pool = sqlx::PgPool;
pub(crate) type Writing = sqlx::PgPool;
pub(crate) type Connection = sqlx::PgConnection;
pub(crate) type Row = sqlx::postgres::PgRow;

/// Longest time one piece of work may hold a connection; a little more than a statement may take,
/// so that only a server that cannot be heard reaches it.
pub(crate) const LIMIT: Duration = Duration::from_secs(6);
/// How soon facts of other processes are seen when nobody tells of them.
pub(crate) const POLL: Option<Duration> = Some(Duration::from_millis(200));
