//! A season for these tests.

use std::collections::BTreeSet;

use outflank_tournament::season::*;
use outflank_tournament::{AccountId, EntrantId, HalfPoints, Refusal};

pub const DAY_MS: i64 = 86_400_000;
/// 20 October 2026, 12:00 UTC.
pub const OCTOBER_MS: i64 = 20_746 * DAY_MS + DAY_MS / 2;
/// The confederation, its members, and somebody who is none.
pub const CONFEDERATION: &str = "EOCF";
/// The series that the legs' events bear.
pub const SERIES: &str = "grand-prix-2027";
pub const MEMBERS: [&str; 5] = ["DNK", "FRA", "NLD", "POL", "SWE"];

pub fn officer_of(codes: &[&str], account: &str) -> Actor {
    Actor {
        account: AccountId::from(account),
        federations: codes.iter().map(|code| (*code).to_owned()).collect(),
    }
}

/// The committee's officer.
pub fn committee() -> Actor {
    officer_of(&[CONFEDERATION], "committee")
}

pub fn venue(host: &str, date: &str) -> Venue {
    Venue {
        host: host.to_owned(),
        date: date.to_owned(),
        place: format!("place in {host}"),
    }
}

/// An event in registration, held there and then.
pub fn event_at(venue: &Venue) -> LegEvent {
    LegEvent {
        nation: venue.host.clone(),
        date: venue.date.clone(),
        ..LegEvent::default()
    }
}

/// A season with what is known beside it.
pub struct Season {
    pub state: State,
    pub known: Known,
    pub now_ms: i64,
    pub events: Vec<(i64, Event)>,
}

impl Season {
    /// Nothing yet.
    pub fn empty() -> Self {
        Self {
            state: State::default(),
            known: Known {
                members: MEMBERS.map(str::to_owned).into(),
                ..Known::default()
            },
            now_ms: OCTOBER_MS,
            events: Vec::new(),
        }
    }

    /// The Grand Prix of 2027 is announced; the championship before it begins on 3 November 2026.
    pub fn announced() -> Self {
        Self::under(SeasonTerms::european_grand_prix(Some(
            "2026-11-03".to_owned(),
        )))
    }

    pub fn under(terms: SeasonTerms) -> Self {
        let mut season = Self::empty();
        season.done(&committee(), announcement(terms));
        season
    }

    /// Its four legs are set, in the order of the members.
    pub fn set() -> Self {
        let mut season = Self::announced();
        for (leg, (host, date)) in (1_u32..).zip(dates()) {
            let venue = venue(host, date);
            season.done(&committee(), Act::SetLeg { leg, venue });
        }
        season
    }

    /// Its calendar is fixed in time.
    pub fn fixed() -> Self {
        let mut season = Self::set();
        season.done(&committee(), Act::FixCalendar);
        season
    }

    /// Every leg has a director and an event in registration: `director1` and `t1` of leg 1.
    pub fn hosted() -> Self {
        let mut season = Self::fixed();
        for leg in 1..=4 {
            let venue = season.state.legs[&leg].venue.clone();
            let host = officer_of(&[&venue.host], "host");
            let account = AccountId(format!("director{leg}"));
            season.done(&host, Act::NameDirector { leg, account });
            let tournament = format!("t{leg}");
            let event = event_at(&venue);
            season.known.events.insert(tournament.clone(), event);
            season.done(&host, Act::LinkEvent { leg, tournament });
        }
        season
    }

    pub fn decide(&self, by: &Actor, act: Act) -> Result<Vec<Event>, Refusal> {
        let command = Command {
            by: by.clone(),
            known: self.known.clone(),
            act,
        };
        decide(&self.state, &command, self.now_ms)
    }

    /// Does it; answers the event.
    pub fn done(&mut self, by: &Actor, act: Act) -> Event {
        let asked = format!("{act:?}");
        let events = self.decide(by, act);
        let events = events.unwrap_or_else(|refusal| panic!("{asked}: {refusal}"));
        for event in &events {
            self.take(event.clone());
        }
        let [event] = &events[..] else {
            panic!("{events:?}")
        };
        event.clone()
    }

    pub fn take(&mut self, event: Event) {
        self.state = std::mem::take(&mut self.state).evolve(self.now_ms, &event);
        self.events.push((self.now_ms, event));
    }

    /// The code of the refusal and the paragraph that it cites.
    pub fn refused(&self, by: &Actor, act: Act) -> (&'static str, Option<String>) {
        let asked = format!("{act:?} is done");
        let refusal = self.decide(by, act).expect_err(&asked);
        assert!(refusal.detail().ends_with('.'), "{refusal:?}");
        (refusal.code(), refusal.rule().map(str::to_owned))
    }

    pub fn code(&self, by: &Actor, act: Act) -> &'static str {
        self.refused(by, act).0
    }

    /// How an event that is a leg stands.
    pub fn event(&mut self, tournament: &str) -> &mut LegEvent {
        self.known.events.get_mut(tournament).unwrap()
    }
}

/// Hosts and dates of the four legs.
pub fn dates() -> [(&'static str, &'static str); 4] {
    [
        ("DNK", "2027-02-13"),
        ("FRA", "2027-04-24"),
        ("NLD", "2027-06-12"),
        ("POL", "2027-09-04"),
    ]
}

pub fn announcement(terms: SeasonTerms) -> Act {
    Act::Announce {
        season: "season".to_owned(),
        name: "name".to_owned(),
        year: 2027,
        federation: CONFEDERATION.to_owned(),
        series: Some(SERIES.to_owned()),
        terms,
    }
}

pub fn change(leg: u32, venue: Venue) -> Act {
    Act::ChangeLeg {
        leg,
        venue,
        reason: "reason".to_owned(),
        notice: "notice".to_owned(),
    }
}

pub fn call_off(leg: u32) -> Act {
    Act::CallOffLeg {
        leg,
        reason: "reason".to_owned(),
    }
}

/// A final ranking of (player, rank); the entrant of a player in leg 2 is `player-2`.
pub fn ranking(leg: u32, version: u32, lines: &[(&str, u32)]) -> LegRanking {
    LegRanking {
        leg,
        version,
        players: lines
            .iter()
            .map(|&(player, rank)| LegPlayer {
                player: player.to_owned(),
                entrant: EntrantId(format!("{player}-{leg}")),
                rank,
                half_points: HalfPoints(200 - i64::from(rank)),
            })
            .collect(),
    }
}

/// The hosts of the legs that take place.
pub fn hosts(state: &State) -> Vec<String> {
    let legs = state.standing_legs();
    legs.map(|(_, leg)| leg.venue.host.clone()).collect()
}

/// Whether the state keeps what every season keeps that nothing but decisions made.
pub fn assert_kept(state: &State, known: &Known) {
    let hosts = hosts(state);
    let distinct: BTreeSet<&String> = hosts.iter().collect();
    assert!(
        !state.terms.hosts_differ || distinct.len() == hosts.len(),
        "{hosts:?}"
    );
    let year = format!("{:04}-", state.year);
    for (number, leg) in &state.legs {
        assert!((1..=state.terms.legs).contains(number), "leg {number}");
        assert!(leg.venue.date.starts_with(&year), "{leg:?}");
        if let Some(event) = &leg.event {
            let stands = &known.events[&event.tournament];
            let venue = &leg.venue;
            assert_eq!(
                (&stands.nation, &stands.date),
                (&venue.host, &venue.date),
                "leg {number}"
            );
        }
    }
    let linked = state.legs.values().filter_map(|leg| leg.event.as_ref());
    assert_eq!(linked.count(), state.tournaments().len());
    if state.calendar.is_some() {
        assert_eq!(state.legs.len(), state.terms.legs as usize);
    }
}
