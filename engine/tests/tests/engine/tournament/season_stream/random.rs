//! Seasons at random: the fold takes every stream, and what is decided is what the state says afterwards.

use std::collections::BTreeMap;

use super::world::*;
use crate::tournament::support::Numbers;
use outflank_tournament::season::*;
use outflank_tournament::{AccountId, DutyDone, Fraction};
use proptest::prelude::*;

const TOURNAMENTS: [&str; 6] = ["t1", "t2", "t3", "t4", "t5", "t6"];
const CODES: [&str; 6] = [
    "director_named",
    "tournament_announced",
    "pairing_program_told",
    "results_sent",
    "standings_sent",
    "tea",
];

fn one<'a>(numbers: &mut Numbers, of: &[&'a str]) -> &'a str {
    of[numbers.index(of.len())]
}

fn any_leg(numbers: &mut Numbers) -> u32 {
    match numbers.below(20) {
        0 => u32::MAX,
        1 => 0,
        _ => 1 + numbers.below(5),
    }
}

fn any_venue(numbers: &mut Numbers) -> Venue {
    let hosts = ["DNK", "FRA", "NLD", "POL", "SWE", "USA", ""];
    let days = [
        "2027-02-13",
        "2027-02-14",
        "2027-02-15",
        "2026-12-31",
        "2027-13-01",
        "",
    ];
    let (host, date) = (one(numbers, &hosts), numbers.below(9) as usize);
    venue(host, days.get(date).unwrap_or(&days[0]))
}

fn any_account(numbers: &mut Numbers) -> AccountId {
    AccountId::from(one(numbers, &["anna", "boris", "clara"]))
}

fn any_actor(numbers: &mut Numbers) -> Actor {
    let codes = ["DNK", "FRA", "NLD", "POL", "SWE", CONFEDERATION];
    let mut actor = match numbers.below(3) {
        0 => committee(),
        1 => officer_of(&codes, "somebody"),
        _ => officer_of(&[one(numbers, &codes)], "somebody"),
    };
    actor.account = any_account(numbers);
    actor
}

fn any_terms(numbers: &mut Numbers) -> SeasonTerms {
    let mut terms = SeasonTerms::european_grand_prix(Some("2026-11-03".to_owned()));
    if numbers.below(4) == 0 {
        terms.legs = numbers.below(6);
        terms.hosts_differ = numbers.below(2) == 0;
    }
    terms
}

fn any_ranking(numbers: &mut Numbers, leg: u32, version: u32) -> LegRanking {
    let players = ["Ada", "Ben", "Cy", "Dag", "Eve", "Fay", "Gus", "Hal"];
    let count = numbers.index(players.len());
    let mut rank = 1;
    let lines: Vec<(&str, u32)> = (1_u32..)
        .zip(&players[..count])
        .map(|(place, player)| {
            if numbers.below(3) > 0 {
                rank = place;
            }
            (*player, rank)
        })
        .collect();
    ranking(leg, version, &lines)
}

/// The rankings that would close the season, or almost.
fn any_rankings(numbers: &mut Numbers, state: &State, known: &Known) -> Vec<LegRanking> {
    let mut rankings = Vec::new();
    for (leg, standing) in state.standing_legs() {
        let event = standing.event.as_ref();
        let event = event.and_then(|event| known.events.get(&event.tournament));
        if let Some(version) = event.and_then(|event| event.ranking_version) {
            rankings.push(any_ranking(numbers, leg, version));
        }
    }
    if numbers.below(8) == 0 {
        rankings.pop();
    }
    rankings
}

fn any_act(numbers: &mut Numbers, state: &State, known: &Known) -> Act {
    let leg = any_leg(numbers);
    let (reason, notice) = ("reason".to_owned(), "notice".to_owned());
    let duty = one(numbers, &CODES).to_owned();
    match numbers.below(18) {
        0 => announcement(any_terms(numbers)),
        1..=4 => Act::SetLeg {
            leg,
            venue: any_venue(numbers),
        },
        5 => Act::FixCalendar,
        6 | 7 => Act::ChangeLeg {
            leg,
            venue: any_venue(numbers),
            reason,
            notice,
        },
        8 => Act::CallOffLeg { leg, reason },
        9 | 10 => Act::NameDirector {
            leg,
            account: any_account(numbers),
        },
        11..=13 => Act::LinkEvent {
            leg,
            tournament: one(numbers, &TOURNAMENTS).to_owned(),
        },
        14 | 15 => Act::TickDuty {
            leg,
            duty,
            note: None,
        },
        16 => Act::UntickDuty {
            leg,
            duty,
            note: Some("note".to_owned()),
        },
        _ => Act::Close {
            rankings: any_rankings(numbers, state, known),
        },
    }
}

/// Events that go their way: held somewhere, begun, confirmed.
fn any_events(numbers: &mut Numbers) -> BTreeMap<String, LegEvent> {
    TOURNAMENTS
        .into_iter()
        .map(|id| (id.to_owned(), event_at(&any_venue(numbers))))
        .collect()
}

/// A season with its events: none, one that is announced, or one whose legs are set and have events that fit.
fn any_beginning(numbers: &mut Numbers) -> Season {
    let mut season = match numbers.below(8) {
        0 => Season::empty(),
        1..=3 => Season::announced(),
        _ => Season::set(),
    };
    season.known.events = any_events(numbers);
    let legs = season.state.legs.values();
    for (leg, event) in legs.zip(season.known.events.values_mut()) {
        *event = event_at(&leg.venue);
    }
    season
}

fn go_on(numbers: &mut Numbers, known: &mut Known) {
    let id = one(numbers, &TOURNAMENTS);
    let event = known.events.get_mut(id).unwrap();
    match numbers.below(6) {
        0 => event.begun = true,
        1 if event.begun => {
            let version = event.ranking_version.unwrap_or(0);
            event.ranking_version = Some(version + 1);
        }
        2 if !event.begun => event.cancelled = true,
        3 => {
            let done = DutyDone {
                by: any_account(numbers),
                at_ms: 5,
                note: None,
                late: false,
            };
            let duty = one(numbers, &CODES).to_owned();
            event.duties_done.insert(duty, done);
        }
        4 if event.ranking_version.is_some() => {
            event.released = Some((any_account(numbers), 9));
        }
        _ => {}
    }
}

/// What an event says is what the state says after it, of that leg and of no other.
fn assert_said(before: &State, event: &Event, after: &State) {
    let leg = match event {
        Event::SeasonAnnounced {
            season,
            year,
            federation,
            series,
            terms,
            ..
        } => {
            assert!(after.is_announced());
            assert_eq!(
                (&after.season, &after.year, &after.federation, &after.terms),
                (season, year, federation, terms)
            );
            assert_eq!(&after.series, series);
            None
        }
        Event::CalendarFixed { late, .. } => {
            assert_eq!(after.calendar.as_ref().map(|fixed| fixed.late), Some(*late));
            None
        }
        Event::SeasonClosed {
            table, rankings, ..
        } => {
            let closed = after.closed.as_ref().unwrap();
            assert_eq!(&closed.table, table);
            let counted = rankings.iter().map(|one| (one.leg, one.version));
            assert!(counted.eq(closed.versions.clone()));
            None
        }
        Event::LegSet { leg, venue, .. } => {
            assert_eq!(after.legs[leg].venue, *venue);
            Some(*leg)
        }
        Event::LegChanged { leg, venue, .. } => {
            let (old, new) = (&before.legs[leg], &after.legs[leg]);
            assert_eq!(new.venue, *venue);
            assert_eq!(new.changes.len(), old.changes.len() + 1);
            assert_eq!(new.changes.last().unwrap().before, old.venue);
            Some(*leg)
        }
        Event::LegCalledOff { leg, .. } => {
            assert!(after.standing_legs().all(|(number, _)| number != *leg));
            Some(*leg)
        }
        Event::LegDirectorNamed { leg, account, .. } => {
            let director = after.legs[leg].director.as_ref().unwrap();
            assert_eq!(director.account, *account);
            Some(*leg)
        }
        Event::LegEventLinked {
            leg, tournament, ..
        } => {
            assert!(after.tournaments().contains(tournament));
            assert!(!before.tournaments().contains(tournament));
            Some(*leg)
        }
        Event::LegDutyTicked { leg, duty, .. } => {
            assert!(after.legs[leg].duties_done.contains_key(duty));
            Some(*leg)
        }
        Event::LegDutyUnticked { leg, duty, .. } => {
            assert!(before.legs[leg].duties_done.contains_key(duty));
            assert!(!after.legs[leg].duties_done.contains_key(duty));
            Some(*leg)
        }
    };
    for (number, known) in &before.legs {
        assert!(leg == Some(*number) || after.legs.get(number) == Some(known));
    }
    let stored = serde_json::to_string(event).unwrap();
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), *event);
}

/// An event that nobody decided.
fn any_event(numbers: &mut Numbers) -> Event {
    let (leg, by) = (any_leg(numbers), any_account(numbers));
    let duty = one(numbers, &CODES).to_owned();
    let (reason, notice) = (String::new(), String::new());
    match numbers.below(10) {
        0 => Event::SeasonAnnounced {
            season: "season".to_owned(),
            name: "name".to_owned(),
            year: [0, 2027, u32::MAX][numbers.index(3)],
            federation: CONFEDERATION.to_owned(),
            series: (numbers.below(2) == 0).then(|| SERIES.to_owned()),
            terms: any_terms(numbers),
            by,
        },
        1 | 2 => Event::LegSet {
            leg,
            venue: any_venue(numbers),
            by,
        },
        3 => Event::CalendarFixed {
            late: numbers.below(2) == 0,
            by,
        },
        4 => Event::LegChanged {
            leg,
            venue: any_venue(numbers),
            reason,
            notice,
            by,
        },
        5 => Event::LegCalledOff { leg, reason, by },
        6 => Event::LegDirectorNamed {
            leg,
            account: any_account(numbers),
            federation: "DNK".to_owned(),
            late: false,
            by,
        },
        7 => Event::LegEventLinked {
            leg,
            tournament: one(numbers, &TOURNAMENTS).to_owned(),
            by,
        },
        8 => Event::LegDutyTicked {
            leg,
            duty,
            note: None,
            late: false,
            by,
        },
        _ => Event::LegDutyUnticked {
            leg,
            duty,
            note: None,
            by,
        },
    }
}

/// Decides it, and says whether it was done.
fn tried(season: &mut Season, numbers: &mut Numbers) -> Option<Event> {
    let act = any_act(numbers, &season.state, &season.known);
    let mut by = any_actor(numbers);
    if let Act::TickDuty { leg, .. } | Act::UntickDuty { leg, .. } = &act
        && let Some(leg) = season.state.legs.get(leg)
        && let Some(director) = &leg.director
    {
        by.account = director.account.clone();
    }
    match season.decide(&by, act) {
        Ok(events) => {
            let before = season.state.clone();
            let event = events.into_iter().next().unwrap();
            season.take(event.clone());
            assert_said(&before, &event, &season.state);
            Some(event)
        }
        Err(refusal) => {
            assert!(refusal.detail().ends_with('.'), "{refusal:?}");
            None
        }
    }
}

proptest! {
    #![proptest_config(crate::property::cases(96))]

    #[test]
    fn what_is_decided_is_kept(run: u32) {
        let numbers = &mut Numbers::new("seasons", run);
        let mut season = any_beginning(numbers);
        for _ in 0..120 {
            season.now_ms += i64::from(numbers.below(3)) * DAY_MS / 2;
            go_on(numbers, &mut season.known);
            tried(&mut season, numbers);
            assert_kept(&season.state, &season.known);
        }
        let mut again = State::default();
        for (at_ms, event) in &season.events {
            again = again.evolve(*at_ms, event);
        }
        prop_assert_eq!(again, season.state);
    }

    #[test]
    fn the_fold_takes_every_stream(run: u32) {
        let numbers = &mut Numbers::new("odd seasons", run);
        let mut season = Season::empty();
        season.known.events = any_events(numbers);
        for _ in 0..40 {
            season.now_ms = match numbers.below(10) {
                0 => i64::MIN,
                1 => i64::MAX,
                _ => OCTOBER_MS,
            };
            let event = any_event(numbers);
            season.take(event);
            tried(&mut season, numbers);
            let (event, now_ms) = (season.known.events.get("t1").cloned(), season.now_ms);
            for leg in [0, 1, u32::MAX] {
                let lines = season.state.leg_duties(leg, event.as_ref(), now_ms);
                prop_assert!(lines.len() <= season.state.terms.duties.len());
            }
            let due_ms = season.state.terms.calendar_due_ms(season.state.year);
            prop_assert!(due_ms.is_none_or(|due_ms| due_ms % DAY_MS == 0));
        }
    }

    /// What a leg gives is shared out: the points of its places go to its players, ties or not.
    #[test]
    fn the_points_of_a_leg_are_those_of_its_places(run: u32) {
        let numbers = &mut Numbers::new("leg points", run);
        let season = Season::announced();
        let played = any_ranking(numbers, 1, 1);
        let table = table_of(&season.state, std::slice::from_ref(&played)).unwrap();
        let sum = table.iter().try_fold(Fraction::ZERO, |sum, line| sum.plus(line.points));
        let places = season.state.terms.points.points.iter().take(played.players.len());
        let tied_above = played.players.windows(2).any(|pair| pair[0].rank == pair[1].rank && pair[0].rank < 5);
        if !tied_above {
            let whole: u64 = places.map(|points| u64::from(*points)).sum();
            prop_assert_eq!(sum, Some(Fraction::whole(whole)));
        }
        prop_assert_eq!(table.len(), played.players.len());
    }
}

/// Seasons of the first property's kind go all the way: without that it would show little.
#[test]
fn every_kind_of_event_is_decided() {
    let mut kinds = std::collections::BTreeSet::new();
    for run in 0..400 {
        let numbers = &mut Numbers::new("kinds of seasons", run);
        let mut season = any_beginning(numbers);
        for _ in 0..160 {
            go_on(numbers, &mut season.known);
            if let Some(event) = tried(&mut season, numbers) {
                let value = serde_json::to_value(&event).unwrap();
                kinds.insert(value["kind"].as_str().unwrap().to_owned());
            }
        }
    }
    let all = [
        "calendar_fixed",
        "leg_called_off",
        "leg_changed",
        "leg_director_named",
        "leg_duty_ticked",
        "leg_duty_unticked",
        "leg_event_linked",
        "leg_set",
        "season_announced",
        "season_closed",
    ];
    assert_eq!(kinds, all.map(str::to_owned).into());
}
