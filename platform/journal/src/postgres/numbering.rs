//! Numbering facts.

use super::dialect::Connection;
use super::feed::{State, positive};
use super::reading::column;
use crate::JournalError;

/// Numbers at most so many facts in the order of their arrival, unless another process is at it;
/// answers how many, and how the feed stands.
///
/// One call, one transaction on the server: a process that stops or dies in the middle keeps the
/// turn from nobody.
pub(super) async fn number_facts(
    connection: &mut Connection,
    most: u32,
) -> Result<(u64, State), JournalError> {
    // All rows are fetched: the commit comes after the row.
    let rows = sqlx::query(
        "SELECT numbered, head, unnumbered, epoch FROM journal_number_facts($1), journal_store",
    )
    .bind(i64::from(most))
    .fetch_all(connection)
    .await
    .map_err(JournalError::storage("number facts"))?;
    let row = rows.first().ok_or_else(|| JournalError::Corrupt {
        message: "the table journal_store is empty; it has to hold one epoch".to_owned(),
    })?;
    let numbered = positive(column(row, "numbered")?)?;
    let state = State {
        epoch: column(row, "epoch")?,
        head: positive(column(row, "head")?)?,
        unnumbered: column(row, "unnumbered")?,
    };
    Ok((numbered, state))
}
