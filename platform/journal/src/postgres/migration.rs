//! Bringing tables up to date, while programs of several versions run.
//!
//! Migrations follow one rule, *expand, then contract*. A migration that only adds (a table, a
//! column with a default, an index) may be run while older programs go on: they name the columns
//! they use. What they still need is taken away by a later migration, of a later release, which
//! also says which programs it no longer serves (an index alone may go in the same release: without it older
//! programs are slower, not wrong):
//! `UPDATE journal_versions SET serves_from = <version> WHERE part = 'records'`. So a newer schema
//! serves an older program exactly if that program's own version is not below `serves_from`, and a
//! newer program first brings an older schema up to date.

use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::database::Schema;
use crate::condition::{Applied, state_of};
use crate::{JournalError, TablesCondition, TablesState};

/// The journal's own list of migrations, apart from the service's.
const MIGRATIONS: &str = "journal_migrations";
/// Where the service's own migrations are listed.
const OWN_MIGRATIONS: &str = "_sqlx_migrations";
/// An index on deadlines makes every move a new row and a new entry of each index; without it the row is changed in its
/// page. The table has a row for each game under way, which is little to read.
const DEADLINES_IN_PLACE: &str = "DROP INDEX CONCURRENTLY IF EXISTS journal_deadlines";
/// One process at a time changes the tables of a schema: "Oflk".
const LOCK: i32 = 0x4f66_6c6b;

/// Brings the tables up to date, or says why they cannot serve this program.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    schema: &Schema,
    own_tables: Option<&Migrator>,
    may_change: bool,
) -> Result<(), JournalError> {
    let failed = || JournalError::storage("bring its tables up to date");
    let parts = parts(own_tables);
    if exists(&mut *connection, "journal_store").await?
        && are_current(&parts, &mut *connection, schema, may_change).await?
    {
        // Nothing to do, so nobody to wait for who may be at it.
        return Ok(());
    }
    sqlx::query("SELECT pg_advisory_lock($1, hashtext($2))")
        .bind(LOCK)
        .bind(schema.name())
        .execute(&mut *connection)
        .await
        .map_err(failed())?;
    let is_journal = exists(&mut *connection, "journal_store").await?;
    if !is_journal {
        refuse_foreign_tables(&mut *connection, schema).await?;
    }
    let current = are_current(&parts, &mut *connection, schema, may_change).await?;
    if may_change && !current {
        if !is_journal {
            let create = format!("CREATE SCHEMA IF NOT EXISTS \"{}\"", schema.name());
            sqlx::raw_sql(AssertSqlSafe(create).into_sql_str())
                .execute(&mut *connection)
                .await
                .map_err(failed())?;
        }
        for part in &parts {
            let run = part.migrator.run(&mut *connection).await;
            run.map_err(|cause| JournalError::Migration {
                database: schema.place(),
                cause: Arc::new(cause),
            })?;
        }
    }
    // The lock ends with the connection.
    Ok(())
}

/// Whether all tables are what this program needs; refuses those that cannot become it.
async fn are_current(
    parts: &[Part],
    connection: &mut PgConnection,
    schema: &Schema,
    may_change: bool,
) -> Result<bool, JournalError> {
    let mut current = true;
    for part in parts {
        current &= part
            .is_current(&mut *connection, schema, may_change)
            .await?;
    }
    Ok(current)
}

/// How the tables of a schema stand to this program. Nothing is changed.
pub(super) async fn conditions(
    connection: &mut PgConnection,
    schema: &Schema,
    own_tables: Option<&Migrator>,
) -> Result<Vec<TablesCondition>, JournalError> {
    if !exists(&mut *connection, "journal_store").await? {
        refuse_foreign_tables(&mut *connection, schema).await?;
    }
    let mut found = Vec::new();
    for part in parts(own_tables) {
        found.push(TablesCondition {
            part: part.name,
            state: part.state(&mut *connection, schema).await?,
        });
    }
    Ok(found)
}

fn parts(own_tables: Option<&Migrator>) -> Vec<Part> {
    let mut parts = vec![Part::of("journal", MIGRATIONS, &journal_tables())];
    parts.extend(own_tables.map(|own| Part::of("records", OWN_MIGRATIONS, own)));
    parts
}

fn journal_tables() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str, alone| {
        let sql = sql.into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, alone)
    };
    Migrator::with_migrations(vec![
        migration(1, "journal", include_str!("schema.sql"), false),
        // Not in a transaction: it waits for a dump under way, and commits must not wait behind it.
        migration(2, "deadlines in place", DEADLINES_IN_PLACE, true),
    ])
}

/// Migrations of the journal or of its service.
struct Part {
    name: &'static str,
    list: &'static str,
    migrator: Migrator,
    /// The version this program knows.
    known: i64,
}

impl Part {
    fn of(name: &'static str, list: &'static str, tables: &Migrator) -> Self {
        let mut migrator = Migrator::with_migrations(tables.iter().cloned().collect());
        migrator.dangerous_set_table_name(list);
        // Newer ones have been looked at before.
        migrator.set_ignore_missing(true);
        // The lock of a schema is held already; sqlx's own would be the whole database's.
        migrator.set_locking(false);
        Self {
            name,
            list,
            known: tables.iter().map(|one| one.version).max().unwrap_or(0),
            migrator,
        }
    }

    async fn is_current(
        &self,
        connection: &mut PgConnection,
        schema: &Schema,
        may_change: bool,
    ) -> Result<bool, JournalError> {
        match self.state(connection, schema).await? {
            TablesState::Missing if !may_change => Err(self.behind(schema, 0)),
            TablesState::Older { found, .. } if !may_change => Err(self.behind(schema, found)),
            TablesState::Missing | TablesState::Older { .. } => Ok(false),
            TablesState::Current { .. } | TablesState::Newer { .. } => Ok(true),
        }
    }

    fn behind(&self, schema: &Schema, found: i64) -> JournalError {
        JournalError::WrongVersion {
            database: schema.place(),
            part: self.name,
            found,
            known: self.known,
            advice: "start one program that may change them first",
        }
    }

    async fn state(
        &self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<TablesState, JournalError> {
        let applied = self.applied(&mut *connection).await?;
        let newer = applied.iter().any(|(version, ..)| *version > self.known);
        let serves_from = if newer {
            Some(self.serves_from(connection).await?)
        } else {
            None
        };
        let place = schema.place();
        state_of(&place, self.name, &applied, &self.migrator, serves_from)
    }

    /// The migrations that were run; none without tables.
    async fn applied(&self, connection: &mut PgConnection) -> Result<Vec<Applied>, JournalError> {
        if !exists(&mut *connection, self.list).await? {
            return Ok(Vec::new());
        }
        let applied = match self.list {
            MIGRATIONS => {
                "SELECT version, checksum, success FROM journal_migrations ORDER BY version"
            }
            _ => "SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version",
        };
        sqlx::query_as(applied)
            .fetch_all(connection)
            .await
            .map_err(JournalError::storage("read the version of its tables"))
    }

    async fn serves_from(&self, connection: &mut PgConnection) -> Result<i64, JournalError> {
        sqlx::query_scalar("SELECT serves_from FROM journal_versions WHERE part = $1")
            .bind(self.name)
            .fetch_one(connection)
            .await
            .map_err(JournalError::storage("read the version of its tables"))
    }
}

/// Whether the schema has a table.
pub(super) async fn exists(
    connection: &mut PgConnection,
    table: &str,
) -> Result<bool, JournalError> {
    sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL")
        .bind(table)
        .fetch_one(connection)
        .await
        .map_err(JournalError::storage("look for its tables"))
}

async fn refuse_foreign_tables(
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<(), JournalError> {
    let foreign: Option<String> = sqlx::query_scalar(
        "SELECT min(table_name::text) FROM information_schema.tables WHERE table_schema = $1",
    )
    .bind(schema.name())
    .fetch_one(connection)
    .await
    .map_err(JournalError::storage("look for its tables"))?;
    match foreign {
        None => Ok(()),
        Some(table) => Err(JournalError::NotAJournal {
            database: schema.place(),
            message: format!("it holds the table {table} of something else"),
        }),
    }
}
