//! Signing the result (`WOC IV.8`).

use alloc::string::ToString;
use alloc::vec::Vec;

use super::pause::not_now;
use crate::Color;
use crate::table::digest::transcript_digest;
use crate::table::draft::Draft;
use crate::table::event::{ConfirmedBy, Event};
use crate::table::life::{Confirmation, ConfirmationStatus};
use crate::table::refusal::{Code, Refusal};
use crate::table::state::{Game, Phase, TableState};

/// A player signs the transcript under its digest.
pub(super) fn confirm(
    state: &TableState,
    game: &Game,
    color: Color,
    digest: &str,
) -> Result<Vec<Event>, Refusal> {
    let confirmation = open(state)?;
    if digest != transcript_digest(state) {
        let what = "Another transcript stands at this table; look at it and confirm that one";
        return Err(Refusal::under(
            game.terms.text,
            8,
            Code::DigestMismatch,
            what,
        ));
    }
    if *confirmation.signed.get(color) {
        let what = "You have confirmed this result already";
        return Err(Refusal::plain(Code::Repeated, what));
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
        let what = "You have confirmed this result; turn to the director";
        return Err(Refusal::plain(Code::AlreadyConfirmed, what));
    }
    Ok(alloc::vec![Event::ResultDisputed {
        color,
        reason_id: reason_id.to_string(),
    }])
}

/// The confirmation, if players still have a say in it.
fn open(state: &TableState) -> Result<&Confirmation, Refusal> {
    if state.phase() != Phase::Finished {
        return Err(unfinished(state.phase()));
    }
    let confirmation = any(state)?;
    match confirmation.status() {
        ConfirmationStatus::Pending { .. } => Ok(confirmation),
        ConfirmationStatus::Confirmed => Err(Refusal::plain(
            Code::AlreadyConfirmed,
            "The result is confirmed",
        )),
        ConfirmationStatus::Disputed => Err(Refusal::plain(
            Code::Disputed,
            "The result is disputed; an official settles that first",
        )),
    }
}

fn any(state: &TableState) -> Result<&Confirmation, Refusal> {
    state.life.confirmation.as_ref().ok_or_else(|| {
        Refusal::plain(
            Code::NoConfirmation,
            "This result came from an official or the no-show limit; nobody confirms it",
        )
    })
}

fn unfinished(phase: Phase) -> Refusal {
    match phase {
        Phase::Annulled => not_now(phase),
        _ => Refusal::plain(Code::NotFinished, "The game is not over"),
    }
}

/// An official settles a dispute.
pub(super) fn settle_dispute(draft: &mut Draft<'_>, upheld: bool) -> Result<(), Refusal> {
    let state = draft.state();
    if state.phase() != Phase::Finished {
        return Err(unfinished(state.phase()));
    }
    let dispute = state
        .life
        .confirmation
        .as_ref()
        .and_then(|confirmation| confirmation.dispute.as_ref());
    if dispute.is_none_or(|dispute| dispute.upheld.is_some()) {
        let what = "There is no open dispute about this result";
        return Err(Refusal::plain(Code::NoDispute, what));
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
    if state.phase() != Phase::Finished {
        return Err(unfinished(state.phase()));
    }
    let confirmation = any(state)?;
    if confirmation.status() != ConfirmationStatus::Confirmed {
        let what = "The result is not confirmed yet";
        return Err(Refusal::plain(Code::NotConfirmed, what));
    }
    if confirmation.countersigned.is_some() {
        let what = "The result was countersigned already";
        return Err(Refusal::plain(Code::Repeated, what));
    }
    if digest != transcript_digest(state) {
        let what = "Another transcript stands at this table";
        return Err(Refusal::plain(Code::DigestMismatch, what));
    }
    Ok(alloc::vec![Event::Countersigned {
        digest: digest.to_string(),
        key_id: key_id.to_string(),
        signature: signature.to_string(),
    }])
}
