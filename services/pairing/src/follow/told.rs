//! What facts of identity and play say, read before anything is done about it.

use outflank_casual::Outcome;
use outflank_othello::{BookedAt, Color, PerColor};
use outflank_proto::feed::v1::Fact;
use outflank_tournament::{Absence, Colour, ResultKind, ResultRecord};
use outflank_transport::feed::{NotTaken, read};
use serde::Deserialize;

use crate::{
    app::{FinishedGame, GameOfBoard, SeatClaim, casual::GameOver},
    records::BoardNote,
};

/// What a fact says.
pub(super) enum Told {
    SeatClaimed(SeatClaim),
    Finished(FinishedGame),
    Disputed {
        game: GameOfBoard,
        colour: Colour,
        /// Id of the recorded reason; the fact's where none was recorded.
        reason: String,
    },
    Reopened(GameOfBoard),
    ConsentsUsed {
        tournament: String,
        consents: Vec<String>,
    },
    Noted(GameOfBoard, BoardNote),
    /// A casual game is over.
    CasualOver(GameOver),
    /// It is about a game of no event.
    Casual,
}

impl Told {
    /// Reads a fact.
    ///
    /// # Errors
    /// [`NotTaken::Unreadable`], also where its kind is one of a later version.
    pub(super) fn by(fact: &Fact) -> Result<Self, NotTaken> {
        let of_table = |said: fn(&FromTable, GameOfBoard, &Fact) -> Result<Self, NotTaken>| {
            let told: FromTable = read(fact)?;
            let game = told.of_board();
            game.map_or(Ok(Self::Casual), |game| said(&told, game, fact))
        };
        match fact.kind.as_str() {
            "seat_claimed" => Ok(Self::SeatClaimed(read(fact)?)),
            "game_finished" => {
                let game: GameFinished = read(fact)?;
                Ok(if game.tournament_id.is_empty() {
                    Self::Casual
                } else {
                    Self::Finished(game.into())
                })
            }
            "result_disputed" => of_table(|told, game, fact| {
                Ok(Self::Disputed {
                    game,
                    colour: told.colour()?,
                    reason: told.reason_id.clone().unwrap_or_else(|| fact.id.clone()),
                })
            }),
            "game_reopened" => of_table(|_, game, _| Ok(Self::Reopened(game))),
            "consents_used" => {
                let used: ConsentsUsed = read(fact)?;
                Ok(Self::ConsentsUsed {
                    tournament: used.tournament_id,
                    consents: used.consents,
                })
            }
            "director_called" => {
                of_table(|told, game, _| Ok(Self::Noted(game, BoardNote::Called(told.colour()?))))
            }
            "director_call_ended" => {
                of_table(|_, game, _| Ok(Self::Noted(game, BoardNote::CallsEnded)))
            }
            "result_confirmed" => {
                of_table(|_, game, _| Ok(Self::Noted(game, BoardNote::Confirmed)))
            }
            "casual_game_over" => {
                let over: CasualGameOver = read(fact)?;
                Ok(Self::CasualOver(over.into()))
            }
            kind => Err(NotTaken::unknown_kind(kind)),
        }
    }
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

/// Play's fact about a casual game.
#[derive(Debug, Deserialize)]
struct CasualGameOver {
    game_id: String,
    booked_at: BookedAt,
    black_discs: u8,
    white_discs: u8,
    /// Absent for a draw.
    winner: Option<Color>,
    /// Both sides had moved.
    begun: bool,
    /// How it ended.
    #[serde(default)]
    kind: String,
    /// Plies on the record; absent in facts of earlier versions.
    #[serde(default)]
    plies: Option<u32>,
    /// Sides of which commands came by an API key; absent in facts of earlier versions.
    #[serde(default)]
    by_key: PerColor<bool>,
}

impl From<CasualGameOver> for GameOver {
    fn from(over: CasualGameOver) -> Self {
        Self {
            game_id: over.game_id,
            booked_at: over.booked_at,
            outcome: Outcome {
                discs: PerColor::new(over.black_discs, over.white_discs),
                winner: over.winner,
                counts: over.begun,
            },
            ending: over.kind,
            plies: over.plies,
            by_key: over.by_key,
        }
    }
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

    fn colour(&self) -> Result<Colour, NotTaken> {
        let whose = || NotTaken::Unreadable("it does not say whose act it was".to_owned());
        self.color.ok_or_else(whose)
    }
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
