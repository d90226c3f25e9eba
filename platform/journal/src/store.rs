//! What a service stands on, whichever database holds it.

use std::path::Path;
use std::sync::Arc;

use crate::{
    Journal, JournalError, Migrations, PostgresJournal, PostgresOptions, Records, SqliteJournal,
};

/// A service's journal and, in the same database, its own tables of records.
#[derive(Clone)]
pub struct Store {
    /// The history.
    pub journal: Arc<dyn Journal>,
    /// What may be corrected and erased.
    pub records: Records,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Store").field(&self.records).finish()
    }
}

impl Store {
    /// Opens or makes the store of a service in a SQLite file.
    ///
    /// # Errors
    /// Those of [`SqliteJournal::open`].
    pub async fn in_sqlite(
        path: impl AsRef<Path>,
        own_tables: Option<&Migrations>,
    ) -> Result<Self, JournalError> {
        let own_tables = own_tables.map(|tables| &*tables.sqlite);
        Ok(SqliteJournal::open(path, own_tables).await?.into())
    }

    /// Opens or makes the store of a service in a schema of a Postgres database.
    ///
    /// # Errors
    /// Those of [`PostgresJournal::open`].
    pub async fn in_postgres(
        options: PostgresOptions<'_>,
        own_tables: Option<&Migrations>,
    ) -> Result<Self, JournalError> {
        let options = PostgresOptions {
            own_tables: own_tables.map(|tables| &*tables.postgres),
            ..options
        };
        Ok(PostgresJournal::open(&options).await?.into())
    }
}

impl From<PostgresJournal> for Store {
    fn from(journal: PostgresJournal) -> Self {
        Self {
            records: journal.records(),
            journal: Arc::new(journal),
        }
    }
}

impl From<SqliteJournal> for Store {
    fn from(journal: SqliteJournal) -> Self {
        Self {
            records: journal.records(),
            journal: Arc::new(journal),
        }
    }
}
