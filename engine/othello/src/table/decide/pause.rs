//! Stopping and starting the clocks: pauses, calls for the director, server faults.

use alloc::vec::Vec;

use super::flags::falls_first;
use super::guards::{clocks_in_use, fresh, not_now};
use crate::table::clock::{charge, earliest_flag_ms, fell_before_pause_ms};
use crate::table::command::{MAX_COMMAND_AGE_MS, Moment};
use crate::table::draft::Draft;
use crate::table::event::{Event, Next, PauseCause};
use crate::table::interruptions::Pause;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::Stage;
use crate::table::state::{Game, TableState};
use crate::table::turn::{Charge, Turn, latest_start_ms};
use crate::{Color, PerColor};

/// The table as it stood before the pause, for a command that was received before it.
pub(super) fn state_before_pause(state: &TableState, moment: &Moment) -> Option<TableState> {
    let since_ms = state.pause()?.since_ms;
    if moment.received_ms() >= since_ms || fresh(moment).is_err() {
        return None;
    }
    before_pause(state)
}

/// The table as it stood before the pause, while a command from then may still come.
pub(super) fn before_pause(state: &TableState) -> Option<TableState> {
    let Stage::Paused(pause, announced) = *state.stage() else {
        return None;
    };
    let stopped = pause.open()?;
    let mut before = state.clone();
    before.set_readings(stopped.before);
    before.enter(Stage::Running(stopped.turn, announced));
    // The no-show limit does not run in a pause.
    before.interruptions.arrived = PerColor::new(true, true);
    Some(before)
}

/// Lets fall what fell past doubt before an act that would move a flag's deadline: it waits while a fall is in doubt.
pub(super) fn no_flag_in_doubt(draft: &mut Draft<'_>, moment: &Moment) -> Result<(), Refusal> {
    falls_first(draft, moment)?;
    let state = draft.state();
    let in_doubt = match *state.stage() {
        Stage::Running(turn, _) => moment.now_ms >= earliest_flag_ms(state, turn),
        Stage::Paused(pause, _) => stopped_in_doubt(state, moment, pause),
        Stage::Waiting
        | Stage::Adjourned(_)
        | Stage::Ending(_)
        | Stage::Finished(_)
        | Stage::Annulled => false,
    };
    if in_doubt {
        return Err(Reason::FlagPending.into());
    }
    Ok(())
}

/// Whether a flag may have fallen before the pause: it did, or a command that says so can still come.
fn stopped_in_doubt(state: &TableState, moment: &Moment, pause: Pause) -> bool {
    let (Some(stopped), Some(before)) = (pause.open(), before_pause(state)) else {
        return false;
    };
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
pub(super) fn stop(draft: &mut Draft<'_>, turn: Turn, at_ms: i64, end: (PauseCause, Option<i64>)) {
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
    clocks_in_use(state)?;
    let same = |pause: &Pause| match (pause.cause, end.0) {
        (PauseCause::Call, _) => false,
        (PauseCause::Official | PauseCause::Transfer, PauseCause::ServerFault) => true,
        (cause, new) => cause == new && pause.until_ms == end.1,
    };
    if state.pause().is_some_and(same) {
        return Err(Reason::AlreadyPaused.into());
    }
    match state.turn() {
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
    let frozen = |pause: &Pause| pause.cause == PauseCause::ServerFault;
    if !state.pause().is_some_and(frozen) {
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
    let state = draft.state();
    match state.stage() {
        Stage::Paused(..) => {
            nothing_fell(state)?;
            go_on(draft);
            Ok(())
        }
        Stage::Running(..) | Stage::Waiting | Stage::Ending(_) => Err(Reason::NotPaused.into()),
        Stage::Adjourned(_) | Stage::Finished(_) | Stage::Annulled => Err(not_now(state.phase())),
    }
}

/// The clocks go on; the turn begins afresh.
pub(super) fn go_on(draft: &mut Draft<'_>) {
    let stopped = draft.state().stopped();
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
    clocks_in_use(state)?;
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
    let stopped_by_it = |pause: &Pause| pause.cause == PauseCause::Call;
    if draft.state().pause().is_some_and(stopped_by_it) {
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
