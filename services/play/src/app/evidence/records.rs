//! Where observations are kept: beside the journal, in records that can be erased with an account.

use outflank_access::Problem;
use outflank_journal::{Records, WriteTransaction, records};

use super::{
    Alert,
    observation::{ONLOOKER, Observation, Observed, Onlooker},
};

use crate::app::refusal::stored;

struct Row {
    account_id: String,
    gateway_id: String,
    socket_id: String,
    at_ms: i64,
    game_id: String,
    observation: String,
}

outflank_journal::from_row!(Row {
    account_id,
    gateway_id,
    socket_id,
    at_ms,
    game_id,
    observation,
});

impl Row {
    fn read(self) -> Result<Observed, Problem> {
        Ok(Observed {
            what: serde_json::from_str(&self.observation).map_err(Problem::internal)?,
            account: self.account_id,
            gateway: self.gateway_id,
            socket: self.socket_id,
            at_ms: self.at_ms,
            game: self.game_id,
        })
    }
}

/// A connection that was lost, as others at the same gateway are compared with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lost {
    pub account_id: String,
    pub socket_id: String,
    pub at_ms: i64,
}

outflank_journal::from_row!(Lost {
    account_id,
    socket_id,
    at_ms,
});

/// The tables of observations.
#[derive(Debug, Clone)]
pub(crate) struct EvidenceRecords(pub Records);

/// Notes what was observed.
pub(crate) async fn note(
    writing: &mut WriteTransaction,
    observed: &[Observed],
) -> Result<(), Problem> {
    for one in observed {
        let kind = match &one.what {
            Observation::Focus { .. } => "focus",
            what => what.kind(),
        };
        records::query(
            "INSERT INTO observations (account_id, gateway_id, socket_id, at_ms, kind, lost, game_id, observation) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
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
        .map_err(stored)?;
    }
    Ok(())
}

impl EvidenceRecords {
    /// Notes what was observed, in a transaction of its own.
    pub async fn save(&self, observed: &[Observed]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        note(&mut writing, observed).await?;
        writing.commit().await.map_err(stored)
    }

    /// What was observed of an account in a span, at this game or at all, oldest first; without who looked on, which is
    /// for officials alone.
    pub async fn of_account(
        &self,
        account_id: &str,
        game_id: &str,
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Vec<Observed>, Problem> {
        let rows: Vec<Row> = records::query_as(
            "SELECT account_id, gateway_id, socket_id, at_ms, game_id, observation FROM observations \
             WHERE account_id = $1 AND at_ms BETWEEN $2 AND $3 AND game_id IN ('', $4) AND kind <> $5 \
             ORDER BY at_ms, number",
        )
        .bind(account_id)
        .bind(from_ms)
        .bind(until_ms)
        .bind(game_id)
        .bind(ONLOOKER)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        rows.into_iter().map(Row::read).collect()
    }

    /// Who looked on while an account left turns of a game unread, from an instant on, oldest first.
    pub async fn onlookers(
        &self,
        account_id: &str,
        game_id: &str,
        from_ms: i64,
    ) -> Result<Vec<(i64, Onlooker)>, Problem> {
        let rows: Vec<Row> = records::query_as(
            "SELECT account_id, gateway_id, socket_id, at_ms, game_id, observation FROM observations \
             WHERE account_id = $1 AND at_ms >= $2 AND game_id = $3 AND kind = $4 ORDER BY at_ms, number",
        )
        .bind(account_id)
        .bind(from_ms)
        .bind(game_id)
        .bind(ONLOOKER)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let mut onlookers = Vec::new();
        for row in rows {
            let observed = row.read()?;
            if let Observation::Onlooker(of) = observed.what {
                onlookers.push((observed.at_ms, of));
            }
        }
        Ok(onlookers)
    }

    /// The connections that were lost at a gateway in a span.
    pub async fn lost_at(
        &self,
        gateway_id: &str,
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Vec<Lost>, Problem> {
        records::query_as(
            "SELECT account_id, socket_id, at_ms FROM observations \
             WHERE lost AND gateway_id = $1 AND at_ms BETWEEN $2 AND $3 ORDER BY at_ms",
        )
        .bind(gateway_id)
        .bind(from_ms)
        .bind(until_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The accounts whose connections were lost anywhere in a span.
    pub async fn lost_accounts(
        &self,
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT DISTINCT account_id FROM observations \
             WHERE lost AND account_id <> '' AND at_ms BETWEEN $1 AND $2",
        )
        .bind(from_ms)
        .bind(until_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Writes an alert down, unless the same was told for that round since; answers whether it is new.
    pub async fn save_alert(&self, alert: &Alert, since_ms: i64) -> Result<bool, Problem> {
        let json = serde_json::to_string(alert).map_err(Problem::internal)?;
        let mut writing = self.0.write().await.map_err(stored)?;
        let saved = records::query(
            "INSERT INTO alerts (alert_id, tournament_id, round, code, at_ms, alert) \
             SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM alerts \
             WHERE tournament_id = $2 AND round = $3 AND code = $4 AND at_ms > $7) \
             ON CONFLICT (alert_id) DO NOTHING",
        )
        .bind(&alert.id)
        .bind(&alert.tournament)
        .bind(alert.round)
        .bind(&alert.code)
        .bind(alert.at_ms)
        .bind(json)
        .bind(since_ms)
        .execute(&mut writing)
        .await
        .map_err(stored)?;
        writing.commit().await.map_err(stored)?;
        Ok(saved > 0)
    }

    /// What the officials of a round were alerted to in a span.
    pub async fn alerts(
        &self,
        (tournament_id, round): (&str, u32),
        (from_ms, until_ms): (i64, i64),
    ) -> Result<Vec<Alert>, Problem> {
        let rows: Vec<String> = records::query_scalar(
            "SELECT alert FROM alerts WHERE tournament_id = $1 AND round = $2 AND at_ms BETWEEN $3 AND $4 \
             ORDER BY at_ms",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(from_ms)
        .bind(until_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let read = rows.iter().map(|json| serde_json::from_str(json));
        read.collect::<Result<_, _>>().map_err(Problem::internal)
    }

    /// What a tournament's officials were alerted to from an instant on, oldest first.
    pub async fn alerts_since(
        &self,
        tournament_id: &str,
        since_ms: i64,
    ) -> Result<Vec<Alert>, Problem> {
        let rows: Vec<String> = records::query_scalar(
            "SELECT alert FROM alerts WHERE tournament_id = $1 AND at_ms >= $2 ORDER BY at_ms",
        )
        .bind(tournament_id)
        .bind(since_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let read = rows.iter().map(|json| serde_json::from_str(json));
        read.collect::<Result<_, _>>().map_err(Problem::internal)
    }

    /// Whether an account officiates at a tournament.
    pub async fn is_official(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<bool, Problem> {
        let found: Option<String> = records::query_scalar(
            "SELECT role FROM officials WHERE tournament_id = $1 AND account_id = $2",
        )
        .bind(tournament_id)
        .bind(account_id)
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)?;
        Ok(found.is_some())
    }
}
