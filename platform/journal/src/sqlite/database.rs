//! Opening the file: settings, durability, tables.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, SqlSafeStr, SqlitePool};

use crate::condition::{Applied, state_of};
use crate::{JournalError, TablesCondition};

/// Marks a SQLite file as a journal: "Oflk".
pub(super) const APPLICATION_ID: i64 = 0x4f66_6c6b;
/// The journal's own list of migrations, apart from the service's.
const MIGRATIONS: &str = "journal_migrations";
/// How long a statement waits for another process's lock, e.g. that of a backup.
pub(super) const BUSY: Duration = Duration::from_secs(5);
/// How long to wait for a connection that writes.
const WRITER_WAIT: Duration = Duration::from_secs(5);
const READERS: u32 = 4;

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY)
}

/// For a connection that moves the log into the file, and waits so long for readers to leave the log.
pub(super) fn checkpointing(path: &Path, patience: Duration) -> SqliteConnectOptions {
    options(path)
        .busy_timeout(patience)
        .synchronous(SqliteSynchronous::Full)
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
}

pub(super) async fn open_writer(path: &Path) -> Result<SqlitePool, JournalError> {
    let options = checkpointing(path, BUSY)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .pragma("wal_autocheckpoint", "0")
        // A statement's own undo log: as a file it is made and removed with every commit.
        .pragma("temp_store", "MEMORY");
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

/// One connection to a journal that is there.
pub(super) async fn connect_existing(path: &Path) -> Result<SqliteConnection, JournalError> {
    if !path.is_file() {
        return Err(JournalError::NotAJournal {
            database: path.display().to_string(),
            message: "there is no such file".to_owned(),
        });
    }
    options(path)
        .connect()
        .await
        .map_err(|cause| not_a_journal(path, cause))
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
            database: path.display().to_string(),
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

pub(super) fn require(
    path: &Path,
    setting: &'static str,
    actual: &str,
    needed: &'static str,
) -> Result<(), JournalError> {
    if actual == needed {
        return Ok(());
    }
    Err(JournalError::Unsafe {
        database: path.display().to_string(),
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
        database: path.display().to_string(),
        cause: Arc::new(cause),
    };
    journal_tables().run(writing).await.map_err(failed)?;
    match own_tables {
        Some(own) => own.run(writing).await.map_err(failed),
        None => Ok(()),
    }
}

/// How the tables of a file stand to this program. Nothing is changed.
pub(super) async fn conditions(
    path: &Path,
    pool: &SqlitePool,
    own_tables: Option<&Migrator>,
) -> Result<Vec<TablesCondition>, JournalError> {
    let journal = journal_tables();
    let mut parts = vec![("journal", MIGRATIONS, &journal)];
    parts.extend(own_tables.map(|own| ("records", "_sqlx_migrations", own)));
    let mut found = Vec::new();
    for (part, list, migrator) in parts {
        let failed = || JournalError::storage("read the version of its tables");
        let lists: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = ?")
            .bind(list)
            .fetch_one(pool)
            .await
            .map_err(failed())?;
        let applied: Vec<Applied> = if lists == 0 {
            Vec::new()
        } else {
            let applied = format!("SELECT version, checksum, success FROM {list} ORDER BY version");
            sqlx::query_as(sqlx::AssertSqlSafe(applied))
                .fetch_all(pool)
                .await
                .map_err(failed())?
        };
        let place = path.display().to_string();
        found.push(TablesCondition {
            part,
            state: state_of(&place, part, &applied, migrator, None)?,
        });
    }
    Ok(found)
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
        database: path.display().to_string(),
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
            database: path.display().to_string(),
            message: "it is not an SQLite database".to_owned(),
        }
    } else {
        JournalError::storage("open its database")(cause)
    }
}
