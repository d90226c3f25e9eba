//! One game in front of thousands, while others play: how fast a move and the result reach all of them, against a bare
//! process that writes the same bytes to as many connections, turn by turn; and what it costs those who play beside it.

use std::{sync::Arc, time::Instant};

use outflank_testbed::free_port;
use outflank_tests::{
    bout::endless_rule_set,
    load::{
        broadcast, count,
        crew::Crew,
        latencies::Latencies,
        machine::{self, Working, shared_micros},
        median, metrics,
        relay::{Pace, Run, send_at_rate, until},
        report::{Aim, Kinds, Report, add},
        setting,
        socket::Pongs,
        stage::Stage,
        viewers,
    },
};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::steady::limited;

/// Plies beside the hot game in each half of the run; the first two of a game are apart.
const SLICE: usize = 20;
const OPENING: usize = 2;
/// Files that a server and its own crowd use for other things.
const OTHER_FILES: u64 = 500;
/// Of a hundred places, what spectators may have.
const SPECTATORS_SHARE: u64 = 60;

/// Something on its way to everybody.
#[derive(Debug, Default)]
struct Deliveries {
    per_second: Vec<f64>,
    bytes: Vec<f64>,
    different: u64,
    missing: u64,
}

impl Deliveries {
    /// One more, sent at a moment.
    fn note(&mut self, arrived: &Value, sent_micros: u64) {
        let number = |name: &str| arrived[name].as_u64().unwrap_or(0);
        let (count, last) = (number("count"), number("last_micros"));
        self.per_second
            .push(1e6 * float(count) / float(last.saturating_sub(sent_micros)));
        self.bytes.push(float(number("bytes")) / float(count));
        self.different += number("different");
        self.missing += number("wanted").saturating_sub(count);
    }
}

fn float(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// How many may watch on this machine.
fn sockets() -> usize {
    let wanted = count("SOCKETS", 10_000);
    let files = machine::most_open_files();
    let most = files.saturating_sub(OTHER_FILES) * SPECTATORS_SHARE / 100;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if most < wanted {
        println!("This machine lets a process open {files} files: {most} watch, not {wanted}.");
    }
    wanted.min(most)
}

pub async fn run() -> Report {
    let mut report = Report::of("hot_game");
    let (wanted, beside) = (sockets(), count("BESIDE", 100));
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let rules = endless_rule_set();
    let mut stage = Stage::set_with(server, beside + 1, &rules, |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let (hot, others) = tables.split_first().unwrap();
    let others: Vec<Arc<Run>> = (50_000..)
        .zip(others)
        .map(|(seed, table)| Run::on_server(table, seed, Pace::Driven))
        .collect();
    let hot_run = [Run::on_server(hot, 49_999, Pace::Driven)];
    until(&others, "ready", Run::is_ready).await;
    until(&hot_run, "ready", Run::is_ready).await;
    play(&others, 1..=OPENING).await;
    let without = play(&others, OPENING + 1..=OPENING + SLICE).await;

    let (crowd, mut errors) = opened(port, wanted, true).await;
    let order = json!({"do": "watch", "games": [hot.game_id]});
    let watching = crowd.ask(order).await;
    let count_of = |answer: &Value, name: &str| answer[name].as_u64().unwrap_or(0);
    let watch_each = count_of(&watching, "shown");
    let bare_port = free_port();
    let bare = broadcast::start(bare_port);
    sleep(Duration::from_millis(500)).await;
    let (bare_crowd, more) = opened(bare_port, wanted, false).await;
    add(&mut errors, more);

    let working = Working::from_now(pid, &[crowd.pid(), bare_crowd.pid(), bare.pid()]);
    let driven = others.clone();
    let beside =
        tokio::spawn(async move { play(&driven, OPENING + SLICE + 1..=OPENING + 2 * SLICE).await });
    let (mut ours, mut theirs) = (Deliveries::default(), Deliveries::default());
    let every = Duration::from_millis(setting("HOT_EVERY_MS", 500));
    for ply in 1..=count("HOT_PLIES", 20).min(hot_run[0].length() - 1) {
        let sent = Instant::now();
        hot_run[0].send(ply, sent);
        until(&hot_run, "shown", |run| run.shown() >= ply).await;
        let arrived = told(&crowd, hot_run[0].seq()).await;
        ours.note(&arrived, shared_micros(sent));
        let raw = bare.ask(json!({"text": arrived["text"]})).await;
        let arrived = told(&bare_crowd, hot_run[0].seq()).await;
        theirs.note(&arrived, count_of(&raw, "began_micros"));
        sleep(every).await;
    }
    let (seq, sent) = (hot_run[0].seq(), Instant::now());
    let resign = json!({"type": "resign", "id": "resign", "game": hot.game_id});
    hot.sockets[0].send(&resign.to_string()).unwrap();
    let mut result = Deliveries::default();
    result.note(&told(&crowd, seq + 1).await, shared_micros(sent));
    let with = beside.await.unwrap();
    let shares = working.shares();

    let counted = crowd.ask(json!({"do": "count"})).await;
    let lost = count_of(&counted, "lost");
    report.count("sockets", count_of(&counted, "open"));
    report.count("watching", watch_each);
    report.figure("bytes_a_viewer", median(&ours.bytes), "bytes");
    report.figure("delivered_per_second", median(&ours.per_second), "1/s");
    report.figure(
        "raw_delivered_per_second",
        median(&theirs.per_second),
        "1/s",
    );
    report.figure(
        "result_delivered_per_second",
        median(&result.per_second),
        "1/s",
    );
    let ratio = median(&ours.per_second) / median(&theirs.per_second);
    report.aimed("delivery_ratio", ratio, "", Aim::AtLeast(0.5));
    report.latencies("beside_without", &without);
    report.latencies("beside_with", &with);
    let ratio = with.quantile_ms(50_000) / without.quantile_ms(50_000);
    report.figure("beside_p50_ratio", ratio, "");
    let ratio = with.quantile_ms(99_000) / without.quantile_ms(99_000);
    report.aimed("beside_p99_ratio", ratio, "", Aim::AtMost(1.5));
    report.shares("", shares);
    report.count("resyncs", count_of(&counted, "resyncs"));
    let gaps = metrics::value(port, "outflank_bus_gaps_total");
    report.figure("bus_gaps", gaps.unwrap_or(f64::NAN), "");
    // One text for all of them: it was made once.
    report.none("other_texts", ours.different + result.different);
    for (kind, count) in [
        (
            "a viewer was not told a commit",
            ours.missing + result.missing,
        ),
        ("a viewer's socket was lost", lost),
        ("the raw broadcast did not arrive", theirs.missing),
    ] {
        if count > 0 {
            errors.insert(kind.to_owned(), count);
        }
    }
    report.errors(&errors);
    report
}

/// A crowd of its own process, all with a socket to this port.
async fn opened(port: u16, wanted: usize, with_ticket: bool) -> (Crew, Kinds) {
    let crowd = viewers::start();
    let order = json!({"do": "open", "port": port, "count": wanted, "with_ticket": with_ticket});
    let begun = Instant::now();
    let answer = crowd.ask(order).await;
    println!(
        "{} sockets in {:.1} s",
        answer["open"],
        begun.elapsed().as_secs_f64()
    );
    (
        crowd,
        serde_json::from_value(answer["errors"].clone()).unwrap(),
    )
}

async fn told(crowd: &Crew, seq: usize) -> Value {
    crowd.ask(json!({"do": "arrived", "seq": seq})).await
}

/// Plies of every game, each two seconds after the one before; what their makers waited for their answers.
async fn play(runs: &[Arc<Run>], plies: std::ops::RangeInclusive<usize>) -> Latencies {
    let every = setting("INTERVAL_MS", 2_000);
    let last = *plies.end();
    let games = u64::try_from(runs.len()).unwrap();
    send_at_rate(runs, plies, (games * 1_000 / every).max(1)).await;
    until(runs, "shown", |run| run.shown() >= last.min(run.length())).await;
    let mut latencies = Latencies::default();
    for micros in runs.iter().flat_map(|run| run.take_acknowledged()) {
        latencies.record_micros(micros);
    }
    latencies
}
