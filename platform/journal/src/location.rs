//! A journal at rest, in either database.

use std::fmt;
use std::path::PathBuf;

use crate::{
    ChainReport, Entry, JournalError, Migrations, Records, StreamId, TablesCondition, postgres,
    sqlite,
};

/// Where a journal is that is only looked at, whether servers run on it or not.
#[derive(Debug, Clone)]
pub enum JournalLocation {
    /// A SQLite file.
    File(PathBuf),
    /// A schema of a Postgres database.
    Schema {
        /// Address of the database, `postgres://...`.
        url: String,
        /// Name of the schema.
        schema: String,
    },
}

impl JournalLocation {
    /// Walks all its chains.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] if it is something else, [`JournalError::Storage`] if it
    /// cannot be read.
    pub async fn verify(&self) -> Result<ChainReport, JournalError> {
        match self {
            Self::File(path) => sqlite::verify_file(path).await,
            Self::Schema { url, schema } => postgres::verify_schema(url, schema).await,
        }
    }

    /// Gives the entries of every stream of a kind, stream by stream in the order of their ids.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    pub async fn read(
        &self,
        kind: &str,
        take: impl FnMut(StreamId, Vec<Entry>) + Send,
    ) -> Result<(), JournalError> {
        match self {
            Self::File(path) => sqlite::read_file(path, kind, take).await,
            Self::Schema { url, schema } => postgres::read_schema(url, schema, kind, take).await,
        }
    }

    /// How its tables, and those of records that its service keeps beside it, stand to this program.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify); [`JournalError::Migration`] and [`JournalError::WrongVersion`] when
    /// they do not serve this program.
    pub async fn tables(
        &self,
        own: Option<&Migrations>,
    ) -> Result<Vec<TablesCondition>, JournalError> {
        match self {
            Self::File(path) => sqlite::tables_of_file(path, own).await,
            Self::Schema { url, schema } => postgres::tables_of_schema(url, schema, own).await,
        }
    }

    /// The service's own tables beside it, which can only be read.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    pub async fn records(&self) -> Result<Records, JournalError> {
        match self {
            Self::File(path) => sqlite::records_of_file(path).await,
            Self::Schema { url, schema } => postgres::records_of_schema(url, schema),
        }
    }
}

/// How people call it, without passwords.
impl fmt::Display for JournalLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Schema { schema, .. } => write!(f, "schema {schema}"),
        }
    }
}
