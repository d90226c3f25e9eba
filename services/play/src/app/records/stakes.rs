//! What officials have at stake beside the seats that they hold.

use outflank_access::Problem;
use outflank_journal::records;
use outflank_tournament::{AccountId, EntrantId, SharedInterest};

use super::PlayRecords;
use crate::app::refusal::stored;

impl PlayRecords {
    /// Whose interests an account has beside its own, by its last appointment.
    pub async fn save_shared_interests(
        &self,
        tournament_id: &str,
        account: &AccountId,
        shares: &[SharedInterest],
    ) -> Result<(), Problem> {
        let body = serde_json::to_string(shares).map_err(Problem::internal)?;
        let statement = records::query(
            "INSERT INTO shared_interests (tournament_id, account_id, body) VALUES ($1, $2, $3) \
             ON CONFLICT (tournament_id, account_id) DO UPDATE SET body = excluded.body",
        )
        .bind(tournament_id.to_owned())
        .bind(account.0.clone())
        .bind(body);
        self.run(statement).await
    }

    pub async fn shared_interests(
        &self,
        tournament_id: &str,
        account: &AccountId,
    ) -> Result<Vec<SharedInterest>, Problem> {
        let body: Option<String> = records::query_scalar(
            "SELECT body FROM shared_interests WHERE tournament_id = $1 AND account_id = $2",
        )
        .bind(tournament_id)
        .bind(account.as_str())
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)?;
        body.map_or(Ok(Vec::new()), |body| {
            serde_json::from_str(&body).map_err(Problem::internal)
        })
    }

    pub async fn save_left_seat(
        &self,
        tournament_id: &str,
        entrant: &EntrantId,
        (by, through_round): (&AccountId, u32),
    ) -> Result<(), Problem> {
        let statement = records::query(
            "INSERT INTO left_seats (tournament_id, account_id, entrant_id, through_round) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (tournament_id, account_id, entrant_id) DO UPDATE SET \
             through_round = excluded.through_round",
        )
        .bind(tournament_id.to_owned())
        .bind(by.0.clone())
        .bind(entrant.0.clone())
        .bind(through_round);
        self.run(statement).await
    }

    /// The entrants whose seat an account or a program that it operates holds.
    pub async fn entrants_played_by(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT entrant_id FROM seats \
             WHERE tournament_id = $1 AND (account_id = $2 OR operator_id = $3)",
        )
        .bind(tournament_id)
        .bind(account_id)
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The seats that an account gave up once a round was paired, and the last that was.
    pub async fn left_seats(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<Vec<(EntrantId, u32)>, Problem> {
        let rows: Vec<(String, i64)> = records::query_as(
            "SELECT entrant_id, through_round FROM left_seats \
             WHERE tournament_id = $1 AND account_id = $2",
        )
        .bind(tournament_id)
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let round = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(rows
            .into_iter()
            .map(|(entrant, through)| (EntrantId(entrant), round(through)))
            .collect())
    }
}
