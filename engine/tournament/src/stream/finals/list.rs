//! The list that the finals go by, after an act that changes it.

use crate::stream::evolve::fold;
use crate::stream::finals::announcement::{fixed_list, next_session};
use crate::stream::rounds::unpublish::{may_unpublish, taken_back};
use crate::stream::{Event, TournamentState};

/// The events, and what follows from them for finals that are published and not started: their list is made anew, and
/// where that changes a match or who chooses in it, their round is taken back. Once a game of the finals has started, the
/// qualifiers and what was played stand.
pub(in crate::stream) fn with_finals_rebuilt(
    state: &TournamentState,
    mut events: Vec<Event>,
    now_ms: i64,
) -> Vec<Event> {
    let Some(reason) = events.iter().find_map(reason_of) else {
        return events;
    };
    if !first_round_waits(state, now_ms) {
        return events;
    }
    let before = without_last_round(state.clone());
    let after = without_last_round(fold(state.clone(), &events));
    let Ok(Some(list)) = fixed_list(&after) else {
        return events;
    };
    match (next_session(&before), next_session(&after)) {
        (Ok(published), Ok(due)) if published == due => events.push(list),
        _ => {
            let reason = reason.to_owned();
            events.extend(taken_back(&fold(state.clone(), &events), &reason));
        }
    }
    events
}

/// The record of the reason of what may change the list.
fn reason_of(event: &Event) -> Option<&str> {
    match event {
        Event::ResultCorrected { reason, .. } => Some(reason),
        Event::EntrantCorrected(correction) => Some(&correction.reason),
        Event::PenaltyImposed(act) => Some(&act.reason),
        Event::AppealDecided(decision) => Some(&decision.decision),
        _ => None,
    }
}

/// The first round of the finals is the last one published, and has not started.
fn first_round_waits(state: &TournamentState, now_ms: i64) -> bool {
    let mut earlier = state.rounds.iter().rev().skip(1);
    state.fixed_list().is_some()
        && !earlier.any(|round| round.of_finals())
        && may_unpublish(state, now_ms).is_ok()
}

fn without_last_round(mut state: TournamentState) -> TournamentState {
    state.rounds.pop();
    state
}
