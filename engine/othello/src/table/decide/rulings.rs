//! What the server and the officials do to a game.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::guards::{over, running};
use crate::Color;
use crate::table::clock_reading::ClockReading;
use crate::table::event::{CreditCause, EndReason, Event, Finished};
use crate::table::game_rules::MAX_CREDIT_MS;
use crate::table::interruptions::Pause;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::TableState;
use crate::table::turn::latest_start_ms;

pub(super) fn credit(
    state: &TableState,
    color: Option<Color>,
    (ms, cause): (i64, CreditCause),
    (fault_id, until_ms): (&str, Option<i64>),
) -> Result<Vec<Event>, Refusal> {
    if state.has_credited(fault_id) {
        return Err(Reason::AlreadyCredited.into());
    }
    // A fault may come to light when the clocks stand already.
    let turn = match state.stopped() {
        Some(stopped) => stopped.turn,
        None => running(state)?,
    };
    if !(1..=MAX_CREDIT_MS).contains(&ms) {
        return Err(Reason::InvalidCredit.into());
    }
    let color = color.unwrap_or_else(|| turn.seat());
    let reading = match state.pause() {
        Some(pause) => credited_in_pause(state, pause, color, ms),
        None => state.reading(color).credited(ms),
    };
    Ok(alloc::vec![Event::TimeCredited {
        color,
        ms,
        cause,
        fault_id: fault_id.to_string(),
        until_ms,
        remaining_ms: reading.remaining_ms,
        overtime: reading.overtime,
    }])
}

/// What a clock shows in a pause after a credit. One that ran out before it shows what the credit leaves of the
/// time from before the pause, at most the credit.
fn credited_in_pause(state: &TableState, pause: &Pause, color: Color, ms: i64) -> ClockReading {
    let shown = state.reading(color);
    let ran_out = pause
        .open()
        .filter(|stopped| stopped.turn.seat() == color && shown.remaining_ms <= 0);
    let Some(stopped) = ran_out else {
        return shown.credited(ms);
    };
    let before = stopped.before.get(color).credited(ms);
    let used_ms = pause.since_ms.saturating_sub(latest_start_ms(stopped.turn));
    // Who called for the director was charged by his stamps, which may say more.
    let used_ms = used_ms.max(stopped.charged_ms);
    before.spend(used_ms.clamp(0, before.remaining_ms.max(0)))
}

/// What is over stays as it is.
pub(super) fn call_off(state: &TableState) -> Result<Vec<Event>, Refusal> {
    if state.finished().is_some() {
        return Err(over());
    }
    Ok(alloc::vec![Event::Annulled])
}

pub(super) fn close(
    state: &TableState,
    (black_discs, white_discs): (u8, u8),
    winner: Option<Color>,
) -> Result<Vec<Event>, Refusal> {
    if state.finished().is_some() {
        return Err(over());
    }
    Ok(alloc::vec![Event::Finished(Finished {
        black_discs,
        white_discs,
        winner,
        reason: EndReason::Ruling,
        defaulter: state.defaulter(),
        absent: None,
        both_absent: false,
    })])
}
