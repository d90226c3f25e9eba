//! How true the clocks are: scripted moves whose thinking times the players measure themselves, against what the
//! server charged, on a quiet machine and with every processor kept busy. Run by `make bench`.
//!
//! `MOVES` (100,000) of each, in `GAMES` (500) at a time, each thinking up to `THINK_MS` (1,000).

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use std::sync::Arc;

use outflank_tests::{
    Server,
    load::{
        Samples, count,
        machine::{self, Burners},
        relay::{Pace, Run, until},
        setting,
        stage::Stage,
    },
};
use tokio::time::Duration;

fn main() {
    machine::runtime().block_on(measure());
}

async fn measure() {
    let games = count("GAMES", 500);
    let moves = count("MOVES", 100_000);
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    // After the server has started, which is to run as any other program.
    let first = machine::run_first();
    println!(
        "{}; the clients {}",
        machine::load(),
        if first {
            "run first"
        } else {
            "run like all others"
        }
    );
    let mut stage = Stage::set(server, games).await;
    for (name, busy) in [("clock_error", false), ("clock_error_busy", true)] {
        let burners = busy.then(Burners::start);
        let mut errors = Vec::new();
        let mut round = 0;
        while errors.len() < moves {
            round += 1;
            errors.extend(play(&mut stage, round).await);
            let so_far = Samples::new(errors.clone());
            println!(
                "{name}: {} of {moves} moves, p99 {:.1} ms, max {:.1} ms",
                errors.len(),
                so_far.per_mille_ms(990),
                so_far.per_mille_ms(1_000)
            );
        }
        drop(burners);
        let errors = Samples::new(errors);
        for (quantile, per_mille) in [("p50", 500), ("p99", 990), ("max", 1_000)] {
            println!(
                "figure {name}_{quantile}_ms {:.2} ms",
                errors.per_mille_ms(per_mille)
            );
        }
        println!("figure {name}_moves {}", errors.count());
    }
}

/// A round of every game; answers |charged - true| in microseconds.
async fn play(stage: &mut Stage, round: u64) -> Vec<u64> {
    let pace = Pace::Thinking(Duration::from_millis(setting("THINK_MS", 1_000)));
    let tables = stage.next_round().await;
    let runs: Vec<Arc<Run>> = (0..)
        .zip(&tables)
        .map(|(number, sitting)| Run::on_server(sitting, round * 10_000 + number, pace))
        .collect();
    until(&runs, "ready", Run::is_ready).await;
    for run in &runs {
        run.send(1, std::time::Instant::now());
    }
    until(&runs, "over", Run::is_over).await;
    runs.iter()
        .flat_map(|run| run.take_clock_errors())
        .collect()
}
