//! What the server and the officials do to a game.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::guards::{over, running};
use crate::Color;
use crate::table::event::{CreditCause, EndReason, Event, Finished};
use crate::table::refusal::{Code, Refusal};
use crate::table::state::TableState;
use crate::table::terms::MAX_TIME_MS;

pub(super) fn credit(
    state: &TableState,
    color: Option<Color>,
    (ms, cause): (i64, CreditCause),
    fault_id: &str,
) -> Result<Vec<Event>, Refusal> {
    if state
        .credited_faults
        .iter()
        .any(|credited| credited == fault_id)
    {
        return Err(Refusal::plain(
            Code::AlreadyCredited,
            "This fault was credited already",
        ));
    }
    // A fault may come to light when the clocks stand already.
    let stopped = state.life.halt.and_then(|halt| halt.stopped);
    let turn = match stopped {
        Some(stopped) => stopped.turn,
        None => running(state)?,
    };
    if !(1..=MAX_TIME_MS).contains(&ms) {
        return Err(Refusal::plain(
            Code::InvalidCredit,
            "A credit is more than nothing and at most a day",
        ));
    }
    let color = color.unwrap_or_else(|| turn.seat());
    let face = state.face(color).credited(ms);
    Ok(alloc::vec![Event::TimeCredited {
        color,
        ms,
        cause,
        fault_id: fault_id.to_string(),
        remaining_ms: face.remaining_ms,
        overtime: face.overtime,
    }])
}

pub(super) fn close(
    state: &TableState,
    (black_discs, white_discs): (u8, u8),
    winner: Option<Color>,
) -> Result<Vec<Event>, Refusal> {
    if state.finished.is_some() {
        return Err(over());
    }
    Ok(alloc::vec![Event::Finished(Finished {
        black_discs,
        white_discs,
        winner,
        reason: EndReason::Ruling,
        defaulter: state.defaulter,
        absent: None,
        both_absent: false,
    })])
}
