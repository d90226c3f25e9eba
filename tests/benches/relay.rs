//! A move from one player's hand to the other's screen, committed on the way, against a bare axum WebSocket relay
//! in the same run: what an idle socket costs; 1,000 sockets in 500 games at 1,000 moves/s; then as fast as it goes,
//! on a disk and in memory, where nothing waits for a disk. Run by `make bench`, from a process of its own.
//!
//! `ROUNDS` (2), `GAMES` (500), `RATE` (1,000 moves/s) and `IDLE` (2,000 sockets) change the size.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use std::{path::Path, sync::Arc, time::Instant};

use outflank_testbed::free_port;
use outflank_tests::{
    Server,
    load::{
        Samples, count, machine,
        relay::{Pace, Run, drive, until},
        saturation::{at_once, ready},
        setting,
        socket::Socket,
        stage::{self, Sitting, Stage},
        yardstick,
    },
};
use tokio::time::{Duration, sleep};

/// Plies of every game in one slice; slices of server and yardstick alternate.
const SLICE: usize = 10;
/// Plies back and forth at the yardstick, as fast as it goes.
const YARDSTICK_PLIES: usize = 120;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let runtime = machine::runtime();
    if let Some(place) = arguments
        .iter()
        .position(|argument| argument == yardstick::ARGUMENT)
    {
        runtime.block_on(yardstick::serve(arguments[place + 1].parse().unwrap()));
    } else {
        runtime.block_on(measure());
    }
}

async fn measure() {
    let games = count("GAMES", 500);
    let rounds = setting("ROUNDS", 2);
    println!("{}", machine::load());
    let port = free_port();
    let yardstick = yardstick::start(port);
    // First of all: memory that a busy server has freed would hide what sockets take.
    idle(port, yardstick.child.id()).await;
    let pairs = pairs(port, games).await;
    let disk = tempfile::tempdir().unwrap();
    let mut on_disk = set(disk.path(), games).await;
    for round in 1..=rounds {
        let tables = on_disk.next_round().await;
        at_rate(&tables, &pairs, round, on_disk.server.pid(), rounds).await;
    }
    report_latencies();
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let mut in_memory = set(memory.path(), games).await;
    saturate(&mut on_disk, &mut in_memory, &pairs, rounds).await;
    println!("{}", machine::load());
}

async fn set(data: &Path, games: usize) -> Stage {
    let begun = Instant::now();
    let stage = Stage::set(Server::start(data), games).await;
    println!(
        "{games} games set up in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    stage
}

async fn pairs(port: u16, count: usize) -> Vec<[Socket; 2]> {
    let mut pairs = Vec::new();
    for pair in 0..count {
        let black = Socket::open(port, &format!("/{pair}/0")).await.unwrap();
        let white = Socket::open(port, &format!("/{pair}/1")).await.unwrap();
        pairs.push([black, white]);
    }
    pairs
}

fn at_yardstick(pairs: &[[Socket; 2]], plies: usize, pace: Pace) -> Vec<Arc<Run>> {
    let pairs = pairs.iter().enumerate();
    pairs
        .map(|(number, sockets)| Run::at_yardstick(number, sockets.clone(), plies, pace))
        .collect()
}

/// Everything measured at a set rate so far.
static MEASURED: std::sync::Mutex<Measured> = std::sync::Mutex::new(Measured {
    server: Vec::new(),
    yardstick: Vec::new(),
    late: Vec::new(),
});

struct Measured {
    server: Vec<u64>,
    yardstick: Vec<u64>,
    late: Vec<u64>,
}

/// One round of every game, slice by slice, the yardstick's between them.
async fn at_rate(tables: &[Sitting], pairs: &[[Socket; 2]], round: u64, pid: u32, rounds: u64) {
    let rate = setting("RATE", 1_000);
    let runs = ready(tables, round, Pace::Driven).await;
    let longest = runs.iter().map(|run| run.length()).max().unwrap_or(0);
    for from in (1..=longest).step_by(SLICE) {
        let (busy, begun) = (machine::processor_seconds(pid), Instant::now());
        let late = drive(&runs, from..=(from + SLICE - 1).min(longest), rate).await;
        let busy = (machine::processor_seconds(pid) - busy) / begun.elapsed().as_secs_f64();
        let server: Vec<u64> = runs.iter().flat_map(|run| run.take_latencies()).collect();
        let bare = at_yardstick(pairs, SLICE, Pace::Driven);
        drive(&bare, 1..=SLICE, rate).await;
        let bare: Vec<u64> = bare.iter().flat_map(|run| run.take_latencies()).collect();
        println!(
            "round {round} of {rounds}, plies from {from}: server {} (busy {:.0} %), yardstick {}",
            shown(&server),
            100.0 * busy,
            shown(&bare),
        );
        let mut measured = MEASURED.lock().unwrap();
        measured.server.extend(server);
        measured.yardstick.extend(bare);
        measured.late.extend(late);
    }
    until(&runs, "over", Run::is_over).await;
}

fn shown(latencies: &[u64]) -> String {
    let samples = Samples::new(latencies.to_vec());
    format!(
        "p50 {:.2} ms, p99 {:.2} ms",
        samples.per_mille_ms(500),
        samples.per_mille_ms(990)
    )
}

fn report_latencies() {
    let measured = MEASURED.lock().unwrap();
    let server = Samples::new(measured.server.clone());
    let bare = Samples::new(measured.yardstick.clone());
    let late = Samples::new(measured.late.clone());
    for (name, per_mille) in [("p50", 500), ("p99", 990)] {
        let (ours, theirs) = (server.per_mille_ms(per_mille), bare.per_mille_ms(per_mille));
        println!("figure relay_{name}_ms {ours:.3} ms");
        println!("figure relay_yardstick_{name}_ms {theirs:.3} ms");
        println!("figure relay_{name}_ratio {:.2}", ours / theirs);
    }
    println!("figure relay_moves {}", server.count());
    println!(
        "figure relay_sent_late_p99_ms {:.3} ms",
        late.per_mille_ms(990)
    );
}

async fn saturate(on_disk: &mut Stage, in_memory: &mut Stage, pairs: &[[Socket; 2]], rounds: u64) {
    let (mut durable, mut without, mut bare) = (Vec::new(), Vec::new(), Vec::new());
    let own = std::process::id();
    for round in 1..=rounds {
        for (stage, rates, name) in [
            (&mut *on_disk, &mut durable, "on disk"),
            (&mut *in_memory, &mut without, "in memory"),
        ] {
            let runs = ready(&stage.next_round().await, 100 + round, Pace::AtOnce).await;
            let (client, begun) = (machine::processor_seconds(own), Instant::now());
            let pid = stage.server.pid();
            let (rate, busy) = at_once(&runs, || machine::processor_seconds(pid)).await;
            let client = (machine::processor_seconds(own) - client) / begun.elapsed().as_secs_f64();
            println!(
                "round {round} of {rounds}, {name}: {rate:.0} moves/s, server busy {:.0} %, clients {:.0} %",
                100.0 * busy,
                100.0 * client
            );
            rates.push(rate);
        }
        let runs = at_yardstick(pairs, YARDSTICK_PLIES, Pace::AtOnce);
        let (rate, _) = at_once(&runs, || 0.0).await;
        println!("round {round} of {rounds}, yardstick: {rate:.0} moves/s");
        bare.push(rate);
    }
    let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
    println!(
        "figure durable_moves_per_second {:.0} moves/s",
        best(&durable)
    );
    println!(
        "figure durable_relay_ratio {:.2}",
        best(&durable) / best(&without)
    );
    println!(
        "figure durable_bare_relay_ratio {:.2}",
        best(&durable) / best(&bare)
    );
}

/// Resident memory of so many sockets on which nothing happens, each.
async fn idle(port: u16, yardstick: u32) {
    const FIRST: usize = 200;
    let data = tempfile::tempdir().unwrap();
    let server = &Server::start(data.path());
    let count = count("IDLE", 2_000);
    let kib = |before: u64, after: u64| {
        f64::from(u32::try_from(after.saturating_sub(before) / 1024).unwrap())
            / f64::from(u32::try_from(count).unwrap())
    };
    // The first ones pay for what all share.
    let first = stage::spectators(server, FIRST).await;
    settle().await;
    let before = machine::resident(server.pid());
    let sockets = stage::spectators(server, count).await;
    settle().await;
    let ours = kib(before, machine::resident(server.pid()));
    assert!(
        sockets.iter().chain(&first).all(Socket::is_open),
        "idle sockets were closed"
    );
    drop((sockets, first));

    let _first = pairs_from(port, 10_000, FIRST).await;
    settle().await;
    let before = machine::resident(yardstick);
    let sockets = pairs_from(port, 20_000, count).await;
    settle().await;
    let theirs = kib(before, machine::resident(yardstick));
    drop(sockets);
    println!("figure idle_socket_kib {ours:.1} KiB");
    println!("figure idle_socket_yardstick_kib {theirs:.1} KiB");
    println!("figure idle_socket_ratio {:.2}", ours / theirs);
}

async fn pairs_from(port: u16, from: usize, count: usize) -> Vec<Socket> {
    let mut sockets = Vec::new();
    for pair in from..from + count {
        sockets.push(Socket::open(port, &format!("/{pair}/0")).await.unwrap());
    }
    sockets
}

/// Long enough for two pings.
async fn settle() {
    sleep(Duration::from_secs(6)).await;
}
