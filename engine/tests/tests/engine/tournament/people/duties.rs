//! Duties of organiser and director: ticked off, taken back, due and late.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const DAY_MS: i64 = 86_400_000;

fn tick(duty: &str) -> Command {
    Command::TickDuty {
        duty: duty.to_owned(),
        note: Some(format!("note on {duty}")),
        by: account("director"),
    }
}

fn untick(duty: &str) -> Command {
    Command::UntickDuty {
        duty: duty.to_owned(),
        note: None,
        by: account("director"),
    }
}

fn line(stream: &Stream, duty: &str) -> DutyLine {
    let lines = stream.state.duties(stream.now_ms);
    lines
        .into_iter()
        .find(|line| line.duty.code == duty)
        .unwrap()
}

/// Which texts put duties on organiser and director.
#[test]
fn the_duties_are_those_of_the_text() {
    let codes = |name: &str| -> Vec<(String, DutyTime, String)> {
        let duties = RuleSet::preset(name).unwrap().duties;
        duties
            .into_iter()
            .map(|duty| (duty.code, duty.time, duty.rule))
            .collect()
    };
    assert_eq!(codes("egp-2020").len(), 5);
    assert_eq!(
        codes("woc-2024"),
        [(
            "federations_results_sent".to_owned(),
            DutyTime::BeforeDeadline,
            "WOC I.2.3".to_owned()
        )]
    );
    for name in ["aga-swiss", "aga-mcmahon"] {
        let duties = codes(name);
        assert_eq!(duties.len(), 2, "{name}");
        assert!(duties.iter().all(|duty| duty.1 == DutyTime::AfterPlay));
    }
    for name in ["club", "mso-swiss", "mso-round-robin", "papp"] {
        let mut stream = Stream::created(1, RuleSet::preset(name).unwrap());
        assert!(stream.state.duties(stream.now_ms).is_empty(), "{name}");
        refused(&mut stream, &tick("results_sent"), "no_duties", None);
    }
}

#[test]
fn a_duty_is_ticked_off_once_and_taken_back() {
    let mut stream = with_entrants(6, |_| {});
    let open = line(&stream, "director_named");
    assert!(open.due && !open.late && open.done.is_none());
    stream.give(&tick("director_named")).unwrap();
    let done = line(&stream, "director_named");
    assert!(!done.due && !done.late);
    let by = done.done.unwrap();
    assert_eq!(
        (by.by, by.at_ms, by.note.as_deref()),
        (
            account("director"),
            stream.now_ms,
            Some("note on director_named")
        )
    );
    refused(&mut stream, &tick("director_named"), "duty_done", None);
    refused(&mut stream, &tick("host_named"), "unknown_duty", None);
    refused(&mut stream, &tick("results_sent"), "duty_not_yet", None);
    stream.give(&untick("director_named")).unwrap();
    assert!(line(&stream, "director_named").due);
    refused(
        &mut stream,
        &untick("director_named"),
        "duty_not_done",
        None,
    );
}

/// What is owed before play is late once the first round is published, and stays so where it is ticked off then.
#[test]
fn what_was_due_before_play_is_late_after_its_begin() {
    let mut stream = with_entrants(6, |_| {});
    stream.give(&tick("director_named")).unwrap();
    publish(&mut stream);
    let in_time = line(&stream, "director_named");
    assert!(!in_time.late);
    let open = line(&stream, "tournament_announced");
    assert!(open.due && open.late);
    stream.give(&tick("tournament_announced")).unwrap();
    let late = line(&stream, "tournament_announced");
    assert!(!late.due && late.late);
    // Taken back and ticked off again, it is late as well.
    stream.give(&untick("director_named")).unwrap();
    stream.give(&tick("director_named")).unwrap();
    assert!(line(&stream, "director_named").late);
}

#[test]
fn what_comes_after_play_is_due_with_the_confirmation() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    assert!(!line(&stream, "results_sent").due);
    stream.play_out(&mut Numbers::new("duties", 1));
    let due = line(&stream, "results_sent");
    assert!(due.due && !due.late);
    stream.give(&tick("results_sent")).unwrap();
    let done = line(&stream, "results_sent");
    assert!(!done.due && !done.late && done.done.is_some());
    stream.give(&untick("results_sent")).unwrap();
    assert!(line(&stream, "results_sent").due);
}

/// WOC I.2.3: by the deadline of registration, a month before the event of 9 May 2026.
#[test]
fn the_deadline_of_registration_counts_where_the_text_says_so() {
    let mut stream = Stream::created(1, RuleSet::preset("woc-2024").unwrap());
    let duty = "federations_results_sent";
    // The deadline, 9 April 2026, in days since 1970.
    let deadline_ms = 20_552 * DAY_MS;
    stream.now_ms = deadline_ms - 1;
    assert!(line(&stream, duty).due && !line(&stream, duty).late);
    stream.now_ms = deadline_ms;
    assert!(line(&stream, duty).late);
    stream.give(&tick(duty)).unwrap();
    assert!(line(&stream, duty).late);
}

#[test]
fn a_list_of_duties_is_held_together() {
    let with = |change: fn(&mut Duty)| {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules.duties[0]);
        check_rule_set(&rules).map_err(|refusal| refusal.code())
    };
    assert_eq!(with(|_| {}), Ok(()));
    for wrong in [
        (|duty: &mut Duty| "results_sent".clone_into(&mut duty.code)) as fn(&mut Duty),
        |duty| "Named".clone_into(&mut duty.code),
        |duty| duty.code.clear(),
        |duty| duty.rule.clear(),
        |duty| duty.text = "x".repeat(501),
        |duty| "two\nlines".clone_into(&mut duty.text),
    ] {
        assert_eq!(with(wrong), Err("duties_wrong"));
    }
    let mut rules = RuleSet::egp_2020();
    rules.duties.pop();
    let found = deviations(&rules);
    assert_eq!(found[0].value, "duties");
    assert_eq!(found[0].rule.as_deref(), Some("EGP I.2.3, II.4.3"));
    let mut club = RuleSet::preset("club").unwrap();
    club.duties = RuleSet::egp_2020().duties;
    assert!(deviations(&club).is_empty());
    assert!(
        readings(&club)
            .iter()
            .any(|reading| reading.value == "duties" && reading.changed)
    );
}
