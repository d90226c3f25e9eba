//! What comes back from the tables: finished games, games that go on, disputes, calls, confirmations.

use std::sync::Arc;

use outflank_access::{Kind, Problem, problem};
use outflank_tournament::{Board, Colour, Command, ResultRecord};

use super::{
    App,
    execute::{Act, Decision, Done, decide_all},
    rounds::game_id,
    tournament::Tournament,
};
use crate::records::BoardNote;

/// A game and the board that it is said to be of.
#[derive(Debug, Clone)]
pub(crate) struct GameOfBoard {
    pub game_id: String,
    pub tournament_id: String,
    pub round: u32,
    pub table: u32,
}

/// A game that is over.
#[derive(Debug, Clone)]
pub(crate) struct FinishedGame {
    pub of: GameOfBoard,
    pub result: ResultRecord,
}

impl GameOfBoard {
    /// The board, if this is its game.
    fn board<'a>(&self, tournament: &'a Tournament) -> Result<&'a Board, Problem> {
        let found = tournament.state.round(self.round).and_then(|round| {
            let board = round.board(self.table)?;
            (game_id(&tournament.id, round, board) == self.game_id).then_some(board)
        });
        found.ok_or_else(|| {
            problem!(
                Kind::NotFound,
                "unknown_game",
                "Game {game_id} is not that of table {table} in round {round}.",
                game_id = self.game_id.as_str(),
                table = self.table,
                round = self.round,
            )
        })
    }
}

impl App {
    /// Takes a finished game's result over to its board. A board that has a result keeps it: an
    /// official who settled it by hand has spoken last.
    pub(crate) async fn take_game(
        self: &Arc<Self>,
        act: &Act,
        game: &FinishedGame,
        at_ms: i64,
    ) -> Result<Done, Problem> {
        let result = game.result.clone();
        let recorded = self
            .on_board(act, &game.of, move |of, _| Command::RecordResult {
                round: of.round,
                table: of.table,
                result: result.clone(),
            })
            .await;
        let same = self.has_result(game).await?;
        if recorded.is_ok() || same {
            self.note_board(&game.of, BoardNote::Over, at_ms).await?;
        } else {
            self.note_board(&game.of, BoardNote::CallsEnded, at_ms)
                .await?;
        }
        recorded
    }

    /// Whether the board has exactly what the game ended with, a draw's winner aside.
    async fn has_result(&self, game: &FinishedGame) -> Result<bool, Problem> {
        let Ok(tournament) = self.tournament(&game.of.tournament_id).await else {
            return Ok(false);
        };
        let board = game.of.board(&tournament).ok();
        Ok(board.and_then(Board::result).is_some_and(|in_force| {
            let score = |result: &ResultRecord| (result.black_discs, result.white_discs);
            score(in_force) == score(&game.result) && in_force.absent == game.result.absent
        }))
    }

    /// Takes the result of a game back that goes on. Where it has to stand, the director is shown so.
    pub(crate) async fn reopen_game(
        self: &Arc<Self>,
        act: &Act,
        game: &GameOfBoard,
        at_ms: i64,
    ) -> Result<(), Problem> {
        let withdrawn = self
            .on_board(act, game, |of, _| Command::WithdrawResult {
                round: of.round,
                table: of.table,
                game: of.game_id.clone(),
            })
            .await;
        match withdrawn {
            Ok(_) => self.note_board(game, BoardNote::GoesOn, at_ms).await,
            Err(problem) if problem.code == "no_result_to_withdraw" => {
                self.note_board(game, BoardNote::GoesOn, at_ms).await
            }
            Err(problem) if problem.kind == Kind::Refused => {
                self.note_board(game, BoardNote::GoesOnWithResult, at_ms)
                    .await
            }
            Err(problem) => Err(problem),
        }
    }

    /// A player disputes the result at the table.
    pub(crate) async fn take_dispute(
        self: &Arc<Self>,
        act: &Act,
        game: &GameOfBoard,
        colour: Colour,
        reason: String,
    ) -> Result<Done, Problem> {
        self.on_board(act, game, move |of, board| Command::DisputeResult {
            round: of.round,
            table: of.table,
            entrant: board.pairing.player(colour).clone(),
            reason: reason.clone(),
        })
        .await
    }

    /// Shows something at a board that no rule depends on.
    pub(crate) async fn note_board(
        &self,
        game: &GameOfBoard,
        note: BoardNote,
        at_ms: i64,
    ) -> Result<(), Problem> {
        let Ok(tournament) = self.tournament(&game.tournament_id).await else {
            return Ok(());
        };
        if game.board(&tournament).is_err() {
            return Ok(());
        }
        let key = (game.tournament_id.as_str(), game.game_id.as_str());
        self.records().note_board(key, note, at_ms).await?;
        self.tell_seq(&game.tournament_id, tournament.seq).await;
        Ok(())
    }

    /// Decides a command about the board of a game.
    async fn on_board(
        self: &Arc<Self>,
        act: &Act,
        game: &GameOfBoard,
        command: impl Fn(&GameOfBoard, &Board) -> Command + Send + Sync + 'static,
    ) -> Result<Done, Problem> {
        let of = game.clone();
        self.execute(&game.tournament_id, act, move |tournament, now_ms| {
            let command = command(&of, of.board(tournament)?);
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: None,
            })
        })
        .await
    }
}
