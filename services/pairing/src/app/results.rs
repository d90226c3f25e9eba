//! Results by an official's hand.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_tournament::{Command, EnteredResult};

use super::{
    App,
    execute::{Act, Decision, Done, decide_all},
    problems,
};

/// A result that an official enters, with its board.
#[derive(Debug, Clone)]
pub(crate) struct NewResult {
    pub round: u32,
    pub table: u32,
    /// How it came about, and its score where the text does not fix one.
    pub result: EnteredResult,
    pub reason: String,
}

impl App {
    /// Enters or corrects a result by hand. The reason is a record under an id of its own.
    pub(crate) async fn enter_result(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entered: &NewResult,
    ) -> Result<Done, Problem> {
        let board = (entered.round, entered.table);
        let writing = act.writing(tournament_id, &entered.reason, board)?;
        let asked = entered.result;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let (round, table) = board;
            let known = tournament.state.round(round);
            let settled = known
                .and_then(|known| known.board(table))
                .is_some_and(|board| board.result().is_some());
            let result = asked.record(&tournament.state.variant());
            let result = result.map_err(|refusal| problems::refused(&refusal))?;
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
