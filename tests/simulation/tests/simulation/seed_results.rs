//! Many seeds at once, and what became of them together.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
    thread,
};

use outflank_simulation::{
    BOOK_AND_FREE, COMMANDS, COUNT_A_GAME, Case, Figures, OF_THEMSELVES, Point, Report, VARIETIES,
    simulate,
};
use outflank_testbed::no_breach;

/// Runs seeds on every core until `more` gives none.
pub fn run_all(more: impl Fn() -> Option<u64> + Sync, done: impl Fn(&Report) + Sync) {
    run_all_by(simulate, more, done);
}

/// Runs seeds of one kind of simulation.
pub fn run_all_by(
    simulate: impl Fn(u64) -> Report + Sync,
    more: impl Fn() -> Option<u64> + Sync,
    done: impl Fn(&Report) + Sync,
) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(seed) = more() {
                    done(&simulate(seed));
                }
            });
        }
    });
}

/// What is refused as it has to be.
const BEYOND: [&str; 3] = ["beyond_powers", "out_of_office", "publish_after_stop"];

/// What pairing writes of itself on an evening, and where a process dies of that: nobody waits for its answer.
const OF_ITSELF: [&str; 2] = [BOOK_AND_FREE, COUNT_A_GAME];
const DIES_AT: [Point; 3] = [Point::Committing, Point::Written, Point::Answered];
/// So many seeds are told of those in which one does.
const TOLD: usize = 10;

/// Commands that somebody gives, and their varieties.
pub fn asked_for() -> impl Iterator<Item = &'static str> {
    let all = COMMANDS.into_iter().chain(VARIETIES);
    all.filter(|command| !OF_THEMSELVES.contains(command))
}

/// Which of these were done: acknowledged, or refused where they have to be.
pub fn done(answers: &BTreeMap<(&'static str, String), u64>) -> BTreeSet<&'static str> {
    let done = answers.keys();
    let done = done.filter(|(kind, code)| BEYOND.contains(kind) != code.is_empty());
    done.map(|(kind, _)| *kind).collect()
}

/// What became of seeds.
#[derive(Debug, Default)]
pub struct SeedResults(Mutex<Sums>);

/// All of them together.
#[derive(Debug, Default, Clone)]
pub struct Sums {
    pub seeds: u64,
    pub faults: u64,
    pub crashes: u64,
    pub games: u64,
    pub acknowledged: u64,
    pub simulated_ms: u64,
    pub covered: BTreeSet<Case>,
    /// The seeds in which a process died at a point of something.
    pub deaths: BTreeMap<(String, Point), BTreeSet<u64>>,
    /// How commands were answered, by their kind: with a code, or with nothing where they were acknowledged.
    pub answers: BTreeMap<(&'static str, String), u64>,
    pub evening: Figures,
    pub failed: Vec<String>,
}

fn told(report: &Report) -> String {
    let findings = report.findings.iter().take(20);
    let findings = findings.map(|finding| format!("\n  {finding}"));
    let kind = if report.evening == Figures::default() {
        "simulate"
    } else {
        "simulate-evenings"
    };
    format!(
        "seed {seed} fails; see it again with: SEED={seed} make {kind}{findings}",
        seed = report.seed,
        findings = findings.collect::<String>()
    )
}

impl SeedResults {
    /// Takes a report in; a seed that fails is named at once.
    pub fn add(&self, report: &Report) {
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sums.seeds += 1;
        sums.faults += report.faults;
        sums.crashes += report.crashes;
        sums.games += report.games;
        sums.acknowledged += report.acknowledged;
        sums.simulated_ms += report.simulated_ms.unsigned_abs();
        sums.covered.extend(report.covered.iter().cloned());
        for case in report.covered.iter().filter(|case| case.fault.is_none()) {
            if let Some(point) = case.point {
                let seeds = sums.deaths.entry((case.during.clone(), point));
                seeds.or_default().insert(report.seed);
            }
        }
        for (answer, times) in &report.answers {
            *sums.answers.entry(answer.clone()).or_insert(0) += times;
        }
        let (all, one) = (&mut sums.evening, &report.evening);
        all.guests += one.guests;
        all.seeks += one.seeks;
        all.bookings += one.bookings;
        all.fitting += one.fitting;
        all.together_max_ms = all.together_max_ms.max(one.together_max_ms);
        all.counted += one.counted;
        if !report.findings.is_empty() {
            let failure = told(report);
            eprintln!("{failure}");
            sums.failed.push(failure);
        }
    }

    /// What became of them so far.
    pub fn sums(&self) -> Sums {
        let sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sums.clone()
    }
}

impl Sums {
    pub fn line(&self) -> String {
        format!(
            "{} seeds, {} games, {} acknowledged commands, {} faults, {} crashes, {} simulated minutes, {} cases",
            self.seeds,
            self.games,
            self.acknowledged,
            self.faults,
            self.crashes,
            self.simulated_ms / 60_000,
            self.covered.len()
        )
    }

    /// What became of evenings.
    pub fn evening_line(&self) -> String {
        let evening = &self.evening;
        format!(
            "{} seekers with {} seeks, {} bookings, {} games that count in arenas; {} times two who fit waited together, \
             for {} ms at most",
            evening.guests,
            evening.seeks,
            evening.bookings,
            evening.counted,
            evening.fitting,
            evening.together_max_ms
        )
    }

    /// The evenings in which a process died of what pairing writes of itself, by where it did.
    pub fn own_deaths(&self) -> BTreeMap<(&'static str, Point), BTreeSet<u64>> {
        let places = OF_ITSELF.map(|entry| DIES_AT.map(|point| (entry, point)));
        let seeds = |(entry, point): (&'static str, Point)| {
            let seeds = self.deaths.get(&(entry.to_owned(), point));
            ((entry, point), seeds.cloned().unwrap_or_default())
        };
        places.into_iter().flatten().map(seeds).collect()
    }

    /// How many those are, and which first.
    pub fn tell_own_deaths(&self) {
        for ((entry, point), seeds) in self.own_deaths() {
            let first: Vec<&u64> = seeds.iter().take(TOLD).collect();
            let count = seeds.len();
            eprintln!("a process dies of {entry:?} at {point:?} in {count} evenings: {first:?}");
        }
    }

    /// Whether every seed was in order: all that are not are told together.
    #[track_caller]
    pub fn verdict(&self) {
        no_breach(&self.failed);
    }
}
