//! The service's own tables beside the journal, in either database.

#[doc(hidden)]
pub mod row;
mod statement;
mod table;
mod transaction;
mod with_entry;

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{PgPool, SqliteConnection, SqlitePool};

use crate::sqlite::turns::{self, Writing};
use crate::{Cursor, JournalError};

pub(crate) use statement::postgres;
pub use statement::{
    Column, FromEitherRow, Query, QueryAs, QueryScalar, Value, query, query_as, query_scalar,
};
pub use table::{Rows, Table};
use transaction::PostgresTransaction;
pub use with_entry::RecordWrite;

/// The tables of records of a service, once for each database. Both give the same tables and columns.
#[derive(Debug)]
pub struct Migrations {
    /// For a SQLite file.
    pub sqlite: LazyLock<Migrator>,
    /// For the service's schema in a Postgres database.
    pub postgres: LazyLock<Migrator>,
}

impl Migrations {
    /// From the scripts for either database, made by [`scripts`](Self::scripts).
    #[must_use]
    pub const fn new(sqlite: fn() -> Migrator, postgres: fn() -> Migrator) -> Self {
        Self {
            sqlite: LazyLock::new(sqlite),
            postgres: LazyLock::new(postgres),
        }
    }

    /// Scripts by name and text: version 1, version 2, and so on. Listed, because sqlx's macro that reads a folder
    /// compiles both drivers a second time.
    #[must_use]
    pub fn scripts(all: &[(&'static str, &'static str)]) -> Migrator {
        let migration = |(version, (name, text)): (i64, &(&'static str, &'static str))| {
            let kind = MigrationType::Simple;
            Migration::new(version, (*name).into(), kind, text.into_sql_str(), false)
        };
        Migrator::with_migrations((1..).zip(all).map(migration).collect())
    }
}

/// Access to a service's tables of records: what is durable, but may be corrected and erased.
///
/// Statements are written once for both databases, with [`query`], [`query_as`] and [`query_scalar`].
/// What an entry refers to is written with the entry, as its [`RecordWrite`]s. In SQLite records and journal write in turns:
/// a transaction kept open over an append would make both wait until the append fails. In Postgres several processes write at once:
/// what a transaction has read may have changed before it writes, so let keys, `ON CONFLICT` and the
/// conditions of an `UPDATE` decide who was first.
#[derive(Debug, Clone)]
pub struct Records(Pools);

#[derive(Debug, Clone)]
enum Pools {
    Sqlite {
        readers: SqlitePool,
        writing: Writing,
    },
    Postgres(PgPool),
}

impl Records {
    /// Over pools of one SQLite database that has the service's tables; the one that writes has one connection.
    #[must_use]
    pub fn in_sqlite(readers: SqlitePool, writing: SqlitePool) -> Self {
        Self::in_turns(readers, Writing::new(writing))
    }

    /// The same, where entries are written in turns with the records.
    pub(crate) fn in_turns(readers: SqlitePool, writing: Writing) -> Self {
        Self(Pools::Sqlite { readers, writing })
    }

    /// Over connections whose `search_path` is the service's schema.
    pub(crate) fn in_postgres(pool: PgPool) -> Self {
        Self(Pools::Postgres(pool))
    }

    /// Any connection that reads; each statement sees every write committed before it, by whichever process.
    #[must_use]
    pub fn read(&self) -> Executor<'_> {
        Executor(match &self.0 {
            Pools::Sqlite { readers, .. } => Runs::SqlitePool(readers),
            Pools::Postgres(pool) => Runs::PostgresPool(pool),
        })
    }

    /// Begins a transaction that may write. Wait for nothing but the database while holding it.
    ///
    /// # Errors
    /// [`JournalError::Storage`] if there is no connection in time.
    pub async fn write(&self) -> Result<WriteTransaction, JournalError> {
        let failed = JournalError::storage("begin writing records");
        match &self.0 {
            Pools::Sqlite { writing, .. } => writing
                .begin()
                .await
                .map(|begun| WriteTransaction(Begun::Sqlite(begun)))
                .map_err(failed),
            Pools::Postgres(pool) => PostgresTransaction::begin(pool)
                .await
                .map(|begun| WriteTransaction(Begun::Postgres(begun)))
                .map_err(failed),
        }
    }

    /// One statement in a transaction of its own; answers how many rows it changed.
    ///
    /// # Errors
    /// What the database says.
    pub async fn run(&self, statement: Query) -> Result<u64, sqlx::Error> {
        match &self.0 {
            Pools::Sqlite { writing, .. } => {
                let mut held = writing.acquire().await?;
                let runs = Runs::Sqlite(&mut held);
                statement.execute(Executor(runs)).await
            }
            Pools::Postgres(pool) => statement.execute(Executor(Runs::PostgresPool(pool))).await,
        }
    }
}

/// A transaction that may write. Dropped without a commit, it is rolled back.
#[derive(Debug)]
pub struct WriteTransaction(Begun);

#[derive(Debug)]
enum Begun {
    Sqlite(turns::Begun),
    Postgres(PostgresTransaction),
}

impl WriteTransaction {
    /// Makes everything durable that was written.
    ///
    /// # Errors
    /// What the database says.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self.0 {
            Begun::Sqlite(begun) => begun.commit().await,
            Begun::Postgres(begun) => begun.commit().await,
        }
    }

    /// Takes a consumer's turn to write what a fact at `place` tells; answers false if what a later fact
    /// tells was written before, by a process that is ahead: then nothing must be written. Processes that
    /// follow one feed under one name so never undo each other's writes.
    ///
    /// # Errors
    /// What the database says.
    pub async fn in_turn(&mut self, consumer: &str, place: &Cursor) -> Result<bool, sqlx::Error> {
        let number = i64::try_from(place.number).unwrap_or(i64::MAX);
        let turns = query(
            "INSERT INTO journal_cursors (consumer, epoch, number) VALUES ($1, $2, $3) \
             ON CONFLICT (consumer) DO UPDATE SET epoch = excluded.epoch, number = excluded.number \
             WHERE journal_cursors.epoch <> excluded.epoch \
             OR journal_cursors.number <= excluded.number",
        )
        .bind(consumer)
        .bind(&place.epoch)
        .bind(number)
        .execute(self.on())
        .await?;
        Ok(turns > 0)
    }

    /// Runs the next statement within the transaction.
    pub fn on(&mut self) -> Executor<'_> {
        Executor(match &mut self.0 {
            Begun::Sqlite(begun) => Runs::Sqlite(begun.on()),
            Begun::Postgres(begun) => Runs::InTransaction(begun),
        })
    }
}

/// What a statement runs on: any connection that reads, or a transaction.
#[derive(Debug)]
pub struct Executor<'c>(Runs<'c>);

#[derive(Debug)]
enum Runs<'c> {
    SqlitePool(&'c SqlitePool),
    PostgresPool(&'c PgPool),
    Sqlite(&'c mut SqliteConnection),
    InTransaction(&'c mut PostgresTransaction),
}

impl<'c> From<&'c mut WriteTransaction> for Executor<'c> {
    fn from(transaction: &'c mut WriteTransaction) -> Self {
        transaction.on()
    }
}
