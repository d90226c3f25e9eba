//! The connection that commits entries: a prepared statement a row, and nothing between it and the disk.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, ffi, params};

use super::database::{BUSY, require};
use super::reading::bound;
use crate::records::Value;
use crate::writer::{InsertError, Row};
use crate::{DeadlineChange, Entry, Hash, JournalError, RecordWrite, StreamId};

/// The entry, if its place and its command are free and its predecessor stands.
const ENTRY: &str = "INSERT INTO journal_entries (stream_kind, stream_id, seq, at_ms, actor, command_id, \
     schema_version, body, previous_hash, hash) \
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 \
     WHERE ?3 = 1 OR EXISTS (SELECT 1 FROM journal_entries AS before INDEXED BY sqlite_autoindex_journal_entries_1 \
         WHERE before.stream_kind = ?1 AND before.stream_id = ?2 AND before.seq = ?3 - 1 AND before.hash = ?9) \
     ON CONFLICT DO NOTHING";
const FACT: &str = "INSERT INTO journal_facts (stream_kind, stream_id, seq, place, kind, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const OPEN: &str = "INSERT INTO journal_open_streams (stream_kind, stream_id, deadline_ms) VALUES (?1, ?2, ?3) \
     ON CONFLICT (stream_kind, stream_id) DO UPDATE SET deadline_ms = excluded.deadline_ms";
const CLOSE: &str = "DELETE FROM journal_open_streams WHERE stream_kind = ?1 AND stream_id = ?2";
const HASH: &str =
    "SELECT hash FROM journal_entries WHERE stream_kind = ?1 AND stream_id = ?2 AND seq = ?3";

/// Statements kept prepared: those of entries and those of a service's records.
const STATEMENTS: usize = 64;

/// Commits entries on the thread that asks, which waits for the disk.
#[derive(Debug)]
pub(super) struct Committing(Mutex<Connection>);

impl Committing {
    /// A connection to a journal that is there.
    ///
    /// # Errors
    /// When it cannot be opened, or does not promise what was committed.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let settings = || -> rusqlite::Result<(Connection, i64, i64)> {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(BUSY)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            for (setting, value) in [
                ("foreign_keys", "ON"),
                ("synchronous", "FULL"),
                ("fullfsync", "ON"),
                ("checkpoint_fullfsync", "ON"),
                ("wal_autocheckpoint", "0"),
                // A statement's own undo log: as a file it is made and removed with every commit.
                ("temp_store", "MEMORY"),
                // Every open stream has its own end in two indexes: what is read again for each entry is kept.
                ("cache_size", "-65536"),
            ] {
                connection.pragma_update(None, setting, value)?;
            }
            let read = |setting| connection.pragma_query_value(None, setting, |row| row.get(0));
            let (synchronous, foreign_keys) = (read("synchronous")?, read("foreign_keys")?);
            Ok((connection, synchronous, foreign_keys))
        };
        let (connection, synchronous, foreign_keys) =
            settings().map_err(JournalError::storage("open its database"))?;
        require(path, "synchronous", &synchronous.to_string(), "2")?;
        require(path, "foreign_keys", &foreign_keys.to_string(), "1")?;
        Ok(Self(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hashes of those of the wanted entries that stand.
    pub fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        let connection = self.lock();
        let read = |(stream, seq): &(StreamId, u64)| {
            let mut statement = connection.prepare_cached(HASH)?;
            let found = statement.query_row(params![stream.kind, stream.id, bound(*seq)], |row| {
                row.get::<_, Vec<u8>>(0)
            });
            found.optional()
        };
        let mut found = Vec::with_capacity(wanted.len());
        for asked in wanted {
            let hash = read(asked).map_err(JournalError::storage("read the last hashes"))?;
            let Some(hash) = hash else { continue };
            let hash = hash.try_into().map_err(|_| JournalError::Corrupt {
                message: format!("the last hash of {} does not have 32 bytes", asked.0),
            })?;
            found.push((asked.0.clone(), Hash(hash)));
        }
        Ok(found)
    }

    /// See [`Store::insert`](crate::writer::Store::insert).
    pub fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        let connection = self.lock();
        let done = begin_and_write(&connection, rows);
        let done = done.and_then(|inserted| match run(&connection, "COMMIT") {
            Ok(()) => Ok(inserted),
            Err(cause) => Err(InsertError::Unknown(JournalError::storage(
                "commit entries",
            )(cause))),
        });
        // Some errors end the transaction themselves; whatever stands of it is taken back.
        if done.is_err()
            && !connection.is_autocommit()
            && let Err(error) = run(&connection, "ROLLBACK")
        {
            tracing::error!(%error, "a transaction could not be taken back");
        }
        done
    }
}

fn run(connection: &Connection, statement: &'static str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

/// Stops at the first error: what came after it might be in no transaction.
fn begin_and_write(
    connection: &Connection,
    rows: &[Row],
) -> Result<BTreeSet<StreamId>, InsertError> {
    run(connection, "BEGIN IMMEDIATE").map_err(not_written)?;
    let mut inserted = BTreeSet::new();
    for row in rows {
        if write_entry(connection, &row.entry).map_err(not_written)? {
            write_facts(connection, row).map_err(not_written)?;
            change_deadline(connection, row).map_err(not_written)?;
            write_records(connection, &row.records)?;
            inserted.insert(row.entry.stream.clone());
        }
    }
    Ok(inserted)
}

/// Answers whether the row stands.
fn write_entry(connection: &Connection, entry: &Entry) -> rusqlite::Result<bool> {
    let changed = connection.prepare_cached(ENTRY)?.execute(params![
        entry.stream.kind,
        entry.stream.id,
        bound(entry.seq),
        entry.at_ms,
        entry.actor,
        entry.command_id,
        entry.schema_version,
        entry.body,
        &entry.previous_hash.0[..],
        &entry.hash.0[..],
    ])?;
    Ok(changed > 0)
}

fn write_facts(connection: &Connection, Row { entry, facts, .. }: &Row) -> rusqlite::Result<()> {
    for (place, fact) in (0_i64..).zip(facts) {
        connection.prepare_cached(FACT)?.execute(params![
            entry.stream.kind,
            entry.stream.id,
            bound(entry.seq),
            place,
            fact.kind,
            fact.body,
        ])?;
    }
    Ok(())
}

fn change_deadline(connection: &Connection, row: &Row) -> rusqlite::Result<()> {
    let StreamId { kind, id } = &row.entry.stream;
    let deadline_ms = match row.deadline {
        DeadlineChange::Keep => return Ok(()),
        DeadlineChange::Clear => {
            let closed = connection.prepare_cached(CLOSE)?.execute(params![kind, id]);
            return closed.map(drop);
        }
        DeadlineChange::Set { at_ms } => Some(at_ms),
        DeadlineChange::Wait => None,
    };
    let opened = connection
        .prepare_cached(OPEN)?
        .execute(params![kind, id, deadline_ms]);
    opened.map(drop)
}

fn write_records(connection: &Connection, records: &[RecordWrite]) -> Result<(), InsertError> {
    for record in records {
        let (sql, values) = record.statement.parts();
        let changed = match execute(connection, sql, values) {
            Err(cause) if record.required && is_taken(&cause) => 0,
            changed => changed.map_err(not_written)?,
        };
        if record.required && changed == 0 {
            return Err(InsertError::Unmet);
        }
    }
    Ok(())
}

/// Whether a key is somebody else's.
fn is_taken(cause: &rusqlite::Error) -> bool {
    let code = cause.sqlite_error().map(|error| error.extended_code);
    matches!(
        code,
        Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE)
    )
}

/// As everywhere `$1` is the first value; to SQLite that is a name.
fn execute(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<usize> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut bound = 0;
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).map(str::to_owned);
        let number = name.as_deref().and_then(|name| name.get(1..)?.parse().ok());
        let place = number.unwrap_or(index);
        bound = bound.max(place);
        let place = place.checked_sub(1);
        let value = place.and_then(|place| values.get(place));
        match value.ok_or(rusqlite::Error::InvalidParameterCount(values.len(), index))? {
            Value::Text(text) => statement.raw_bind_parameter(index, text),
            Value::Integer(number) => statement.raw_bind_parameter(index, number),
            Value::Bytes(bytes) => statement.raw_bind_parameter(index, bytes),
            Value::Truth(truth) => statement.raw_bind_parameter(index, truth),
        }?;
    }
    if bound < values.len() {
        return Err(rusqlite::Error::InvalidParameterCount(values.len(), bound));
    }
    statement.raw_execute()
}

/// An error before the commit: nothing of the transaction stands.
fn not_written(cause: rusqlite::Error) -> InsertError {
    let code = cause.sqlite_error_code();
    let error = JournalError::storage("append entries")(cause);
    match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => InsertError::Busy(error),
        Some(ErrorCode::TooBig | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) => {
            InsertError::Refused(error)
        }
        _ => InsertError::Failed(error),
    }
}
