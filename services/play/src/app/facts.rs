//! What other services are told.

use outflank_journal::NewFact;
use outflank_othello::{Color, EndReason, Event, Finished, TableState};
use outflank_runtime::Problem;
use serde::Serialize;

/// The kind of the fact that a tournament game is over.
const GAME_FINISHED: &str = "game_finished";

#[derive(Serialize)]
struct GameFinished<'a> {
    game_id: &'a str,
    tournament_id: &'a str,
    round: u32,
    table: u32,
    /// Game of a match at that table, from 1.
    game_number: u32,
    black_discs: u8,
    white_discs: u8,
    /// `null` for a draw.
    winner: Option<Color>,
    kind: &'static str,
    /// Who lost without having made a move.
    absent: &'static str,
}

/// How a result came about, in the words of tournament results.
pub(crate) fn result_kind(finished: &Finished) -> &'static str {
    match finished.reason {
        EndReason::Ruling => "ruling",
        _ if finished.defaulter.is_some() => "time_default",
        EndReason::Flag | EndReason::Absence => "time_default",
        EndReason::BoardComplete => "played",
        EndReason::Resignation => "resigned",
    }
}

fn absent(finished: &Finished) -> &'static str {
    if finished.both_absent {
        "both"
    } else {
        finished.absent.map_or("nobody", Color::as_str)
    }
}

/// The facts of an entry with these events after which the table is `state`. A ruling is none: it came
/// from pairing, which has the result.
pub(crate) fn of_entry(
    game_id: &str,
    state: &TableState,
    events: &[Event],
) -> Result<Vec<NewFact>, Problem> {
    let Some(place) = state.place() else {
        return Ok(Vec::new());
    };
    events
        .iter()
        .filter_map(|event| match event {
            Event::Finished(finished) if finished.reason != EndReason::Ruling => Some(finished),
            _ => None,
        })
        .map(|finished| {
            let body = serde_json::to_vec(&GameFinished {
                game_id,
                tournament_id: &place.tournament,
                round: place.round,
                table: place.table,
                game_number: place.game,
                black_discs: finished.black_discs,
                white_discs: finished.white_discs,
                winner: finished.winner,
                kind: result_kind(finished),
                absent: absent(finished),
            })
            .map_err(Problem::internal)?;
            Ok(NewFact {
                kind: GAME_FINISHED.to_owned(),
                body,
            })
        })
        .collect()
}
