//! The checklist of a leg's director (EGP I.2.3, II.4.3).

use super::world::*;
use outflank_tournament::season::*;
use outflank_tournament::{AccountId, Duty, DutyDone, DutyLine};

const DUTIES: [&str; 5] = [
    "director_named",
    "tournament_announced",
    "pairing_program_told",
    "results_sent",
    "standings_sent",
];

fn director() -> Actor {
    officer_of(&[], "director1")
}

fn tick(duty: &str) -> Act {
    Act::TickDuty {
        leg: 1,
        duty: duty.to_owned(),
        note: Some("note".to_owned()),
    }
}

fn untick(duty: &str) -> Act {
    Act::UntickDuty {
        leg: 1,
        duty: duty.to_owned(),
        note: None,
    }
}

fn lines(season: &Season) -> Vec<DutyLine> {
    let event = season.known.events.get("t1");
    season.state.leg_duties(1, event, season.now_ms)
}

fn line(season: &Season, duty: &str) -> DutyLine {
    let mut lines = lines(season).into_iter();
    lines.find(|line| line.duty.code == duty).unwrap()
}

#[test]
fn the_duties_are_those_of_the_text() {
    let season = Season::hosted();
    let lines = lines(&season);
    let codes: Vec<&str> = lines.iter().map(|line| &*line.duty.code).collect();
    assert_eq!(codes, DUTIES);
    let known: Vec<String> = Duty::european_grand_prix()
        .into_iter()
        .map(|duty| duty.code)
        .collect();
    for itself in [DIRECTOR_NAMED, RESULTS_SENT] {
        assert!(known.iter().any(|code| code == itself), "{itself}");
    }
    assert!(season.state.leg_duties(9, None, season.now_ms).is_empty());
}

#[test]
fn the_director_ticks_off_what_was_done() {
    let mut season = Season::hosted();
    for other in [committee(), officer_of(&["DNK"], "host")] {
        let refused = season.refused(&other, tick("tournament_announced"));
        let rule = Some("EGP I.2.3".to_owned());
        assert_eq!(refused, ("not_the_leg_director", rule));
    }
    assert!(line(&season, "tournament_announced").due);
    season.done(&director(), tick("tournament_announced"));
    let done = line(&season, "tournament_announced");
    assert!(!done.due && !done.late);
    let done = done.done.unwrap();
    assert_eq!((done.by.as_str(), done.at_ms), ("director1", OCTOBER_MS));
    assert_eq!(
        season.code(&director(), tick("tournament_announced")),
        "duty_done"
    );
    season.done(&director(), untick("tournament_announced"));
    assert!(line(&season, "tournament_announced").done.is_none());
    let again = season.code(&director(), untick("tournament_announced"));
    assert_eq!(again, "duty_not_done");
    assert_eq!(season.code(&director(), tick("tea")), "unknown_duty");
    assert_eq!(season.code(&director(), untick("tea")), "unknown_duty");

    let fixed = Season::fixed();
    let refused = fixed.code(&director(), tick("tournament_announced"));
    assert_eq!(refused, "no_leg_director");
}

#[test]
fn what_is_done_late_stands_so_and_what_comes_after_play_waits() {
    let mut season = Season::hosted();
    let early = season.code(&director(), tick("standings_sent"));
    assert_eq!(early, "duty_not_yet");
    season.event("t1").begun = true;
    assert!(line(&season, "pairing_program_told").late);
    season.done(&director(), tick("pairing_program_told"));
    let done = line(&season, "pairing_program_told");
    assert!(done.late && done.done.unwrap().late);
    season.event("t1").ranking_version = Some(1);
    assert!(line(&season, "standings_sent").due);
    season.done(&director(), tick("standings_sent"));
    assert!(!line(&season, "standings_sent").late);
}

/// Naming the director and releasing the rating file are the duties done; nobody ticks them off by hand.
#[test]
fn what_is_done_here_ticks_itself_off() {
    let mut season = Season::hosted();
    let named = line(&season, DIRECTOR_NAMED).done.unwrap();
    assert_eq!(named.by.as_str(), "host");
    season.event("t1").ranking_version = Some(1);
    for itself in [DIRECTOR_NAMED, RESULTS_SENT] {
        let refused = season.code(&director(), tick(itself));
        assert_eq!(refused, "duty_done_itself");
        assert_eq!(season.code(&director(), untick(itself)), "duty_not_done");
    }
    assert!(line(&season, RESULTS_SENT).due);
    let by_hand = DutyDone {
        by: AccountId::from("director1"),
        at_ms: 7,
        note: None,
        late: false,
    };
    let at_event = [RESULTS_SENT, "standings_sent"].map(|code| (code.to_owned(), by_hand.clone()));
    season.event("t1").duties_done = at_event.into();
    assert!(line(&season, RESULTS_SENT).due, "its file is not released");
    season.event("t1").released = Some((AccountId::from("rater"), 99));
    let sent = line(&season, RESULTS_SENT).done.unwrap();
    assert_eq!((sent.by.as_str(), sent.at_ms), ("rater", 99));

    // What was ticked off at the event itself is done.
    assert_eq!(line(&season, "standings_sent").done, Some(by_hand));
    let again = season.code(&director(), tick("standings_sent"));
    assert_eq!(again, "duty_done");
}

#[test]
fn another_host_begins_anew() {
    let mut season = Season::hosted();
    season.done(&director(), tick("tournament_announced"));
    season.done(&committee(), change(1, venue("DNK", "2027-02-20")));
    assert!(line(&season, "tournament_announced").done.is_some());
    season.done(&committee(), change(1, venue("SWE", "2027-02-20")));
    let open = lines(&season);
    assert!(open.iter().all(|line| line.done.is_none()), "{open:?}");
}
