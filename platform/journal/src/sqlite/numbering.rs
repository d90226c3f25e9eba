//! Numbering facts.

use sqlx::{Connection as _, SqliteConnection};

use super::feed::{State, state};
use crate::JournalError;

/// Numbers at most so many facts in the order of their arrival; answers how many, and how the
/// feed stands.
pub(super) async fn number_facts(
    connection: &mut SqliteConnection,
    most: u32,
) -> Result<(u64, State), JournalError> {
    let failed = || JournalError::storage("number facts");
    let mut transaction = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed())?;
    let numbered = sqlx::query(
        "UPDATE journal_facts SET number = next.number FROM ( \
             SELECT arrival, row_number() OVER (ORDER BY arrival) \
                 + (SELECT coalesce(max(number), 0) FROM journal_facts) AS number \
             FROM journal_facts WHERE number IS NULL ORDER BY arrival LIMIT $1 \
         ) AS next WHERE journal_facts.arrival = next.arrival",
    )
    .bind(most)
    .execute(&mut *transaction)
    .await
    .map_err(failed())?
    .rows_affected();
    let state = state(&mut transaction).await?;
    if numbered > 0 {
        transaction.commit().await.map_err(failed())?;
    } else {
        transaction.rollback().await.map_err(failed())?;
    }
    Ok((numbered, state))
}
