//! What the federation that hosts a leg decides (EGP I.2.3).

use super::world::*;
use outflank_tournament::{Leg, season::*};

fn director(leg: u32, account: &str) -> Act {
    let account = account.into();
    Act::NameDirector { leg, account }
}

fn link(leg: u32, tournament: &str) -> Act {
    let tournament = tournament.to_owned();
    Act::LinkEvent { leg, tournament }
}

#[test]
fn the_host_selects_the_director_and_the_confederation_is_told() {
    let mut season = Season::fixed();
    for stranger in [officer_of(&["FRA"], "other"), officer_of(&[], "somebody")] {
        let refused = season.refused(&stranger, director(1, "anna"));
        assert_eq!(refused, ("not_the_host", Some("EGP I.2.3".to_owned())));
    }
    let host = officer_of(&["DNK", CONFEDERATION], "host");
    season.done(&host, director(1, "anna"));
    let named = season.state.legs[&1].director.as_ref().unwrap();
    assert_eq!(
        (named.account.as_str(), &*named.federation, named.late),
        ("anna", "DNK", false)
    );
    assert_eq!(named.stamp.by.as_str(), "host");
    let again = season.code(&host, director(1, "anna"));
    assert_eq!(again, "leg_director_already");
    // On behalf of a host that has nobody here.
    season.done(&committee(), director(1, "boris"));
    let named = season.state.legs[&1].director.as_ref().unwrap();
    assert_eq!(
        (named.account.as_str(), &*named.federation),
        ("boris", CONFEDERATION)
    );
    assert_eq!(season.code(&host, director(7, "anna")), "unknown_leg");
    let open = Season::announced();
    assert_eq!(open.code(&host, director(1, "anna")), "leg_not_set");
}

#[test]
fn a_director_named_once_it_has_begun_is_named_late() {
    let host = officer_of(&["DNK"], "host");
    let mut season = Season::hosted();
    season.event("t1").begun = true;
    season.done(&host, director(1, "anna"));
    assert!(season.state.legs[&1].director.as_ref().unwrap().late);
    season.event("t1").ranking_version = Some(1);
    assert_eq!(season.code(&host, director(1, "boris")), "leg_played");

    let mut season = Season::fixed();
    season.now_ms = 20_862 * DAY_MS;
    season.done(&host, director(1, "anna"));
    assert!(season.state.legs[&1].director.as_ref().unwrap().late);
}

#[test]
fn a_leg_is_played_as_an_event_of_its_host_on_its_day() {
    let mut season = Season::fixed();
    let host = officer_of(&["DNK"], "host");
    let right = season.state.legs[&1].venue.clone();
    let events = [
        ("right", event_at(&right)),
        ("abroad", event_at(&venue("FRA", &right.date))),
        ("later", event_at(&venue("DNK", "2027-02-14"))),
        (
            "cancelled",
            LegEvent {
                cancelled: true,
                ..event_at(&right)
            },
        ),
        (
            "rehearsed",
            LegEvent {
                rehearsal: true,
                ..event_at(&right)
            },
        ),
    ];
    let known = events.map(|(id, event)| (id.to_owned(), event));
    season.known.events = known.into();
    let cases = [
        ("abroad", "event_elsewhere"),
        ("later", "event_elsewhere"),
        ("cancelled", "event_cancelled"),
        ("rehearsed", "rehearsal"),
        ("nowhere", "unknown_leg_event"),
    ];
    for (tournament, code) in cases {
        assert_eq!(season.code(&host, link(1, tournament)), code);
    }
    let stranger = officer_of(&["FRA"], "other");
    assert_eq!(season.code(&stranger, link(1, "right")), "not_the_host");
    season.done(&host, link(1, "right"));
    assert_eq!(season.code(&host, link(1, "right")), "event_linked");
    assert_eq!(season.state.tournaments(), ["right".to_owned()].into());

    // After its change it is another day's event.
    season.done(&committee(), change(1, venue("DNK", "2027-02-14")));
    assert_eq!(season.code(&host, link(1, "right")), "event_elsewhere");
    season.done(&host, link(1, "later"));
    season.event("later").ranking_version = Some(1);
    assert_eq!(season.code(&host, link(1, "right")), "leg_played");
    assert_kept(&season.state, &season.known);
}

#[test]
fn an_event_of_a_series_is_the_leg_that_it_was_founded_as() {
    let mut season = Season::fixed();
    let host = officer_of(&["DNK"], "host");
    let founded = |series: &str, number: u32| {
        let series = series.to_owned();
        let leg = Some(Leg { series, number });
        let venue = venue("DNK", "2027-02-13");
        LegEvent {
            leg,
            ..event_at(&venue)
        }
    };
    season.known.events = [
        ("as leg 2", founded(SERIES, 2)),
        ("of another", founded("grand-prix-2026", 1)),
        ("as leg 1", founded(SERIES, 1)),
    ]
    .map(|(id, event)| (id.to_owned(), event))
    .into();
    for tournament in ["as leg 2", "of another"] {
        assert_eq!(
            season.code(&host, link(1, tournament)),
            "event_of_another_leg"
        );
    }
    season.done(&host, link(1, "as leg 1"));
}

#[test]
fn whoever_directs_or_hosts_a_leg_may_hold_its_event() {
    let mut season = Season::fixed();
    season.done(&officer_of(&["DNK"], "host"), director(1, "anna"));
    let cases = [
        (officer_of(&[], "anna"), [true, false, false]),
        (officer_of(&["DNK"], "host"), [true, false, false]),
        (committee(), [true, true, false]),
        (officer_of(&["SWE"], "other"), [false, false, false]),
        (officer_of(&[], "somebody"), [false, false, false]),
    ];
    for (by, expected) in &cases {
        let may = [1, 2, 5].map(|leg| season.state.may_hold(leg, by));
        assert_eq!(may, *expected, "{by:?}");
    }
    season.done(&committee(), call_off(1));
    for (by, _) in &cases {
        assert!(!season.state.may_hold(1, by), "{by:?}");
    }
}

#[test]
fn a_series_is_one_seasons() {
    let mut season = Season::empty();
    let asked = announcement(SeasonTerms::european_grand_prix(None));
    season.known.series_taken = true;
    assert_eq!(season.code(&committee(), asked.clone()), "series_taken");
    let other = officer_of(&["DNK"], "other");
    assert_eq!(season.code(&other, asked.clone()), "not_the_committee");
    season.known.series_taken = false;
    season.done(&committee(), asked);
    assert_eq!(season.state.series.as_deref(), Some(SERIES));
}

#[test]
fn no_tournament_is_two_legs() {
    let mut season = Season::empty();
    season.known.members = ["DNK".to_owned()].into();
    let by = officer_of(&["DNK"], "committee");
    let terms = SeasonTerms {
        legs: 2,
        deadline: CalendarDeadline::None,
        hosts_differ: false,
        ..SeasonTerms::european_grand_prix(None)
    };
    let mut terms = terms;
    (terms.points.best_results, terms.points.tie_best_results) = (2, 2);
    let mut announced = announcement(terms);
    if let Act::Announce { federation, .. } = &mut announced {
        "DNK".clone_into(federation);
    }
    season.done(&by, announced);
    let venue = venue("DNK", "2027-02-13");
    for leg in 1..=2 {
        let venue = venue.clone();
        season.done(&by, Act::SetLeg { leg, venue });
    }
    let event = event_at(&venue);
    season.known.events.insert("both".to_owned(), event);
    season.done(&by, link(1, "both"));
    assert_eq!(season.code(&by, link(2, "both")), "event_linked");
}
