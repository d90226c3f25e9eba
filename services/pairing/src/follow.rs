//! What this service takes in from others: claimed seats and finished games.

use std::sync::Arc;

use outflank_journal::{Cursor, Journal as _, SqliteJournal, feed};
use outflank_proto::feed::v1::{self as wire, Fact};
use outflank_runtime::{Kind, Problem, Role, feed::FactSink, identifier};
use outflank_tournament::{Absence, Colour, ResultKind, ResultRecord};
use serde::Deserialize;

use crate::{
    app::{Act, App, Authority, FinishedGame},
    records::journal_problem,
};

/// Takes facts into tournament streams, each once: the command id follows from the fact's.
pub(crate) struct Taker {
    app: Arc<App>,
    journal: Arc<SqliteJournal>,
    /// Names this consumer's cursor.
    consumer: &'static str,
}

/// Identity's fact.
#[derive(Debug, Deserialize)]
struct SeatClaimed {
    tournament_id: String,
    entrant_id: String,
    account_id: String,
}

/// Play's fact.
#[derive(Debug, Deserialize)]
struct GameFinished {
    game_id: String,
    /// Empty or absent for a casual game.
    #[serde(default)]
    tournament_id: String,
    round: u32,
    table: u32,
    black_discs: u32,
    white_discs: u32,
    /// Absent for a draw.
    winner: Option<Colour>,
    kind: ResultKind,
    #[serde(default)]
    absent: Absence,
}

impl Taker {
    pub(crate) fn new(app: &Arc<App>, consumer: &'static str) -> Arc<Self> {
        Arc::new(Self {
            app: Arc::clone(app),
            journal: Arc::clone(app.journal()),
            consumer,
        })
    }

    async fn take(&self, fact: &Fact) -> Result<(), Problem> {
        let act = Act {
            actor: Role::Pairing.actor(),
            command_id: identifier::derived_id(&[self.consumer, &fact.id]),
            authority: Authority::Service,
        };
        match fact.kind.as_str() {
            "seat_claimed" => {
                let claim: SeatClaimed = read(fact)?;
                let id = &claim.tournament_id;
                self.app
                    .seat(id, &act, &claim.entrant_id, &claim.account_id)
                    .await?;
            }
            "game_finished" => {
                let game: GameFinished = read(fact)?;
                if !game.tournament_id.is_empty() {
                    self.app.take_game(&act, &game.into()).await?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn read<'a, T: Deserialize<'a>>(fact: &'a Fact) -> Result<T, Problem> {
    serde_json::from_slice(&fact.body).map_err(|error| {
        Problem::new(
            Kind::Invalid,
            "unreadable_fact",
            format!(
                "Fact {} of kind {} cannot be read: {error}",
                fact.id, fact.kind
            ),
        )
    })
}

impl From<GameFinished> for FinishedGame {
    fn from(game: GameFinished) -> Self {
        Self {
            result: ResultRecord {
                black_discs: game.black_discs,
                white_discs: game.white_discs,
                winner: game.winner,
                kind: game.kind,
                absent: game.absent,
                game: Some(game.game_id.clone()),
            },
            game_id: game.game_id,
            tournament_id: game.tournament_id,
            round: game.round,
            table: game.table,
        }
    }
}

/// What a fact that is refused now will be refused for ever, and the facts behind it must not wait.
fn is_final(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        Kind::Invalid | Kind::NotFound | Kind::Refused | Kind::Forbidden
    )
}

#[tonic::async_trait]
impl FactSink for Taker {
    async fn cursor(&self) -> Result<wire::Cursor, Problem> {
        self.journal
            .load_cursor(self.consumer)
            .await
            .map(feed::to_proto)
            .map_err(journal_problem)
    }

    async fn apply(&self, fact: &Fact) -> Result<(), Problem> {
        match self.take(fact).await {
            Err(problem) if is_final(&problem) => {
                tracing::warn!(fact = fact.id, kind = fact.kind, code = problem.code, %problem, "a fact is not taken");
                Ok(())
            }
            taken => taken,
        }
    }

    async fn save_cursor(&self, cursor: &wire::Cursor) -> Result<(), Problem> {
        self.journal
            .save_cursor(self.consumer, &feed::cursor(cursor.clone()))
            .await
            .map_err(journal_problem)
    }

    /// What was taken stands in the streams; read again, each fact finds its first answer.
    async fn start_over(&self) -> Result<(), Problem> {
        self.journal
            .save_cursor(self.consumer, &Cursor::beginning())
            .await
            .map_err(journal_problem)
    }
}
