//! Copying files that servers write to.

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use super::database;
use crate::JournalError;

/// A table, an index or a trigger: its kind, its name and the words that made it.
type Made = (String, String, String);

/// Copies several files as they are at one instant. All writers are held up at once until each copy has its own view,
/// which it then reads from.
pub(crate) async fn copy_files(files: &[(PathBuf, PathBuf)]) -> Result<(), JournalError> {
    let mut locks = Vec::with_capacity(files.len());
    let mut copies = Vec::with_capacity(files.len());
    for (from, to) in files {
        locks.push(database::connect_existing(from).await?);
        copies.push(attach(from, to).await?);
    }
    for lock in &mut locks {
        run(lock, "BEGIN IMMEDIATE").await?;
    }
    for copy in &mut copies {
        run(copy, "BEGIN").await?;
        run(copy, "SELECT count(*) FROM main.sqlite_schema").await?;
    }
    for mut lock in locks {
        run(&mut lock, "ROLLBACK").await?;
        lock.close().await.map_err(failed())?;
    }
    for (mut copy, (_, to)) in copies.into_iter().zip(files) {
        fill(&mut copy).await?;
        run(&mut copy, "COMMIT").await?;
        let id = database::APPLICATION_ID;
        run(&mut copy, &format!("PRAGMA copy.application_id = {id}")).await?;
        copy.close().await.map_err(failed())?;
        on_disk(to)?;
    }
    Ok(())
}

/// A connection to a file with its new copy beside it.
async fn attach(from: &Path, to: &Path) -> Result<SqliteConnection, JournalError> {
    let mut copy = database::connect_existing(from).await?;
    // An empty file is an empty database.
    let made = std::fs::File::create_new(to);
    made.map_err(|error| failed()(sqlx::Error::Io(error)))?;
    run(&mut copy, "PRAGMA foreign_keys = OFF").await?;
    sqlx::query("ATTACH $1 AS copy")
        .bind(to.display().to_string())
        .execute(&mut copy)
        .await
        .map_err(failed())?;
    // Until it is whole nobody uses it, and then it is synced.
    run(&mut copy, "PRAGMA copy.journal_mode = OFF").await?;
    run(&mut copy, "PRAGMA copy.synchronous = OFF").await?;
    Ok(copy)
}

async fn fill(copy: &mut SqliteConnection) -> Result<(), JournalError> {
    let made: Vec<Made> = sqlx::query_as(
        "SELECT type, name, sql FROM main.sqlite_schema \
         WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .fetch_all(&mut *copy)
    .await
    .map_err(failed())?;
    let (tables, others): (Vec<_>, Vec<_>) =
        made.into_iter().partition(|(kind, ..)| kind == "table");
    for (_, name, sql) in &tables {
        run(copy, &in_copy(sql, "TABLE")).await?;
        let quoted = name.replace('"', "\"\"");
        let rows = format!("INSERT INTO copy.\"{quoted}\" SELECT * FROM main.\"{quoted}\"");
        run(copy, &rows).await?;
    }
    let numbered: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM main.sqlite_schema WHERE name = 'sqlite_sequence'",
    )
    .fetch_one(&mut *copy)
    .await
    .map_err(failed())?;
    if numbered > 0 {
        run(copy, "DELETE FROM copy.sqlite_sequence").await?;
        let numbers = "INSERT INTO copy.sqlite_sequence SELECT * FROM main.sqlite_sequence";
        run(copy, numbers).await?;
    }
    for (kind, _, sql) in &others {
        run(copy, &in_copy(sql, &kind.to_ascii_uppercase())).await?;
    }
    Ok(())
}

/// The same words for the copy. SQLite keeps them from the name on as they were written, and what comes before in
/// capitals.
fn in_copy(sql: &str, kind: &str) -> String {
    let word = format!("{kind} ");
    sql.replacen(&word, &format!("{word}copy."), 1)
}

/// Names a journal anew.
pub(crate) async fn renew_file(path: &Path) -> Result<(), JournalError> {
    let mut connection = database::connect_existing(path).await?;
    run(
        &mut connection,
        "UPDATE journal_store SET epoch = lower(hex(randomblob(16)))",
    )
    .await?;
    connection.close().await.map_err(failed())
}

async fn run(connection: &mut SqliteConnection, sql: &str) -> Result<(), JournalError> {
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql)
        .execute(connection)
        .await
        .map_err(failed())?;
    Ok(())
}

fn failed() -> impl FnOnce(sqlx::Error) -> JournalError {
    JournalError::storage("copy a file")
}

fn on_disk(path: &Path) -> Result<(), JournalError> {
    let synced = std::fs::File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|error| failed()(sqlx::Error::Io(error)))
}
