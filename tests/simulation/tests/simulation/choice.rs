//! How the seeds of the gate are chosen: again and again the one that covers most of what none has covered yet.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use outflank_simulation::{COMMANDS, Case, Fault, Point, Report};

use crate::{
    list::{CHOSEN, file, listed, remarks},
    search::number,
    seed_results::{asked_for, done, run_all},
};

/// So many are chosen ...
const MOST: usize = 40;
/// ... from so many.
const FROM: u64 = 2_000;
/// Each kind of fault, command and point of a crash is in so many seeds at least, and each command is done in so many:
/// a change of the services moves what a seed covers.
const KINDS_IN: u32 = 3;
/// What a kind weighs that is not yet in so many, in cases.
const KIND_WEIGHS: usize = 1_000;

/// A kind of fault, a command, a point of a crash, or a command that is done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Of(Fault),
    To(String),
    At(Point),
    Done(&'static str),
}

/// What a seed covers.
#[derive(Debug)]
struct Covers {
    cases: BTreeSet<Case>,
    kinds: BTreeSet<Kind>,
}

impl Covers {
    fn of(report: &Report) -> Self {
        let kinds = report.covered.iter().flat_map(|case| {
            let command = COMMANDS.contains(&case.during.as_str());
            let command = command.then(|| Kind::To(case.during.clone()));
            [case.fault.map(Kind::Of), command, case.point.map(Kind::At)]
        });
        let done = done(&report.answers);
        let done = asked_for().filter(|command| done.contains(command));
        Self {
            kinds: kinds.flatten().chain(done.map(Kind::Done)).collect(),
            cases: report.covered.clone(),
        }
    }
}

/// What is covered by those that are chosen.
#[derive(Debug, Default)]
struct Covered {
    cases: BTreeSet<Case>,
    kinds: BTreeMap<Kind, u32>,
}

impl Covered {
    fn gain(&self, seed: &Covers) -> usize {
        let rare = |kind: &&Kind| self.kinds.get(kind).copied().unwrap_or(0) < KINDS_IN;
        let rare = seed.kinds.iter().filter(rare).count();
        seed.cases.difference(&self.cases).count() + rare * KIND_WEIGHS
    }

    fn take(&mut self, seed: Covers) {
        self.cases.extend(seed.cases);
        for kind in seed.kinds {
            *self.kinds.entry(kind).or_default() += 1;
        }
    }
}

/// Writes `seeds.txt` anew: what was chosen before goes, what is there for another reason stays. The same services,
/// the same choice.
#[test]
#[ignore = "make seeds"]
fn seeds_are_chosen() {
    let from = number("FROM_SEEDS").unwrap_or(FROM);
    let mut kept = listed();
    kept.retain(|listed| !listed.why.starts_with(CHOSEN));
    let higher = kept
        .iter()
        .map(|kept| kept.seed)
        .filter(|seed| *seed > from);
    let higher: Vec<u64> = higher.collect();
    let next = AtomicU64::new(0);
    let more = || {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let beyond = || higher.get(usize::try_from(place - from).ok()?).copied();
        if place < from {
            Some(place + 1)
        } else {
            beyond()
        }
    };
    let all = Mutex::new(BTreeMap::new());
    run_all(more, |report| {
        assert!(
            report.findings.is_empty(),
            "seed {} fails: {:?}",
            report.seed,
            report.findings
        );
        let mut all = all.lock().expect("no seed fails");
        all.insert(report.seed, Covers::of(report));
        if all.len().is_multiple_of(100) {
            eprintln!("{} seeds", all.len());
        }
    });
    let mut all = all.into_inner().expect("no seed fails");
    let possible = all.values().flat_map(|seed| &seed.cases);
    let possible: BTreeSet<Case> = possible.cloned().collect();

    let mut text = remarks();
    let mut covered = Covered::default();
    for kept in &kept {
        covered.take(all.remove(&kept.seed).expect("it was run"));
        text += &format!("{} {}\n", kept.seed, kept.why);
    }
    for _ in 0..MOST {
        let gains = all.iter().map(|(seed, of)| (covered.gain(of), *seed));
        // The lowest of those that gain the same.
        let best = gains.max_by_key(|(gain, seed)| (*gain, u64::MAX - seed));
        let Some((_, seed)) = best.filter(|(gain, _)| *gain > 0) else {
            break;
        };
        let best = all.remove(&seed).expect("it is there");
        let new = best.cases.difference(&covered.cases).count();
        covered.take(best);
        text += &format!("{seed} {CHOSEN} {new} cases more\n");
    }
    fs::write(file(), text).expect("tests/simulation/seeds.txt can be written");
    let pairs = |cases: &BTreeSet<Case>| {
        let pairs = cases
            .iter()
            .filter(|case| case.fault.is_none() || case.point.is_none());
        pairs.count()
    };
    eprintln!(
        "{} of {} cases are covered, {} of {} pairs among them",
        covered.cases.len(),
        possible.len(),
        pairs(&covered.cases),
        pairs(&possible)
    );
    eprintln!("{:?}", covered.kinds);
}
