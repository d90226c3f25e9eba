//! What this service knows beside its streams: rules and seats from pairing, and where games belong.

mod chat;
mod officials;

use outflank_journal::Records;
use outflank_runtime::Problem;
use outflank_tournament::RuleSet;
use sqlx::{query::Query, sqlite::SqliteArguments};

pub(crate) use self::{
    chat::{Channel, KeptMessage},
    officials::RoomExpulsion,
};

/// Where a game belongs and who plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub game_id: String,
    pub tournament_id: String,
    pub round: u32,
    pub table: u32,
    pub game_number: u32,
    pub black: String,
    pub white: String,
}

/// The tables of this service.
#[derive(Debug, Clone)]
pub(crate) struct PlayRecords(pub Records);

impl PlayRecords {
    /// One statement, committed.
    async fn run(&self, query: Query<'_, sqlx::Sqlite, SqliteArguments>) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        query
            .execute(&mut *writing)
            .await
            .map_err(Problem::internal)?;
        writing.commit().await.map_err(Problem::internal)
    }

    pub async fn save_rules(&self, tournament_id: &str, rules: &RuleSet) -> Result<(), Problem> {
        let json = serde_json::to_string(rules).map_err(Problem::internal)?;
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        sqlx::query(
            "INSERT INTO tournaments (tournament_id, rule_set) VALUES (?, ?) \
             ON CONFLICT (tournament_id) DO UPDATE SET rule_set = excluded.rule_set",
        )
        .bind(tournament_id)
        .bind(json)
        .execute(&mut *writing)
        .await
        .map_err(Problem::internal)?;
        writing.commit().await.map_err(Problem::internal)
    }

    pub async fn rules(&self, tournament_id: &str) -> Result<Option<RuleSet>, Problem> {
        let json: Option<String> =
            sqlx::query_scalar("SELECT rule_set FROM tournaments WHERE tournament_id = ?")
                .bind(tournament_id)
                .fetch_optional(self.0.read())
                .await
                .map_err(Problem::internal)?;
        json.map(|json| serde_json::from_str(&json).map_err(Problem::internal))
            .transpose()
    }

    pub async fn save_seat(
        &self,
        tournament_id: &str,
        entrant_id: &str,
        account_id: &str,
    ) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        sqlx::query(
            "INSERT INTO seats (tournament_id, entrant_id, account_id) VALUES (?, ?, ?) \
             ON CONFLICT (tournament_id, entrant_id) DO UPDATE SET account_id = excluded.account_id",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .bind(account_id)
        .execute(&mut *writing)
        .await
        .map_err(Problem::internal)?;
        writing.commit().await.map_err(Problem::internal)
    }

    pub async fn remove_seat(&self, tournament_id: &str, entrant_id: &str) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        sqlx::query("DELETE FROM seats WHERE tournament_id = ? AND entrant_id = ?")
            .bind(tournament_id)
            .bind(entrant_id)
            .execute(&mut *writing)
            .await
            .map_err(Problem::internal)?;
        writing.commit().await.map_err(Problem::internal)
    }

    pub async fn account(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Option<String>, Problem> {
        sqlx::query_scalar(
            "SELECT account_id FROM seats WHERE tournament_id = ? AND entrant_id = ?",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .fetch_optional(self.0.read())
        .await
        .map_err(Problem::internal)
    }

    pub async fn save_games(&self, games: &[GameRow]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        for game in games {
            sqlx::query(
                "INSERT INTO games (game_id, tournament_id, round, table_number, game_number, \
                 black_entrant_id, white_entrant_id) VALUES (?, ?, ?, ?, ?, ?, ?) \
                 ON CONFLICT (game_id) DO NOTHING",
            )
            .bind(&game.game_id)
            .bind(&game.tournament_id)
            .bind(game.round)
            .bind(game.table)
            .bind(game.game_number)
            .bind(&game.black)
            .bind(&game.white)
            .execute(&mut *writing)
            .await
            .map_err(Problem::internal)?;
        }
        writing.commit().await.map_err(Problem::internal)
    }

    /// The games of a round, or of all rounds when `round` is 0, by round and table.
    pub async fn games(&self, tournament_id: &str, round: u32) -> Result<Vec<String>, Problem> {
        sqlx::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = ? AND (? = 0 OR round = ?) \
             ORDER BY round, table_number, game_number",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(round)
        .fetch_all(self.0.read())
        .await
        .map_err(Problem::internal)
    }

    /// The games of one table of a round.
    pub async fn games_at(
        &self,
        tournament_id: &str,
        round: u32,
        table: u32,
    ) -> Result<Vec<String>, Problem> {
        sqlx::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = ? AND round = ? AND table_number = ? \
             ORDER BY game_number",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(table)
        .fetch_all(self.0.read())
        .await
        .map_err(Problem::internal)
    }

    /// The games of an entrant.
    pub async fn games_of(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Vec<String>, Problem> {
        sqlx::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = ? \
             AND (black_entrant_id = ? OR white_entrant_id = ?) ORDER BY round, table_number",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .bind(entrant_id)
        .fetch_all(self.0.read())
        .await
        .map_err(Problem::internal)
    }

    /// Forgets where these games belonged.
    pub async fn forget_games(&self, games: &[String]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        for game in games {
            sqlx::query("DELETE FROM games WHERE game_id = ?")
                .bind(game)
                .execute(&mut *writing)
                .await
                .map_err(Problem::internal)?;
        }
        writing.commit().await.map_err(Problem::internal)
    }

    /// Forgets what facts told. Games stay: they are this service's own.
    pub async fn forget_facts(&self) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(Problem::internal)?;
        for table in [
            "DELETE FROM tournaments",
            "DELETE FROM seats",
            "DELETE FROM officials",
            "DELETE FROM room_expulsions",
            "DELETE FROM assistants",
            "DELETE FROM appeals",
        ] {
            sqlx::query(table)
                .execute(&mut *writing)
                .await
                .map_err(Problem::internal)?;
        }
        writing.commit().await.map_err(Problem::internal)
    }
}
