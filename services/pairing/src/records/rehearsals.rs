//! Rehearsals in the list of tournaments.

use outflank_access::Problem;
use outflank_journal::records;

use super::{IndexRow, Records, stored};

impl Records {
    /// The rehearsals of an event that an account is an official of, the latest known first.
    pub(crate) async fn rehearsals_of(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<Vec<IndexRow>, Problem> {
        records::query_as(
            "SELECT t.* FROM tournament_index AS t JOIN official_index AS o USING (tournament_id) \
             WHERE t.rehearsal_of = $1 AND t.rehearsal_of <> '' AND o.account_id = $2 \
             ORDER BY t.phase, t.tournament_id",
        )
        .bind(tournament_id)
        .bind(account_id)
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

    /// How many rehearsals are not over: of an event, and of all those that an account is an official of.
    pub(crate) async fn count_rehearsals(
        &self,
        tournament_id: &str,
        account_id: &str,
        over: i32,
    ) -> Result<(i64, i64), Problem> {
        let of_event: i64 = records::query_scalar(
            "SELECT count(*) FROM tournament_index \
             WHERE rehearsal_of = $1 AND rehearsal_of <> '' AND phase < $2",
        )
        .bind(tournament_id)
        .bind(over)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)?;
        let of_account: i64 = records::query_scalar(
            "SELECT count(*) FROM tournament_index AS t JOIN official_index AS o USING (tournament_id) \
             WHERE t.rehearsal_of <> '' AND t.phase < $1 AND o.account_id = $2",
        )
        .bind(over)
        .bind(account_id)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)?;
        Ok((of_event, of_account))
    }
}
