//! What is broken on purpose, and has to be noticed.

use outflank_simulation::{Control, FaultPlan, run, simulate_broken};

use crate::search::random_seed;

/// A control is noticed by one of so many new seeds.
pub const CATCHING: u64 = 12;

/// The seed notices what is broken, and finds nothing under the same faults over sound services.
fn is_caught(control: Control, (seed, words): (u64, &str)) {
    let report = simulate_broken(seed, control);
    let told = report
        .findings
        .iter()
        .any(|finding| finding.contains(words));
    assert!(
        told,
        "seed {seed} does not notice {control:?} by {words:?}: {:?}",
        report.findings
    );
    let sound = run(seed, FaultPlan::for_control(control, seed), None);
    assert!(
        sound.findings.is_empty(),
        "seed {seed}: {:?}",
        sound.findings
    );
}

#[test]
fn a_yes_before_the_commit_is_noticed() {
    is_caught(
        Control::AcknowledgedBeforeCommit,
        (4, "and does not stand there"),
    );
}

#[test]
fn two_entries_at_one_place_are_noticed() {
    is_caught(
        Control::NoKeyOnSeq,
        (4, "so entries between them are missing"),
    );
}

#[test]
fn a_lost_fact_is_noticed() {
    is_caught(Control::LostFact, (13, "does not come to an end"));
}

#[test]
fn a_clients_own_time_is_noticed() {
    is_caught(Control::ClientTimeTrusted, (4, "and is charged"));
}

#[test]
fn time_of_an_outage_that_is_not_given_back_is_noticed() {
    is_caught(Control::OutageNotGivenBack, (2, "no server ran for"));
}

#[test]
fn more_credit_than_the_caps_is_noticed() {
    is_caught(Control::MoreThanTheCaps, (4, "ms are credited in the ply"));
}

#[test]
fn reading_that_is_counted_twice_is_noticed() {
    is_caught(Control::ReadingCountedTwice, (4, "were measured"));
}

#[test]
fn powers_that_are_not_limited_are_noticed() {
    is_caught(
        Control::PowersNotLimited,
        (4, "has to be refused with power_not_given"),
    );
}

#[test]
fn an_announcement_that_is_lost_is_noticed() {
    is_caught(Control::AnnouncementLost, (4, "and does not stand there"));
}

/// New seeds have to notice them as well: the faults are what they were.
#[test]
#[ignore = "make simulate-controls"]
fn new_seeds_notice_every_control() {
    let first = random_seed();
    for control in Control::OF_EVENTS {
        let seeds = first..first + CATCHING;
        let mut caught = seeds.filter_map(|seed| {
            let findings = simulate_broken(seed, control).findings;
            findings.into_iter().next().map(|finding| (seed, finding))
        });
        let (seed, finding) = caught.next().unwrap_or_else(|| {
            panic!("{control:?} is not noticed in {CATCHING} seeds from {first} on")
        });
        let others = caught.count();
        let finding: String = finding.chars().take(200).collect();
        eprintln!("{control:?}: seed {seed} and {others} others of {CATCHING}: {finding}");
    }
}
