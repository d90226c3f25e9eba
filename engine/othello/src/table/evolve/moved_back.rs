//! Folds what moves play back, or elsewhere.

use alloc::vec::Vec;

use super::go_on_or;
use crate::table::clock_reading::ClockReading;
use crate::table::event::{EnteredPly, Event, Next, Restored};
use crate::table::interruptions::Standing;
use crate::table::stage::Stage;
use crate::table::state::TableState;
use crate::table::time_default::TimeDefault;
use crate::table::turn::Played;
use crate::{PerColor, Position};

pub(super) fn apply(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::TakenBack(restored) | Event::Reopened(restored) => {
            restore(state, restored);
            begin_afresh(state, at_ms, restored.next, Stage::Waiting);
        }
        Event::TranscriptEntered { plies, restored } => {
            state.record = record(plies, at_ms, restored.clocks);
            let standing = standing_of(restored);
            state.interruptions.standings =
                core::iter::repeat_n(standing, plies.len().saturating_add(1)).collect();
            restore(state, restored);
            begin_afresh(state, at_ms, restored.next, Stage::Ending(None));
        }
        Event::Annulled => {
            state.interruptions.calls.open = None;
            state.enter(Stage::Annulled);
        }
        Event::ReplaySet {
            restored,
            starts_at_ms,
        } => {
            restore(state, restored);
            state.enter(Stage::Waiting);
            state.interruptions.stood_ms = 0;
            if let Some(game) = &mut state.game {
                game.starts_at_ms = *starts_at_ms;
            }
        }
        _ => {}
    }
}

/// The turn begins afresh; a pause stays, an adjournment does not.
fn begin_afresh(state: &mut TableState, at_ms: i64, next: Option<Next>, idle: Stage) {
    let stage = match state.pause() {
        Some(pause) => Stage::Paused(*pause, None),
        None => Stage::Waiting,
    };
    state.enter(stage);
    go_on_or(state, at_ms, next, idle);
}

fn restore(state: &mut TableState, restored: &Restored) {
    let plies = usize::try_from(restored.ply).unwrap_or(usize::MAX);
    state.record.truncate(plies);
    state
        .interruptions
        .standings
        .truncate(plies.saturating_add(1));
    if let Some(standing) = state.interruptions.standings.last_mut() {
        *standing = standing_of(restored);
    }
    let to_move = restored
        .next
        .map_or(state.position.to_move(), |next| next.color);
    if let Some(position) = Position::new(restored.black, restored.white, to_move) {
        state.position = position;
    }
    state.set_readings(restored.clocks);
    state.time_default = TimeDefault::restored(restored);
}

fn standing_of(restored: &Restored) -> Standing {
    Standing {
        clocks: restored.clocks,
        time_default: TimeDefault::restored(restored),
    }
}

fn record(plies: &[EnteredPly], at_ms: i64, clocks: PerColor<ClockReading>) -> Vec<Played> {
    (1..=u32::MAX)
        .zip(plies)
        .map(|(ply, entered)| Played {
            ply,
            color: entered.color,
            square: entered.square,
            flip: entered.flip,
            at_ms,
            charged_ms: 0,
            remaining_ms: clocks.get(entered.color).remaining_ms,
            lag_credit_ms: 0,
            seat: None,
        })
        .collect()
}
