//! The search for seeds that fail, and one seed by itself. `make simulate` runs these.

use std::{
    env,
    hash::{BuildHasher as _, RandomState},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use outflank_simulation::{Report, evening, simulate};

use crate::seed_results::{SeedResults, Sums, run_all_by};

/// A number of the environment.
pub fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")))
}

/// `FIRST_SEED`, or one that nobody has seen.
pub fn random_seed() -> u64 {
    let drawn = || RandomState::new().hash_one("seed") % 1_000_000_000_000;
    let first = number("FIRST_SEED").unwrap_or_else(drawn);
    eprintln!("FIRST_SEED={first}");
    first
}

/// New seeds for `SIMULATION_SECONDS`.
#[test]
#[ignore = "make simulate"]
fn new_seeds() {
    let (sums, per_second) = search(simulate);
    eprintln!("figure simulation_seeds {}", sums.seeds);
    eprintln!("figure simulation_faults {}", sums.faults);
    eprintln!("figure simulation_acks {}", sums.acknowledged);
    eprintln!("figure simulation_seeds_per_second {per_second:.2}");
    sums.verdict();
}

/// The evenings of new seeds, for as long.
#[test]
#[ignore = "make simulate-evenings"]
fn new_evenings() {
    let (sums, _) = search(evening);
    eprintln!("{}", sums.evening_line());
    sums.tell_own_deaths();
    sums.verdict();
}

/// What became of new seeds, and how many were run in a second.
fn search(simulate: fn(u64) -> Report) -> (Sums, f64) {
    let seconds = number("SIMULATION_SECONDS").unwrap_or(180);
    let next = AtomicU64::new(random_seed());
    let began = Instant::now();
    let more = || {
        let is_open = began.elapsed() < Duration::from_secs(seconds);
        is_open.then(|| next.fetch_add(1, Ordering::Relaxed))
    };
    let results = SeedResults::default();
    let told_s = AtomicU64::new(0);
    run_all_by(simulate, more, |report| {
        results.add(report);
        let now_s = began.elapsed().as_secs();
        if now_s >= told_s.load(Ordering::Relaxed) + 5 {
            told_s.store(now_s, Ordering::Relaxed);
            eprintln!("{now_s:5} s of {seconds}: {}", results.sums().line());
        }
    });
    let sums = results.sums();
    let per_second = sums.seeds as f64 / began.elapsed().as_secs_f64();
    for ((command, code), times) in &sums.answers {
        eprintln!("answered {command} {code} x {times}");
    }
    eprintln!("{}", sums.line());
    (sums, per_second)
}

/// The evening of the seed `SEED`, likewise.
#[test]
#[ignore = "SEED=n make simulate-evenings"]
fn one_evening() {
    show(evening);
}

/// The seed `SEED`, with everything that it wrote; `RUST_LOG=debug` shows what the services say.
#[test]
#[ignore = "SEED=n make simulate"]
fn one_seed() {
    show(simulate);
}

fn show(simulate: fn(u64) -> Report) {
    let seed = number("SEED").expect("SEED names the seed");
    let filter = tracing_subscriber::EnvFilter::from_default_env();
    let logged = tracing_subscriber::fmt().with_env_filter(filter);
    logged.with_writer(std::io::stderr).init();
    let report = simulate(seed);
    report.history.iter().for_each(|line| eprintln!("{line}"));
    report
        .covered
        .iter()
        .for_each(|case| eprintln!("covered {case}"));
    for ((command, code), times) in &report.answers {
        eprintln!("answered {command} {code} x {times}");
    }
    eprintln!("{} simulated ms", report.simulated_ms);
    let results = SeedResults::default();
    results.add(&report);
    results.sums().verdict();
}
