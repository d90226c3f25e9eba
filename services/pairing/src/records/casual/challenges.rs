//! Challenges, and offers of another game.

use outflank_access::Problem;
use outflank_casual::Terms;
use outflank_journal::{RecordWrite, records};

use super::terms_of;
use crate::records::{Records, stored};

/// A challenge, or the offer of another game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChallengeRow {
    pub challenge_id: String,
    /// The challenger.
    pub account_id: String,
    /// The command that made it.
    pub command_id: String,
    pub variant: String,
    pub main_ms: i64,
    pub increment_ms: i64,
    /// The challenger's; empty where the lot decides.
    pub color: String,
    /// Empty for a challenge by link.
    pub rematch_of: String,
    pub expires_at_ms: i64,
    /// Empty while nothing came of it.
    pub game_id: String,
    /// 1 where the challenger came by an API key.
    pub by_key: i64,
}

outflank_journal::from_row!(ChallengeRow {
    challenge_id,
    account_id,
    command_id,
    variant,
    main_ms,
    increment_ms,
    color,
    rematch_of,
    expires_at_ms,
    game_id,
    by_key,
});

impl ChallengeRow {
    pub(crate) fn terms(&self) -> Terms {
        terms_of(&self.variant, self.main_ms, self.increment_ms)
    }
}

/// An entry takes a challenge up: it stands only where nobody else has, and it was not taken back.
pub(crate) fn take_challenge(challenge_id: &str, game_id: &str) -> RecordWrite {
    RecordWrite::required(
        records::query(
            "UPDATE challenges SET game_id = $1 WHERE challenge_id = $2 AND game_id = ''",
        )
        .bind(game_id)
        .bind(challenge_id),
    )
}

impl Records {
    /// Keeps a challenge; where it is kept already nothing is changed.
    pub(crate) async fn keep_challenge(&self, row: &ChallengeRow) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO challenges (challenge_id, account_id, command_id, variant, main_ms, increment_ms, color, \
             rematch_of, expires_at_ms, by_key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT DO NOTHING",
        )
        .bind(&row.challenge_id)
        .bind(&row.account_id)
        .bind(&row.command_id)
        .bind(&row.variant)
        .bind(row.main_ms)
        .bind(row.increment_ms)
        .bind(&row.color)
        .bind(&row.rematch_of)
        .bind(row.expires_at_ms)
        .bind(row.by_key)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    pub(crate) async fn challenge(&self, id: &str) -> Result<Option<ChallengeRow>, Problem> {
        records::query_as("SELECT * FROM challenges WHERE challenge_id = $1")
            .bind(id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// The challenge that a command of an account made.
    pub(crate) async fn challenge_by_command(
        &self,
        account_id: &str,
        command_id: &str,
    ) -> Result<Option<ChallengeRow>, Problem> {
        records::query_as("SELECT * FROM challenges WHERE account_id = $1 AND command_id = $2")
            .bind(account_id)
            .bind(command_id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// How many challenges by link of an account stand.
    pub(crate) async fn open_challenges(
        &self,
        account_id: &str,
        now_ms: i64,
    ) -> Result<i64, Problem> {
        records::query_scalar(
            "SELECT count(*) FROM challenges WHERE account_id = $1 AND expires_at_ms > $2 AND game_id = '' \
             AND rematch_of = ''",
        )
        .bind(account_id)
        .bind(now_ms)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)
    }

    /// The challenges by link of an account that stand, the latest first, so many at most.
    pub(crate) async fn challenges_by(
        &self,
        account_id: &str,
        now_ms: i64,
        most: i64,
    ) -> Result<Vec<ChallengeRow>, Problem> {
        records::query_as(
            "SELECT * FROM challenges WHERE account_id = $1 AND expires_at_ms > $2 AND game_id = '' \
             AND rematch_of = '' ORDER BY expires_at_ms DESC, challenge_id LIMIT $3",
        )
        .bind(account_id)
        .bind(now_ms)
        .bind(most)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Who wants another game after that one, as far as nothing came of it.
    pub(crate) async fn rematch_wanted_by(
        &self,
        game_id: &str,
        now_ms: i64,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT account_id FROM challenges WHERE rematch_of = $1 AND rematch_of <> '' AND expires_at_ms > $2 \
             AND NOT EXISTS (SELECT 1 FROM challenges AS other WHERE other.rematch_of = $3 AND other.rematch_of <> '' \
             AND other.game_id <> '') ORDER BY account_id",
        )
        .bind(game_id)
        .bind(now_ms)
        .bind(game_id)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// Takes an account's challenge back; false where nothing stands that could be.
    pub(crate) async fn withdraw_challenge(
        &self,
        id: &str,
        account_id: &str,
    ) -> Result<bool, Problem> {
        let mut transaction = self.begin().await?;
        let gone = records::query(
            "DELETE FROM challenges WHERE challenge_id = $1 AND account_id = $2 AND game_id = ''",
        )
        .bind(id)
        .bind(account_id)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        Ok(gone > 0)
    }

    /// Forgets challenges that ended before that time and came to nothing.
    pub(crate) async fn forget_challenges(&self, before_ms: i64) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query("DELETE FROM challenges WHERE expires_at_ms < $1 AND game_id = ''")
            .bind(before_ms)
            .execute(&mut transaction)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }
}
