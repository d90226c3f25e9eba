//! Whole schemas copied into files by `COPY`, and filled from them.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};

use super::database::{self, Schema, Use};
use crate::JournalError;
use crate::backup::{Content, DumpedSchema, DumpedTable, Feeding, hex};

/// Sent at once, in bytes.
const CHUNK: usize = 256 * 1024;
/// What every store makes for itself.
const NOT_COPIED: [&str; 4] = [
    "journal_migrations",
    "_sqlx_migrations",
    "journal_store",
    "journal_versions",
];

/// Copies schemas of a database into a folder, `SCHEMA/TABLE.copy`, as all of them are at one instant. Nobody waits
/// for it.
///
/// # Errors
/// When the database cannot be read, or a file not be written.
pub async fn dump_schemas(
    url: &str,
    schemas: &[String],
    folder: &Path,
) -> Result<Vec<DumpedSchema>, JournalError> {
    let (mut connection, _) = database::look(url).await?;
    run(
        &mut connection,
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    )
    .await?;
    let mut dumped = Vec::with_capacity(schemas.len());
    for schema in schemas {
        dumped.push(dump(&mut connection, schema, folder).await?);
    }
    run(&mut connection, "COMMIT").await?;
    connection.close().await.map_err(failed())?;
    Ok(dumped)
}

async fn dump(
    connection: &mut PgConnection,
    schema: &str,
    folder: &Path,
) -> Result<DumpedSchema, JournalError> {
    let content = content(connection, schema).await?;
    let inside = folder.join(schema);
    std::fs::create_dir_all(&inside).map_err(file_failed)?;
    let mut tables = Vec::new();
    for table in tables_of(connection, schema).await? {
        let columns: Vec<String> = sqlx::query_scalar(
            "SELECT column_name::text FROM information_schema.columns \
             WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position",
        )
        .bind(schema)
        .bind(&table)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed())?;
        let statement = format!(
            "COPY {schema}.{table} ({}) TO STDOUT (FORMAT binary)",
            columns.join(", ")
        );
        let file = File::create(inside.join(format!("{table}.copy"))).map_err(file_failed)?;
        let mut file = BufWriter::new(file);
        let mut digest = Sha256::new();
        let mut rows = connection
            .copy_out_raw(&statement)
            .await
            .map_err(failed())?;
        while let Some(bytes) = rows.try_next().await.map_err(failed())? {
            digest.update(&bytes);
            file.write_all(&bytes).map_err(file_failed)?;
        }
        drop(rows);
        let file = file
            .into_inner()
            .map_err(|error| file_failed(error.into_error()))?;
        file.sync_all().map_err(file_failed)?;
        tables.push(DumpedTable {
            table,
            columns,
            sha256: hex(&digest.finalize()),
        });
    }
    Ok(DumpedSchema {
        schema: schema.to_owned(),
        content,
        tables,
    })
}

/// What the journal of a schema holds.
async fn content(connection: &mut PgConnection, schema: &str) -> Result<Content, JournalError> {
    let statement = format!(
        "COPY (SELECT stream_kind, stream_id, seq, encode(hash, 'hex') \
         FROM {schema}.journal_entries ORDER BY 1, 2, 3) TO STDOUT"
    );
    let mut lines = connection
        .copy_out_raw(&statement)
        .await
        .map_err(failed())?;
    let mut feeding = Feeding::default();
    while let Some(text) = lines.try_next().await.map_err(failed())? {
        feeding.text(&text);
    }
    Ok(feeding.content())
}

/// The tables of a schema, each after those it refers to.
async fn tables_of(
    connection: &mut PgConnection,
    schema: &str,
) -> Result<Vec<String>, JournalError> {
    let mut waiting: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables \
         WHERE table_schema = $1 AND table_type = 'BASE TABLE' ORDER BY 1",
    )
    .bind(schema)
    .fetch_all(&mut *connection)
    .await
    .map_err(failed())?;
    waiting.retain(|table| !NOT_COPIED.contains(&table.as_str()));
    let refers: Vec<(String, String)> = sqlx::query_as(
        "SELECT own.relname::text, other.relname::text FROM pg_constraint AS c \
         JOIN pg_class AS own ON own.oid = c.conrelid \
         JOIN pg_class AS other ON other.oid = c.confrelid \
         JOIN pg_namespace AS n ON n.oid = own.relnamespace \
         WHERE c.contype = 'f' AND n.nspname = $1 AND own.oid <> other.oid",
    )
    .bind(schema)
    .fetch_all(&mut *connection)
    .await
    .map_err(failed())?;
    let mut ordered: Vec<String> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let (ready, later): (Vec<String>, Vec<String>) =
            waiting.iter().cloned().partition(|table| {
                !refers
                    .iter()
                    .any(|(own, other)| own == table && waiting.contains(other))
            });
        if ready.is_empty() {
            // A ring of references: the database will say which.
            ordered.extend(later);
            break;
        }
        ordered.extend(ready);
        waiting = later;
    }
    Ok(ordered)
}

/// Whether a schema, whose tables the programs have made, can be filled from a folder that [`dump_schemas`] wrote: there is
/// nothing in it, not even the heartbeat of a server that runs, and the files are those that were written.
///
/// # Errors
/// What stands in the way.
pub async fn check_restorable(
    url: &str,
    dumped: &DumpedSchema,
    folder: &Path,
) -> Result<(), JournalError> {
    let name = &dumped.schema;
    let schema = Schema::new(url, name)?;
    let mut connection = schema.connect(Use::Reading).await?;
    for table in tables_of(&mut connection, name).await? {
        let question = format!("SELECT EXISTS (SELECT 1 FROM {name}.{table})");
        let holds_something: bool = sqlx::query_scalar(AssertSqlSafe(question))
            .fetch_one(&mut connection)
            .await
            .map_err(failed())?;
        if holds_something {
            return Err(JournalError::NotAJournal {
                database: schema.place(),
                message: format!("{table} holds something already; restore into an empty database"),
            });
        }
    }
    connection.close().await.map_err(failed())?;
    for table in &dumped.tables {
        let path = copy_of(folder, name, table);
        let mut digest = Sha256::new();
        let mut file = File::open(&path).map_err(file_failed)?;
        std::io::copy(&mut file, &mut digest).map_err(file_failed)?;
        if hex(&digest.finalize()) != table.sha256 {
            return Err(altered(&path));
        }
    }
    Ok(())
}

fn copy_of(folder: &Path, schema: &str, table: &DumpedTable) -> PathBuf {
    folder.join(schema).join(format!("{}.copy", table.table))
}

fn altered(path: &Path) -> JournalError {
    JournalError::Corrupt {
        message: format!(
            "{} is not the file that was written: it was altered",
            path.display()
        ),
    }
}

/// Fills an empty schema, whose tables the programs have made, from a folder that [`dump_schemas`] wrote, and names its
/// store anew. Answers what its journal holds then. All of it is done, or nothing; look first whether it can be
/// ([`check_restorable`]), for what is there already stays.
///
/// # Errors
/// When a file is not the one that was written, or the database does not take it.
pub async fn restore_schema(
    url: &str,
    dumped: &DumpedSchema,
    folder: &Path,
) -> Result<Content, JournalError> {
    let name = &dumped.schema;
    let schema = Schema::new(url, name)?;
    let mut connection = schema.connect(Use::Migrating).await?;
    run(&mut connection, "BEGIN").await?;
    for table in &dumped.tables {
        let path = copy_of(folder, name, table);
        fill(&mut connection, name, table, &path).await?;
    }
    continue_numbers(&mut connection, name).await?;
    let renewal = "UPDATE journal_store SET epoch = replace(gen_random_uuid()::text, '-', '')";
    run(&mut connection, renewal).await?;
    run(&mut connection, "COMMIT").await?;
    let content = content(&mut connection, name).await?;
    connection.close().await.map_err(failed())?;
    Ok(content)
}

async fn fill(
    connection: &mut PgConnection,
    schema: &str,
    table: &DumpedTable,
    path: &Path,
) -> Result<(), JournalError> {
    let name = &table.table;
    let statement = format!(
        "COPY {schema}.{name} ({}) FROM STDIN (FORMAT binary)",
        table.columns.join(", ")
    );
    let mut file = BufReader::new(File::open(path).map_err(file_failed)?);
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut rows = connection.copy_in_raw(&statement).await.map_err(failed())?;
    loop {
        let read = file.read(&mut chunk).map_err(file_failed)?;
        let Some(bytes) = chunk.get(..read).filter(|bytes| !bytes.is_empty()) else {
            break;
        };
        digest.update(bytes);
        rows.send(bytes).await.map_err(failed())?;
    }
    let found = hex(&digest.finalize());
    if found != table.sha256 {
        rows.abort("the file was altered").await.map_err(failed())?;
        return Err(altered(path));
    }
    rows.finish().await.map_err(failed())?;
    Ok(())
}

/// Columns that number their rows go on after the last.
async fn continue_numbers(connection: &mut PgConnection, schema: &str) -> Result<(), JournalError> {
    let numbered: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         WHERE table_schema = $1 AND is_identity = 'YES'",
    )
    .bind(schema)
    .fetch_all(&mut *connection)
    .await
    .map_err(failed())?;
    for (table, column) in numbered {
        run(
            connection,
            &format!(
                "SELECT setval(pg_get_serial_sequence('{schema}.{table}', '{column}'), \
                 greatest((SELECT coalesce(max({column}), 0) FROM {schema}.{table}), 1))"
            ),
        )
        .await?;
    }
    Ok(())
}

async fn run(connection: &mut PgConnection, sql: &str) -> Result<(), JournalError> {
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql)
        .execute(connection)
        .await
        .map_err(failed())?;
    Ok(())
}

fn failed() -> impl FnOnce(sqlx::Error) -> JournalError {
    JournalError::storage("copy a schema")
}

fn file_failed(error: std::io::Error) -> JournalError {
    failed()(sqlx::Error::Io(error))
}
