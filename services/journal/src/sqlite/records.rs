//! The service's own tables in the journal's file.

use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::JournalError;

/// A transaction that holds the one connection that writes. Dropped without a commit, it is
/// rolled back.
pub type WriteTransaction = Transaction<'static, Sqlite>;

/// Access to a service's tables of records: what is durable, but may be corrected and erased.
///
/// Records and journal share the one connection that writes, in turns. So commit a write
/// transaction before appending the entry that refers to its records; a transaction kept open
/// over an append would make both wait until the append fails.
#[derive(Debug, Clone)]
pub struct Records {
    readers: SqlitePool,
    writing: SqlitePool,
}

impl Records {
    pub(super) fn new(readers: SqlitePool, writing: SqlitePool) -> Self {
        Self { readers, writing }
    }

    pub(super) fn writing(&self) -> &SqlitePool {
        &self.writing
    }

    /// Connections that read only, and see every committed write.
    #[must_use]
    pub fn read(&self) -> &SqlitePool {
        &self.readers
    }

    /// Begins a transaction that may write. Wait for nothing but the database while holding it.
    ///
    /// # Errors
    /// [`JournalError::Storage`] if the connection stays taken for five seconds.
    pub async fn write(&self) -> Result<WriteTransaction, JournalError> {
        self.writing
            .begin_with("BEGIN IMMEDIATE")
            .await
            .map_err(JournalError::storage("begin writing records"))
    }
}
