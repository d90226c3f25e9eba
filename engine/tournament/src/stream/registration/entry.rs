//! Who may enter: registration, waiting list, late entry, invitations.

use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};
use crate::people::{EntryMode, EntryRules};
use crate::plan::{MAX_ENTRANTS, PlannedStage};
use crate::refusals::{EntryFactsRefusal, Refusal, RegistrationRefusal, TournamentRefusal, ensure};
use crate::stream::checks::{check_id, check_registration_open, known, paragraph, rules_of};
use crate::stream::evolve::fold;
use crate::stream::registration::declaring;
use crate::stream::teams::nations;
use crate::stream::{Declared, Event, ListClaim, Phase, Registration, TournamentState};

const LONGEST_COUNTRY_BYTES: usize = 64;
const MOST_WAITING: usize = 1024;
const MOST_INVITED: usize = 4096;

/// Registration is open, with a place on the list or the waiting list.
pub(in crate::stream) fn may_register(state: &TournamentState) -> Result<(), Refusal> {
    check_open(state)?;
    let rules = &rules_of(state)?.entry;
    if !full(state, rules) {
        return Ok(());
    }
    let Some(most) = rules
        .capacity
        .filter(|_| state.entrants.len() < MAX_ENTRANTS as usize)
    else {
        return Err(RegistrationRefusal::TooManyEntrants { most: MAX_ENTRANTS }.into());
    };
    ensure(
        rules.waiting_list && state.entry.waiting.len() < MOST_WAITING,
        RegistrationRefusal::TournamentFull { most },
    )
}

/// Registers an entrant, or puts him on the waiting list.
pub(in crate::stream) fn register(
    state: &TournamentState,
    registration: &Registration,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let entrant = &registration.entrant;
    check_id("the entrant", entrant.as_str())?;
    check_country(registration.country.as_deref())?;
    // Seats of a rehearsal are the house's.
    ensure(
        !(registration.self_entry && state.is_rehearsal()),
        TournamentRefusal::Rehearsal,
    )?;
    if state.entrant(entrant).is_some() || state.entry.waits(entrant).is_some() {
        return Err(RegistrationRefusal::EntrantExists {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    let rules = &rules_of(state)?.entry;
    check_invited(state, rules, registration)?;
    check_qualified(rules, registration)?;
    check_computer(rules, registration)?;
    nations::check_player(state, registration, now_ms)?;
    let (declared, deviations) = declaring::settled(state, registration, now_ms)?;
    let registration = Registration {
        declared,
        deviations,
        accept_deviations: false,
        ..registration.clone()
    };
    // Nobody overtakes who waits.
    let mut events = advances(state, now_ms);
    let advanced = (!events.is_empty()).then(|| fold(state.clone(), &events));
    let state = advanced.as_ref().unwrap_or(state);
    if full(state, rules) {
        events.push(Event::EntrantWaits(Registration {
            from_round: 0,
            missed_half_points: HalfPoints::ZERO,
            ..registration
        }));
    } else {
        nations::check_player(state, &registration, now_ms)?;
        let admitted = admitted(state, rules, &registration);
        events.push(Event::EntrantRegistered(admitted));
    }
    Ok(events)
}

/// Who waits can be taken off at any time.
pub(in crate::stream) fn may_remove(state: &TournamentState) -> Result<(), Refusal> {
    match state.entry.waiting.is_empty() {
        true => check_registration_open(state),
        false => Ok(()),
    }
}

/// Takes an entrant off the list or the waiting list; the next who waits moves up.
pub(in crate::stream) fn remove(
    state: &TournamentState,
    entrant: &EntrantId,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    if state.entry.waits(entrant).is_some() {
        return Ok(vec![Event::WaitingEntrantRemoved {
            entrant: entrant.clone(),
        }]);
    }
    let entry = known(state, entrant)?;
    check_registration_open(state)?;
    if let Some(country) = entry.country.as_deref() {
        nations::check_change(state, country, now_ms)?;
    }
    Ok(vec![Event::EntrantRemoved {
        entrant: entrant.clone(),
    }])
}

pub(in crate::stream) fn may_invite(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.entry.invited.len() < MOST_INVITED,
        RegistrationRefusal::TooManyInvitations { most: MOST_INVITED },
    )
}

pub(in crate::stream) fn may_revoke(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !state.entry.invited.is_empty(),
        RegistrationRefusal::NobodyInvited,
    )
}

pub(in crate::stream) fn invite(
    state: &TournamentState,
    entrant: &EntrantId,
    account: Option<&AccountId>,
) -> Result<Vec<Event>, Refusal> {
    check_id("the entrant", entrant.as_str())?;
    if let Some(account) = account {
        check_id("the account", account.as_str())?;
    }
    if state.entry.invited.contains_key(entrant) {
        return Err(RegistrationRefusal::AlreadyInvited {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::EntrantInvited {
        entrant: entrant.clone(),
        account: account.cloned(),
    }])
}

pub(in crate::stream) fn revoke(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    if !state.entry.invited.contains_key(entrant) {
        return Err(RegistrationRefusal::NotInvited {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    if state.entrant(entrant).is_some() {
        return Err(RegistrationRefusal::InvitedEntrantExists {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::InvitationRevoked {
        entrant: entrant.clone(),
    }])
}

/// The events, and those by which entrants move up from the waiting list to places that they free, whatever freed them.
pub(in crate::stream) fn with_advances(
    state: &TournamentState,
    mut events: Vec<Event>,
    now_ms: i64,
) -> Vec<Event> {
    if !state.entry.waiting.is_empty()
        && events.iter().any(|event| event.consequences().frees_place)
    {
        let after = fold(state.clone(), &events);
        events.extend(advances(&after, now_ms));
    }
    events
}

/// Who moves up from the waiting list as things stand, first come first.
fn advances(state: &TournamentState, now_ms: i64) -> Vec<Event> {
    let mut events = Vec::new();
    if state.entry.waiting.is_empty() || state.early_ends.stop().is_some() {
        return events;
    }
    let mut after = state.clone();
    for waits in &state.entry.waiting {
        let Ok(rules) = rules_of(&after) else { break };
        if check_open(&after).is_err() || full(&after, &rules.entry) {
            break;
        }
        let stands = check_qualified(&rules.entry, waits)
            .and_then(|()| check_computer(&rules.entry, waits))
            .and_then(|()| match rules.entry.mode {
                EntryMode::Invited => check_invited(&after, &rules.entry, waits),
                EntryMode::Open | EntryMode::ListOnly => Ok(()),
            })
            .and_then(|()| nations::check_player(&after, waits, now_ms));
        let stands = stands.is_ok() && declaring::still_stands(&after, waits);
        if stands && after.entrant(&waits.entrant).is_none() {
            let event = Event::EntrantRegistered(admitted(&after, &rules.entry, waits));
            after = fold(after, std::slice::from_ref(&event));
            events.push(event);
        }
    }
    events
}

/// Before round 1 everybody may enter; afterwards late entrants, up to the rules' round and into a Swiss
/// stage only: the chairs of a round robin are drawn.
fn check_open(state: &TournamentState) -> Result<(), Refusal> {
    if state.phase() == Phase::Registration {
        return Ok(());
    }
    let rules = rules_of(state)?;
    let next = state.next_round();
    if rules.teams.by_nation || next > rules.entry.late_entry_until_round {
        return check_registration_open(state).map_err(|refusal| {
            let key = if rules.teams.by_nation {
                "teams.by_nation"
            } else {
                "entry.late_entry_until_round"
            };
            refusal.under(paragraph(state, key))
        });
    }
    match state.stage_of(next) {
        Some((_, PlannedStage::Swiss { .. }, _)) => Ok(()),
        _ => Err(RegistrationRefusal::LateEntryImpossible { round: next }.into()),
    }
}

pub(super) fn check_country(country: Option<&str>) -> Result<(), Refusal> {
    if country.is_some_and(|code| {
        code.is_empty() || code.len() > LONGEST_COUNTRY_BYTES || code.chars().any(char::is_control)
    }) {
        return Err(RegistrationRefusal::BadCountry {
            most: LONGEST_COUNTRY_BYTES,
        }
        .into());
    }
    Ok(())
}

fn check_invited(
    state: &TournamentState,
    rules: &EntryRules,
    registration: &Registration,
) -> Result<(), Refusal> {
    if !registration.self_entry {
        return Ok(());
    }
    match rules.mode {
        EntryMode::Open => Ok(()),
        EntryMode::Invited if state.entry.invited.contains_key(&registration.entrant) => Ok(()),
        EntryMode::Invited => Err(RegistrationRefusal::InvitationNeeded.into()),
        EntryMode::ListOnly => Err(RegistrationRefusal::EntryByListOnly.into()),
    }
}

pub(super) fn check_qualified(
    rules: &EntryRules,
    registration: &Registration,
) -> Result<(), Refusal> {
    if rules.federation_number_required && !registration.federation_number_confirmed {
        return Err(RegistrationRefusal::FederationNumberUnconfirmed.into());
    }
    if rules.rating_from.is_none() && rules.rating_to.is_none() {
        return Ok(());
    }
    let (from, to) = (
        rules.rating_from.unwrap_or(i32::MIN),
        rules.rating_to.unwrap_or(i32::MAX),
    );
    match registration.rating {
        Some(rating) if (from..=to).contains(&rating) => Ok(()),
        Some(rating) => Err(RegistrationRefusal::RatingOutOfRange { rating }.into()),
        None => Err(RegistrationRefusal::RatingRequired.into()),
    }
}

fn check_computer(rules: &EntryRules, registration: &Registration) -> Result<(), Refusal> {
    if let Some(operator) = &registration.operator {
        check_id("the operator's record", operator)?;
    }
    match (registration.computer, &registration.operator) {
        (false, Some(_)) => Err(RegistrationRefusal::OperatorOfHuman.into()),
        (true, _) if rules.computers.banned => Err(RegistrationRefusal::ComputersBanned.into()),
        (true, None) if rules.computers.operator_required => {
            Err(RegistrationRefusal::OperatorMissing.into())
        }
        (true, _) if rules.computers.members_only && !are_members(&registration.declared) => {
            Err(EntryFactsRefusal::MembershipUndeclared.into())
        }
        _ => Ok(()),
    }
}

fn are_members(declared: &Declared) -> bool {
    declared.computer_member && declared.operator_member
}

pub(super) fn full(state: &TournamentState, rules: &EntryRules) -> bool {
    let most = rules.capacity.unwrap_or(MAX_ENTRANTS).min(MAX_ENTRANTS);
    let playing = u32::try_from(state.present().count()).unwrap_or(u32::MAX);
    playing >= most || state.entrants.len() >= MAX_ENTRANTS as usize
}

pub(super) fn admitted(
    state: &TournamentState,
    rules: &EntryRules,
    registration: &Registration,
) -> Registration {
    let late = state.phase() != Phase::Registration;
    // Who enters himself vouches for nothing.
    let list_claim = match &registration.list_claim {
        ListClaim::Confirmed { .. } if registration.self_entry => ListClaim::Open,
        claim => claim.clone(),
    };
    Registration {
        list_claim,
        from_round: if late { state.next_round() } else { 0 },
        missed_half_points: if late {
            rules.missed_rounds_half_points
        } else {
            HalfPoints::ZERO
        },
        ..registration.clone()
    }
}
