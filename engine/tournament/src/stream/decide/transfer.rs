//! An event that goes on at another server, and comes from one.

use super::super::act::Act;
use super::super::command::Command;
use super::super::event::{Event, LapseCause};
use super::super::state::{Phase, TournamentState, Transfer};
use super::{approval, check_id, not_known};
use crate::refusals::{Refusal, TransferRefusal};

/// Longest words for where an event goes, in bytes.
const LONGEST_PLACE: usize = 200;

pub(super) fn decide(state: &TournamentState, command: &Command) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::TransferAway { transfer_id, to } => away(state, transfer_id, to),
        Command::BeginTransferIn { transfer_id } => {
            let away = away_with(state, transfer_id)?;
            if away.coming {
                return Err(TransferRefusal::MovingIn.into());
            }
            let transfer_id = transfer_id.clone();
            Ok(vec![Event::TransferringIn { transfer_id }])
        }
        Command::TransferIn {
            transfer_id,
            resume_at_ms,
            signed_by,
            own,
        } => {
            check_id("the signer", signed_by)?;
            if !away_with(state, transfer_id)?.coming {
                return Err(TransferRefusal::NotMovingIn.into());
            }
            let mut events = vec![Event::TransferredIn {
                transfer_id: transfer_id.clone(),
                resume_at_ms: *resume_at_ms,
                signed_by: Some(signed_by.clone()),
            }];
            let stranger = !*own;
            if let Some(lapsed) = stranger
                .then(|| approval::lapse(state, LapseCause::Moved))
                .flatten()
            {
                events.push(lapsed);
                events = approval::with_file(state, events);
            }
            Ok(events)
        }
        _ => Err(not_known()),
    }
}

/// An event goes away from where it is, and comes in where it is not.
pub(super) fn may(state: &TournamentState, act: Act) -> Result<(), Refusal> {
    match (&state.away, act) {
        _ if state.phase() == Phase::Absent => Err(TransferRefusal::NothingToMove.into()),
        (Some(away), Act::TransferAway) => Err(elsewhere(away)),
        (None, Act::BeginTransferIn | Act::TransferIn) => Err(TransferRefusal::NotMovedAway.into()),
        _ => Ok(()),
    }
}

/// Refuses everything while the event is elsewhere.
pub(super) fn check_here(state: &TournamentState) -> Result<(), Refusal> {
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

fn away(state: &TournamentState, transfer_id: &str, to: &str) -> Result<Vec<Event>, Refusal> {
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
