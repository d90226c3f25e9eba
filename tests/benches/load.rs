//! Steady load on the embedded server: games round after round at a set rate, without end but for the clock. What an
//! acknowledgement takes, how many commands go wrong, and whether memory grows. Run by `make load`.
//!
//! `LOAD_SECONDS` (300) says for how long at least (a round is played to its end), `GAMES` (100) how many at once,
//! `RATE` (200 moves/s) how fast.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use std::{sync::Arc, time::Instant};

use outflank_tests::{
    Server,
    bout::endless_rule_set,
    load::{
        Samples, count, machine,
        relay::{Pace, Run, drive},
        setting,
        socket::Pongs,
        stage::Stage,
    },
    waiting::PATIENCE,
};
use tokio::time::{Duration, sleep};

fn main() {
    machine::runtime().block_on(measure());
}

/// Waits until something holds of every run; answers how many commands were refused meanwhile.
async fn until(runs: &[Arc<Run>], what: &str, holds: impl Fn(&Run) -> bool) -> usize {
    let begun = Instant::now();
    let mut errors = 0;
    loop {
        for refused in runs.iter().flat_map(|run| run.take_refused()) {
            errors += 1;
            println!("refused: {refused}");
        }
        let missing = runs.iter().filter(|run| !holds(run)).count();
        if missing == 0 {
            return errors;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "{missing} of {} games are not {what}",
            runs.len()
        );
        sleep(Duration::from_millis(10)).await;
    }
}

async fn measure() {
    let games = count("GAMES", 100);
    let (rate, seconds) = (setting("RATE", 200), setting("LOAD_SECONDS", 300));
    println!("{}", machine::load());
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let pid = server.pid();
    let mut stage = Stage::set_with(server, games, &endless_rule_set(), |_| Pongs::Honest).await;
    let begun = Instant::now();
    let (mut acknowledged, mut errors, mut rounds) = (Vec::new(), 0, 0);
    let mut settled = None;
    while begun.elapsed() < Duration::from_secs(seconds) {
        rounds += 1;
        let tables = stage.next_round().await;
        let runs: Vec<Arc<Run>> = (0..)
            .zip(&tables)
            .map(|(number, sitting)| {
                Run::on_server(sitting, rounds * 10_000 + number, Pace::Driven)
            })
            .collect();
        errors += until(&runs, "ready", Run::is_ready).await;
        let longest = runs.iter().map(|run| run.length()).max().unwrap_or(0);
        drive(&runs, 1..=longest, rate).await;
        errors += until(&runs, "over", Run::is_over).await;
        let round: Vec<u64> = runs
            .iter()
            .flat_map(|run| run.take_acknowledged())
            .collect();
        let resident = machine::resident(pid);
        let samples = Samples::new(round.clone());
        println!(
            "round {rounds} after {:.0} s: acknowledged p50 {:.2} ms, p99 {:.2} ms, {} MiB resident",
            begun.elapsed().as_secs_f64(),
            samples.per_mille_ms(500),
            samples.per_mille_ms(990),
            resident >> 20,
        );
        acknowledged.extend(round);
        // The first round fills caches.
        settled.get_or_insert(resident);
    }
    let samples = Samples::new(acknowledged);
    let (before, after) = (settled.unwrap_or(1), machine::resident(pid));
    let percent = |bytes: u64| u32::try_from(bytes >> 10).map_or(f64::NAN, f64::from);
    println!("{}", machine::load());
    println!("figure load_moves {}", samples.count());
    println!("figure load_rounds {rounds}");
    println!("figure ack_p50_ms {:.2} ms", samples.per_mille_ms(500));
    println!("figure ack_p99_ms {:.2} ms", samples.per_mille_ms(990));
    println!("figure errors {errors}");
    println!(
        "figure rss_growth_percent {:.1} %",
        100.0 * (percent(after) - percent(before)) / percent(before)
    );
}
