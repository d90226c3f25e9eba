//! What this service takes in from others: claimed seats and finished games.

use std::sync::Arc;

use outflank_access::{Kind, Problem, Role, identifier, problem};
use outflank_journal::{Cursor, Journal, feed};
use outflank_proto::feed::v1::{self as wire, Fact};
use outflank_tournament::{Absence, Colour, ResultKind, ResultRecord};
use outflank_transport::feed::FactSink;
use serde::Deserialize;

use crate::{
    app::{Act, App, Authority, FinishedGame, GameOfBoard},
    records::{BoardNote, stored},
};

/// Takes facts into tournament streams, each once: the command id follows from the fact's.
pub(crate) struct FactIntake {
    app: Arc<App>,
    journal: Arc<dyn Journal>,
    /// Names this consumer's cursor.
    consumer: &'static str,
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
    /// No player began the game; absent where one did, and in facts of earlier versions.
    #[serde(default)]
    unplayed: bool,
}

/// Another of play's facts about a table.
#[derive(Debug, Deserialize)]
struct FromTable {
    game_id: String,
    /// Empty or absent for a casual game.
    #[serde(default)]
    tournament_id: String,
    #[serde(default)]
    round: u32,
    #[serde(default)]
    table: u32,
    /// Whose act it was, where it was a player's.
    #[serde(default)]
    color: Option<Colour>,
    /// Id of the recorded reason.
    #[serde(default)]
    reason_id: Option<String>,
}

/// Play's fact about an official's act at a table.
#[derive(Debug, Deserialize)]
struct ConsentsUsed {
    tournament_id: String,
    consents: Vec<String>,
}

impl FromTable {
    /// The board; `None` for a casual game.
    fn of_board(&self) -> Option<GameOfBoard> {
        (!self.tournament_id.is_empty()).then(|| GameOfBoard {
            game_id: self.game_id.clone(),
            tournament_id: self.tournament_id.clone(),
            round: self.round,
            table: self.table,
        })
    }

    fn color(&self) -> Result<Colour, Problem> {
        self.color.ok_or_else(|| {
            problem!(
                Kind::Invalid,
                "unreadable_fact",
                "A fact about game {game_id} does not say whose act it was.",
                game_id = self.game_id.as_str(),
            )
        })
    }
}

impl FactIntake {
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
                self.app.seat(&act, read(fact)?).await?;
            }
            "game_finished" => {
                let game: GameFinished = read(fact)?;
                if !game.tournament_id.is_empty() {
                    self.app.take_game(&act, &game.into(), fact.at_ms).await?;
                }
            }
            "result_disputed" => {
                let told: FromTable = read(fact)?;
                if let Some(game) = told.of_board() {
                    let reason = told.reason_id.clone().unwrap_or_else(|| fact.id.clone());
                    self.app
                        .take_dispute(&act, &game, told.color()?, reason)
                        .await?;
                }
            }
            "game_reopened" => {
                let told: FromTable = read(fact)?;
                if let Some(game) = told.of_board() {
                    self.app.reopen_game(&act, &game, fact.at_ms).await?;
                }
            }
            "consents_used" => {
                let used: ConsentsUsed = read(fact)?;
                self.app
                    .end_consents(&used.tournament_id, &act, used.consents)
                    .await?;
            }
            "director_called" => {
                let told: FromTable = read(fact)?;
                self.note(&told, BoardNote::Called(told.color()?), fact)
                    .await?;
            }
            "director_call_ended" => {
                let told: FromTable = read(fact)?;
                self.note(&told, BoardNote::CallsEnded, fact).await?;
            }
            "result_confirmed" => {
                let told: FromTable = read(fact)?;
                self.note(&told, BoardNote::Confirmed, fact).await?;
            }
            _ => {}
        }
        Ok(())
    }

    async fn note(&self, told: &FromTable, note: BoardNote, fact: &Fact) -> Result<(), Problem> {
        match told.of_board() {
            Some(game) => self.app.note_board(&game, note, fact.at_ms).await,
            None => Ok(()),
        }
    }
}

fn read<'a, T: Deserialize<'a>>(fact: &'a Fact) -> Result<T, Problem> {
    serde_json::from_slice(&fact.body).map_err(|error| {
        problem!(
            Kind::Invalid,
            "unreadable_fact",
            "Fact {fact_id} of kind {kind} cannot be read: {problem}.",
            fact_id = fact.id.as_str(),
            kind = fact.kind.as_str(),
            problem = error.to_string(),
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
                unplayed: game.unplayed,
            },
            of: GameOfBoard {
                game_id: game.game_id,
                tournament_id: game.tournament_id,
                round: game.round,
                table: game.table,
            },
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
impl FactSink for FactIntake {
    async fn cursor(&self) -> Result<wire::Cursor, Problem> {
        self.journal
            .load_cursor(self.consumer)
            .await
            .map(feed::to_proto)
            .map_err(stored)
    }

    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), Problem> {
        match self.take(fact).await {
            // Its tables tell it again where the event goes on.
            Err(problem) if problem.code == "moved_away" => Ok(()),
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
            .map_err(stored)
    }

    /// What was taken stands in the streams; read again, each fact finds its first answer.
    async fn start_over(&self) -> Result<(), Problem> {
        self.journal
            .save_cursor(self.consumer, &Cursor::beginning())
            .await
            .map_err(stored)
    }
}
