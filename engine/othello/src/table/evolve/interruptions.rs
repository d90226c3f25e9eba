//! Folds whatever comes over a table beside play itself.

use super::{adjournment, clocks, confirmation, moved_back};
use crate::table::event::Event;
use crate::table::interruptions::{Expulsion, Transfer};
use crate::table::state::TableState;

/// Every event that is not play itself.
pub(super) fn apply(state: &mut TableState, at_ms: i64, event: &Event) {
    match event {
        Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::DirectorCalled { .. }
        | Event::CallAnswered
        | Event::ClocksSet { .. }
        | Event::TimeAdjusted { .. }
        | Event::DefaultUndone { .. } => clocks::apply(state, at_ms, event),
        Event::AdjournmentAnnounced { .. }
        | Event::AdjournmentCancelled
        | Event::SealingBegan
        | Event::MoveSealed { .. }
        | Event::SquareSealed { .. }
        | Event::SealRevealed { .. } => adjournment::apply(state, at_ms, event),
        Event::TakenBack(_)
        | Event::TranscriptEntered { .. }
        | Event::Reopened(_)
        | Event::Annulled
        | Event::ReplaySet { .. } => moved_back::apply(state, at_ms, event),
        Event::TranscriptConfirmed { .. }
        | Event::ResultConfirmed { .. }
        | Event::ResultDisputed { .. }
        | Event::DisputeSettled { .. }
        | Event::Countersigned { .. } => confirmation::apply(state, event),
        Event::TransferredAway { transfer_id, to } => {
            state.interruptions.away = Some(Transfer {
                transfer_id: transfer_id.clone(),
                to: to.clone(),
                since_ms: at_ms,
            });
        }
        Event::TransferredIn { .. } => state.interruptions.away = None,
        _ => people(state, event),
    }
}

/// Notes what only a player does: by then both seats are held, or it is no game.
pub(super) fn note_play(state: &mut TableState, event: &Event) {
    let by_player = matches!(
        event,
        Event::Moved { .. }
            | Event::Passed {
                automatic: false,
                ..
            }
            | Event::MoveSealed { .. }
            | Event::Resigned { .. }
    );
    let held = state
        .seats()
        .is_some_and(|seats| seats.black.account.is_some() && seats.white.account.is_some());
    state.interruptions.begun |= by_player && held;
}

fn people(state: &mut TableState, event: &Event) {
    match event {
        Event::Arrived { color } => *state.interruptions.arrived.get_mut(*color) = true,
        Event::SpectatorsChatSet { open } => state.interruptions.spectators_chat = Some(*open),
        Event::TableJudgeAssigned { account } => {
            state.interruptions.table_judge = Some(account.clone())
        }
        Event::Expelled { whom, until_ms } => {
            state
                .interruptions
                .expulsions
                .retain(|expulsion| expulsion.whom != *whom);
            state.interruptions.expulsions.push(Expulsion {
                whom: whom.clone(),
                until_ms: *until_ms,
            });
        }
        Event::Readmitted { whom } => {
            state
                .interruptions
                .expulsions
                .retain(|expulsion| expulsion.whom != *whom);
        }
        _ => {}
    }
}

/// Notes how matters stand after a ply, or before the first.
pub(super) fn note_standing(state: &mut TableState) {
    let standing = state.standing();
    state.interruptions.standings.push(standing);
}
