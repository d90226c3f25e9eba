//! What the federation that hosts a leg decides: who directs it, and which event it is (EGP I.2.3).

use super::calendar::has_come;
use super::legs::{check_not_played, check_number, event_of, standing_leg};
use super::{Actor, Event, Known, State};
use crate::ids::AccountId;
use crate::refusals::{Refusal, SeasonRefusal, TournamentRefusal, ensure};
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
    ensure(!event.rehearsal, TournamentRefusal::Rehearsal)?;
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
    if let (Some(series), Some(founded)) = (&state.series, &event.leg) {
        ensure(
            founded.series == *series && founded.number == leg,
            SeasonRefusal::EventOfAnotherLeg {
                series: founded.series.clone(),
                leg: founded.number,
            },
        )?;
    }
    Ok(Event::LegEventLinked {
        leg,
        tournament: tournament.to_owned(),
        by: by.account.clone(),
    })
}

/// The federation in whose name somebody speaks for a leg's host: its own, or the confederation on its behalf.
fn speaks_for(state: &State, by: &Actor, host: &str) -> Result<String, Refusal> {
    let otherwise = SeasonRefusal::NotTheHost {
        host: host.to_owned(),
    };
    state
        .speaking(by, Some(host))
        .map(str::to_owned)
        .ok_or_else(|| otherwise.into())
}

impl State {
    /// Whether somebody may hold the event of a leg: who directs it, an officer of its host, or of the series' federation.
    #[must_use]
    pub fn may_hold(&self, leg: u32, by: &Actor) -> bool {
        let known = self.legs.get(&leg);
        let director = known.and_then(|known| known.director.as_ref());
        let directs = director.is_some_and(|director| director.account == by.account);
        let host = known.map(|known| known.venue.host.as_str());
        check_number(self, leg).is_ok()
            && known.is_none_or(|known| known.called_off.is_none())
            && (directs || self.speaking(by, host).is_some())
    }

    fn speaking<'a>(&'a self, by: &Actor, host: Option<&'a str>) -> Option<&'a str> {
        let mut speaking = host.into_iter().chain([self.federation.as_str()]);
        speaking.find(|code| by.federations.contains(*code))
    }
}
