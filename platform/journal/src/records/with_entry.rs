//! What is written of records together with an entry.

use super::{Query, WriteTransaction};

/// A statement on the service's records that is executed in the transaction of an entry: after it, and only where it is
/// inserted. What it writes stands exactly where the entry does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordWrite {
    pub(crate) statement: Query,
    pub(crate) required: bool,
}

impl RecordWrite {
    /// The entry stands whether the statement changes a row or not. A constraint that it breaks is an error of the append.
    #[must_use]
    pub fn new(statement: Query) -> Self {
        Self {
            statement,
            required: false,
        }
    }

    /// Where the statement changes no row, or would take a key that is taken, nothing is written, neither the entry:
    /// [`Append::Unmet`](crate::Append::Unmet).
    #[must_use]
    pub fn required(statement: Query) -> Self {
        Self {
            statement,
            required: true,
        }
    }

    /// Executes it in a transaction on records, for a journal that keeps its entries elsewhere; answers false where it is
    /// required and changed nothing.
    ///
    /// # Errors
    /// What the database says.
    pub async fn execute(&self, on: &mut WriteTransaction) -> Result<bool, sqlx::Error> {
        let changed = self.statement.clone().execute(on).await;
        self.is_met(changed)
    }

    /// What came of it.
    pub(crate) fn is_met(&self, changed: Result<u64, sqlx::Error>) -> Result<bool, sqlx::Error> {
        match changed {
            Ok(rows) => Ok(rows > 0 || !self.required),
            Err(error) if self.required && is_taken(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Whether a key is somebody else's.
fn is_taken(error: &sqlx::Error) -> bool {
    let error = error.as_database_error();
    error.is_some_and(|error| error.is_unique_violation())
}
