//! As many moves as a server takes: every game as fast as both sides get their turn.

use std::{sync::Arc, time::Instant};

use tokio::time::{Duration, sleep};

use super::{
    relay::{Pace, Run, until},
    stage::Sitting,
};

/// A game at each table, ready to begin.
pub async fn ready(tables: &[Sitting], seed: u64, pace: Pace) -> Vec<Arc<Run>> {
    let runs: Vec<Arc<Run>> = (0..)
        .zip(tables)
        .map(|(number, sitting)| Run::on_server(sitting, seed * 10_000 + number, pace))
        .collect();
    until(&runs, "ready", Run::is_ready).await;
    runs
}

/// Plays the games as fast as both sides get their turn. Answers moves a second while most games run, and how many
/// processors were busy meanwhile, by the seconds that `busy` has counted.
pub async fn at_once(runs: &[Arc<Run>], busy: impl Fn() -> f64) -> (f64, f64) {
    let all: usize = runs.iter().map(|run| run.length()).sum();
    let shown = || runs.iter().map(|run| run.shown()).sum::<usize>();
    let before = busy();
    let begun = Instant::now();
    for run in runs {
        run.send(1, Instant::now());
    }
    // The last tenth, when games are over one by one, says nothing.
    while shown() < all * 9 / 10 {
        sleep(Duration::from_millis(2)).await;
        assert!(
            begun.elapsed() < Duration::from_secs(300),
            "{} of {all} moves in five minutes",
            shown()
        );
    }
    let moves = f64::from(u32::try_from(shown()).unwrap());
    let seconds = begun.elapsed().as_secs_f64();
    let busy = (busy() - before) / seconds;
    until(runs, "over", Run::is_over).await;
    (moves / seconds, busy)
}
