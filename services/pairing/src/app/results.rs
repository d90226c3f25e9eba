//! Results: from finished games, and by an official's hand.

use std::sync::Arc;

use outflank_runtime::{Kind, Problem, identifier};
use outflank_tournament::{Absence, AccountId, Colour, Command, ResultKind, ResultRecord, Round};

use super::{
    App,
    acts::plays,
    check,
    execute::{Act, Decision, Done, Record, decide_all},
    problems,
    rounds::game_id,
};
use crate::records::Reason;

const SQUARES: u32 = 64;

/// A result as an official enters it.
#[derive(Debug, Clone)]
pub(crate) struct EnteredResult {
    pub round: u32,
    pub table: u32,
    pub black_discs: u32,
    pub reason: String,
}

/// A game that is over.
#[derive(Debug, Clone)]
pub(crate) struct FinishedGame {
    pub game_id: String,
    pub tournament_id: String,
    pub round: u32,
    pub table: u32,
    pub result: ResultRecord,
}

impl App {
    /// Enters or corrects a result by hand. The reason is a record under an id of its own.
    pub(crate) async fn enter_result(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entered: &EnteredResult,
    ) -> Result<Done, Problem> {
        check::command_id(&act.command_id)?;
        check::black_discs(entered.black_discs)?;
        let reason_id =
            identifier::derived_id(&["reason", tournament_id, &act.actor, &act.command_id]);
        let reason = Reason {
            reason_id: reason_id.clone(),
            account_id: act.actor.clone(),
            round: entered.round,
            board: entered.table,
            reason: check::reason(&entered.reason)?,
        };
        let (round, table) = (entered.round, entered.table);
        let result = ruling(entered.black_discs);
        let official = AccountId(act.actor.clone());
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let board = tournament
                .state
                .round(round)
                .and_then(|known| known.board(table));
            if board.is_some_and(|board| plays(tournament, board, &official)) {
                return Err(problems::own_game());
            }
            let settled = board.is_some_and(|board| board.result().is_some());
            let command = if settled {
                Command::CorrectResult {
                    round,
                    table,
                    result: result.clone(),
                    reason: reason_id.clone(),
                }
            } else {
                Command::RecordResult {
                    round,
                    table,
                    result: result.clone(),
                }
            };
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: Some(Record::Reason(reason.clone())),
            })
        })
        .await
    }

    /// Takes a finished game's result over to its board. A board that has a result keeps it: an
    /// official who settled it by hand has spoken last.
    pub(crate) async fn take_game(
        self: &Arc<Self>,
        act: &Act,
        game: &FinishedGame,
    ) -> Result<Done, Problem> {
        let finished = game.clone();
        self.execute(&game.tournament_id, act, move |tournament, now_ms| {
            let board = tournament.state.round(finished.round).and_then(|round| {
                let board = round.board(finished.table)?;
                (game_id(&tournament.id, round, board) == finished.game_id).then_some(board)
            });
            if board.is_none() {
                return Err(Problem::new(
                    Kind::NotFound,
                    "unknown_game",
                    format!(
                        "Game {} is not that of table {} in round {}.",
                        finished.game_id, finished.table, finished.round
                    ),
                ));
            }
            let command = Command::RecordResult {
                round: finished.round,
                table: finished.table,
                result: finished.result.clone(),
            };
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: None,
            })
        })
        .await
    }
}

/// A score that an official sets.
pub(crate) fn ruling(black_discs: u32) -> ResultRecord {
    let white_discs = SQUARES.saturating_sub(black_discs);
    ResultRecord {
        black_discs,
        white_discs,
        winner: match black_discs.cmp(&white_discs) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        },
        kind: ResultKind::Ruling,
        absent: Absence::Nobody,
        game: None,
    }
}

/// How a board's result came about, in a word.
pub(crate) fn kind_name(round: &Round, table: u32) -> &'static str {
    let last = round.board(table).and_then(|board| board.results.last());
    match last {
        Some(last) if last.reason.is_some() => "corrected",
        Some(last) => match last.result.kind {
            ResultKind::Played => "played",
            ResultKind::TimeDefault => "time_default",
            ResultKind::Resigned => "resigned",
            ResultKind::Ruling => "entered",
        },
        None => "",
    }
}
