//! Entrants, their seats and their withdrawal.

use super::{check_id, check_registration_open, unknown_entrant};
use crate::ids::{AccountId, EntrantId};
use crate::plan::MAX_ENTRANTS;
use crate::refusal::Refusal;
use crate::stream::event::{Event, Registration};
use crate::stream::state::{EntrantState, Phase, TournamentState};

const LONGEST_COUNTRY_BYTES: usize = 64;

pub(super) fn register(
    state: &TournamentState,
    registration: &Registration,
) -> Result<Vec<Event>, Refusal> {
    let entrant = &registration.entrant;
    let country = registration.country.as_deref();
    check_registration_open(state)?;
    check_id("the entrant", entrant.as_str())?;
    if country.is_some_and(|code| {
        code.is_empty() || code.len() > LONGEST_COUNTRY_BYTES || code.chars().any(char::is_control)
    }) {
        return Err(Refusal::new(
            "bad_country",
            format!(
                "A country code has 1 to {LONGEST_COUNTRY_BYTES} bytes and no control characters."
            ),
        ));
    }
    if state.entrant(entrant).is_some() {
        return Err(Refusal::new(
            "entrant_exists",
            format!("Entrant {:?} is registered already.", entrant.as_str()),
        ));
    }
    if state.entrants.len() >= MAX_ENTRANTS as usize {
        return Err(Refusal::new(
            "too_many_entrants",
            format!("A tournament takes at most {MAX_ENTRANTS} entrants."),
        ));
    }
    Ok(vec![Event::EntrantRegistered(registration.clone())])
}

pub(super) fn remove(state: &TournamentState, entrant: &EntrantId) -> Result<Vec<Event>, Refusal> {
    known(state, entrant)?;
    check_registration_open(state)?;
    Ok(vec![Event::EntrantRemoved {
        entrant: entrant.clone(),
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
) -> Result<Vec<Event>, Refusal> {
    let entry = known(state, entrant)?;
    if entry.withdrawn_from.is_some() {
        return Err(Refusal::by_rule(
            "already_withdrawn",
            "EGP II.6",
            format!(
                "Entrant {:?} has withdrawn already and may not re-enter.",
                entrant.as_str()
            ),
        ));
    }
    if state.phase() != Phase::Running {
        return Err(Refusal::new(
            "not_started",
            "No round is published yet; take the entrant off the list instead.",
        ));
    }
    Ok(vec![Event::EntrantWithdrawn {
        entrant: entrant.clone(),
        from_round: state.next_round(),
    }])
}

fn known<'a>(state: &'a TournamentState, id: &EntrantId) -> Result<&'a EntrantState, Refusal> {
    state.entrant(id).ok_or_else(|| unknown_entrant(id))
}
