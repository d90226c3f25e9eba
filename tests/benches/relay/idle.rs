//! What a socket on which nothing happens takes.

use std::time::Instant;

use outflank_tests::{
    Server,
    load::{count, machine, socket::Socket, stage},
};
use tokio::time::{Duration, sleep};

/// Sockets whose processor time is measured.
const QUIET: usize = 1_000;
/// How long it is measured.
const SPAN: Duration = Duration::from_secs(10);

/// Resident memory of so many sockets on which nothing happens, each.
pub async fn idle(port: u16, yardstick: u32) {
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
    let processor = quiet(server, sockets, first).await;

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
    println!("figure idle_sockets_cpu {processor:.4} cores");
}

/// The share of a processor that the server is busy with 1,000 sockets, and their pings.
async fn quiet(server: &Server, mut sockets: Vec<Socket>, first: Vec<Socket>) -> f64 {
    sockets.extend(first);
    let missing = QUIET.saturating_sub(sockets.len());
    sockets.extend(stage::spectators(server, missing).await);
    sockets.truncate(QUIET);
    settle().await;
    let (busy, begun) = (machine::processor_seconds(server.pid()), Instant::now());
    sleep(SPAN).await;
    (machine::processor_seconds(server.pid()) - busy) / begun.elapsed().as_secs_f64()
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
