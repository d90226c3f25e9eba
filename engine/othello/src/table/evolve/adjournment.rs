//! Folds adjournments.

use crate::table::event::Event;
use crate::table::interruptions::{Announced, Sealed};
use crate::table::stage::Stage;
use crate::table::state::TableState;
use crate::table::turn::Charge;

pub(super) fn apply(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::AdjournmentAnnounced { at_ms } => announce(
            state,
            Some(Announced {
                at_ms: *at_ms,
                sealing: false,
            }),
        ),
        Event::AdjournmentCancelled => announce(state, None),
        Event::SealingBegan => {
            if let Some(Some(announced)) = state.stage_mut().and_then(Stage::announced_mut) {
                announced.sealing = true;
            }
        }
        Event::MoveSealed {
            ply,
            charged_ms,
            lag_credit_ms,
            reading_credit_ms,
            clocks,
            ..
        } => {
            let Some(turn) = state.turn() else {
                return;
            };
            let sealed = Sealed {
                at_ms: state
                    .stage()
                    .announced()
                    .map_or(at_ms, |announced| announced.at_ms),
                ply: *ply,
                turn,
                before: state.readings(),
                charge: Charge {
                    charged_ms: *charged_ms,
                    lag_credit_ms: *lag_credit_ms,
                    reading_credit_ms: *reading_credit_ms,
                },
                square: None,
                flip: None,
                illegal: false,
            };
            state.set_readings(*clocks);
            state.enter(Stage::Adjourned(sealed));
        }
        Event::SquareSealed { square, flip, .. } => {
            if let Some(Stage::Adjourned(sealed)) = state.stage_mut() {
                sealed.square = *square;
                sealed.flip = *flip;
            }
        }
        Event::SealRevealed { legal, .. } => reveal(state, *legal),
        _ => {}
    }
}

fn announce(state: &mut TableState, new: Option<Announced>) {
    if let Some(announced) = state.stage_mut().and_then(Stage::announced_mut) {
        *announced = new;
    }
}

/// A legal sealed move is played on the turn in which it was sealed.
fn reveal(state: &mut TableState, legal: bool) {
    let Some(Stage::Adjourned(sealed)) = state.stage_mut() else {
        return;
    };
    if legal {
        let (turn, before) = (sealed.turn, sealed.before);
        state.set_readings(before);
        state.enter(Stage::Running(turn, None));
    } else {
        sealed.illegal = true;
    }
}
