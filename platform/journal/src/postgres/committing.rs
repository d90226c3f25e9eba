//! The connections that commit.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, PgPool, Postgres};

use super::database::FRESH;

/// How long a connection may take to say that it lives.
const ANSWER: Duration = Duration::from_secs(1);

/// Connections for commits, kept between one commit and the next until the journal is closed: a pool asks the server of
/// every connection that it is given back whether it still lives, which takes as long as half a commit.
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
        let Some((mut connection, used_at)) = self.last_kept() else {
            return self.pool.acquire().await;
        };
        if used_at.elapsed() <= FRESH {
            return Ok(connection);
        }
        if let Ok(Ok(())) = tokio::time::timeout(ANSWER, connection.ping()).await {
            return Ok(connection);
        }
        // The others are of the same server.
        discard(connection);
        self.discard_kept();
        self.pool.acquire().await
    }

    /// Keeps a connection that works for the next commit.
    pub fn keep(&self, connection: PoolConnection<Postgres>) {
        let mut kept = self.kept();
        if !self.pool.is_closed() {
            kept.push((connection, Instant::now()));
        }
    }

    pub async fn close(&self) {
        // From here on none is kept.
        let closed = self.pool.close();
        self.discard_kept();
        closed.await;
    }

    fn discard_kept(&self) {
        for (connection, _) in std::mem::take(&mut *self.kept()) {
            discard(connection);
        }
    }

    fn last_kept(&self) -> Option<(PoolConnection<Postgres>, Instant)> {
        self.kept().pop()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(PoolConnection<Postgres>, Instant)>> {
        // Pushed and popped whole.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Committing {
    fn drop(&mut self) {
        self.discard_kept();
    }
}

/// Ends a connection at once: another may be made in its place before the server hears of it.
pub(super) fn discard(connection: PoolConnection<Postgres>) {
    drop(connection.detach());
}
