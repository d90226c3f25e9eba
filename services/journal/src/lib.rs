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
//! [`Journal`] is the one trait; [`SqliteJournal`] keeps it in a file of a [`DataFolder`].

mod chain;
mod data_folder;
mod entry;
mod error;
mod fact;
pub mod feed;
mod journal;
mod schedule;
mod sqlite;
mod writer;

pub use chain::{ChainBreak, ChainFault, ChainReport, Hash, entry_hash};
pub use data_folder::{DataFolder, DataFolderError};
pub use entry::{Append, Entry, NewEntry, StreamId};
pub use error::JournalError;
pub use fact::{Cursor, Fact, FactPage, NewFact};
pub use journal::Journal;
pub use schedule::{Deadline, DeadlineChange, Heartbeat, OpenStream};
pub use sqlite::{Records, SqliteJournal, WriteTransaction, read_file, verify_file};
