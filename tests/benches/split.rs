//! Gateway and play in processes of their own against one process with every role, both on Postgres and Redis: moves
//! as fast as they go. Run by `make bench`.
//!
//! `ROUNDS` (3) and `GAMES` (200) change the size.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use outflank_tests::{
    cluster::Cluster,
    load::{
        count, machine,
        relay::Pace,
        saturation::{at_once, ready},
        setting,
        stage::Stage,
    },
};

const ONE: [(&str, usize); 1] = [("gateway,identity,pairing,play,standings,ratings", 1)];
const SPLIT: [(&str, usize); 3] = [
    ("gateway", 1),
    ("play", 1),
    ("identity,pairing,standings,ratings", 1),
];

fn main() {
    machine::runtime().block_on(measure());
}

async fn measure() {
    let games = count("GAMES", 200);
    println!("{}", machine::load());
    let mut one = set(&ONE, games).await;
    let mut split = set(&SPLIT, games).await;
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    for round in 1..=setting("ROUNDS", 3) {
        for (stage, rates, name) in [
            (&mut one, &mut together, "one process"),
            (&mut split, &mut apart, "split"),
        ] {
            let runs = ready(&stage.next_round().await, round, Pace::AtOnce).await;
            let pids: Vec<u32> = stage
                .server
                .processes
                .iter()
                .filter_map(|process| process.pid())
                .collect();
            let busy = || {
                pids.iter()
                    .map(|pid| machine::processor_seconds(*pid))
                    .sum()
            };
            let (rate, busy) = at_once(&runs, busy).await;
            println!(
                "round {round}, {name}: {rate:.0} moves/s, its processes busy {:.0} %",
                100.0 * busy
            );
            rates.push(rate);
        }
    }
    let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
    println!(
        "figure one_process_moves_per_second {:.0} moves/s",
        best(&together)
    );
    println!("figure split_moves_per_second {:.0} moves/s", best(&apart));
    println!("figure split_ratio {:.2}", best(&apart) / best(&together));
    println!("{}", machine::load());
}

async fn set(counts: &'static [(&str, usize)], games: usize) -> Stage<Cluster> {
    let cluster = tokio::task::spawn_blocking(|| Cluster::start(counts));
    Stage::set(cluster.await.unwrap(), games).await
}
