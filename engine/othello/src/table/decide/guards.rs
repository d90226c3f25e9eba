//! What must hold before a command is looked at.

use alloc::format;

use super::pause::not_now;
use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::refusal::{Code, Refusal};
use crate::table::state::{Game, TableState, Turn};
use crate::{Color, Square};

/// The running turn, if it is this side's, at this ply, and the command is fresh.
pub(super) fn my_turn(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (color, ply, square): (Color, u32, Option<Square>),
) -> Result<Turn, Refusal> {
    let text = game.terms.text;
    if ply == 0 {
        return Err(Refusal::plain(Code::BadPly, "Plies count from 1"));
    }
    if let Some(played) = state.committed(ply) {
        return Err(Refusal::committed(text, *played, color, square));
    }
    let turn = running(state)?;
    let next = state.next_ply();
    if ply != next {
        let what = format!("Ply {ply} is not reached; ply {next} is next");
        return Err(Refusal::plain(Code::PlyAhead, &what));
    }
    if turn.seat() != color {
        if state.plays_both == Some(color.opponent()) {
            let what = "Your flag fell; your opponent plays on for both";
            return Err(Refusal::under(text, 6, Code::NotYourTurn, what));
        }
        let what = format!("It is {}'s turn", turn.color);
        return Err(Refusal::under(text, 4, Code::NotYourTurn, &what));
    }
    fresh(moment)?;
    Ok(turn)
}

pub(super) fn running(state: &TableState) -> Result<Turn, Refusal> {
    if state.finished.is_some() {
        return Err(over());
    }
    state.turn.ok_or_else(|| not_now(state.phase()))
}

pub(super) fn over() -> Refusal {
    Refusal::plain(Code::GameOver, "The game is over")
}

/// A player's command is taken while it is younger than [`MAX_COMMAND_AGE_MS`].
pub(super) fn fresh(moment: &Moment) -> Result<(), Refusal> {
    if moment.now_ms.saturating_sub(moment.received_ms()) < MAX_COMMAND_AGE_MS {
        return Ok(());
    }
    Err(Refusal::plain(
        Code::StaleCommand,
        "The command took too long to be heard; send it again",
    ))
}
