//! Where observations are kept: beside the journal, in records that can be erased with an account.

use outflank_runtime::Problem;
use sqlx::SqliteConnection;

use super::observation::{Observation, Observed};

/// Notes what was observed.
pub(crate) async fn note(
    writing: &mut SqliteConnection,
    observed: &[Observed],
) -> Result<(), Problem> {
    for one in observed {
        let kind = match &one.what {
            Observation::Focus { .. } => "focus",
            what => what.kind(),
        };
        sqlx::query(
            "INSERT INTO observations (account_id, gateway_id, socket_id, at_ms, kind, lost, game_id, observation) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&one.account)
        .bind(&one.gateway)
        .bind(&one.socket)
        .bind(one.at_ms)
        .bind(kind)
        .bind(one.what.is_lost())
        .bind(&one.game)
        .bind(serde_json::to_string(&one.what).map_err(Problem::internal)?)
        .execute(&mut *writing)
        .await
        .map_err(Problem::internal)?;
    }
    Ok(())
}
