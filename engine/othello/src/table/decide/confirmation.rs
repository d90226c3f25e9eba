//! Signing the result (`WOC IV.8`).

use alloc::string::ToString;
use alloc::vec::Vec;

use super::guards::not_now;
use crate::Color;
use crate::table::confirmation::{Confirmation, ConfirmationStatus};
use crate::table::digest::transcript_digest;
use crate::table::draft::Draft;
use crate::table::event::{ConfirmedBy, Event};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::{End, Stage};
use crate::table::state::TableState;

/// A player signs the transcript under its digest.
pub(super) fn confirm(
    state: &TableState,
    color: Color,
    digest: &str,
) -> Result<Vec<Event>, Refusal> {
    let confirmation = open(state)?;
    if digest != transcript_digest(state) {
        return Err(Reason::DigestMismatch.into());
    }
    if *confirmation.signed.get(color) {
        return Err(Reason::ConfirmedAlready.into());
    }
    let mut events = alloc::vec![Event::TranscriptConfirmed {
        color,
        digest: digest.to_string(),
    }];
    if *confirmation.signed.get(color.opponent()) {
        events.push(Event::ResultConfirmed {
            by: ConfirmedBy::Players,
            digest: digest.to_string(),
        });
    }
    Ok(events)
}

/// A player does not agree: nothing confirms the result but an official.
pub(super) fn dispute(
    state: &TableState,
    color: Color,
    reason_id: &str,
) -> Result<Vec<Event>, Refusal> {
    let confirmation = open(state)?;
    if *confirmation.signed.get(color) {
        return Err(Reason::ConfirmedByYou.into());
    }
    Ok(alloc::vec![Event::ResultDisputed {
        color,
        reason_id: reason_id.to_string(),
    }])
}

/// The confirmation, if players still have a say in it.
fn open(state: &TableState) -> Result<&Confirmation, Refusal> {
    let confirmation = any(state)?;
    match confirmation.status() {
        ConfirmationStatus::Pending { .. } => Ok(confirmation),
        ConfirmationStatus::Confirmed => Err(Reason::AlreadyConfirmed.into()),
        ConfirmationStatus::Disputed => Err(Reason::Disputed.into()),
        ConfirmationStatus::Overruled => Err(Reason::NoConfirmation.into()),
    }
}

fn any(state: &TableState) -> Result<&Confirmation, Refusal> {
    let confirmation = end(state)?.confirmation.as_ref();
    confirmation.ok_or_else(|| Reason::NoConfirmation.into())
}

fn end(state: &TableState) -> Result<&End, Refusal> {
    match state.stage() {
        Stage::Finished(end) => Ok(end),
        Stage::Annulled => Err(not_now(state.phase())),
        Stage::Waiting
        | Stage::Running(..)
        | Stage::Paused(..)
        | Stage::Adjourned(_)
        | Stage::Ending(_) => Err(Reason::NotFinished.into()),
    }
}

/// An official settles a dispute.
pub(super) fn settle_dispute(draft: &mut Draft<'_>, upheld: bool) -> Result<(), Refusal> {
    let state = draft.state();
    let confirmation = end(state)?.confirmation.as_ref();
    let dispute = confirmation.and_then(|confirmation| confirmation.dispute.as_ref());
    if dispute.is_none_or(|dispute| dispute.upheld.is_some()) {
        return Err(Reason::NoDispute.into());
    }
    let digest = transcript_digest(state);
    draft.push(Event::DisputeSettled { upheld });
    if !upheld {
        draft.push(Event::ResultConfirmed {
            by: ConfirmedBy::Official,
            digest,
        });
    }
    Ok(())
}

/// The server puts its signature under a confirmed result.
pub(super) fn countersign(
    state: &TableState,
    digest: &str,
    (key_id, signature): (&str, &str),
) -> Result<Vec<Event>, Refusal> {
    let confirmation = any(state)?;
    if confirmation.status() != ConfirmationStatus::Confirmed {
        return Err(Reason::NotConfirmed.into());
    }
    if confirmation.countersigned.is_some() {
        return Err(Reason::CountersignedAlready.into());
    }
    if digest != transcript_digest(state) {
        return Err(Reason::CountersignedAnother.into());
    }
    Ok(alloc::vec![Event::Countersigned {
        digest: digest.to_string(),
        key_id: key_id.to_string(),
        signature: signature.to_string(),
    }])
}
