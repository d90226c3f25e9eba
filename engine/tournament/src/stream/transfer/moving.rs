//! An event that goes on at another server, and comes from one.

use crate::refusals::{Refusal, TransferRefusal};
use crate::stream::approval::approving;
use crate::stream::checks::check_id;
use crate::stream::{Act, Event, LapseCause, Phase, TournamentState, Transfer};

/// Longest words for where an event goes, in bytes.
const LONGEST_PLACE: usize = 200;

pub(in crate::stream) fn begin_in(
    state: &TournamentState,
    transfer_id: &str,
) -> Result<Vec<Event>, Refusal> {
    if away_with(state, transfer_id)?.coming {
        return Err(TransferRefusal::MovingIn.into());
    }
    let transfer_id = transfer_id.to_owned();
    Ok(vec![Event::TransferringIn { transfer_id }])
}

/// `signed_by` is the trusted key, and whether it is this server's own.
pub(in crate::stream) fn come_in(
    state: &TournamentState,
    transfer_id: &str,
    resume_at_ms: Option<i64>,
    (signed_by, own): (&str, bool),
) -> Result<Vec<Event>, Refusal> {
    check_id("the signer", signed_by)?;
    if !away_with(state, transfer_id)?.coming {
        return Err(TransferRefusal::NotMovingIn.into());
    }
    let mut events = vec![Event::TransferredIn {
        transfer_id: transfer_id.to_owned(),
        resume_at_ms,
        signed_by: Some(signed_by.to_owned()),
    }];
    if !own && let Some(lapsed) = approving::lapse(state, LapseCause::Moved) {
        events.push(lapsed);
        events = approving::with_file(state, events);
    }
    Ok(events)
}

/// An event goes away from where it is, and comes in where it is not.
pub(in crate::stream) fn may(state: &TournamentState, act: Act) -> Result<(), Refusal> {
    match (&state.away, act) {
        _ if state.phase() == Phase::Absent => Err(TransferRefusal::NothingToMove.into()),
        (Some(away), Act::TransferAway) => Err(elsewhere(away)),
        (None, Act::BeginTransferIn | Act::TransferIn) => Err(TransferRefusal::NotMovedAway.into()),
        _ => Ok(()),
    }
}

/// Refuses everything while the event is elsewhere.
pub(in crate::stream) fn check_here(state: &TournamentState) -> Result<(), Refusal> {
    match &state.away {
        Some(away) if !away.coming => Err(elsewhere(away)),
        _ => Ok(()),
    }
}

fn elsewhere(away: &Transfer) -> Refusal {
    TransferRefusal::MovedAway {
        place: away.to.clone(),
    }
    .into()
}

pub(in crate::stream) fn away(
    state: &TournamentState,
    transfer_id: &str,
    to: &str,
) -> Result<Vec<Event>, Refusal> {
    check_id("the move", transfer_id)?;
    if to.is_empty() || to.len() > LONGEST_PLACE || to.chars().any(char::is_control) {
        return Err(TransferRefusal::BadPlace {
            most: LONGEST_PLACE,
        }
        .into());
    }
    Ok(vec![Event::TransferredAway {
        transfer_id: transfer_id.to_owned(),
        to: to.to_owned(),
        rounds: state.next_round().saturating_sub(1),
    }])
}

fn away_with<'s>(state: &'s TournamentState, transfer_id: &str) -> Result<&'s Transfer, Refusal> {
    let away = state
        .away
        .as_ref()
        .filter(|away| away.transfer_id == transfer_id);
    away.ok_or_else(|| TransferRefusal::NotMovedAway.into())
}
