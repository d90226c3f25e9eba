//! Rehearsals in the list of tournaments.

use outflank_access::Problem;
use outflank_journal::records;

use super::{IndexRow, Records, stored};

/// How many rehearsals there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RehearsalCounts {
    /// Of the event, those that are over among them.
    pub of_event: i64,
    /// Of the event, not over.
    pub running_of_event: i64,
    /// Founded by the account, not over.
    pub running_of_account: i64,
    /// Not over, whoever founded them.
    pub running: i64,
}

outflank_journal::from_row!(RehearsalCounts {
    of_event,
    running_of_event,
    running_of_account,
    running,
});

impl Records {
    /// The rehearsals of an event, those that are not over first.
    pub(crate) async fn rehearsals_of(
        &self,
        tournament_id: &str,
    ) -> Result<Vec<IndexRow>, Problem> {
        records::query_as(
            "SELECT * FROM tournament_index WHERE rehearsal_of = $1 AND rehearsal_of <> '' \
             ORDER BY phase, tournament_id",
        )
        .bind(tournament_id)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Every rehearsal that is not over; `over` is the number of the first phase in which an event is.
    pub(crate) async fn running_rehearsals(&self, over: i32) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT tournament_id FROM tournament_index WHERE rehearsal_of <> '' AND phase < $1 \
             ORDER BY rehearsal_of, tournament_id",
        )
        .bind(over)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// How many rehearsals there are of an event, of the account that founded them, and at all.
    pub(crate) async fn count_rehearsals(
        &self,
        tournament_id: &str,
        founder: &str,
        over: i32,
    ) -> Result<RehearsalCounts, Problem> {
        records::query_as(
            "SELECT \
             COALESCE(SUM(CASE WHEN rehearsal_of = $1 THEN 1 ELSE 0 END), 0) AS of_event, \
             COALESCE(SUM(CASE WHEN rehearsal_of = $2 AND phase < $3 THEN 1 ELSE 0 END), 0) AS running_of_event, \
             COALESCE(SUM(CASE WHEN organiser = $4 AND phase < $5 THEN 1 ELSE 0 END), 0) AS running_of_account, \
             COALESCE(SUM(CASE WHEN phase < $6 THEN 1 ELSE 0 END), 0) AS running \
             FROM tournament_index WHERE rehearsal_of <> ''",
        )
        .bind(tournament_id)
        .bind(tournament_id)
        .bind(over)
        .bind(founder)
        .bind(over)
        .bind(over)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)
    }
}
