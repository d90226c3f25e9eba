//! An event that goes on at another server, and comes from one.

use super::super::command::Command;
use super::super::event::Event;
use super::super::state::{Away, Phase, TournamentState};
use super::{check_id, not_known};
use crate::refusal::Refusal;

/// Longest words for where an event goes, in bytes.
const LONGEST_PLACE: usize = 200;

pub(super) fn decide(state: &TournamentState, command: &Command) -> Result<Vec<Event>, Refusal> {
    if state.phase() == Phase::Absent {
        return Err(Refusal::new(
            "tournament_absent",
            "There is no such tournament.",
        ));
    }
    match command {
        Command::MoveAway { move_id, to } => away(state, move_id, to),
        Command::BeginMoveIn { move_id } => {
            let away = away_with(state, move_id)?;
            if away.coming {
                return Err(Refusal::new("moving_in", "The event is coming in already."));
            }
            let move_id = move_id.clone();
            Ok(vec![Event::MovingIn { move_id }])
        }
        Command::MoveIn {
            move_id,
            resume_at_ms,
        } => {
            if !away_with(state, move_id)?.coming {
                let what = "What its tables told last is not taken in yet.";
                return Err(Refusal::new("not_moving_in", what));
            }
            Ok(vec![Event::MovedIn {
                move_id: move_id.clone(),
                resume_at_ms: *resume_at_ms,
            }])
        }
        _ => Err(not_known()),
    }
}

/// Refuses everything while the event is elsewhere.
pub(super) fn check_here(state: &TournamentState) -> Result<(), Refusal> {
    match &state.away {
        Some(away) if !away.coming => Err(elsewhere(away)),
        _ => Ok(()),
    }
}

fn elsewhere(away: &Away) -> Refusal {
    Refusal::new(
        "moved_away",
        format!("This event goes on at another server: {}.", away.to),
    )
}

fn away(state: &TournamentState, move_id: &str, to: &str) -> Result<Vec<Event>, Refusal> {
    if let Some(away) = &state.away {
        return Err(elsewhere(away));
    }
    check_id("the move", move_id)?;
    if to.is_empty() || to.len() > LONGEST_PLACE || to.chars().any(char::is_control) {
        return Err(Refusal::new(
            "bad_place",
            format!(
                "Where the event goes is said in 1 to {LONGEST_PLACE} bytes without control characters."
            ),
        ));
    }
    Ok(vec![Event::MovedAway {
        move_id: move_id.to_owned(),
        to: to.to_owned(),
        rounds: state.next_round().saturating_sub(1),
    }])
}

fn away_with<'s>(state: &'s TournamentState, move_id: &str) -> Result<&'s Away, Refusal> {
    let away = state.away.as_ref().filter(|away| away.move_id == move_id);
    away.ok_or_else(|| {
        Refusal::new(
            "not_moved_away",
            "The event is not away with this move: it came in already, or went another way.",
        )
    })
}
