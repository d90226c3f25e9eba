//! A move from one player's hand to the other's screen, committed on the way, in one run with two yardsticks: a bare
//! axum WebSocket relay, and a fair one that syncs a file before it sends to both players. What an idle socket costs;
//! 1,000 sockets in 500 games at 1,000 moves/s, the opening apart; then as fast as it goes, on a disk and in memory,
//! where nothing waits for a disk. Run by `make bench`, from a process of its own. Where the fair yardstick does less
//! than half of the bare one's moves, the run is void, and ends with a failure.
//!
//! `ROUNDS` (5), `GAMES` (500), `RATE` (1,000 moves/s) and `IDLE` (2,000 sockets) change the size. `OUTFLANK_BEFORE`
//! names another build of the server, which is measured in the same rounds. `SYSTEM_CALLS=1` counts what the servers
//! ask of the system for a move, by strace, in one more round.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

mod at_rate;
mod contender;
mod idle;
mod saturation;

use std::{path::Path, process::ExitCode, time::Instant};

use outflank_testbed::free_port;
use outflank_tests::{
    Server,
    load::{count, fair_yardstick, machine, setting, stage::Stage, yardstick},
};

use self::contender::{Contender, Pairs};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let runtime = machine::runtime();
    let after = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1..)
    };
    if let Some(rest) = after(yardstick::ARGUMENT) {
        runtime.block_on(yardstick::serve(rest[0].parse().unwrap()));
    } else if let Some(rest) = after(fair_yardstick::ARGUMENT) {
        let (port, folder) = (rest[0].parse().unwrap(), Path::new(&rest[1]));
        runtime.block_on(fair_yardstick::serve(port, folder));
    } else {
        return runtime.block_on(measure());
    }
    ExitCode::SUCCESS
}

async fn measure() -> ExitCode {
    let games = count("GAMES", 500);
    let rounds = setting("ROUNDS", 5);
    println!("{}", machine::load());
    let (port, fair_port) = (free_port(), free_port());
    let folder = tempfile::tempdir().unwrap();
    let bare = yardstick::start(port);
    let fair = fair_yardstick::start(fair_port, folder.path());
    // First of all: memory that a busy server has freed would hide what sockets take.
    idle::idle(port, bare.child.id()).await;
    let bare = Pairs::open("bare", port, bare.child.id(), games).await;
    let fair = Pairs::open("fair", fair_port, fair.child.id(), games).await;
    let yardsticks = [&bare, &fair];
    let (disk, before_disk) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut servers = vec![Contender::new(
        "server",
        set(Server::start(disk.path()), games).await,
    )];
    if let Some(before) = std::env::var_os("OUTFLANK_BEFORE") {
        let before = Server::start_build(Path::new(&before), before_disk.path());
        servers.push(Contender::new("before", set(before, games).await));
    }
    for round in 1..=rounds {
        at_rate::at_rate(&mut servers, yardsticks, (round, rounds)).await;
    }
    at_rate::report(&servers, yardsticks);
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let in_memory = set(Server::start(memory.path()), games).await;
    let mut in_memory = Contender::new("in memory", in_memory);
    for round in 1..=rounds {
        saturation::saturate(&mut servers, &mut in_memory, yardsticks, (round, rounds)).await;
    }
    let is_fair = saturation::report(&servers, &in_memory, yardsticks);
    if setting("SYSTEM_CALLS", 0) > 0 {
        for server in &mut servers {
            saturation::count_system_calls(server).await;
        }
    }
    println!("{}", machine::load());
    if is_fair {
        ExitCode::SUCCESS
    } else {
        println!(
            "This run is void: the fair yardstick did less than half of the bare one's moves."
        );
        ExitCode::FAILURE
    }
}

async fn set(server: Server, games: usize) -> Stage {
    let begun = Instant::now();
    let stage = Stage::set(server, games).await;
    println!(
        "{games} games set up in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    stage
}
