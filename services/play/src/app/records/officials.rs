//! Who officiates, who was sent out, whose special needs were met, and why things were done.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::{
    RecordWrite,
    records::{self, Query},
};
use outflank_tournament::{Appointment, Consent, Limits};

use super::PlayRecords;

use crate::app::refusal::stored;

/// Somebody who was sent from the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RoomExpulsion {
    pub ruling: String,
    pub entrant: Option<String>,
    pub account: Option<String>,
    pub until_ms: Option<i64>,
    pub official: String,
    pub paragraph: Option<String>,
}

outflank_journal::from_row!(RoomExpulsion {
    ruling [in "ruling_id"],
    entrant [in "entrant_id"],
    account [in "account_id"],
    until_ms,
    official [in "official_id"],
    paragraph,
});

/// Keeps why something was done at a game; the same id twice is the same reason.
pub(crate) fn keep_reason(reason_id: &str, game_id: &str, text: &str) -> RecordWrite {
    RecordWrite::new(
        records::query(
            "INSERT INTO reasons (reason_id, game_id, text) VALUES ($1, $2, $3) \
             ON CONFLICT (reason_id) DO NOTHING",
        )
        .bind(reason_id)
        .bind(game_id)
        .bind(text),
    )
}

/// Whether a game is over, for [`PlayRecords::games_awaiting`] and [`PlayRecords::games_played_by`].
pub(crate) fn mark_over(game_id: &str, is_over: bool) -> RecordWrite {
    RecordWrite::new(over(game_id, is_over))
}

fn over(game_id: &str, is_over: bool) -> Query {
    records::query("UPDATE games SET is_over = $1 WHERE game_id = $2")
        .bind(is_over)
        .bind(game_id.to_owned())
}

impl PlayRecords {
    pub async fn save_official(
        &self,
        tournament_id: &str,
        account_id: &str,
        appointment: &Appointment,
    ) -> Result<(), Problem> {
        let role = serde_json::to_string(&appointment.role).map_err(Problem::internal)?;
        let limits = serde_json::to_string(&appointment.limits).map_err(Problem::internal)?;
        self.run(
            records::query(
                "INSERT INTO officials (tournament_id, account_id, role, limits) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (tournament_id, account_id) DO UPDATE SET \
                 role = excluded.role, limits = excluded.limits",
            )
            .bind(tournament_id.to_owned())
            .bind(account_id.to_owned())
            .bind(role)
            .bind(limits),
        )
        .await
    }

    pub async fn remove_official(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<(), Problem> {
        self.run(
            records::query("DELETE FROM officials WHERE tournament_id = $1 AND account_id = $2")
                .bind(tournament_id.to_owned())
                .bind(account_id.to_owned()),
        )
        .await
    }

    /// The officials of a tournament.
    pub async fn officials(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, Appointment>, Problem> {
        let rows: Vec<(String, String, Option<String>)> = records::query_as(
            "SELECT account_id, role, limits FROM officials WHERE tournament_id = $1",
        )
        .bind(tournament_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        rows.into_iter()
            .map(|(account_id, role, limits)| {
                let role = serde_json::from_str(&role).map_err(Problem::internal)?;
                // Kept by a version that knew roles alone.
                let limits = limits.map_or(Ok(Limits::default()), |limits| {
                    serde_json::from_str(&limits).map_err(Problem::internal)
                })?;
                Ok((account_id, Appointment { role, limits }))
            })
            .collect()
    }

    /// The reasons given at a game, by id.
    pub async fn reasons(&self, game_id: &str) -> Result<BTreeMap<String, String>, Problem> {
        let rows: Vec<(String, String)> =
            records::query_as("SELECT reason_id, text FROM reasons WHERE game_id = $1")
                .bind(game_id)
                .fetch_all(self.0.read())
                .await
                .map_err(stored)?;
        Ok(rows.into_iter().collect())
    }

    pub async fn save_room_expulsion(
        &self,
        tournament_id: &str,
        expulsion: &RoomExpulsion,
    ) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO room_expulsions (ruling_id, tournament_id, entrant_id, account_id, \
                 until_ms, official_id, paragraph) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT (ruling_id) DO NOTHING",
            )
            .bind(expulsion.ruling.clone())
            .bind(tournament_id.to_owned())
            .bind(expulsion.entrant.clone())
            .bind(expulsion.account.clone())
            .bind(expulsion.until_ms)
            .bind(expulsion.official.clone())
            .bind(expulsion.paragraph.clone()),
        )
        .await
    }

    /// Forgets a ruling that fell; answers what it was, if it sent somebody out.
    pub async fn remove_room_expulsion(
        &self,
        tournament_id: &str,
        ruling: &str,
    ) -> Result<Option<RoomExpulsion>, Problem> {
        let all = self.room_expulsions(tournament_id).await?;
        let found = all.into_iter().find(|known| known.ruling == ruling);
        if found.is_some() {
            let delete = records::query("DELETE FROM room_expulsions WHERE ruling_id = $1");
            self.run(delete.bind(ruling.to_owned())).await?;
        }
        Ok(found)
    }

    /// Who was sent from the room of a tournament.
    pub async fn room_expulsions(
        &self,
        tournament_id: &str,
    ) -> Result<Vec<RoomExpulsion>, Problem> {
        records::query_as(
            "SELECT ruling_id, entrant_id, account_id, until_ms, official_id, paragraph \
             FROM room_expulsions WHERE tournament_id = $1 ORDER BY ruling_id",
        )
        .bind(tournament_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Who may move for an entrant; nobody any more with `None`.
    pub async fn save_assistant(
        &self,
        tournament_id: &str,
        entrant_id: &str,
        account_id: Option<&str>,
    ) -> Result<(), Problem> {
        let Some(account_id) = account_id else {
            let delete = records::query(
                "DELETE FROM assistants WHERE tournament_id = $1 AND entrant_id = $2",
            );
            let delete = delete.bind(tournament_id.to_owned());
            return self.run(delete.bind(entrant_id.to_owned())).await;
        };
        self.run(
            records::query(
                "INSERT INTO assistants (tournament_id, entrant_id, account_id) VALUES ($1, $2, $3) \
                 ON CONFLICT (tournament_id, entrant_id) DO UPDATE \
                 SET account_id = excluded.account_id",
            )
            .bind(tournament_id.to_owned())
            .bind(entrant_id.to_owned())
            .bind(account_id.to_owned()),
        )
        .await
    }

    /// The entrants that an account may move for.
    pub async fn assisted_by(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT entrant_id FROM assistants WHERE tournament_id = $1 AND account_id = $2",
        )
        .bind(tournament_id)
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The entrants whose seat an account holds.
    pub async fn entrants_of(
        &self,
        tournament_id: &str,
        account_id: &str,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT entrant_id FROM seats WHERE tournament_id = $1 AND account_id = $2",
        )
        .bind(tournament_id)
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Who met whom in a tournament: round, black, white.
    pub async fn pairings(
        &self,
        tournament_id: &str,
    ) -> Result<Vec<(u32, String, String)>, Problem> {
        let rows: Vec<(i64, String, String)> = records::query_as(
            "SELECT round, black_entrant_id, white_entrant_id FROM games WHERE tournament_id = $1",
        )
        .bind(tournament_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let round = |round: i64| u32::try_from(round).unwrap_or(u32::MAX);
        Ok(rows
            .into_iter()
            .map(|(number, black, white)| (round(number), black, white))
            .collect())
    }

    pub async fn save_consent(
        &self,
        tournament_id: &str,
        consent: &Consent,
    ) -> Result<(), Problem> {
        let body = serde_json::to_string(consent).map_err(Problem::internal)?;
        self.run(
            records::query(
                "INSERT INTO consents (consent_id, tournament_id, official_id, body) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (consent_id) DO NOTHING",
            )
            .bind(consent.consent.clone())
            .bind(tournament_id.to_owned())
            .bind(consent.official.0.clone())
            .bind(body),
        )
        .await
    }

    /// Forgets consents that are good for nothing any more.
    pub async fn remove_consents(&self, consents: &[String]) -> Result<(), Problem> {
        for consent in consents {
            let delete = records::query("DELETE FROM consents WHERE consent_id = $1");
            self.run(delete.bind(consent.clone())).await?;
        }
        Ok(())
    }

    /// What was consented to an official in a tournament, as far as pairing knows it open.
    pub async fn consents(
        &self,
        tournament_id: &str,
        official_id: &str,
    ) -> Result<Vec<Consent>, Problem> {
        let bodies: Vec<String> = records::query_scalar(
            "SELECT body FROM consents WHERE tournament_id = $1 AND official_id = $2 \
             ORDER BY consent_id",
        )
        .bind(tournament_id)
        .bind(official_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        let read = |body: &String| serde_json::from_str(body).map_err(Problem::internal);
        bodies.iter().map(read).collect()
    }

    pub async fn save_appeal(&self, appeal_id: &str, ruling_id: &str) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO appeals (appeal_id, ruling_id) VALUES ($1, $2) \
                 ON CONFLICT (appeal_id) DO NOTHING",
            )
            .bind(appeal_id.to_owned())
            .bind(ruling_id.to_owned()),
        )
        .await
    }

    /// The ruling that an appeal is about.
    pub async fn appealed(&self, appeal_id: &str) -> Result<Option<String>, Problem> {
        records::query_scalar("SELECT ruling_id FROM appeals WHERE appeal_id = $1")
            .bind(appeal_id)
            .fetch_optional(self.0.read())
            .await
            .map_err(stored)
    }

    /// Makes a key known whose signatures stand in the journal.
    pub async fn save_signing_key(&self, key_id: &str, public_key: &str) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO signing_keys (key_id, public_key) VALUES ($1, $2) \
                 ON CONFLICT (key_id) DO NOTHING",
            )
            .bind(key_id.to_owned())
            .bind(public_key.to_owned()),
        )
        .await
    }

    /// The games of the last rounds that an account's entrants are in, of each event, as far as they are not known to be
    /// over.
    pub async fn games_awaiting(&self, account_id: &str) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT game_id FROM games JOIN seats ON seats.tournament_id = games.tournament_id \
             AND seats.entrant_id IN (games.black_entrant_id, games.white_entrant_id) \
             WHERE seats.account_id = $1 AND NOT games.is_over AND games.round = \
             (SELECT max(round) FROM games AS other WHERE other.tournament_id = games.tournament_id) \
             ORDER BY game_id",
        )
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The games that an account plays, has a program play in an event, or assists in, as far as they are not known to be
    /// over.
    pub async fn games_played_by(&self, account_id: &str) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "WITH places AS (SELECT tournament_id, entrant_id FROM seats \
             WHERE account_id = $1 OR (operator_id = $2 AND tournament_id <> '') UNION SELECT tournament_id, entrant_id FROM assistants \
             WHERE account_id = $3) \
             SELECT game_id FROM places JOIN games ON games.tournament_id = places.tournament_id \
             AND games.black_entrant_id = places.entrant_id WHERE NOT games.is_over \
             UNION SELECT game_id FROM places JOIN games ON games.tournament_id = places.tournament_id \
             AND games.white_entrant_id = places.entrant_id WHERE NOT games.is_over",
        )
        .bind(account_id)
        .bind(account_id)
        .bind(account_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Notes what no entry has noted: of games from before entries did.
    pub async fn note_over(&self, game_id: &str, is_over: bool) -> Result<(), Problem> {
        self.run(over(game_id, is_over)).await
    }
}
