//! What stands between an event and the ratings: whom its entrants are on the federation's list, its approval, and
//! who signs for results that no game gave.

use super::check_id;
use super::entrants::known;
use crate::ids::{AccountId, EntrantId};
use crate::refusals::{ApprovalRefusal, Refusal, ensure};
use crate::stream::command::Command;
use crate::stream::event::{Event, LapseCause, ListClaim, Listing};
use crate::stream::state::TournamentState;

/// Decides a command about it; `None` for every other command.
pub(super) fn decide(
    state: &TournamentState,
    command: &Command,
) -> Option<Result<Vec<Event>, Refusal>> {
    Some(match command {
        Command::ConfirmListedPlayer {
            entrant,
            listing,
            by,
        } => confirm_listed_player(state, entrant, *listing, by),
        Command::ApproveEvent { reason, by } => signed(reason, by, |reason, by| {
            with_file(state, vec![Event::EventApproved { reason, by }])
        }),
        Command::WithdrawApproval { reason, by } => signed(reason, by, |reason, by| {
            with_file(state, vec![Event::ApprovalWithdrawn { reason, by }])
        }),
        Command::DeclareOverTheBoard { reason, by } => signed(reason, by, |reason, by| {
            let boards = state.unsigned_results().collect();
            let mut events = vec![Event::OverTheBoardDeclared { boards, reason, by }];
            events.extend(lapse(state, LapseCause::ResultsSigned));
            with_file(state, events)
        }),
        _ => return None,
    })
}

pub(super) fn may_approve(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.approval_in_force().is_none(),
        ApprovalRefusal::ApprovedAlready,
    )?;
    let unsigned: Vec<String> = state
        .unsigned_results()
        .map(|(round, table)| format!("{round}/{table}"))
        .collect();
    ensure(
        unsigned.is_empty(),
        ApprovalRefusal::ResultsWithoutGame { boards: unsigned },
    )
}

pub(super) fn may_withdraw(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.approval_in_force().is_some(),
        ApprovalRefusal::NotApproved,
    )
}

pub(super) fn may_declare(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.unsigned_results().next().is_some(),
        ApprovalRefusal::NothingToSign,
    )
}

/// Nobody's number and rating of the federation's list is only claimed.
pub(super) fn check_claims(state: &TournamentState) -> Result<(), Refusal> {
    let claiming: Vec<String> = state
        .claiming()
        .map(|entrant| entrant.id.as_str().to_owned())
        .collect();
    ensure(
        claiming.is_empty(),
        ApprovalRefusal::ListedPlayersUnconfirmed { entrants: claiming },
    )
}

/// A claim is confirmed once; another player's number, or none, is said at any time.
fn confirm_listed_player(
    state: &TournamentState,
    entrant: &EntrantId,
    listing: Listing,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let claim = &known(state, entrant)?.list_claim;
    let news = match listing {
        Listing::AsClaimed => *claim == ListClaim::Open,
        Listing::Another { .. } => true,
        Listing::Nobody => !claim.is_none(),
    };
    if !news {
        return Err(ApprovalRefusal::NothingClaimed {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    let mut events = vec![Event::ListedPlayerConfirmed {
        entrant: entrant.clone(),
        listing,
        by: by.clone(),
    }];
    if listing != Listing::AsClaimed && state.approval_rests_on(entrant) {
        let entrant = entrant.clone();
        events.extend(lapse(state, LapseCause::NumberChanged { entrant }));
    }
    Ok(events)
}

fn signed(
    reason: &str,
    by: &AccountId,
    events: impl FnOnce(String, AccountId) -> Vec<Event>,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    Ok(events(reason.to_owned(), by.clone()))
}

/// The end of the approval that stands, if one does.
pub(super) fn lapse(state: &TournamentState, cause: LapseCause) -> Option<Event> {
    state.approval_in_force()?;
    Some(Event::ApprovalLapsed { cause })
}

/// With the next version of the rating file, where there is one.
pub(super) fn with_file(state: &TournamentState, mut events: Vec<Event>) -> Vec<Event> {
    let due = state.ranking.clone();
    events.extend(due.map(|ranking| Event::RatingFileDue { ranking }));
    events
}
