//! Hosts and dates (EGP I.2.2).

use super::world::*;
use outflank_tournament::SeasonRules;
use outflank_tournament::season::*;

fn set(leg: u32, host: &str, date: &str) -> Act {
    let venue = venue(host, date);
    Act::SetLeg { leg, venue }
}

#[test]
fn a_season_is_announced_by_an_officer_of_its_federation_alone() {
    let season = Season::empty();
    let grand_prix = || announcement(SeasonTerms::european_grand_prix(None));
    for stranger in [
        officer_of(&[], "somebody"),
        officer_of(&["DNK", "FRA"], "host"),
    ] {
        let refused = season.refused(&stranger, grand_prix());
        assert_eq!(refused, ("not_the_committee", Some("EGP I.2.2".to_owned())));
    }
    let season = Season::under(SeasonTerms::european_grand_prix(None));
    assert_eq!(season.state.terms.legs, 4);
    assert!(season.state.terms.hosts_differ);
    assert_eq!(season.code(&committee(), grand_prix()), "season_known");
    let first = Season::empty();
    assert_eq!(
        first.code(&committee(), set(1, "DNK", "2027-02-13")),
        "unknown_season"
    );
}

#[test]
fn terms_have_bounds() {
    type Change = fn(&mut SeasonTerms);
    let changes: [(&str, Change); 8] = [
        ("season_terms_wrong", |terms| terms.legs = 0),
        ("season_terms_wrong", |terms| terms.legs = MOST_LEGS + 1),
        ("season_terms_wrong", |terms| terms.points.points.clear()),
        ("season_terms_wrong", |terms| {
            terms.points.points = vec![1; 513];
        }),
        ("season_terms_wrong", |terms| {
            terms.points.points[0] = u32::MAX;
        }),
        ("season_terms_wrong", |terms| {
            terms.points.shared_from_rank = 0;
        }),
        ("season_terms_wrong", |terms| {
            terms.points.best_results = terms.legs + 1;
        }),
        ("bad_season_day", |terms| {
            let championship = Some("3 November".to_owned());
            terms.deadline = CalendarDeadline::BeforeSeason { championship };
        }),
    ];
    let season = Season::empty();
    for (number, (code, change)) in changes.into_iter().enumerate() {
        let mut terms = SeasonTerms::european_grand_prix(None);
        change(&mut terms);
        assert_eq!(
            season.code(&committee(), announcement(terms)),
            code,
            "change {number}"
        );
    }
}

/// Four legs, in four nations that are members.
#[test]
fn every_leg_is_hosted_by_another_member() {
    let mut season = Season::announced();
    let by = committee();
    season.done(&by, set(1, "DNK", "2027-02-13"));
    let cases = [
        (set(2, "DNK", "2027-04-24"), "host_taken"),
        (set(2, "USA", "2027-04-24"), "host_no_member"),
        (set(2, "FRA", "2026-04-24"), "leg_outside_season"),
        (set(2, "FRA", "2027-02-29"), "bad_season_day"),
        (set(2, "FRA", "tomorrow"), "bad_season_day"),
        (set(0, "FRA", "2027-04-24"), "unknown_leg"),
        (set(5, "FRA", "2027-04-24"), "unknown_leg"),
        (set(1, "DNK", "2027-02-13"), "leg_unchanged"),
    ];
    for (act, code) in cases {
        assert_eq!(season.code(&by, act), code);
    }
    let host = officer_of(&["DNK"], "host");
    assert_eq!(
        season.code(&host, set(1, "DNK", "2027-03-13")),
        "not_the_committee"
    );
    season.done(&by, set(1, "SWE", "2027-03-13"));
    season.done(&by, set(2, "DNK", "2027-04-24"));
    assert_eq!(hosts(&season.state), ["SWE", "DNK"]);
    assert!(season.state.legs[&1].changes.is_empty());
}

#[test]
fn a_national_series_may_be_held_in_one_nation() {
    let mut season = Season::empty();
    season.known.members = ["DNK".to_owned()].into();
    let by = officer_of(&["DNK"], "committee");
    let terms = SeasonTerms {
        points: SeasonRules::shared(vec![10, 6, 3]),
        legs: 2,
        ..SeasonTerms::default()
    };
    let mut announced = announcement(terms);
    if let Act::Announce { federation, .. } = &mut announced {
        "DNK".clone_into(federation);
    }
    let refused = season.refused(&committee(), announced.clone());
    assert_eq!(refused, ("not_the_committee", None), "its text is its own");
    season.done(&by, announced);
    season.done(&by, set(1, "DNK", "2027-01-09"));
    season.done(&by, set(2, "DNK", "2027-05-08"));
    season.now_ms += 400 * DAY_MS;
    let fixed = season.done(&by, Act::FixCalendar);
    assert!(matches!(fixed, Event::CalendarFixed { late: false, .. }));
}

#[test]
fn the_calendar_is_fixed_once_every_leg_is_set() {
    let mut season = Season::announced();
    let by = committee();
    season.done(&by, set(2, "DNK", "2027-02-13"));
    let refusal = season.decide(&by, Act::FixCalendar).unwrap_err();
    assert_eq!(refusal.code(), "legs_missing");
    assert!(refusal.detail().ends_with("1, 3, 4."), "{refusal}");
    let act = change(2, venue("DNK", "2027-02-20"));
    assert_eq!(season.code(&by, act), "calendar_open");
    assert_eq!(season.code(&by, call_off(2)), "calendar_open");

    let season = Season::fixed();
    assert_eq!(season.code(&by, Act::FixCalendar), "calendar_fixed");
    let act = set(1, "SWE", "2027-02-13");
    assert_eq!(season.code(&by, act), "calendar_fixed");
    let fixed = season.state.calendar.unwrap();
    assert_eq!((fixed.late, fixed.stamp.at_ms), (false, OCTOBER_MS));
}

/// One week before the championship, and 1 December at the latest; the last day counts.
#[test]
fn fixed_after_its_deadline_it_stands_as_late() {
    let day = |day: i64| day * DAY_MS;
    // 27 October 2026 is day 20 753, 1 December 2026 day 20 788.
    let cases = [
        (Some("2026-11-03"), day(20_754)),
        (Some("2026-12-20"), day(20_789)),
        (Some("2026-12-08"), day(20_789)),
        (Some("2026-12-07"), day(20_788)),
        (None, day(20_789)),
    ];
    for (championship, due_ms) in cases {
        let terms = SeasonTerms::european_grand_prix(championship.map(str::to_owned));
        assert_eq!(
            terms.calendar_due_ms(2027),
            Some(due_ms),
            "{championship:?}"
        );
        for (now_ms, expected) in [(due_ms - 1, false), (due_ms, true)] {
            let mut season = Season::set();
            season.state.terms = terms.clone();
            season.now_ms = now_ms;
            season.done(&committee(), Act::FixCalendar);
            let late = season.state.calendar.unwrap().late;
            assert_eq!(late, expected, "{championship:?} at {now_ms}");
        }
    }
    assert_eq!(SeasonTerms::default().calendar_due_ms(2027), None);
}

#[test]
fn host_and_date_are_changed_before_the_tournament_with_reason_and_notice() {
    let by = committee();
    let mut season = Season::hosted();
    let before = season.state.legs[&2].venue.clone();
    let cases = [
        (change(2, venue("DNK", "2027-05-01")), "host_taken"),
        (change(2, venue("USA", "2027-05-01")), "host_no_member"),
        (change(2, before.clone()), "leg_unchanged"),
        (change(9, venue("SWE", "2027-05-01")), "unknown_leg"),
    ];
    for (act, code) in cases {
        assert_eq!(season.code(&by, act), code);
    }
    let host = officer_of(&["FRA"], "host");
    let act = change(2, venue("FRA", "2027-05-01"));
    assert_eq!(season.code(&host, act), "not_the_committee");

    // Another place on the day: nothing else changes.
    let place = Venue {
        place: "another hall".to_owned(),
        ..before.clone()
    };
    season.done(&by, change(2, place.clone()));
    assert!(season.state.legs[&2].event.is_some());
    // Another day: its director stays, and another event is to be named.
    let postponed = venue("FRA", "2027-05-01");
    season.done(&by, change(2, postponed.clone()));
    let leg = &season.state.legs[&2];
    assert!(leg.event.is_none() && leg.director.is_some());
    // Another host: it selects its own director.
    season.done(&by, change(2, venue("SWE", "2027-05-01")));
    let leg = &season.state.legs[&2];
    assert!(leg.director.is_none());
    let kept: Vec<&Venue> = leg.changes.iter().map(|change| &change.before).collect();
    assert_eq!(kept, [&before, &place, &postponed]);
    assert_eq!(leg.changes[0].stamp.by.as_str(), "committee");
    assert_eq!(
        (&*leg.changes[0].reason, &*leg.changes[0].notice),
        ("reason", "notice")
    );
    assert_kept(&season.state, &season.known);
}

#[test]
fn a_leg_that_has_begun_is_not_changed() {
    let by = committee();
    let mut season = Season::hosted();
    let another = || change(1, venue("DNK", "2027-03-20"));
    season.event("t1").begun = true;
    let refused = season.refused(&by, another());
    assert_eq!(refused, ("leg_begun", Some("EGP I.2.2".to_owned())));
    // While its tournament has not begun its day alone stops nothing.
    season.event("t1").begun = false;
    season.now_ms = 20_862 * DAY_MS;
    season.done(&by, another());

    // Without a tournament its day is all that is known: 13 February 2027, day 20 862.
    let mut season = Season::fixed();
    season.now_ms = 20_862 * DAY_MS;
    assert_eq!(season.code(&by, another()), "leg_begun");
    season.now_ms -= 1;
    season.done(&by, another());
}

#[test]
fn a_leg_is_called_off_until_it_is_played() {
    let by = committee();
    let mut season = Season::hosted();
    let host = officer_of(&["FRA"], "host");
    assert_eq!(season.code(&host, call_off(2)), "not_the_committee");
    season.event("t1").ranking_version = Some(1);
    assert_eq!(season.code(&by, call_off(1)), "leg_played");
    season.event("t2").begun = true;
    season.done(&by, call_off(2));
    let off = season.state.legs[&2].called_off.as_ref().unwrap();
    assert_eq!((&*off.reason, off.stamp.at_ms), ("reason", OCTOBER_MS));
    assert_eq!(hosts(&season.state), ["DNK", "NLD", "POL"]);
    for act in [
        call_off(2),
        change(2, venue("SWE", "2027-05-01")),
        Act::NameDirector {
            leg: 2,
            account: "another".into(),
        },
    ] {
        assert_eq!(season.code(&by, act), "leg_called_off");
    }
    // The nation may host another leg then.
    season.done(&by, change(3, venue("FRA", "2027-06-12")));
    assert_kept(&season.state, &season.known);
}

#[test]
fn what_is_known_of_an_event_no_longer_decides_nothing() {
    let mut season = Season::hosted();
    season.known.events.clear();
    let by = committee();
    for act in [
        change(1, venue("SWE", "2027-05-01")),
        call_off(1),
        Act::Close { rankings: vec![] },
    ] {
        assert_eq!(season.code(&by, act), "unknown_leg_event");
    }
}
