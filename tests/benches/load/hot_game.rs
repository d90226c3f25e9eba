//! One game in front of thousands, while others play: how fast a move and the result reach all of them, against a bare
//! process that writes the same bytes to as many connections, turn by turn; and what it costs those who play beside it,
//! with no such crowd, with one that is shown nothing, and with one that is shown a move as often as they make one.

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

/// Plies beside the hot game in each part of the run; the first two of a game are apart.
const SLICE: usize = 18;
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
        let (count, last) = (number(arrived, "count"), number(arrived, "last_micros"));
        self.per_second
            .push(1e6 * float(count) / float(last.saturating_sub(sent_micros)));
        self.bytes
            .push(float(number(arrived, "bytes")) / float(count));
        self.different += number(arrived, "different");
        self.missing += number(arrived, "wanted").saturating_sub(count);
    }
}

fn number(answer: &Value, name: &str) -> u64 {
    answer[name].as_u64().unwrap_or(0)
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
    let (wanted, games) = (sockets(), count("BESIDE", 100));
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let rules = endless_rule_set();
    let mut stage = Stage::set_with(server, games + 1, &rules, |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let (hot, others) = tables.split_first().unwrap();
    let others: Vec<Arc<Run>> = (50_000..)
        .zip(others)
        .map(|(seed, table)| Run::on_server(table, seed, Pace::Due))
        .collect();
    let hot_run = [Run::on_server(hot, 49_999, Pace::Driven)];
    until(&others, "ready", Run::is_ready).await;
    until(&hot_run, "ready", Run::is_ready).await;
    let mut beside = Beside {
        runs: others,
        next: 1,
    };
    beside.play(OPENING).await;
    let without = beside.play(SLICE).await;

    let (crowd, mut errors) = opened(port, wanted, true).await;
    let order = json!({"do": "watch", "games": [hot.game_id]});
    let watching = crowd.ask(order).await;
    let idle = beside.play(SLICE).await;
    let working = Working::from_now(pid, &[crowd.pid()]);
    let playing = tokio::spawn(async move { beside.play(SLICE).await });
    let (plies, pace) = (count("HOT_PLIES", 20), setting("INTERVAL_MS", 2_000));
    let mut watched = Deliveries::default();
    let mut ply = 1;
    while ply <= plies && !playing.is_finished() {
        let sent = tokio::time::Instant::now();
        shown(&hot_run, ply, &crowd, &mut watched).await;
        ply += 1;
        tokio::time::sleep_until(sent + Duration::from_millis(pace)).await;
    }
    let with = playing.await.unwrap();
    let shares = working.shares();

    // Turn by turn with the bare process, and nobody plays beside them.
    let bare_port = free_port();
    let bare = broadcast::start(bare_port);
    sleep(Duration::from_millis(500)).await;
    let (bare_crowd, more) = opened(bare_port, wanted, false).await;
    add(&mut errors, more);
    let (mut ours, mut theirs) = (Deliveries::default(), Deliveries::default());
    let mut read_instead = 0;
    let every = Duration::from_millis(setting("HOT_EVERY_MS", 500));
    for ply in ply..(ply + plies).min(hot_run[0].length()) {
        let arrived = shown(&hot_run, ply, &crowd, &mut ours).await;
        // What was read from play, for once, is no text to compare.
        read_instead += u64::from(!arrived["text"].is_string());
        if arrived["text"].is_string() {
            let raw = bare.ask(json!({"text": arrived["text"]})).await;
            let arrived = told(&bare_crowd, hot_run[0].seq()).await;
            theirs.note(&arrived, number(&raw, "began_micros"));
        }
        sleep(every).await;
    }
    let (seq, sent) = (hot_run[0].seq(), Instant::now());
    let resign = json!({"type": "resign", "id": "resign", "game": hot.game_id});
    hot.sockets[0].send(&resign.to_string()).unwrap();
    let mut result = Deliveries::default();
    result.note(&told(&crowd, seq + 1).await, shared_micros(sent));

    let counted = crowd.ask(json!({"do": "count"})).await;
    let lost = number(&counted, "lost");
    report.count("sockets", number(&counted, "open"));
    report.count("watching", number(&watching, "shown"));
    report.figure("bytes_a_viewer", median(&ours.bytes), "bytes");
    let rate = median(&watched.per_second);
    report.figure("delivered_per_second_beside_play", rate, "1/s");
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
    report.latencies("beside_idle", &idle);
    report.latencies("beside_with", &with);
    let ratio = idle.quantile_ms(99_000) / without.quantile_ms(99_000);
    report.figure("beside_idle_p99_ratio", ratio, "");
    let ratio = with.quantile_ms(50_000) / without.quantile_ms(50_000);
    report.figure("beside_p50_ratio", ratio, "");
    let ratio = with.quantile_ms(99_000) / without.quantile_ms(99_000);
    report.aimed("beside_p99_ratio", ratio, "", Aim::AtMost(1.5));
    report.shares("", shares);
    report.count("read_instead", read_instead);
    report.count("resyncs", number(&counted, "resyncs"));
    let gaps = metrics::value(port, "outflank_bus_gaps_total");
    report.figure("bus_gaps", gaps.unwrap_or(f64::NAN), "");
    // One text for all of them: it was made once.
    report.none(
        "other_texts",
        watched.different + ours.different + result.different,
    );
    for (kind, count) in [
        (
            "a viewer was not told a commit",
            watched.missing + ours.missing + result.missing,
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

/// A ply of the hot game, until everybody has it.
async fn shown(
    hot: &[Arc<Run>; 1],
    ply: usize,
    crowd: &Crew,
    deliveries: &mut Deliveries,
) -> Value {
    let sent = Instant::now();
    hot[0].send(ply, sent);
    until(hot, "shown", |run| run.shown() >= ply).await;
    let arrived = told(crowd, hot[0].seq()).await;
    deliveries.note(&arrived, shared_micros(sent));
    arrived
}

/// The games beside it.
struct Beside {
    runs: Vec<Arc<Run>>,
    /// The ply that is next in each of them.
    next: usize,
}

impl Beside {
    /// So many more plies of every game, each so long after the one before; what their makers waited for their answers.
    async fn play(&mut self, plies: usize) -> Latencies {
        let every = setting("INTERVAL_MS", 2_000);
        let last = self.next + plies - 1;
        let games = u64::try_from(self.runs.len()).unwrap();
        let per_second = (games * 1_000 / every).max(1);
        send_at_rate(&self.runs, self.next..=last, per_second).await;
        self.next = last + 1;
        until(&self.runs, "settled", |run| run.has_settled(last)).await;
        let mut latencies = Latencies::default();
        for micros in self.runs.iter().flat_map(|run| run.take_acknowledged()) {
            latencies.record_micros(micros);
        }
        latencies
    }
}
