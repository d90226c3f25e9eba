//! Stopping and starting the clocks: pauses, calls for the director, server faults.

use alloc::vec::Vec;

use super::guards::{fresh, not_now};
use crate::Color;
use crate::table::clock::{
    Charge, charge, earliest_flag_ms, fell_before_pause_ms, lag_allowance_ms, latest_flag_ms,
};
use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Event, Next, PauseCause};
use crate::table::interruptions::{Pause, Stopped};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::state::{Game, Phase, TableState};
use crate::table::turn::Turn;
use crate::table::turn::latest_start_ms;

/// The table as it stood before the pause, for a command that was received before it; the pause
/// itself stays on.
pub(super) fn state_before_pause(state: &TableState, moment: &Moment) -> Option<TableState> {
    let pause = state.interruptions.pause?;
    let stopped = pause.stopped.filter(|stopped| stopped.open)?;
    if moment.received_ms() >= pause.since_ms || fresh(moment).is_err() {
        return None;
    }
    Some(as_running(state, stopped))
}

fn as_running(state: &TableState, stopped: Stopped) -> TableState {
    let mut running = state.clone();
    running.set_readings(stopped.before);
    running.turn = Some(stopped.turn);
    running
}

/// Lets fall in a pause what fell before it, once it is past doubt.
pub(super) fn settle_flag(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    pause: Pause,
) -> Vec<Event> {
    let Some(stopped) = pause.stopped.filter(|stopped| stopped.open) else {
        return Vec::new();
    };
    let before = as_running(state, stopped);
    let mut draft = Draft::new(&before, game, moment);
    fall_until(&mut draft, pause.since_ms.min(settled_ms(moment)));
    let fell = !draft.is_empty();
    if let Some(turn) = draft.turn().filter(|_| fell) {
        stop(
            &mut draft,
            turn,
            pause.since_ms,
            (pause.cause, pause.until_ms),
        );
    }
    draft.into_events()
}

/// The instant before which every flag's fall is past doubt.
pub(super) fn settled_ms(moment: &Moment) -> i64 {
    moment
        .now_ms
        .saturating_sub(MAX_COMMAND_AGE_MS)
        .saturating_sub(moment.uncertainty_ms.max(0))
        .saturating_sub(1)
}

/// Lets every flag fall whose deadline is not after `until_ms`.
pub(super) fn fall_until(draft: &mut Draft<'_>, until_ms: i64) {
    while let Some(turn) = draft.turn() {
        let deadline_ms = latest_flag_ms(draft.state(), turn);
        if deadline_ms > until_ms {
            break;
        }
        let lag_credit_ms = lag_allowance_ms(draft.state(), turn);
        draft.fall(turn, deadline_ms, (lag_credit_ms, 0));
    }
}

/// Lets fall what fell past doubt before anything else happens at the table.
pub(super) fn falls_first(draft: &mut Draft<'_>, moment: &Moment) -> Result<(), Refusal> {
    fall_until(draft, settled_ms(moment));
    if !draft.is_empty() && draft.state().finished.is_some() {
        return Err(Reason::FlagEndsGame.into());
    }
    Ok(())
}

/// The same for an act that would move a flag's deadline: it waits while a fall is in doubt.
pub(super) fn no_flag_in_doubt(draft: &mut Draft<'_>, moment: &Moment) -> Result<(), Refusal> {
    falls_first(draft, moment)?;
    let state = draft.state();
    let in_doubt = match (state.turn, state.interruptions.pause) {
        (Some(turn), _) => moment.now_ms >= earliest_flag_ms(state, turn),
        (None, Some(pause)) => stopped_in_doubt(state, moment, pause),
        (None, None) => false,
    };
    if in_doubt {
        return Err(Reason::FlagPending.into());
    }
    Ok(())
}

/// Whether a flag may have fallen before the pause: it did, or a command that says so can still come.
fn stopped_in_doubt(state: &TableState, moment: &Moment, pause: Pause) -> bool {
    let Some(stopped) = pause.stopped.filter(|stopped| stopped.open) else {
        return false;
    };
    let before = as_running(state, stopped);
    let heard_until_ms = pause
        .since_ms
        .saturating_add(MAX_COMMAND_AGE_MS)
        .saturating_add(moment.uncertainty_ms.max(0));
    earliest_flag_ms(&before, stopped.turn) <= pause.since_ms
        && (moment.now_ms < heard_until_ms || fell_before_pause_ms(state).is_some())
}

/// The clocks do not go on over a fall from before the pause that is not settled.
fn nothing_fell(state: &TableState) -> Result<(), Refusal> {
    match fell_before_pause_ms(state) {
        Some(_) => Err(Reason::FlagPending.into()),
        None => Ok(()),
    }
}

/// Stops the clocks at `at_ms`; the delivery of the entry that gave the turn counts for the player.
fn stop(draft: &mut Draft<'_>, turn: Turn, at_ms: i64, end: (PauseCause, Option<i64>)) {
    let charge = Charge {
        charged_ms: at_ms.saturating_sub(latest_start_ms(turn)).max(0),
        ..Charge::default()
    };
    stop_charged(draft, turn, charge, end);
}

fn stop_charged(
    draft: &mut Draft<'_>,
    turn: Turn,
    charge: Charge,
    (cause, until_ms): (PauseCause, Option<i64>),
) {
    let mut clocks = draft.state().readings();
    let reading = clocks.get_mut(turn.seat());
    let charged_ms = charge.charged_ms.clamp(0, reading.remaining_ms.max(0));
    *reading = reading.spend(charged_ms);
    draft.push(Event::Paused {
        cause,
        until_ms,
        charged_ms,
        lag_credit_ms: charge.lag_credit_ms,
        reading_credit_ms: charge.reading_credit_ms,
        clocks,
    });
}

/// An official stops the clocks, before the start too, or gives a pause another end.
pub(super) fn pause(
    draft: &mut Draft<'_>,
    moment: &Moment,
    until_ms: Option<i64>,
) -> Result<(), Refusal> {
    later(until_ms, moment)?;
    set_pause(draft, moment, (PauseCause::Official, until_ms))
}

/// A server fault stops the clocks.
pub(super) fn freeze(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    until_ms: Option<i64>,
) -> Result<Vec<Event>, Refusal> {
    later(until_ms, moment)?;
    let mut draft = Draft::new(state, game, moment);
    falls_first(&mut draft, moment)?;
    set_pause(&mut draft, moment, (PauseCause::ServerFault, until_ms))?;
    Ok(draft.into_events())
}

pub(super) fn set_pause(
    draft: &mut Draft<'_>,
    moment: &Moment,
    end: (PauseCause, Option<i64>),
) -> Result<(), Refusal> {
    let state = draft.state();
    match state.phase() {
        Phase::Live | Phase::Waiting | Phase::Paused => {}
        other => return Err(not_now(other)),
    }
    let same = |pause: &Pause| match (pause.cause, end.0) {
        (PauseCause::Call, _) => false,
        (PauseCause::Official | PauseCause::Transfer, PauseCause::ServerFault) => true,
        (cause, new) => cause == new && pause.until_ms == end.1,
    };
    if state.interruptions.pause.as_ref().is_some_and(same) {
        return Err(Reason::AlreadyPaused.into());
    }
    match state.turn {
        Some(turn) => stop(draft, turn, moment.now_ms, end),
        None => {
            let clocks = state.readings();
            draft.push(Event::Paused {
                cause: end.0,
                until_ms: end.1,
                charged_ms: 0,
                lag_credit_ms: 0,
                reading_credit_ms: 0,
                clocks,
            });
        }
    }
    Ok(())
}

/// The fault is over, now or at an announced instant.
pub(super) fn thaw(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    at_ms: Option<i64>,
) -> Result<Vec<Event>, Refusal> {
    let frozen = state
        .interruptions
        .pause
        .is_some_and(|pause| pause.cause == PauseCause::ServerFault);
    if !frozen {
        return Err(Reason::NotFrozen.into());
    }
    let mut draft = Draft::new(state, game, moment);
    match at_ms.filter(|at_ms| *at_ms > moment.now_ms) {
        Some(at_ms) => {
            later(Some(at_ms), moment)?;
            set_pause(&mut draft, moment, (PauseCause::ServerFault, Some(at_ms)))?;
        }
        None => {
            nothing_fell(draft.state())?;
            go_on(&mut draft);
        }
    }
    Ok(draft.into_events())
}

/// An official ends a pause, whatever caused it.
pub(super) fn resume(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    match draft.state().phase() {
        Phase::Paused => {
            nothing_fell(draft.state())?;
            go_on(draft);
        }
        Phase::Live | Phase::Waiting | Phase::Empty => {
            return Err(Reason::NotPaused.into());
        }
        other => return Err(not_now(other)),
    }
    Ok(())
}

/// The clocks go on; the turn begins afresh.
pub(super) fn go_on(draft: &mut Draft<'_>) {
    let stopped = draft
        .state()
        .interruptions
        .pause
        .and_then(|pause| pause.stopped);
    draft.push(Event::Resumed {
        next: stopped.map(|stopped| Next {
            color: stopped.turn.color,
            must_pass: stopped.turn.must_pass,
        }),
    });
}

/// A player calls for the director; where the terms say so, both clocks stop for a while.
pub(super) fn call(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    color: Color,
) -> Result<Vec<Event>, Refusal> {
    let rules = game.game_rules.director_call;
    match state.phase() {
        Phase::Live | Phase::Waiting | Phase::Paused => {}
        other => return Err(not_now(other)),
    }
    fresh(moment)?;
    if state.interruptions.calls.open.is_some() {
        return Err(Reason::AlreadyCalled.into());
    }
    let excessive = *state.interruptions.calls.made.get(color) >= rules.most_per_player;
    let mut draft = Draft::new(state, game, moment);
    falls_first(&mut draft, moment)?;
    draft.push(Event::DirectorCalled { color, excessive });
    if let Some(turn) = draft
        .turn()
        .filter(|_| rules.stops_clocks && rules.longest_ms > 0 && !excessive)
    {
        let end = (
            PauseCause::Call,
            Some(moment.now_ms.saturating_add(rules.longest_ms)),
        );
        if turn.seat() == color {
            let charge = charge(draft.state(), turn, moment);
            stop_charged(&mut draft, turn, charge, end);
        } else {
            stop(&mut draft, turn, moment.now_ms, end);
        }
    }
    Ok(draft.into_events())
}

/// The director is at the table.
pub(super) fn answer(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.state().interruptions.calls.open.is_none() {
        return Err(Reason::NoCall.into());
    }
    draft.push(Event::CallAnswered);
    let stopped_by_it = draft
        .state()
        .interruptions
        .pause
        .is_some_and(|pause| pause.cause == PauseCause::Call);
    if stopped_by_it {
        nothing_fell(draft.state())?;
        go_on(draft);
    }
    Ok(())
}

/// An instant that lies ahead, at most a year.
pub(super) fn later(at_ms: Option<i64>, moment: &Moment) -> Result<(), Refusal> {
    const YEAR_MS: i64 = 366 * 24 * 60 * 60 * 1_000;
    let ahead =
        |at_ms: i64| at_ms > moment.now_ms && at_ms <= moment.now_ms.saturating_add(YEAR_MS);
    if at_ms.is_none_or(ahead) {
        return Ok(());
    }
    Err(Reason::InvalidInstant.into())
}
