//! Results by an official's hand.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_tournament::{Command, ResultKind, ResultRecord, Round};

use super::{
    App, check,
    execute::{Act, Decision, Done, decide_all},
};

/// A result as an official enters it.
#[derive(Debug, Clone)]
pub(crate) struct EnteredResult {
    pub round: u32,
    pub table: u32,
    pub black_discs: u32,
    pub reason: String,
}

impl App {
    /// Enters or corrects a result by hand. The reason is a record under an id of its own.
    pub(crate) async fn enter_result(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entered: &EnteredResult,
    ) -> Result<Done, Problem> {
        check::black_discs(entered.black_discs)?;
        let board = (entered.round, entered.table);
        let writing = act.writing(tournament_id, &entered.reason, board)?;
        let black_discs = entered.black_discs;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let (round, table) = board;
            let known = tournament.state.round(round);
            let settled = known
                .and_then(|known| known.board(table))
                .is_some_and(|board| board.result().is_some());
            let result = ResultRecord::ruled(black_discs, &tournament.state.variant());
            let command = if settled {
                Command::CorrectResult {
                    round,
                    table,
                    result,
                    reason: writing.id.clone(),
                }
            } else {
                Command::RecordResult {
                    round,
                    table,
                    result,
                }
            };
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: Some(writing.record()),
            })
        })
        .await
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
            ResultKind::Absence => "absence",
        },
        None => "",
    }
}
