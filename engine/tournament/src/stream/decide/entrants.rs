//! Entrants' seats and their withdrawal.

use std::collections::BTreeSet;

use super::{check_id, check_registration_open, entry, paragraph, unknown_entrant};
use crate::ids::{AccountId, EntrantId};
use crate::refusal::Refusal;
use crate::stream::event::Event;
use crate::stream::state::{EntrantState, Phase, TournamentState};

pub(super) fn name_group_a(
    state: &TournamentState,
    entrants: &[EntrantId],
) -> Result<Vec<Event>, Refusal> {
    check_registration_open(state)?;
    let mut named = BTreeSet::new();
    for entrant in entrants {
        known(state, entrant)?;
        named.insert(entrant.clone());
    }
    if named == state.group_a {
        return Err(Refusal::by_rule(
            "group_a_unchanged",
            "WOC II.6.1",
            "This is group A already.",
        ));
    }
    Ok(vec![Event::GroupANamed {
        entrants: named.into_iter().collect(),
    }])
}

pub(super) fn assign_seat(
    state: &TournamentState,
    entrant: &EntrantId,
    account: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let seat = known(state, entrant)?;
    check_id("the account", account.as_str())?;
    if seat.account.is_some() {
        return Err(Refusal::new(
            "seat_taken",
            format!(
                "The seat of entrant {:?} is held by an account; release it before another takes it.",
                entrant.as_str()
            ),
        ));
    }
    if state.role_of(account).entrant.is_some() {
        return Err(Refusal::new(
            "account_already_seated",
            "This account plays for another entrant of this tournament; one account has one seat.",
        ));
    }
    Ok(vec![Event::SeatAssigned {
        entrant: entrant.clone(),
        account: account.clone(),
    }])
}

pub(super) fn release_seat(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    if known(state, entrant)?.account.is_none() {
        return Err(Refusal::new(
            "seat_free",
            format!(
                "The seat of entrant {:?} is held by nobody.",
                entrant.as_str()
            ),
        ));
    }
    Ok(vec![Event::SeatReleased {
        entrant: entrant.clone(),
    }])
}

pub(super) fn withdraw(
    state: &TournamentState,
    entrant: &EntrantId,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    if known(state, entrant)?.withdrawn_from.is_some() {
        return Err(Refusal::new(
            "already_withdrawn",
            format!(
                "Entrant {:?} has withdrawn already and may not re-enter.",
                entrant.as_str()
            ),
        )
        .under(paragraph(state, "withdrawal")));
    }
    if state.phase() != Phase::Running {
        return Err(Refusal::new(
            "not_started",
            "No round is published yet; take the entrant off the list instead.",
        ));
    }
    let withdrawn = vec![Event::EntrantWithdrawn {
        entrant: entrant.clone(),
        from_round: state.next_round(),
    }];
    Ok(entry::with_advances(state, withdrawn, now_ms))
}

pub(super) fn known<'a>(
    state: &'a TournamentState,
    id: &EntrantId,
) -> Result<&'a EntrantState, Refusal> {
    state.entrant(id).ok_or_else(|| unknown_entrant(id))
}
