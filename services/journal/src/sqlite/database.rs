//! Opening the file: settings, durability, tables.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{SqlSafeStr, SqlitePool};

use crate::JournalError;

/// Marks a SQLite file as a journal: "Oflk".
pub(super) const APPLICATION_ID: i64 = 0x4f66_6c6b;
/// The journal's own list of migrations, apart from the service's.
const MIGRATIONS: &str = "journal_migrations";
/// How long a statement waits for another process's lock, e.g. that of a backup.
const BUSY: Duration = Duration::from_secs(5);
/// How long to wait for the one connection that writes.
const WRITER_WAIT: Duration = Duration::from_secs(5);
const READERS: u32 = 4;

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY)
}

pub(super) async fn open_writer(path: &Path) -> Result<SqlitePool, JournalError> {
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON");
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(WRITER_WAIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .map_err(|cause| not_a_journal(path, cause))?;
    let mut writer = pool
        .acquire()
        .await
        .map_err(JournalError::storage("open its database"))?;
    assert_durable(path, &mut writer).await?;
    drop(writer);
    Ok(pool)
}

pub(super) async fn open_readers(path: &Path) -> Result<SqlitePool, JournalError> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .test_before_acquire(false)
        .connect_with(options(path).read_only(true))
        .await
        .map_err(JournalError::storage("open its database for reading"))
}

/// Opens a journal to look at it only, without making or leaving any file.
pub(super) async fn open_read_only(path: &Path) -> Result<SqlitePool, JournalError> {
    if !path.is_file() {
        return Err(JournalError::NotAJournal {
            path: path.to_owned(),
            message: "there is no such file".to_owned(),
        });
    }
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    // Without a log nobody has it open, and reading must not make one.
    let options = options(path)
        .read_only(true)
        .immutable(!Path::new(&log).exists());
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await
        .map_err(|cause| not_a_journal(path, cause))?;
    match application_id(path, &pool).await? {
        APPLICATION_ID => Ok(pool),
        _ => Err(foreign(path)),
    }
}

/// SQLite keeps `synchronous` per connection and ignores what it cannot do, so both are read back.
async fn assert_durable(path: &Path, writer: &mut SqliteConnection) -> Result<(), JournalError> {
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(&mut *writer)
        .await
        .map_err(JournalError::storage("read its settings"))?;
    require(path, "journal_mode", &mode, "wal")?;
    let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
        .fetch_one(&mut *writer)
        .await
        .map_err(JournalError::storage("read its settings"))?;
    require(path, "synchronous", &synchronous.to_string(), "2")?;
    let foreign_keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys")
        .fetch_one(&mut *writer)
        .await
        .map_err(JournalError::storage("read its settings"))?;
    require(path, "foreign_keys", &foreign_keys.to_string(), "1")
}

fn require(
    path: &Path,
    setting: &'static str,
    actual: &str,
    needed: &'static str,
) -> Result<(), JournalError> {
    if actual == needed {
        return Ok(());
    }
    Err(JournalError::Unsafe {
        path: path.to_owned(),
        setting,
        actual: actual.to_owned(),
        needed,
    })
}

pub(super) async fn migrate(
    path: &Path,
    writing: &SqlitePool,
    own_tables: Option<&Migrator>,
) -> Result<(), JournalError> {
    if application_id(path, writing).await? != APPLICATION_ID {
        let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
            .fetch_one(writing)
            .await
            .map_err(|cause| not_a_journal(path, cause))?;
        if tables > 0 {
            return Err(foreign(path));
        }
    }
    let failed = |cause| JournalError::Migration {
        path: path.to_owned(),
        cause: Arc::new(cause),
    };
    journal_tables().run(writing).await.map_err(failed)?;
    match own_tables {
        Some(own) => own.run(writing).await.map_err(failed),
        None => Ok(()),
    }
}

fn journal_tables() -> Migrator {
    let mut tables = Migrator::with_migrations(vec![Migration::new(
        1,
        "journal".into(),
        MigrationType::Simple,
        include_str!("schema.sql").into_sql_str(),
        false,
    )]);
    tables.dangerous_set_table_name(MIGRATIONS);
    tables
}

async fn application_id(path: &Path, pool: &SqlitePool) -> Result<i64, JournalError> {
    sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(pool)
        .await
        .map_err(|cause| not_a_journal(path, cause))
}

fn foreign(path: &Path) -> JournalError {
    JournalError::NotAJournal {
        path: path.to_owned(),
        message: "it is a database of something else".to_owned(),
    }
}

/// SQLite's "file is not a database" deserves a sentence of its own.
fn not_a_journal(path: &Path, cause: sqlx::Error) -> JournalError {
    let is_no_database = cause
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| code == "26");
    if is_no_database {
        JournalError::NotAJournal {
            path: path.to_owned(),
            message: "it is not an SQLite database".to_owned(),
        }
    } else {
        JournalError::storage("open its database")(cause)
    }
}
