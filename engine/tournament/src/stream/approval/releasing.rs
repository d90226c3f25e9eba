//! Releasing a rating file to the committee, giving it back to the director, and answering for how an event was directed.

use std::collections::BTreeSet;

use crate::ids::{AccountId, EntrantId};
use crate::refusals::{ApprovalRefusal, Refusal, ensure};
use crate::stream::approval::approving::{may_be_rated, with_file};
use crate::stream::approval::standing::check_without_part;
use crate::stream::checks::check_id;
use crate::stream::{CheckWeight, Event, RatingStanding, TournamentState};

/// Complaints that one account may file about one event.
const COMPLAINTS_OF_ONE: usize = 3;
/// Complaints that are taken about one event.
const MOST_COMPLAINTS: usize = 200;

pub(in crate::stream) fn may_release(state: &TournamentState) -> Result<(), Refusal> {
    check_confirmed(state)?;
    ensure(
        state.approval_in_force().is_some(),
        ApprovalRefusal::NotApproved,
    )?;
    may_be_rated(state)?;
    check_boards(state)?;
    let released = state.rating_standing() == Some(RatingStanding::Released);
    ensure(!released, ApprovalRefusal::NothingToRelease)
}

pub(in crate::stream) fn release(
    state: &TournamentState,
    (ranking_version, reason): (u32, &str),
    unlisted: &BTreeSet<EntrantId>,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    check_without_part(state, by)?;
    let current = current_ranking(state);
    ensure(
        ranking_version == current,
        ApprovalRefusal::RankingMovedOn { current },
    )?;
    ensure(
        state.office.last_officer.as_ref() != Some(by),
        ApprovalRefusal::SameOfficer,
    )?;
    let unlisted = unlisted.iter();
    let released = Event::RatingFileReleased {
        reason: reason.to_owned(),
        by: by.clone(),
        ranking_version,
        unlisted: unlisted
            .filter(|entrant| state.entrant(entrant).is_some())
            .cloned()
            .collect(),
    };
    Ok(with_file(state, vec![released]))
}

pub(in crate::stream) fn may_return(state: &TournamentState) -> Result<(), Refusal> {
    check_confirmed(state)?;
    let waits = matches!(
        state.rating_standing(),
        Some(RatingStanding::Waiting | RatingStanding::Correction)
    );
    ensure(waits, ApprovalRefusal::NothingToReturn)
}

pub(in crate::stream) fn give_back(
    state: &TournamentState,
    reason: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    check_without_part(state, by)?;
    let (reason, by) = (reason.to_owned(), by.clone());
    Ok(vec![Event::RatingFileReturned { reason, by }])
}

pub(in crate::stream) fn may_complain(state: &TournamentState) -> Result<(), Refusal> {
    ensure(state.phase().is_over(), ApprovalRefusal::ComplaintTooEarly)
}

pub(in crate::stream) fn complain(
    state: &TournamentState,
    (complaint, text): (&str, &str),
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the complaint", complaint)?;
    check_id("the text", text)?;
    ensure(state.takes_part(by), ApprovalRefusal::NoEntrantHere)?;
    let filed = &state.office.complaints;
    let complaint_id = complaint.to_owned();
    ensure(
        !filed.contains_key(complaint),
        ApprovalRefusal::ComplaintExists { complaint_id },
    )?;
    let own = filed.values().filter(|known| known.by == *by).count();
    let most = COMPLAINTS_OF_ONE;
    ensure(own < most, ApprovalRefusal::TooManyComplaintsOfOne { most })?;
    let most = MOST_COMPLAINTS;
    ensure(
        filed.len() < most,
        ApprovalRefusal::TooManyComplaints { most },
    )?;
    Ok(vec![Event::ComplaintFiled {
        complaint: complaint.to_owned(),
        text: text.to_owned(),
        by: by.clone(),
    }])
}

pub(in crate::stream) fn answer(
    state: &TournamentState,
    (complaint, text): (&str, &str),
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the text", text)?;
    check_without_part(state, by)?;
    let known = state.office.complaints.get(complaint);
    let known = known.ok_or_else(|| ApprovalRefusal::UnknownComplaint {
        complaint_id: complaint.to_owned(),
    })?;
    ensure(known.answer.is_none(), ApprovalRefusal::ComplaintAnswered)?;
    Ok(vec![Event::ComplaintAnswered {
        complaint: complaint.to_owned(),
        text: text.to_owned(),
        by: by.clone(),
    }])
}

fn check_confirmed(state: &TournamentState) -> Result<(), Refusal> {
    ensure(state.ranking.is_some(), ApprovalRefusal::NotConfirmed)
}

/// No file goes out with a game that cannot have been.
fn check_boards(state: &TournamentState) -> Result<(), Refusal> {
    let checks = state.rating_checks(&BTreeSet::new());
    let stopped = checks
        .iter()
        .filter(|check| check.kind.weight() == CheckWeight::Stop);
    let boards: Vec<String> = stopped
        .filter_map(|check| check.board)
        .map(|board| board.to_string())
        .collect();
    ensure(boards.is_empty(), ApprovalRefusal::Unreleasable { boards })
}

fn current_ranking(state: &TournamentState) -> u32 {
    state
        .ranking_versions
        .last()
        .map_or(1, |known| known.version)
}
