//! Why the journal could not do what it was asked.

use std::path::PathBuf;
use std::sync::Arc;

use crate::StreamId;

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
        cause: Arc<sqlx::Error>,
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
    #[error("the database {path} runs with {setting} = {actual}; the journal needs {needed}")]
    Unsafe {
        /// The database file.
        path: PathBuf,
        /// The setting.
        setting: &'static str,
        /// Its value.
        actual: String,
        /// The value it must have.
        needed: &'static str,
    },
    /// The file is no journal.
    #[error("{path} is not a journal database: {message}")]
    NotAJournal {
        /// The file.
        path: PathBuf,
        /// How that was found out.
        message: String,
    },
    /// The tables could not be brought up to date.
    #[error("the tables of {path} could not be brought up to date: {cause}")]
    Migration {
        /// The database file.
        path: PathBuf,
        /// What went wrong.
        cause: Arc<sqlx::migrate::MigrateError>,
    },
}

impl JournalError {
    pub(crate) fn storage(doing: &'static str) -> impl FnOnce(sqlx::Error) -> Self {
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
        }
    }
}
