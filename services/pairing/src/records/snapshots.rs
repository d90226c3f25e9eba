//! Tournaments as they were folded up to an entry. Any of them may be missing, and is made again.

use outflank_access::Problem;
use outflank_journal::records;

use super::{Records, stored};

/// A tournament as it was folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SnapshotRow {
    pub tournament_id: String,
    /// The last entry folded in.
    pub seq: u64,
    /// That entry's hash.
    pub hash: Vec<u8>,
    /// The engine's state.
    pub state: Vec<u8>,
    /// What the service folds beside it.
    pub beside: Vec<u8>,
}

outflank_journal::from_row!(SnapshotRow {
    tournament_id,
    seq [i64],
    hash,
    state,
    beside,
});

impl Records {
    pub(crate) async fn snapshot(
        &self,
        tournament_id: &str,
    ) -> Result<Option<SnapshotRow>, Problem> {
        records::query_as("SELECT * FROM tournament_snapshots WHERE tournament_id = $1")
            .bind(tournament_id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// Keeps a snapshot; one of a later entry stays.
    pub(crate) async fn keep_snapshot(&self, row: &SnapshotRow) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO tournament_snapshots (tournament_id, seq, hash, state, beside) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tournament_id) DO UPDATE SET \
             seq = excluded.seq, hash = excluded.hash, state = excluded.state, beside = excluded.beside \
             WHERE excluded.seq > tournament_snapshots.seq",
        )
        .bind(&row.tournament_id)
        .bind(i64::try_from(row.seq).map_err(Problem::internal)?)
        .bind(row.hash.clone())
        .bind(row.state.clone())
        .bind(row.beside.clone())
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    /// Forgets a snapshot that does not serve.
    pub(crate) async fn drop_snapshot(&self, row: &SnapshotRow) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query("DELETE FROM tournament_snapshots WHERE tournament_id = $1 AND seq = $2")
            .bind(&row.tournament_id)
            .bind(i64::try_from(row.seq).map_err(Problem::internal)?)
            .execute(&mut transaction)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }
}
