//! What this service knows beside its streams: rules and seats from pairing, and where games belong.

mod chat;
mod message;
mod officials;
mod stakes;

use outflank_access::{Page, Problem};
use outflank_journal::{
    Cursor, Records,
    records::{self, Query},
};
use outflank_tournament::RuleSet;

use crate::app::refusal::stored;

pub(crate) use self::{
    chat::Silenced,
    message::{Channel, Hearing, KeptMessage, SPECTATOR, is_held},
    officials::{RoomExpulsion, keep_reason, mark_over},
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

/// A seat's holder, and who operates it.
pub(crate) fn seat(
    tournament_id: &str,
    entrant_id: &str,
    (account_id, operator_id): (&str, Option<&str>),
) -> Query {
    records::query(
        "INSERT INTO seats (tournament_id, entrant_id, account_id, operator_id) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (tournament_id, entrant_id) DO UPDATE SET \
         account_id = excluded.account_id, operator_id = excluded.operator_id",
    )
    .bind(tournament_id)
    .bind(entrant_id)
    .bind(account_id)
    .bind(operator_id)
}

/// A game, unless it stands already.
pub(crate) fn game_on_record(game: &GameRow) -> Query {
    records::query(
        "INSERT INTO games (game_id, tournament_id, round, table_number, game_number, \
         black_entrant_id, white_entrant_id) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (game_id) DO NOTHING",
    )
    .bind(&game.game_id)
    .bind(&game.tournament_id)
    .bind(game.round)
    .bind(game.table)
    .bind(game.game_number)
    .bind(&game.black)
    .bind(&game.white)
}

/// What orders the games of a tournament: round, table, number at the table, id. A round that was paired again has a
/// table's games twice.
pub(crate) type GameKey = (i64, i64, i64, String);

/// The tables of this service.
#[derive(Debug, Clone)]
pub(crate) struct PlayRecords(pub Records, Option<Cursor>);

/// How far facts of pairing are written down here, as a consumer's cursor: what a process that lags behind
/// would write is not written.
pub(crate) const RECORDED: &str = "play-records-from-pairing";

impl PlayRecords {
    pub fn new(own: Records) -> Self {
        Self(own, None)
    }

    /// The same tables, for writing what a fact of pairing at this place tells.
    pub fn told_at(&self, place: Cursor) -> Self {
        Self(self.0.clone(), Some(place))
    }

    /// One statement, committed.
    async fn run(&self, query: Query) -> Result<(), Problem> {
        let Some(place) = &self.1 else {
            self.0.run(query).await.map_err(stored)?;
            return Ok(());
        };
        let mut writing = self.0.write().await.map_err(stored)?;
        let in_turn = writing.in_turn(RECORDED, place).await;
        if in_turn.map_err(stored)? {
            query.execute(&mut writing).await.map_err(stored)?;
        }
        writing.commit().await.map_err(stored)
    }

    pub async fn save_rules(&self, tournament_id: &str, rules: &RuleSet) -> Result<(), Problem> {
        let json = serde_json::to_string(rules).map_err(Problem::internal)?;
        let statement = records::query(
            "INSERT INTO tournaments (tournament_id, rule_set) VALUES ($1, $2) \
             ON CONFLICT (tournament_id) DO UPDATE SET rule_set = excluded.rule_set",
        )
        .bind(tournament_id)
        .bind(json);
        self.run(statement).await
    }

    /// Keeps rules that an entry amended, for the rounds from that one on.
    pub async fn save_amended_rules(
        &self,
        tournament_id: &str,
        (seq, from_round): (u64, u32),
        rules: &RuleSet,
    ) -> Result<(), Problem> {
        let json = serde_json::to_string(rules).map_err(Problem::internal)?;
        let statement = records::query(
            "INSERT INTO amended_rules (tournament_id, seq, from_round, rule_set) \
             VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(i64::try_from(seq).map_err(Problem::internal)?)
        .bind(from_round)
        .bind(json);
        self.run(statement).await
    }

    /// A round was taken back: it is published again under the rules in force.
    pub async fn amended_from(&self, tournament_id: &str, round: u32) -> Result<(), Problem> {
        let statement = records::query(
            "UPDATE amended_rules SET from_round = $2 WHERE tournament_id = $1 AND from_round > $2",
        )
        .bind(tournament_id)
        .bind(round);
        self.run(statement).await
    }

    /// The rules in force.
    pub async fn rules(&self, tournament_id: &str) -> Result<Option<RuleSet>, Problem> {
        self.rules_of_round(tournament_id, u32::MAX).await
    }

    /// The rules that a round was published under.
    pub async fn rules_of_round(
        &self,
        tournament_id: &str,
        round: u32,
    ) -> Result<Option<RuleSet>, Problem> {
        let amended: Option<String> = records::query_scalar(
            "SELECT rule_set FROM amended_rules WHERE tournament_id = $1 AND from_round <= $2 \
             ORDER BY seq DESC LIMIT 1",
        )
        .bind(tournament_id)
        .bind(round)
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)?;
        let json = match amended {
            Some(json) => Some(json),
            None => {
                records::query_scalar("SELECT rule_set FROM tournaments WHERE tournament_id = $1")
                    .bind(tournament_id)
                    .fetch_optional(self.0.read())
                    .await
                    .map_err(stored)?
            }
        };
        json.map(|json: String| serde_json::from_str(&json).map_err(Problem::internal))
            .transpose()
    }

    pub async fn save_seat(
        &self,
        tournament_id: &str,
        entrant_id: &str,
        (account_id, operator_id): (&str, Option<&str>),
    ) -> Result<(), Problem> {
        self.run(seat(tournament_id, entrant_id, (account_id, operator_id)))
            .await
    }

    pub async fn remove_seat(&self, tournament_id: &str, entrant_id: &str) -> Result<(), Problem> {
        let statement =
            records::query("DELETE FROM seats WHERE tournament_id = $1 AND entrant_id = $2")
                .bind(tournament_id)
                .bind(entrant_id);
        self.run(statement).await
    }

    pub async fn account(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Option<String>, Problem> {
        records::query_scalar(
            "SELECT account_id FROM seats WHERE tournament_id = $1 AND entrant_id = $2",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)
    }

    pub async fn save_games(&self, games: &[GameRow]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        for game in games {
            let kept = game_on_record(game).execute(&mut writing).await;
            kept.map_err(stored)?;
        }
        writing.commit().await.map_err(stored)
    }

    /// The games of a round, or of all rounds when `round` is 0, by round and table.
    pub async fn games(&self, tournament_id: &str, round: u32) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = $1 AND ($2 = 0 OR round = $3) \
             ORDER BY round, table_number, game_number",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(round)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// A page of the games of a round, or of all rounds when `round` is 0, and one more.
    pub async fn games_on(
        &self,
        tournament_id: &str,
        round: u32,
        page: &Page<GameKey>,
    ) -> Result<Vec<GameKey>, Problem> {
        let (after_round, table, number, game_id) = page.after().cloned().unwrap_or_default();
        records::query_as(
            "SELECT round, table_number, game_number, game_id FROM games \
             WHERE tournament_id = $1 AND ($2 = 0 OR round = $3) \
             AND (round, table_number, game_number, game_id) > ($4, $5, $6, $7) \
             ORDER BY round, table_number, game_number, game_id LIMIT $8",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(round)
        .bind(after_round)
        .bind(table)
        .bind(number)
        .bind(game_id)
        .bind(page.limit())
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The games of one table of a round.
    pub async fn games_at(
        &self,
        tournament_id: &str,
        round: u32,
        table: u32,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = $1 AND round = $2 AND table_number = $3 \
             ORDER BY game_number",
        )
        .bind(tournament_id)
        .bind(round)
        .bind(table)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// The games of an entrant.
    pub async fn games_of(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT game_id FROM games WHERE tournament_id = $1 \
             AND (black_entrant_id = $2 OR white_entrant_id = $3) ORDER BY round, table_number",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .bind(entrant_id)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Forgets where these games belonged.
    pub async fn forget_games(&self, games: &[String]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        for game in games {
            records::query("DELETE FROM games WHERE game_id = $1")
                .bind(game)
                .execute(&mut writing)
                .await
                .map_err(stored)?;
        }
        writing.commit().await.map_err(stored)
    }

    /// Forgets what facts told. Games stay: they are this service's own.
    pub async fn forget_facts(&self) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        for table in [
            "DELETE FROM tournaments",
            "DELETE FROM amended_rules",
            "DELETE FROM seats",
            "DELETE FROM officials",
            "DELETE FROM shared_interests",
            "DELETE FROM left_seats",
            "DELETE FROM room_expulsions",
            "DELETE FROM assistants",
            "DELETE FROM appeals",
            "DELETE FROM consents",
            // Those of casual tables, which pairing tells of.
            "DELETE FROM chat_mutes WHERE tournament_id = ''",
        ] {
            records::query(table)
                .execute(&mut writing)
                .await
                .map_err(stored)?;
        }
        writing.commit().await.map_err(stored)
    }
}
