//! What must hold before a command is looked at.

use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::{Phase, Stage};
use crate::table::state::TableState;
use crate::table::turn::Turn;
use crate::{Color, Square};

/// The ply that a seat asks for.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub color: Color,
    pub ply: u32,
    /// `None` is a pass.
    pub square: Option<Square>,
    /// The disc that is flipped by choice.
    pub flip: Option<Square>,
}

/// The running turn, if it is this side's, at this ply, and the command is fresh.
pub(super) fn my_turn(state: &TableState, moment: &Moment, asked: Asked) -> Result<Turn, Refusal> {
    let Asked { color, ply, .. } = asked;
    if ply == 0 {
        return Err(Reason::BadPly.into());
    }
    if let Some(played) = state.committed(ply) {
        return Err(Refusal::committed(
            *played,
            color,
            (asked.square, asked.flip),
        ));
    }
    let turn = running(state)?;
    let next = state.next_ply();
    if ply != next {
        return Err(Reason::PlyAhead { ply, next }.into());
    }
    if turn.seat() != color {
        if state.plays_both() == Some(color.opponent()) {
            return Err(Reason::OpponentPlaysOn.into());
        }
        return Err(Reason::NotYourTurn { color: turn.color }.into());
    }
    fresh(moment)?;
    Ok(turn)
}

pub(super) fn running(state: &TableState) -> Result<Turn, Refusal> {
    state.turn().ok_or_else(|| not_now(state.phase()))
}

pub(super) fn over() -> Refusal {
    Reason::GameOver.into()
}

/// The game is neither over nor annulled.
pub(super) fn not_over(state: &TableState) -> Result<(), Refusal> {
    match state.stage() {
        Stage::Finished(_) | Stage::Annulled => Err(not_now(state.phase())),
        Stage::Waiting
        | Stage::Running(..)
        | Stage::Paused(..)
        | Stage::Adjourned(_)
        | Stage::Ending(_) => Ok(()),
    }
}

/// The clocks run, will run or stand in a pause.
pub(super) fn clocks_in_use(state: &TableState) -> Result<(), Refusal> {
    match state.stage() {
        Stage::Waiting | Stage::Running(..) | Stage::Paused(..) | Stage::Ending(_) => Ok(()),
        Stage::Adjourned(_) | Stage::Finished(_) | Stage::Annulled => Err(not_now(state.phase())),
    }
}

/// A player's command is taken while it is younger than [`MAX_COMMAND_AGE_MS`].
pub(super) fn fresh(moment: &Moment) -> Result<(), Refusal> {
    if moment.now_ms.saturating_sub(moment.received_ms()) < MAX_COMMAND_AGE_MS {
        return Ok(());
    }
    Err(Reason::StaleCommand.into())
}

/// Why nothing of the kind is possible in this phase.
pub(super) fn not_now(phase: Phase) -> Refusal {
    match phase {
        Phase::Empty => Reason::NoSuchGame.into(),
        Phase::Waiting => Reason::NotStarted.into(),
        Phase::Live => Reason::NotPaused.into(),
        Phase::Paused => Reason::Paused.into(),
        Phase::Adjourned => Reason::Adjourned.into(),
        Phase::Finished => over(),
        Phase::Annulled => Reason::Annulled.into(),
    }
}
