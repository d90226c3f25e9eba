use crate::table::event::{Created, Event, Next};
use crate::table::state::{Game, Played, Seat, TableState, Turn};
use crate::{PerColor, Position};

/// Applies one event of an entry committed at `at_ms` (cluster time). Judges nothing: an event is
/// taken at its word, whatever the rules say today.
#[must_use]
pub fn evolve(mut state: TableState, at_ms: i64, event: &Event) -> TableState {
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
            charged_ms,
            remaining_ms,
            next,
        } => {
            let square = *square;
            state.position = state
                .position
                .with_to_move(*color)
                .with_move(square, *flipped);
            *state.remaining_ms.get_mut(*color) = *remaining_ms;
            let (charged_ms, remaining_ms) = (*charged_ms, *remaining_ms);
            state.record.push(Played {
                ply: *ply,
                color: *color,
                square: Some(square),
                at_ms,
                charged_ms,
                remaining_ms,
            });
            give_turn(&mut state, at_ms, *next);
        }
        Event::Passed {
            ply,
            color,
            charged_ms,
            remaining_ms,
            next,
            ..
        } => {
            *state.remaining_ms.get_mut(*color) = *remaining_ms;
            let (charged_ms, remaining_ms) = (*charged_ms, *remaining_ms);
            state.record.push(Played {
                ply: *ply,
                color: *color,
                square: None,
                at_ms,
                charged_ms,
                remaining_ms,
            });
            give_turn(&mut state, at_ms, Some(*next));
        }
        Event::FlagFell {
            color,
            deadline_ms,
            remaining_ms,
            play_on,
            ..
        } => {
            state.remaining_ms = *remaining_ms;
            if *play_on {
                state.defaulter = Some(*color);
                if let Some(turn) = &mut state.turn {
                    turn.from_ms = *deadline_ms;
                    turn.until_delivered = false;
                }
            } else {
                state.turn = None;
            }
        }
        Event::Resigned {
            color,
            remaining_ms,
            ..
        } => {
            state.remaining_ms = *remaining_ms;
            state.resigned = Some(*color);
            state.turn = None;
        }
        Event::Stamped { .. } => {}
        Event::TimeCredited {
            color,
            remaining_ms,
            fault_id,
            ..
        } => {
            *state.remaining_ms.get_mut(*color) = *remaining_ms;
            state.credited_faults.push(fault_id.clone());
        }
        Event::Finished(finished) => {
            state.finished = Some(*finished);
            state.turn = None;
        }
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
        terms: created.terms.clone(),
        starts_at_ms: created.starts_at_ms,
    });
    state.position = Position::START;
    state.remaining_ms = created.remaining_ms;
}

fn give_turn(state: &mut TableState, at_ms: i64, next: Option<Next>) {
    state.turn = next.map(|next| {
        state.position = state.position.with_to_move(next.color);
        Turn {
            color: next.color,
            must_pass: next.must_pass,
            from_ms: at_ms,
            until_delivered: true,
        }
    });
}
