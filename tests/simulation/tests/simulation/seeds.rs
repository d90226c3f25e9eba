//! The listed seeds, in every run of the gate.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
};

use outflank_simulation::{COMMANDS, Case, Fault, FaultPlan, Point, simulate};

use crate::{
    list::listed,
    seed_results::{SeedResults, asked_for, done, run_all},
};

#[test]
fn nothing_is_lost_doubled_or_reordered() {
    let list = listed();
    let next = AtomicUsize::new(0);
    let more = || {
        let listed = list.get(next.fetch_add(1, Ordering::Relaxed));
        listed.map(|listed| listed.seed)
    };
    let results = SeedResults::default();
    run_all(more, |report| results.add(report));
    let sums = results.sums();
    eprintln!("{}", sums.line());
    sums.verdict();
    let mut missing = missing(&sums.covered);
    missing.extend(undone(&sums.answers));
    assert!(
        missing.is_empty(),
        "the seeds no longer cover {missing:?}: the faults have weakened, or `make seeds` has to choose anew"
    );
}

/// Kinds of fault, commands and points of a crash that are in none of these cases.
fn missing(cases: &BTreeSet<Case>) -> Vec<String> {
    let in_none = |is: &dyn Fn(&Case) -> bool| !cases.iter().any(is);
    let faults = Fault::ALL.into_iter();
    let faults = faults.filter(|fault| in_none(&|case| case.fault == Some(*fault)));
    let commands = COMMANDS.into_iter();
    let commands = commands.filter(|command| in_none(&|case| case.during == *command));
    let points = Point::ALL.into_iter();
    let points = points.filter(|point| in_none(&|case| case.point == Some(*point)));
    faults
        .map(|fault| format!("{fault:?}"))
        .chain(commands.map(str::to_owned))
        .chain(points.map(|point| format!("{point:?}")))
        .collect()
}

/// Commands that were never done.
fn undone(answers: &BTreeMap<(&'static str, String), u64>) -> Vec<String> {
    let done = done(answers);
    let undone = asked_for().filter(|command| !done.contains(command));
    undone.map(|command| format!("{command} done")).collect()
}

#[test]
fn a_command_that_is_never_done_is_named() {
    let refused = |kind| ((kind, "not_now".to_owned()), 1);
    let done = |kind| ((kind, String::new()), 1);
    let answers = BTreeMap::from([
        refused("announce"),
        done("finish"),
        refused("beyond_powers"),
        done("out_of_office"),
    ]);
    let undone = undone(&answers);
    let names = |command: &str| undone.contains(&format!("{command} done"));
    assert!(names("announce") && names("out_of_office"), "{undone:?}");
    assert!(!names("finish") && !names("beyond_powers"), "{undone:?}");
    assert!(!names("arrive"), "nobody asks for it");
}

#[test]
fn a_kind_that_is_not_covered_is_named() {
    let moved = Case {
        fault: Some(Fault::LostRequest),
        during: "move".to_owned(),
        point: Some(Point::Written),
    };
    let missing = missing(&BTreeSet::from([moved]));
    let all = Fault::ALL.len() + COMMANDS.len() + Point::ALL.len();
    assert_eq!(missing.len(), all - 3, "{missing:?}");
}

#[test]
fn the_list_has_events_of_several_processes_and_of_one() {
    let plans: Vec<FaultPlan> = listed()
        .iter()
        .map(|listed| FaultPlan::of(listed.seed))
        .collect();
    for (play, pairing) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        let same = |fault_plan: &&FaultPlan| {
            fault_plan.play_instances == play && fault_plan.pairing_instances == pairing
        };
        let some = plans.iter().find(same);
        assert!(
            some.is_some(),
            "no seed has {play} of play and {pairing} of pairing"
        );
    }
}

#[test]
fn a_seed_gives_the_same_history_every_time() {
    // With crashes.
    let (first, second) = (simulate(4), simulate(4));
    assert_eq!(first.fingerprint, second.fingerprint);
    assert_eq!(first.covered, second.covered);
    assert!(first.acknowledged > 0 && first.crashes > 0, "{first:?}");
}
