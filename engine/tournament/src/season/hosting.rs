//! What the federation that hosts a leg decides: who directs it, and which event it is (EGP I.2.3).

use super::calendar::has_come;
use super::legs::{check_not_played, event_of, standing_leg};
use super::{Actor, Event, Known, State};
use crate::ids::AccountId;
use crate::refusals::{Refusal, SeasonRefusal, ensure};
use crate::stream::check_id;

pub(super) fn name_director(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    account: &AccountId,
    now_ms: i64,
) -> Result<Event, Refusal> {
    let standing = standing_leg(state, leg)?;
    let federation = speaks_for(state, by, &standing.venue.host)?;
    check_id("the account", account.as_str())?;
    let event = event_of(standing, known)?;
    check_not_played(event, leg)?;
    let already = standing.director.as_ref();
    let already = already.is_some_and(|director| director.account == *account);
    ensure(!already, SeasonRefusal::LegDirectorAlready)?;
    Ok(Event::LegDirectorNamed {
        leg,
        account: account.clone(),
        federation,
        late: match event {
            Some(event) => event.begun,
            None => has_come(&standing.venue.date, now_ms),
        },
        by: by.account.clone(),
    })
}

pub(super) fn link(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    tournament: &str,
) -> Result<Event, Refusal> {
    let standing = standing_leg(state, leg)?;
    speaks_for(state, by, &standing.venue.host)?;
    check_id("the tournament", tournament)?;
    check_not_played(event_of(standing, known)?, leg)?;
    let linked = state.legs.iter().find(|(_, other)| {
        let event = other.event.as_ref();
        event.is_some_and(|event| event.tournament == tournament)
    });
    if let Some((other, _)) = linked {
        return Err(SeasonRefusal::EventLinked { leg: *other }.into());
    }
    let event = known.events.get(tournament);
    let event = event.ok_or_else(|| SeasonRefusal::UnknownLegEvent {
        tournament_id: tournament.to_owned(),
    })?;
    ensure(!event.cancelled, SeasonRefusal::EventCancelled)?;
    let venue = &standing.venue;
    ensure(
        event.nation == venue.host && event.date == venue.date,
        SeasonRefusal::EventElsewhere {
            nation: event.nation.clone(),
            event_date: event.date.clone(),
            host: venue.host.clone(),
            date: venue.date.clone(),
        },
    )?;
    let founded = event.leg.as_ref();
    let this = founded.is_none_or(|founded| {
        let of = state.series.as_ref();
        of.is_none_or(|series| founded.series == *series && founded.number == leg)
    });
    if let (false, Some(founded)) = (this, founded) {
        return Err(SeasonRefusal::EventOfAnotherLeg {
            series: founded.series.clone(),
            leg: founded.number,
        }
        .into());
    }
    Ok(Event::LegEventLinked {
        leg,
        tournament: tournament.to_owned(),
        by: by.account.clone(),
    })
}

/// The federation in whose name somebody speaks for a leg's host: its own, or the confederation on its behalf.
fn speaks_for(state: &State, by: &Actor, host: &str) -> Result<String, Refusal> {
    let mut speaking = [host, &state.federation].into_iter();
    let federation = speaking.find(|code| by.federations.contains(*code));
    let otherwise = SeasonRefusal::NotTheHost {
        host: host.to_owned(),
    };
    federation
        .map(str::to_owned)
        .ok_or_else(|| otherwise.into())
}
