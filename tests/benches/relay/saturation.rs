//! As many moves as there can be.

use std::sync::Arc;

use outflank_tests::load::{
    machine, median,
    metrics::Stages,
    relay::{Pace, Run},
    saturation::{at_once, ready},
    socket::read_so_far,
    system_calls,
};

use crate::{
    at_rate::show_stages,
    contender::{Contender, Measured, Pairs, float, median_ratio},
};

/// Plies back and forth at a yardstick, as fast as it goes.
const YARDSTICK_PLIES: usize = 120;
/// The least that the fair yardstick does of the bare one's moves.
const FAIR: f64 = 0.5;
/// The seeds of the games, apart from those at a set rate.
const SEEDS: u64 = 100;
/// System calls that the disk waits for, or that make and unmake files.
const FILES: [&str; 8] = [
    "fsync",
    "fdatasync",
    "open",
    "openat",
    "close",
    "unlink",
    "pwrite64",
    "ftruncate",
];

/// One round of everything.
pub async fn saturate(
    servers: &mut [Contender],
    in_memory: &mut Contender,
    yardsticks: [&Pairs; 2],
    (round, rounds): (u64, u64),
) {
    let what = format!("round {round} of {rounds}");
    for contender in servers.iter_mut().chain([in_memory]) {
        let runs = ready(
            &contender.stage.next_round().await,
            SEEDS + round,
            Pace::AtOnce,
        )
        .await;
        let (port, pid) = (contender.stage.server.port(), contender.stage.server.pid());
        let stages = Stages::read(port);
        let what = format!("{what}, {}", contender.name);
        measure(&what, &runs, pid, &mut contender.measured).await;
        show_stages(&what, &Stages::read(port).since(&stages));
    }
    for pairs in yardsticks {
        let runs = pairs.runs(YARDSTICK_PLIES, Pace::AtOnce);
        let what = format!("{what}, {} yardstick", pairs.name);
        let mut measured = std::mem::take(&mut *pairs.measured.lock().unwrap());
        measure(&what, &runs, pairs.process, &mut measured).await;
        *pairs.measured.lock().unwrap() = measured;
    }
}

async fn measure(what: &str, runs: &[Arc<Run>], pid: u32, measured: &mut Measured) {
    let own = std::process::id();
    let client = machine::processor_seconds(own);
    let begun = std::time::Instant::now();
    let (bytes, reads) = read_so_far();
    let (rate, busy) = at_once(runs, || machine::processor_seconds(pid)).await;
    let client = (machine::processor_seconds(own) - client) / begun.elapsed().as_secs_f64();
    let (bytes_after, reads_after) = read_so_far();
    let moves = float(runs.iter().map(|run| run.length()).sum());
    let of_a_move = |count: u64| float(usize::try_from(count).unwrap()) / moves;
    measured.rates.push(rate);
    measured.flat_out_us.push(1_000_000.0 * busy / rate);
    measured.bytes.push(of_a_move(bytes_after - bytes));
    measured.reads.push(of_a_move(reads_after - reads));
    println!(
        "{what}: {rate:.0} moves/s, busy {:.0} %, clients {:.0} %",
        100.0 * busy,
        100.0 * client
    );
}

/// Says what came of all rounds, and whether the fair yardstick is one.
pub fn report(servers: &[Contender], in_memory: &Contender, [bare, fair]: [&Pairs; 2]) -> bool {
    let (bare, fair) = (bare.measured.lock().unwrap(), fair.measured.lock().unwrap());
    let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
    for (place, server) in servers.iter().enumerate() {
        let prefix = if place == 0 { "" } else { "before_" };
        let ours = &server.measured;
        let durable = best(&ours.rates);
        println!("figure {prefix}durable_moves_per_second {durable:.0} moves/s");
        if place == 0 {
            let ratio = durable / best(&in_memory.measured.rates);
            println!("figure durable_relay_ratio {ratio:.2}");
        }
        let ratio = durable / best(&bare.rates);
        println!("figure {prefix}durable_bare_relay_ratio {ratio:.2}");
        let ratio = median_ratio(&ours.rates, &bare.rates);
        println!("figure {prefix}durable_bare_relay_median_ratio {ratio:.2}");
        let ratio = median_ratio(&ours.rates, &fair.rates);
        println!("figure {prefix}fair_relay_ratio {ratio:.2}");
        let cpu = median(&ours.flat_out_us);
        println!("figure {prefix}server_cpu_us_a_move {cpu:.1} us");
        let ratio = median_ratio(&ours.flat_out_us, &bare.flat_out_us);
        println!("figure {prefix}cpu_ratio {ratio:.2}");
        let ratio = median_ratio(&ours.flat_out_us, &fair.flat_out_us);
        println!("figure {prefix}fair_cpu_ratio {ratio:.2}");
        let bytes = median(&ours.bytes);
        println!("figure {prefix}bytes_to_clients_a_move {bytes:.0} bytes");
        let reads = median(&ours.reads);
        println!("figure {prefix}client_reads_a_move {reads:.2}");
    }
    if let [now, before] = servers {
        let (now, before) = (&now.measured, &before.measured);
        let ratio = median_ratio(&now.rates, &before.rates);
        println!("figure moves_per_second_to_before {ratio:.2}");
        let ratio = median_ratio(&now.flat_out_us, &before.flat_out_us);
        println!("figure cpu_to_before {ratio:.2}");
    }
    let cpu = [median(&bare.flat_out_us), median(&fair.flat_out_us)];
    println!("figure bare_yardstick_cpu_us_a_move {:.1} us", cpu[0]);
    println!("figure fair_yardstick_cpu_us_a_move {:.1} us", cpu[1]);
    let fairness = median_ratio(&fair.rates, &bare.rates);
    println!("figure fair_yardstick_ratio {fairness:.2}");
    fairness >= FAIR
}

/// One more round, in which system calls are counted and nothing else is measured.
pub async fn count_system_calls(contender: &mut Contender) {
    let runs = ready(&contender.stage.next_round().await, 2 * SEEDS, Pace::AtOnce).await;
    let Some(counting) = system_calls::count(contender.stage.server.pid()) else {
        println!("system calls are not counted: strace is not installed");
        return;
    };
    at_once(&runs, || 0.0).await;
    let calls = counting.end();
    let moves = float(runs.iter().map(|run| run.length()).sum());
    let name = contender.name;
    let of_a_move = |count: u64| float(usize::try_from(count).unwrap()) / moves;
    let all: u64 = calls.values().sum();
    println!("figure {name}_system_calls_a_move {:.3}", of_a_move(all));
    for call in FILES {
        let count = calls.get(call).copied().unwrap_or(0);
        println!("figure {name}_{call}_a_move {:.4}", of_a_move(count));
    }
    let mut most: Vec<(&String, &u64)> = calls.iter().collect();
    most.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (call, count) in most.iter().take(8) {
        println!("{name}: {call} {:.3} a move", of_a_move(**count));
    }
}
