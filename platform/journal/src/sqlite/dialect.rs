//! What the files in `sql/` need to know of SQLite.

use std::time::Duration;

pub(crate) type Database = sqlx::Sqlite;
pub(crate) type Pool = sqlx::SqlitePool;
pub(crate) use super::turns::Writing;
pub(crate) type Connection = sqlx::SqliteConnection;
pub(crate) type Row = sqlx::sqlite::SqliteRow;

/// Longest time one piece of work may hold a connection. It takes a stuck disk to reach it.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);
/// Only this process writes facts, and it knows when.
pub(crate) const POLL: Option<Duration> = None;
