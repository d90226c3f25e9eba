//! Whose turn it is to write to the file: entries have a connection of their own, everything else shares another, and
//! neither ever finds the file locked by the other.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// How long to wait for a turn.
const TURN_WAIT: Duration = Duration::from_secs(5);

/// One turn at a time, in the order of asking.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns(Arc<Mutex<()>>);

/// Nobody else writes until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _held: OwnedMutexGuard<()>,
}

impl Turns {
    /// Waits for a turn.
    ///
    /// # Errors
    /// [`sqlx::Error::PoolTimedOut`] when somebody keeps theirs for too long.
    pub async fn take(&self) -> Result<Turn, sqlx::Error> {
        // The usual case is cheaper without a timer.
        if let Ok(held) = Arc::clone(&self.0).try_lock_owned() {
            return Ok(Turn { _held: held });
        }
        let held = tokio::time::timeout(TURN_WAIT, Arc::clone(&self.0).lock_owned()).await;
        let held = held.map_err(|_| sqlx::Error::PoolTimedOut)?;
        Ok(Turn { _held: held })
    }
}

/// The connection that writes everything but entries.
#[derive(Debug, Clone)]
pub(crate) struct Writing {
    pool: SqlitePool,
    turns: Turns,
}

impl Writing {
    /// Over a pool of one connection.
    pub fn new(pool: SqlitePool) -> Self {
        Self {
            pool,
            turns: Turns::default(),
        }
    }

    /// The turns that it takes.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The bare connection, for as long as nobody else writes yet or any more.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// The connection, and the turn to write on it.
    ///
    /// # Errors
    /// When neither is free in time.
    pub async fn acquire(&self) -> Result<Held, sqlx::Error> {
        let turn = self.turns.take().await?;
        let connection = self.pool.acquire().await?;
        Ok(Held {
            connection,
            _turn: turn,
        })
    }

    /// A transaction that may write from its beginning on.
    ///
    /// # Errors
    /// When neither connection nor turn is free in time.
    pub async fn begin(&self) -> Result<Begun, sqlx::Error> {
        let turn = self.turns.take().await?;
        let transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Begun {
            transaction,
            _turn: turn,
        })
    }
}

/// The connection that writes, held for a turn.
#[derive(Debug)]
pub(crate) struct Held {
    // Dropped before the turn is.
    connection: PoolConnection<Sqlite>,
    _turn: Turn,
}

impl Held {
    /// Has the connection closed when it is given back.
    pub fn close_on_drop(&mut self) {
        self.connection.close_on_drop();
    }
}

impl Deref for Held {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

/// A transaction and the turn that it takes. Dropped without a commit, it is rolled back.
#[derive(Debug)]
pub(crate) struct Begun {
    // Dropped before the turn is.
    transaction: Transaction<'static, Sqlite>,
    _turn: Turn,
}

impl Begun {
    /// What the next statement runs on.
    pub fn on(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }

    /// Makes everything durable that was written.
    ///
    /// # Errors
    /// What the database says.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        self.transaction.commit().await
    }
}
