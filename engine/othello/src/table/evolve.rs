mod adjournment;
mod clocks;
mod confirmation;
mod interruptions;
mod moved_back;

use crate::Color;
use crate::table::clock_reading::Overtime;
use crate::table::event::{Created, Event, Next};
use crate::table::interruptions::{Pause, Stopped};
use crate::table::stage::Stage;
use crate::table::state::TableState;
use crate::table::time_default::TimeDefault;
use crate::table::turn::{Played, Turn};

/// Applies one event of an entry committed at `at_ms` (cluster time). Judges nothing: an event is
/// taken at its word, whatever the rules say today.
#[must_use]
pub fn evolve(mut state: TableState, at_ms: i64, event: &Event) -> TableState {
    interruptions::note_play(&mut state, event);
    match event {
        Event::Created(created) => set_up(&mut state, created),
        Event::SeatTaken { color, account } => {
            if let Some(game) = &mut state.game {
                game.seats.get_mut(*color).account = Some(account.clone());
            }
        }
        Event::Started { next } => give_turn(&mut state, at_ms, *next),
        Event::Moved {
            ply,
            color,
            square,
            flipped,
            flip,
            charged_ms,
            remaining_ms,
            overtime,
            lag_credit_ms,
            reading_credit_ms,
            seat,
            next,
        } => {
            let square = *square;
            state.position = state
                .position
                .with_to_move(*color)
                .with_move(square, *flipped);
            let played = Played {
                ply: *ply,
                color: *color,
                square: Some(square),
                flip: *flip,
                at_ms,
                charged_ms: *charged_ms,
                remaining_ms: *remaining_ms,
                lag_credit_ms: *lag_credit_ms,
                seat: *seat,
            };
            record(&mut state, played, *overtime, *reading_credit_ms);
            go_on_or(&mut state, at_ms, *next, Stage::Ending(None));
        }
        Event::Passed {
            ply,
            color,
            charged_ms,
            remaining_ms,
            overtime,
            lag_credit_ms,
            reading_credit_ms,
            seat,
            next,
            ..
        } => {
            let played = Played {
                ply: *ply,
                color: *color,
                square: None,
                flip: None,
                at_ms,
                charged_ms: *charged_ms,
                remaining_ms: *remaining_ms,
                lag_credit_ms: *lag_credit_ms,
                seat: *seat,
            };
            record(&mut state, played, *overtime, *reading_credit_ms);
            give_turn(&mut state, at_ms, *next);
        }
        Event::FlagFell { .. } => fall(&mut state, at_ms, event),
        Event::Resigned {
            color,
            remaining_ms,
            overtime,
            ..
        } => {
            state.remaining_ms = *remaining_ms;
            state.overtime = *overtime;
            state.enter(Stage::Ending(Some(*color)));
        }
        Event::Stamped { .. } => {}
        Event::TimeCredited {
            color,
            remaining_ms,
            overtime,
            fault_id,
            ms,
            ..
        } => {
            clocks::credit_stopped(&mut state, *color, *ms);
            *state.remaining_ms.get_mut(*color) = *remaining_ms;
            *state.overtime.get_mut(*color) = *overtime;
            state.credited_faults.push(fault_id.clone());
        }
        Event::Finished(finished) => confirmation::finish(&mut state, at_ms, finished),
        other => interruptions::apply(&mut state, at_ms, other),
    }
    state
}

/// Applies the events of one entry in order.
#[must_use]
pub fn fold<'a>(
    state: TableState,
    at_ms: i64,
    events: impl IntoIterator<Item = &'a Event>,
) -> TableState {
    events
        .into_iter()
        .fold(state, |state, event| evolve(state, at_ms, event))
}

fn set_up(state: &mut TableState, created: &Created) {
    state.game = Some(created.into());
    state.position = created.game_rules.board().start();
    state.remaining_ms = created.remaining_ms;
    state.overtime = created.overtime;
    interruptions::note_standing(state);
}

fn record(
    state: &mut TableState,
    played: Played,
    overtime: Option<Overtime>,
    reading_credit_ms: i64,
) {
    let seat = played.seat();
    *state.remaining_ms.get_mut(seat) = played.remaining_ms;
    *state.overtime.get_mut(seat) = overtime;
    let credited_ms = played.lag_credit_ms.saturating_add(reading_credit_ms);
    add_lag(state, seat, credited_ms);
    state.record.push(played);
    interruptions::note_standing(state);
}

/// Notes what a seat was credited for the network and for reading.
fn add_lag(state: &mut TableState, seat: Color, credited_ms: i64) {
    let credited = state.lag_credited_ms.get_mut(seat);
    *credited = credited.saturating_add(credited_ms);
}

fn fall(state: &mut TableState, at_ms: i64, event: &Event) {
    let Event::FlagFell {
        color,
        deadline_ms,
        granted_ms,
        remaining_ms,
        overtime,
        lag_credit_ms,
        reading_credit_ms,
        play_on,
        winner_plays,
        ..
    } = event
    else {
        return;
    };
    state.remaining_ms = *remaining_ms;
    state.overtime = *overtime;
    let credited_ms = lag_credit_ms.saturating_add(*reading_credit_ms);
    add_lag(state, *color, credited_ms);
    let time_default = TimeDefault::new(*color, *granted_ms, *winner_plays);
    if !*play_on {
        state.time_default.get_or_insert(time_default);
        state.enter(Stage::Ending(None));
        return;
    }
    state.time_default = Some(time_default);
    let Some(turn) = state.stage_mut().and_then(Stage::any_turn_mut) else {
        return;
    };
    if *winner_plays {
        let next = Next {
            color: turn.color,
            must_pass: turn.must_pass,
        };
        give_turn(state, at_ms, next);
    } else {
        turn.from_ms = *deadline_ms;
        turn.until_delivered = false;
        turn.lag_credited_ms = turn.lag_credited_ms.saturating_add(credited_ms);
        clocks::restart_stopped(state);
    }
}

/// The turn begins: its clock runs, or, in a pause, will run.
fn give_turn(state: &mut TableState, at_ms: i64, next: Next) {
    let turn = new_turn(state, at_ms, next);
    let readings = state.readings();
    let stage = match *state.stage() {
        Stage::Paused(pause, announced) => {
            let stopped = Some(Stopped::fresh(turn, readings));
            Stage::Paused(Pause { stopped, ..pause }, announced)
        }
        Stage::Running(_, announced) => Stage::Running(turn, announced),
        Stage::Waiting
        | Stage::Adjourned(_)
        | Stage::Ending(_)
        | Stage::Finished(_)
        | Stage::Annulled => Stage::Running(turn, None),
    };
    state.enter(stage);
}

/// The turn begins if somebody has it; else the game is at the stage `idle`.
fn go_on_or(state: &mut TableState, at_ms: i64, next: Option<Next>, idle: Stage) {
    match next {
        Some(next) => give_turn(state, at_ms, next),
        None => state.enter(idle),
    }
}

fn new_turn(state: &mut TableState, at_ms: i64, next: Next) -> Turn {
    state.position = state.position.with_to_move(next.color);
    Turn {
        color: next.color,
        must_pass: next.must_pass,
        from_ms: at_ms,
        until_delivered: true,
        seat: state.plays_both().filter(|seat| *seat != next.color),
        spent_ms: 0,
        lag_credited_ms: 0,
    }
}
