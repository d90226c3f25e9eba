//! Tournaments that are over, as they were shown after their last entry. Any row may be missing, and is made again.

use outflank_access::Problem;
use outflank_journal::records;

use super::{Records, stored};

/// Everything that the view of a state is made by, in one number: what another edition made serves nobody.
pub(crate) const EDITION: &str = env!("OUTFLANK_VIEW_EDITION");

/// A tournament as it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ViewRow {
    pub tournament_id: String,
    /// The entry after which it was shown so.
    pub seq: u64,
    /// That entry's hash.
    pub hash: Vec<u8>,
    /// How often what is shown beside the stream had been written.
    pub times_written: u64,
    /// What it was made by.
    pub edition: String,
    /// The answer, as the contract has it.
    pub answer: Vec<u8>,
}

outflank_journal::from_row!(ViewRow {
    tournament_id,
    seq [i64],
    hash,
    times_written [i64],
    edition,
    answer,
});

impl Records {
    /// The view that was kept last, where nothing was written beside the stream since; that no entry was is to be looked
    /// at.
    pub(crate) async fn view(
        &self,
        tournament_id: &str,
        edition: &str,
    ) -> Result<Option<ViewRow>, Problem> {
        records::query_as(
            "SELECT * FROM tournament_views WHERE tournament_id = $1 AND edition = $2 AND times_written = \
             COALESCE((SELECT times FROM record_writes WHERE tournament_id = $1), 0)",
        )
        .bind(tournament_id)
        .bind(edition)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Keeps a view in place of the one before.
    pub(crate) async fn keep_view(&self, row: &ViewRow) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO tournament_views (tournament_id, seq, hash, times_written, edition, answer) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tournament_id) DO UPDATE SET \
             seq = excluded.seq, hash = excluded.hash, times_written = excluded.times_written, \
             edition = excluded.edition, answer = excluded.answer",
        )
        .bind(&row.tournament_id)
        .bind(i64::try_from(row.seq).map_err(Problem::internal)?)
        .bind(row.hash.clone())
        .bind(i64::try_from(row.times_written).map_err(Problem::internal)?)
        .bind(&row.edition)
        .bind(row.answer.clone())
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }
}
