//! The connections that commit.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, PgPool, Postgres};

use super::database::{FRESH, WAIT};

/// Connections for commits, kept between one commit and the next: a pool asks the server of every connection that it is
/// given back whether it still lives, which takes as long as half a commit.
#[derive(Debug)]
pub(super) struct Committing {
    pool: PgPool,
    kept: Mutex<Vec<(PoolConnection<Postgres>, Instant)>>,
}

impl Committing {
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            kept: Mutex::default(),
        }
    }

    /// A connection: the one used last, after a word with the server if that is a while ago, or a new one.
    pub async fn take(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        while let Some((mut connection, used_at)) = self.last_kept() {
            if used_at.elapsed() <= FRESH {
                return Ok(connection);
            }
            match tokio::time::timeout(WAIT, connection.ping()).await {
                Ok(Ok(())) => return Ok(connection),
                _ => connection.close_on_drop(),
            }
        }
        self.pool.acquire().await
    }

    /// Keeps a connection that works for the next commit.
    pub fn keep(&self, connection: PoolConnection<Postgres>) {
        if self.pool.is_closed() {
            return;
        }
        self.kept().push((connection, Instant::now()));
    }

    pub async fn close(&self) {
        let closed = self.pool.close();
        self.kept().clear();
        closed.await;
    }

    fn last_kept(&self) -> Option<(PoolConnection<Postgres>, Instant)> {
        self.kept().pop()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(PoolConnection<Postgres>, Instant)>> {
        // Pushed and popped whole.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
