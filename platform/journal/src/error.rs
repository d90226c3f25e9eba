//! Why the journal could not do what it was asked.

use std::sync::Arc;

use crate::{StoreFailure, StreamId};

/// A failure of the journal. That another writer was first is none: see [`Append`](crate::Append).
#[derive(Debug, Clone, thiserror::Error)]
pub enum JournalError {
    /// The entry can never be appended as it is.
    #[error("the entry was not appended: {message}")]
    InvalidEntry {
        /// The field and what would be right.
        message: String,
    },
    /// The database failed before anything was committed: nothing was written.
    #[error("the journal could not {doing}: {cause}")]
    Storage {
        /// What was being done.
        doing: &'static str,
        /// What the database said.
        cause: Arc<dyn StoreFailure + Send + Sync>,
    },
    /// The journal was closed, or its process is ending, before the database said whether the
    /// commit took place. Sending the same command again tells.
    #[error("whether the entry was appended is not known; send the same command again")]
    OutcomeUnknown,
    /// The journal takes no more entries: its process is ending.
    #[error("the journal is closed; nothing was written")]
    Closed,
    /// The last entry is not the one this process appended or read: the stream has to be
    /// loaded again.
    #[error("entry {seq} of {stream} has another hash than before; load the stream again")]
    PredecessorChanged {
        /// The stream.
        stream: StreamId,
        /// `seq` of the entry in question.
        seq: u64,
    },
    /// The cursor belongs to another store, or to a later state of this one than it now has:
    /// read again from the beginning.
    #[error(
        "the cursor {cursor} is not one of this store ({epoch}, {head} facts); \
         read again from the beginning"
    )]
    ForeignCursor {
        /// The cursor as given, `epoch:number`.
        cursor: String,
        /// This store's epoch.
        epoch: String,
        /// How many facts this store has numbered.
        head: u64,
    },
    /// A stored value is not what the journal writes.
    #[error("the journal holds a value it never writes: {message}")]
    Corrupt {
        /// Which one, and what would be right.
        message: String,
    },
    /// The database does not promise what the journal needs.
    #[error("{database} runs with {setting} = {actual}; the journal needs {needed}")]
    Unsafe {
        /// The database file, or server and schema.
        database: String,
        /// The setting.
        setting: &'static str,
        /// Its value.
        actual: String,
        /// The value it must have.
        needed: &'static str,
    },
    /// The file or schema is no journal.
    #[error("{database} is not a journal database: {message}")]
    NotAJournal {
        /// The file, or server and schema.
        database: String,
        /// How that was found out.
        message: String,
    },
    /// The tables could not be brought up to date.
    #[error("the tables of {database} could not be brought up to date: {cause}")]
    Migration {
        /// The database file, or server and schema.
        database: String,
        /// What went wrong.
        cause: Arc<sqlx::migrate::MigrateError>,
    },
    /// The tables were made by another version of the program, and do not serve this one.
    #[error(
        "the {part} tables of {database} are at version {found} and this program needs version \
         {known}: {advice}"
    )]
    WrongVersion {
        /// Server and schema.
        database: String,
        /// `journal` for the journal's own tables, `records` for the service's.
        part: &'static str,
        /// The version of the tables.
        found: i64,
        /// The version this program knows.
        known: i64,
        /// What would help.
        advice: &'static str,
    },
    /// The address is none of a database.
    #[error("the database address is not one: {message}")]
    Address {
        /// What is wrong with it, without its password.
        message: String,
    },
    /// The server does not answer, or does not let this program in.
    #[error("{database} cannot be reached: {cause}")]
    Unreachable {
        /// The server and its database.
        database: String,
        /// What happened.
        cause: Arc<sqlx::Error>,
    },
}

impl JournalError {
    pub(crate) fn storage<E: StoreFailure + Send + Sync + 'static>(
        doing: &'static str,
    ) -> impl FnOnce(E) -> Self {
        move |cause| Self::Storage {
            doing,
            cause: Arc::new(cause),
        }
    }

    /// Stable name of the failure, for problem documents and logs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidEntry { .. } => "invalid_entry",
            Self::Storage { .. } => "journal_storage",
            Self::OutcomeUnknown => "outcome_unknown",
            Self::Closed => "journal_closed",
            Self::PredecessorChanged { .. } => "predecessor_changed",
            Self::ForeignCursor { .. } => "foreign_cursor",
            Self::Corrupt { .. } => "journal_corrupt",
            Self::Unsafe { .. } => "journal_unsafe",
            Self::NotAJournal { .. } => "not_a_journal",
            Self::Migration { .. } => "journal_migration",
            Self::WrongVersion { .. } => "journal_version",
            Self::Address { .. } => "journal_address",
            Self::Unreachable { .. } => "journal_unreachable",
        }
    }
}
