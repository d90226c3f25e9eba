//! Entrants' seats and their withdrawal.

use std::collections::BTreeSet;

use crate::ids::{AccountId, EntrantId};
use crate::refusals::{Refusal, RegistrationRefusal, ensure};
use crate::stream::checks::{check_id, known};
use crate::stream::{Event, Phase, TournamentState};

pub(in crate::stream) fn name_group_a(
    state: &TournamentState,
    entrants: &[EntrantId],
) -> Result<Vec<Event>, Refusal> {
    let mut named = BTreeSet::new();
    for entrant in entrants {
        known(state, entrant)?;
        named.insert(entrant.clone());
    }
    if state.seeding.group_a_named && named == state.seeding.group_a {
        return Err(RegistrationRefusal::GroupAUnchanged.into());
    }
    Ok(vec![Event::GroupANamed {
        entrants: named.into_iter().collect(),
    }])
}

pub(in crate::stream) fn issue_seat_code(
    state: &TournamentState,
    entrant: &EntrantId,
    by: &AccountId,
    consents: &[String],
) -> Result<Vec<Event>, Refusal> {
    if known(state, entrant)?.withdrawn_from.is_some() {
        return Err(RegistrationRefusal::NoSeatForWithdrawn.into());
    }
    Ok(vec![Event::SeatCodeIssued {
        entrant: entrant.clone(),
        by: by.clone(),
        consents: consents.to_vec(),
    }])
}

pub(in crate::stream) fn assign_seat(
    state: &TournamentState,
    entrant: &EntrantId,
    account: &AccountId,
    operator: Option<&AccountId>,
) -> Result<Vec<Event>, Refusal> {
    let seat = known(state, entrant)?;
    check_id("the account", account.as_str())?;
    if let Some(operator) = operator {
        check_id("the operator's account", operator.as_str())?;
    }
    if seat.account.is_some() {
        return Err(RegistrationRefusal::SeatTaken {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    if state.role_of(account).entrant.is_some() {
        return Err(RegistrationRefusal::AccountAlreadySeated.into());
    }
    Ok(vec![Event::SeatAssigned {
        entrant: entrant.clone(),
        account: account.clone(),
        operator: operator.cloned(),
    }])
}

pub(in crate::stream) fn release_seat(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    let seat = known(state, entrant)?;
    let Some(holder) = &seat.account else {
        return Err(RegistrationRefusal::SeatFree {
            entrant_id: entrant.clone(),
        }
        .into());
    };
    Ok(vec![Event::SeatReleased {
        entrant: entrant.clone(),
        left: state.left_by_now(holder, seat.account_operator.as_ref()),
    }])
}

pub(in crate::stream) fn may_release(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !state.entry.seats.is_empty(),
        RegistrationRefusal::NobodySeated,
    )
}

pub(in crate::stream) fn may_withdraw(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.phase() == Phase::Running,
        RegistrationRefusal::NotStarted,
    )
}

pub(in crate::stream) fn withdraw(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    if known(state, entrant)?.withdrawn_from.is_some() {
        return Err(RegistrationRefusal::AlreadyWithdrawn {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::EntrantWithdrawn {
        entrant: entrant.clone(),
        from_round: state.next_round(),
    }])
}
