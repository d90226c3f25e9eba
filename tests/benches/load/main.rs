//! What a server takes, as scenarios of one harness; docs/load.md says what each of them does, its sizes and its figures.
//! Run by `make load`, where `SCENARIO` names those to run: all of them unless it does.
//!
//! A figure that misses its aim is told and no more: a machine may be too small for it. What must not be, such as an
//! error or a lost move, ends the run with a failure.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![allow(missing_docs)]

mod casual_mix;
mod crowd;
mod hostile_mix;
mod hot_game;
mod reconnect_storm;
mod round_start;
mod standings_rush;
mod steady;
mod steady_rounds;

use std::{panic::AssertUnwindSafe, pin::Pin, process::ExitCode};

use futures_util::FutureExt as _;
use outflank_tests::load::{broadcast, casual, hostile, machine, report::Report, viewers};

type Running = Pin<Box<dyn Future<Output = Report>>>;
type Scenario = (&'static str, fn() -> Running);

/// Every scenario by its name, in the order in which they run.
const SCENARIOS: [Scenario; 8] = [
    ("crowd", || Box::pin(crowd::run())),
    ("round-start", || Box::pin(round_start::run())),
    ("hot-game", || Box::pin(hot_game::run())),
    ("standings-rush", || Box::pin(standings_rush::run())),
    ("reconnect-storm", || Box::pin(reconnect_storm::run())),
    ("hostile-mix", || Box::pin(hostile_mix::run())),
    ("casual-mix", || Box::pin(casual_mix::run())),
    ("steady", || Box::pin(steady::run())),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let runtime = machine::runtime();
    let part = arguments.get(1).map(String::as_str).unwrap_or_default();
    match (part, arguments.get(2)) {
        (viewers::ARGUMENT, _) => runtime.block_on(viewers::serve()),
        (hostile::ARGUMENT, _) => runtime.block_on(hostile::serve()),
        (casual::ARGUMENT, _) => runtime.block_on(casual::serve()),
        (broadcast::ARGUMENT, Some(port)) => {
            runtime.block_on(broadcast::serve(port.parse().unwrap()));
        }
        _ => return runtime.block_on(run_named()),
    }
    ExitCode::SUCCESS
}

async fn run_named() -> ExitCode {
    let named = std::env::var("SCENARIO").unwrap_or_default();
    let named: Vec<&str> = named
        .split([',', ' '])
        .filter(|name| !name.is_empty())
        .collect();
    let known = |name: &&&str| SCENARIOS.iter().any(|(known, _)| known == *name);
    if let Some(unknown) = named.iter().find(|name| !known(name)) {
        let all = SCENARIOS.map(|(name, _)| name).join(", ");
        eprintln!("There is no scenario \"{unknown}\": there are {all}.");
        return ExitCode::from(2);
    }
    let mut failures = Vec::new();
    for (name, run) in SCENARIOS {
        if !named.is_empty() && !named.contains(&name) {
            continue;
        }
        // Whatever becomes of one, the others are run.
        match AssertUnwindSafe(run()).catch_unwind().await {
            Ok(report) => failures.extend(report.failures()),
            Err(_) => failures.push(format!("{name}: it came to no end")),
        }
    }
    for failure in &failures {
        println!("FAILED {failure}");
    }
    println!("figure load_failures {}", failures.len());
    match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
