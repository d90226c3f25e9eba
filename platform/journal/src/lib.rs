//! Append-only streams of entries: the only durable history of a service.
//!
//! An [`Entry`] is everything one accepted command caused, so a command is atomic. Its place
//! `(stream, seq)` is the only lock: of two writers who expect the same last entry one is
//! appended, the other is told of the [conflict](Append::Conflict), reloads and decides again.
//! A command sent twice gets its first answer. Entries of a stream form a hash chain.
//!
//! [`Fact`]s tell other services what happened. They are written with the entry and numbered
//! afterwards by a sequencer, so a consumer that reads on from its [`Cursor`] never misses one.
//!
//! [`Records`] are the service's own tables in the same database. A [`Store`] is both together.
//!
//! [`Journal`] is the one trait. [`SqliteJournal`] keeps it in a file of a [`DataFolder`], for one
//! process; [`PostgresJournal`] in a schema of a Postgres database, for any number of processes.

mod away;
pub mod backup;
mod chain;
mod condition;
mod data_folder;
mod entry;
mod error;
mod fact;
pub mod feed;
mod journal;
mod location;
mod measures;
pub mod moving;
mod postgres;
pub mod records;
mod schedule;
mod sql;
mod sqlite;
mod store;
pub mod writer;

pub use away::StoreFailure;
pub use chain::{ChainBreak, ChainFault, ChainReport, Hash, entry_hash};
pub use condition::{Promise, Replica, ServerCondition, TablesCondition, TablesState};
pub use data_folder::{DataFolder, DataFolderError};
pub use entry::{Append, Entry, NewEntry, StreamId};
pub use error::JournalError;
pub use fact::{Cursor, Fact, FactPage, NewFact};
pub use journal::Journal;
pub use location::JournalLocation;
pub use measures::{Distribution, Measures};
pub use postgres::{PostgresJournal, PostgresOptions, journals_in, server_condition};
pub use records::{Executor, Migrations, RecordWrite, Records, WriteTransaction};
pub use schedule::{Deadline, DeadlineChange, Heartbeat, OpenStream};
pub use sqlite::SqliteJournal;
pub use store::Store;
