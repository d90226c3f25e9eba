mod interruptions;

use crate::table::clock_reading::Overtime;
use crate::table::event::{Created, Event, Next};
use crate::table::interruptions::Stopped;
use crate::table::state::{Game, Seat, TableState};
use crate::table::turn::{Played, Turn};
use crate::{Color, PerColor};

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
        Event::Started { next } => give_turn(&mut state, at_ms, Some(*next)),
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
            give_turn(&mut state, at_ms, *next);
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
            give_turn(&mut state, at_ms, Some(*next));
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
            state.resigned = Some(*color);
            state.turn = None;
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
            interruptions::credit_stopped(&mut state, *color, *ms);
            *state.remaining_ms.get_mut(*color) = *remaining_ms;
            *state.overtime.get_mut(*color) = *overtime;
            state.credited_faults.push(fault_id.clone());
        }
        Event::Finished(finished) => {
            state.finished = Some(*finished);
            state.turn = None;
            interruptions::finish(&mut state, at_ms, finished);
        }
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
    let seat = |entrant: &alloc::string::String| Seat {
        entrant: entrant.clone(),
        account: None,
    };
    state.game = Some(Game {
        place: created.place.clone(),
        seats: PerColor::new(seat(&created.entrants.black), seat(&created.entrants.white)),
        game_rules: created.game_rules.clone(),
        starts_at_ms: created.starts_at_ms,
    });
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
    if !*play_on {
        state.defaulter = state.defaulter.or(Some(*color));
        state.turn = None;
        return;
    }
    state.defaulter = Some(*color);
    state.granted_ms = *granted_ms;
    let stopped = state
        .interruptions
        .pause
        .as_mut()
        .and_then(|pause| pause.stopped.as_mut());
    let Some(turn) = state
        .turn
        .as_mut()
        .or(stopped.map(|stopped| &mut stopped.turn))
    else {
        return;
    };
    if *winner_plays {
        let next = Next {
            color: turn.color,
            must_pass: turn.must_pass,
        };
        state.plays_both = Some(color.opponent());
        give_turn(state, at_ms, Some(next));
    } else {
        turn.from_ms = *deadline_ms;
        turn.until_delivered = false;
        turn.lag_credited_ms = turn.lag_credited_ms.saturating_add(credited_ms);
    }
    interruptions::restart_stopped(state);
}

/// The turn begins: its clock runs, or, in a pause, will run.
fn give_turn(state: &mut TableState, at_ms: i64, next: Option<Next>) {
    let plays_both = state.plays_both;
    let turn = next.map(|next| {
        state.position = state.position.with_to_move(next.color);
        Turn {
            color: next.color,
            must_pass: next.must_pass,
            from_ms: at_ms,
            until_delivered: true,
            seat: plays_both.filter(|seat| *seat != next.color),
            spent_ms: 0,
            lag_credited_ms: 0,
        }
    });
    let readings = state.readings();
    state.turn = match &mut state.interruptions.pause {
        Some(pause) => {
            pause.stopped = turn.map(|turn| Stopped::fresh(turn, readings));
            None
        }
        None => turn,
    };
}
