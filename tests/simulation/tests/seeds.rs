//! Seeds: a few always, one by `SEED=n`, as many as fit into `SIMULATION_SECONDS=n`.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, missing_docs)]

use std::{
    env,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use outflank_simulation::{Control, Report, simulate, simulate_broken};

/// Seeds of every run.
const ALWAYS: u64 = 6;
/// A control has to be caught by one of so many seeds.
const CATCHING: u64 = 12;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")),
    )
}

fn told(report: &Report) -> String {
    let findings = report
        .findings
        .iter()
        .take(20)
        .map(|finding| format!("\n  {finding}"));
    format!(
        "seed {} fails; see it again with: SEED={} cargo test -p outflank-simulation --test seeds -- --nocapture{}",
        report.seed,
        report.seed,
        findings.collect::<String>()
    )
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Runs seeds on every core until `more` gives none.
fn run_all(more: impl Fn() -> Option<u64> + Sync, done: impl Fn(&Report) + Sync) {
    thread::scope(|scope| {
        for _ in 0..threads() {
            scope.spawn(|| {
                while let Some(seed) = more() {
                    done(&simulate(seed));
                }
            });
        }
    });
}

#[derive(Default)]
struct Sums {
    seeds: AtomicU64,
    faults: AtomicU64,
    crashes: AtomicU64,
    games: AtomicU64,
    acknowledged: AtomicU64,
    simulated_ms: AtomicU64,
    failed: std::sync::Mutex<Vec<String>>,
}

impl Sums {
    fn add(&self, report: &Report) {
        let add = |sum: &AtomicU64, more: u64| sum.fetch_add(more, Ordering::Relaxed);
        add(&self.seeds, 1);
        add(&self.faults, report.faults);
        add(&self.crashes, report.crashes);
        add(&self.games, report.games);
        add(&self.acknowledged, report.acknowledged);
        add(&self.simulated_ms, report.simulated_ms.unsigned_abs());
        if !report.findings.is_empty() {
            let failure = told(report);
            eprintln!("{failure}");
            self.failed
                .lock()
                .expect("no test panics with it")
                .push(failure);
        }
    }

    fn line(&self) -> String {
        let get = |sum: &AtomicU64| sum.load(Ordering::Relaxed);
        format!(
            "{} seeds, {} games, {} acknowledged commands, {} faults, {} crashes, {} simulated minutes",
            get(&self.seeds),
            get(&self.games),
            get(&self.acknowledged),
            get(&self.faults),
            get(&self.crashes),
            get(&self.simulated_ms) / 60_000
        )
    }

    fn verdict(&self) {
        let failed = self.failed.lock().expect("no test panics with it");
        assert!(
            failed.is_empty(),
            "{} seeds fail:\n{}",
            failed.len(),
            failed.join("\n")
        );
    }
}

#[test]
fn nothing_is_lost_doubled_or_reordered() {
    let sums = Sums::default();
    if let Some(seed) = number("SEED") {
        // `RUST_LOG=debug` shows what the services say.
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        let logged = tracing_subscriber::fmt().with_env_filter(filter);
        logged.with_writer(std::io::stderr).init();
        let report = simulate(seed);
        report.history.iter().for_each(|line| eprintln!("{line}"));
        eprintln!("{} simulated ms", report.simulated_ms);
        sums.add(&report);
        return sums.verdict();
    }
    if let Some(seconds) = number("SIMULATION_SECONDS") {
        return for_so_long(Duration::from_secs(seconds), &sums);
    }
    let next = AtomicU64::new(1);
    let more = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed <= ALWAYS);
    run_all(more, |report| sums.add(report));
    eprintln!("{}", sums.line());
    sums.verdict();
}

/// New seeds in every run, from `FIRST_SEED` on if that is given.
fn for_so_long(all: Duration, sums: &Sums) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let by_clock = since.map_or(1, |since| since.as_secs() * 1_000);
    let next = AtomicU64::new(number("FIRST_SEED").unwrap_or(by_clock));
    let began = Instant::now();
    let told_s = AtomicU64::new(0);
    let more = || (began.elapsed() < all).then(|| next.fetch_add(1, Ordering::Relaxed));
    run_all(more, |report| {
        sums.add(report);
        let now_s = began.elapsed().as_secs();
        let before_s = told_s.load(Ordering::Relaxed);
        let told = told_s.compare_exchange(before_s, now_s, Ordering::Relaxed, Ordering::Relaxed);
        if now_s >= before_s + 5 && told.is_ok() {
            eprintln!("{now_s:5} s of {}: {}", all.as_secs(), sums.line());
        } else if told.is_ok() {
            told_s.store(before_s, Ordering::Relaxed);
        }
    });
    let seeds = sums.seeds.load(Ordering::Relaxed);
    let per_second = seeds as f64 / began.elapsed().as_secs_f64();
    eprintln!("{}", sums.line());
    eprintln!("figure simulation_seeds {seeds}");
    eprintln!(
        "figure simulation_faults {}",
        sums.faults.load(Ordering::Relaxed)
    );
    eprintln!(
        "figure simulation_acks {}",
        sums.acknowledged.load(Ordering::Relaxed)
    );
    eprintln!("figure simulation_seeds_per_second {per_second:.2}");
    sums.verdict();
}

#[test]
fn a_seed_gives_the_same_history_every_time() {
    if number("SEED").is_some() || number("SIMULATION_SECONDS").is_some() {
        return;
    }
    // With crashes.
    let (first, second) = (simulate(4), simulate(4));
    assert_eq!(first.fingerprint, second.fingerprint);
    assert!(first.acknowledged > 0 && first.crashes > 0, "{first:?}");
}

fn is_caught(control: Control) {
    if number("SEED").is_some() || number("SIMULATION_SECONDS").is_some() {
        return;
    }
    for seed in 1..=CATCHING {
        let report = simulate_broken(seed, control);
        if let Some(finding) = report.findings.first() {
            eprintln!("{control:?} is caught by seed {seed}: {finding}");
            return;
        }
    }
    panic!("{control:?} is not noticed in {CATCHING} seeds");
}

#[test]
fn a_yes_before_the_commit_is_noticed() {
    is_caught(Control::AcknowledgedBeforeCommit);
}

#[test]
fn two_entries_at_one_place_are_noticed() {
    is_caught(Control::NoKeyOnSeq);
}

#[test]
fn a_lost_fact_is_noticed() {
    is_caught(Control::LostFact);
}

#[test]
fn a_clients_own_time_is_noticed() {
    is_caught(Control::ClientTimeTrusted);
}
