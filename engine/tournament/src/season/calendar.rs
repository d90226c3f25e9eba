//! Hosts and dates: set, fixed, changed with notice before the tournament, called off (EGP I.2.2).

use super::announcing::check_committee;
use super::legs::{check_not_played, check_number, event_of, standing_leg};
use super::terms::{DAY_MS, said};
use super::{Actor, Event, Known, State, Venue};
use crate::refusals::{Refusal, SeasonRefusal, ensure};
use crate::stream::{check_id, day_of};

/// Changes of one leg.
const MOST_CHANGES: usize = 50;

pub(super) fn set(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    venue: &Venue,
) -> Result<Event, Refusal> {
    check_committee(&state.federation, by)?;
    ensure(state.calendar.is_none(), SeasonRefusal::CalendarFixed)?;
    check_number(state, leg)?;
    check_venue(state, known, leg, venue)?;
    Ok(Event::LegSet {
        leg,
        venue: venue.clone(),
        by: by.account.clone(),
    })
}

pub(super) fn fix(state: &State, by: &Actor, now_ms: i64) -> Result<Event, Refusal> {
    check_committee(&state.federation, by)?;
    ensure(state.calendar.is_none(), SeasonRefusal::CalendarFixed)?;
    let missing = (1..=state.terms.legs).filter(|leg| !state.legs.contains_key(leg));
    let legs: Vec<String> = missing.map(|leg| leg.to_string()).collect();
    ensure(legs.is_empty(), SeasonRefusal::LegsMissing { legs })?;
    let due_ms = state.terms.calendar_due_ms(state.year);
    Ok(Event::CalendarFixed {
        late: due_ms.is_some_and(|due_ms| now_ms >= due_ms),
        by: by.account.clone(),
    })
}

pub(super) fn change(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    venue: &Venue,
    (reason, notice): (&str, &str),
    now_ms: i64,
) -> Result<Event, Refusal> {
    check_committee(&state.federation, by)?;
    ensure(state.calendar.is_some(), SeasonRefusal::CalendarOpen)?;
    let standing = standing_leg(state, leg)?;
    check_venue(state, known, leg, venue)?;
    check_id("the reason", reason)?;
    check_id("the notice", notice)?;
    let begun = match event_of(standing, known)? {
        Some(event) => event.begun,
        None => has_come(&standing.venue.date, now_ms),
    };
    ensure(!begun, SeasonRefusal::LegBegun { leg })?;
    let most = MOST_CHANGES;
    let many = SeasonRefusal::TooManyChanges { most };
    ensure(standing.changes.len() < most, many)?;
    Ok(Event::LegChanged {
        leg,
        venue: venue.clone(),
        reason: reason.to_owned(),
        notice: notice.to_owned(),
        by: by.account.clone(),
    })
}

pub(super) fn call_off(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    reason: &str,
) -> Result<Event, Refusal> {
    check_committee(&state.federation, by)?;
    ensure(state.calendar.is_some(), SeasonRefusal::CalendarOpen)?;
    let standing = standing_leg(state, leg)?;
    check_id("the reason", reason)?;
    check_not_played(event_of(standing, known)?, leg)?;
    Ok(Event::LegCalledOff {
        leg,
        reason: reason.to_owned(),
        by: by.account.clone(),
    })
}

/// Whether a day has come, by the days of Universal Time.
pub(super) fn has_come(date: &str, now_ms: i64) -> bool {
    day_of(date).is_some_and(|day| day <= now_ms.div_euclid(DAY_MS))
}

fn check_venue(state: &State, known: &Known, leg: u32, venue: &Venue) -> Result<(), Refusal> {
    let (host, date) = (said(&venue.host), said(&venue.date));
    let unchanged = state.legs.get(&leg);
    let unchanged = unchanged.is_some_and(|standing| standing.venue == *venue);
    ensure(!unchanged, SeasonRefusal::LegUnchanged { leg })?;
    check_id("the place", &venue.place)?;
    ensure(
        day_of(&venue.date).is_some(),
        SeasonRefusal::BadSeasonDay { date: date.clone() },
    )?;
    let year = state.year;
    let outside = SeasonRefusal::LegOutsideSeason { date, year };
    ensure(venue.date.starts_with(&format!("{year:04}-")), outside)?;
    let federation = state.federation.clone();
    ensure(
        known.members.contains(&venue.host),
        SeasonRefusal::HostNoMember {
            host: host.clone(),
            federation,
        },
    )?;
    let mut others = state.standing_legs().filter(|(number, _)| *number != leg);
    match others.find(|(_, other)| state.terms.hosts_differ && other.venue.host == venue.host) {
        Some((other, _)) => Err(SeasonRefusal::HostTaken { host, leg: other }.into()),
        None => Ok(()),
    }
}
