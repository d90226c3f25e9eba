//! An event weekend: every game has a move every so often, spectators watch, programs read the pages of the events, under
//! the limits that a server has unless it is told otherwise.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use outflank_tests::{
    Server,
    bout::endless_rule_set,
    load::{
        count,
        latencies::Latencies,
        machine::{self, Working},
        report::{Aim, Kinds, Report, add, show},
        requests::{Requests, address},
        setting,
        socket::Pongs,
        stage::Stage,
        viewers,
    },
};
use serde_json::json;
use tokio::{task::JoinSet, time::sleep};

use crate::steady_rounds::{Measured, play};

/// Programs come from addresses of their own.
const PROGRAMS_FROM: usize = 30_000;
/// Between two looks at the server's memory.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A server under the limits that it has unless it is told otherwise.
pub fn limited(data: &std::path::Path) -> Server {
    Server::start_with(data, &["--no-limits=false"])
}

/// What programs have read so far.
#[derive(Debug, Default)]
struct Pages {
    latencies: Latencies,
    errors: Kinds,
}

pub async fn run() -> Report {
    let mut report = Report::of("steady");
    let (games, spectators) = (count("GAMES", 500), count("SPECTATORS", 2_000));
    let every = Duration::from_millis(setting("INTERVAL_MS", 2_000));
    let span = Duration::from_secs(setting("LOAD_SECONDS", 300));
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let mut stage = Stage::set_with(server, games, &endless_rule_set(), |_| Pongs::Honest).await;
    let crew = viewers::start();
    let order = json!({"do": "open", "port": port, "count": spectators});
    let opened = crew.ask(order).await;
    let mut measured = Measured::default();
    let refused: Kinds = serde_json::from_value(opened["errors"].clone()).unwrap();
    add(&mut measured.errors, refused);

    let pages = Arc::<Mutex<Pages>>::default();
    let tournaments: Vec<String> = stage.events.iter().map(|event| event.id.clone()).collect();
    let mut beside = JoinSet::new();
    for number in 0..count("PROGRAMS", 20) {
        let tournament = tournaments[number % tournaments.len()].clone();
        beside.spawn(program(number, port, tournament, Arc::clone(&pages)));
    }
    let memory = Arc::<Mutex<Vec<(Duration, u64)>>>::default();
    beside.spawn(look(pid, Instant::now(), Arc::clone(&memory)));

    let working = Working::from_now(pid, &[crew.pid()]);
    let begun = Instant::now();
    let mut settled = None;
    while begun.elapsed() < span {
        let goes_on = play(&mut stage, every, Some(&crew), &mut measured).await;
        let (so_far, resident) = (measured.all(), machine::resident(pid));
        // The first round fills caches.
        settled.get_or_insert(resident);
        println!(
            "round {} after {:.0} s: p50 {:.2} ms, p99 {:.2} ms so far, {} MiB resident",
            measured.rounds,
            begun.elapsed().as_secs_f64(),
            so_far.quantile_ms(50_000),
            so_far.quantile_ms(99_000),
            resident >> 20,
        );
        if !goes_on {
            break;
        }
    }
    let took = begun.elapsed();
    let shares = working.shares();
    drop(beside);

    let told = crew.ask(json!({"do": "count"})).await;
    let number = |name: &str| told[name].as_u64().unwrap_or(0);
    let lost =
        number("lost") + u64::try_from(spectators).unwrap() - number("open") - number("lost");
    let spectators_errors = [
        ("a spectator's socket was lost or refused", lost),
        ("a spectator's frame was refused", number("refused")),
    ];
    let spectators_errors = spectators_errors
        .into_iter()
        .filter(|(_, count)| *count > 0);
    let spectators_errors = spectators_errors.map(|(kind, count)| (kind.to_owned(), count));
    add(&mut measured.errors, spectators_errors.collect());
    let pages = std::mem::take(&mut *pages.lock().unwrap());
    add(&mut measured.errors, pages.errors);

    let all = measured.all();
    report.count("moves", all.count());
    report.count("rounds", measured.rounds);
    let seconds = took.as_secs_f64();
    let per_second = f64::from(u32::try_from(all.count()).unwrap()) / seconds;
    report.figure("moves_per_second", per_second, "moves/s");
    measured.tell(&report, "");
    report.latencies("page", &pages.latencies);
    report.count("spectators_commits", number("commits"));
    report.count("spectators_resyncs", number("resyncs"));
    report.shares("", shares);
    let memory = std::mem::take(&mut *memory.lock().unwrap());
    let growth = growth_percent(&memory, took);
    report.aimed("memory_growth_percent", growth, "%", Aim::AtMost(5.0));
    let resident = machine::resident(pid);
    println!("figure load_moves {}", all.count());
    println!("figure load_rounds {}", measured.rounds);
    show("ack_p50_ms", all.quantile_ms(50_000), "ms");
    show("ack_p99_ms", all.quantile_ms(99_000), "ms");
    println!("figure errors {}", measured.errors.values().sum::<u64>());
    let before = settled.unwrap_or(resident);
    show("rss_growth_percent", percent_more(before, resident), "%");
    report.errors(&measured.errors);
    report
}

/// Reads a page each second, whether or not the one before has come.
async fn program(number: usize, port: u16, tournament: String, pages: Arc<Mutex<Pages>>) {
    let paths = [
        "/tournaments?page_size=20".to_owned(),
        format!("/tournaments/{tournament}"),
        format!("/tournaments/{tournament}/standings"),
        format!("/tournaments/{tournament}/games"),
    ];
    let every = Duration::from_millis(setting("PAGE_EVERY_MS", 1_000));
    let mut requests = Requests::from(address(PROGRAMS_FROM + number), port);
    let begun = Instant::now();
    for turn in 0_u32.. {
        let due = begun + every * turn;
        tokio::time::sleep_until(due.into()).await;
        let path = &paths[(number + usize::try_from(turn).unwrap()) % paths.len()];
        let answer = requests.get(path).await;
        let mut pages = pages.lock().unwrap();
        pages.latencies.record(due.elapsed());
        let error = match answer {
            Ok(answer) if answer.status == 200 => continue,
            Ok(answer) => format!("a page was answered with {}", answer.status),
            Err(error) => format!("a page was not answered: {error}"),
        };
        *pages.errors.entry(error).or_default() += 1;
    }
}

async fn look(pid: u32, begun: Instant, memory: Arc<Mutex<Vec<(Duration, u64)>>>) {
    loop {
        let now = (begun.elapsed(), machine::resident(pid));
        memory.lock().unwrap().push(now);
        sleep(LOOK_EVERY).await;
    }
}

/// How much more memory there is at the end than after a third of the time, not a number where that was too short: medians of a twelfth of it each, so that a
/// round's own waves are not taken for growth.
fn growth_percent(memory: &[(Duration, u64)], took: Duration) -> f64 {
    let window = took / 12;
    let median_of = |from: Duration| {
        let within = memory
            .iter()
            .filter(|(at, _)| (from..=from + window).contains(at));
        let mut bytes: Vec<u64> = within.map(|(_, bytes)| *bytes).collect();
        bytes.sort_unstable();
        bytes.get(bytes.len() / 2).copied().unwrap_or(0)
    };
    percent_more(median_of(took / 3), median_of(took - window))
}

fn percent_more(before: u64, after: u64) -> f64 {
    let kibibytes = |bytes: u64| f64::from(u32::try_from(bytes >> 10).unwrap());
    match before.min(after) {
        0 => f64::NAN,
        _ => 100.0 * (kibibytes(after) - kibibytes(before)) / kibibytes(before),
    }
}
