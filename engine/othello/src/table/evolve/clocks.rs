//! Folds whatever stops, starts and sets the clocks beside play itself.

use super::{add_lag, new_turn};
use crate::table::clock_reading::ClockReading;
use crate::table::event::{Event, Next, PauseCause};
use crate::table::interruptions::{Pause, Standing, Stopped};
use crate::table::stage::Stage;
use crate::table::state::TableState;
use crate::table::time_default::TimeDefault;
use crate::{Color, PerColor};

pub(super) fn apply(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::Paused {
            cause,
            until_ms,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            clocks,
        } => {
            let credited_ms = lag_credit_ms.saturating_add(*reading_credit_ms);
            credit_turn(state, credited_ms);
            pause(state, at_ms, (*cause, *until_ms), (*charged_ms, *clocks));
        }
        Event::Resumed { next } => resume(state, at_ms, *next),
        Event::DirectorCalled { color, .. } => {
            let made = state.interruptions.calls.made.get_mut(*color);
            *made = made.saturating_add(1);
            state.interruptions.calls.open = Some(*color);
            *state.interruptions.arrived.get_mut(*color) = true;
        }
        Event::CallAnswered => state.interruptions.calls.open = None,
        Event::ClocksSet { clocks } => show(state, at_ms, *clocks),
        Event::TimeAdjusted { color, ms, clock } => {
            state.set_reading(*color, *clock);
            // What an official gave or took stays so when plies are taken back.
            for standing in &mut state.interruptions.standings {
                let reading = standing.clocks.get_mut(*color);
                *reading = reading.set_to(reading.remaining_ms.saturating_add(*ms));
            }
            close_stopped(state);
        }
        Event::DefaultUndone { clocks, .. } => {
            let undone = state.time_default.take();
            let granted_ms = undone.map_or(0, TimeDefault::granted_ms);
            for standing in &mut state.interruptions.standings {
                undo_default(standing, granted_ms);
            }
            if let Some(turn) = state.stage_mut().and_then(Stage::any_turn_mut) {
                turn.seat = None;
            }
            show(state, at_ms, *clocks);
        }
        _ => {}
    }
}

/// Credits the running turn before it is stopped, for the network and for reading.
fn credit_turn(state: &mut TableState, credited_ms: i64) {
    if let Some(turn) = state.stage_mut().and_then(Stage::turn_mut) {
        turn.lag_credited_ms = turn.lag_credited_ms.saturating_add(credited_ms);
        let seat = turn.seat();
        add_lag(state, seat, credited_ms);
    }
}

fn undo_default(standing: &mut Standing, granted_ms: i64) {
    if standing.time_default.take().is_none() {
        return;
    }
    for color in Color::BOTH {
        let reading = standing.clocks.get_mut(color);
        *reading = reading.set_to(reading.remaining_ms.saturating_sub(granted_ms));
    }
}

/// The clocks show this now; a running one goes on from here.
fn show(state: &mut TableState, at_ms: i64, clocks: PerColor<ClockReading>) {
    state.set_readings(clocks);
    if let Some(turn) = state.stage_mut().and_then(Stage::turn_mut) {
        turn.from_ms = at_ms;
        turn.until_delivered = false;
    }
    if let Some(standing) = state.interruptions.standings.last_mut() {
        standing.clocks = clocks;
    }
    close_stopped(state);
}

/// No command from before the pause counts any more.
fn close_stopped(state: &mut TableState) {
    let before = state.readings();
    if let Some(stopped) = state.stage_mut().and_then(Stage::stopped_mut) {
        stopped.before = before;
        stopped.open = false;
    }
}

/// A credit for a clock that stands counts for the stopped turn too.
pub(super) fn credit_stopped(state: &mut TableState, color: Color, ms: i64) {
    if let Some(stopped) = state.stage_mut().and_then(Stage::stopped_mut) {
        let before = stopped.before.get_mut(color);
        *before = before.credited(ms);
    }
}

/// A stopped turn goes on, as far as it is judged before the pause, from what the clocks show now.
pub(super) fn restart_stopped(state: &mut TableState) {
    let readings = state.readings();
    if let Some(stopped) = state.stage_mut().and_then(Stage::stopped_mut) {
        stopped.before = readings;
        stopped.charged_ms = 0;
    }
}

fn pause(
    state: &mut TableState,
    at_ms: i64,
    (cause, until_ms): (PauseCause, Option<i64>),
    (charged_ms, clocks): (i64, PerColor<ClockReading>),
) {
    let before = state.readings();
    state.set_readings(clocks);
    let stop = |turn| Stopped {
        turn,
        before,
        charged_ms,
        open: true,
    };
    let (since_ms, stopped) = match *state.stage() {
        Stage::Waiting => (at_ms, None),
        Stage::Running(turn, _) => (at_ms, Some(stop(turn))),
        Stage::Paused(pause, _) => {
            let charged = |stopped: Stopped| Stopped {
                charged_ms: stopped.charged_ms.max(charged_ms),
                ..stopped
            };
            (pause.since_ms, pause.stopped.map(charged))
        }
        Stage::Adjourned(_) | Stage::Ending(_) | Stage::Finished(_) | Stage::Annulled => return,
    };
    let pause = Pause {
        cause,
        since_ms,
        until_ms,
        stopped,
    };
    let announced = state.stage().announced();
    state.enter(Stage::Paused(pause, announced));
}

fn resume(state: &mut TableState, at_ms: i64, next: Option<Next>) {
    let announced = state.stage().announced();
    let pause = state.pause().copied();
    if let Some(pause) = pause {
        let appointed_ms = state.starts_at_ms().unwrap_or(at_ms);
        let stood_ms = at_ms
            .saturating_sub(pause.since_ms.max(appointed_ms))
            .max(0);
        state.interruptions.stood_ms = state.interruptions.stood_ms.saturating_add(stood_ms);
    }
    let Some(next) = next else {
        return state.enter(Stage::Waiting);
    };
    let mut turn = new_turn(state, at_ms, next);
    if let Some(stopped) = pause.and_then(|pause| pause.stopped) {
        turn.spent_ms = stopped.turn.spent_ms.saturating_add(stopped.charged_ms);
        turn.lag_credited_ms = stopped.turn.lag_credited_ms;
    }
    state.enter(Stage::Running(turn, announced));
}
