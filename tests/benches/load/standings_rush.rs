//! The last result of a round comes in, and everybody who plays or watches reads the standings until they are final.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use outflank_client::Client;
use outflank_tests::{
    load::{
        count,
        machine::{Working, shared_micros},
        metrics,
        report::{Aim, Kinds, Report, add},
        requests::{Requests, address},
        socket::{Pongs, Socket},
        stage::{Sitting, Stage},
        standings::{self, Final, Rush},
        viewers,
    },
    waiting::PATIENCE,
};
use serde_json::{Value, json};
use tokio::{sync::watch, time::sleep};

use crate::steady::limited;

/// Players who resign at the same time.
const AT_ONCE: usize = 16;
/// A resignation that was not answered is sent again.
const AGAIN: Duration = Duration::from_millis(200);
/// Between two looks at the standings.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Players' addresses are none of the viewers'.
const PLAYERS_FROM: usize = 20_000;

pub async fn run() -> Report {
    let mut report = Report::of("standings_rush");
    let (players, spectators) = (count("PLAYERS", 1_000), count("SPECTATORS", 2_000));
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let sizes = (players, players);
    let mut stage = Stage::set_events(server, sizes, &Value::Null, |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let event = &stage.events[0];
    let crew = viewers::start();
    let order = json!({"do": "open", "port": port, "count": spectators});
    let opened = crew.ask(order).await;
    let mut errors: Kinds = serde_json::from_value(opened["errors"].clone()).unwrap();
    let follow = json!({"type": "follow", "tournament": event.id});
    crew.ask(json!({"do": "follow", "tournament": event.id}))
        .await;
    let mut news = Vec::new();
    for seat in event.seats.values() {
        news.push(hears(&seat.socket));
        seat.socket.send(&follow.to_string()).unwrap();
    }

    // Everybody but the last table.
    let begun = Instant::now();
    let (last, others) = tables.split_last().unwrap();
    let resigning = others.iter().map(resign);
    stream::iter(resigning)
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<()>>()
        .await;
    let resigned = begun.elapsed().as_secs_f64();
    println!("{} players resigned in {resigned:.1} s", others.len());
    let path = format!("/tournaments/{}/standings", event.id);
    until_one_is_open(&stage.director, &path).await;
    let results = float(u64::try_from(others.len()).unwrap()) / begun.elapsed().as_secs_f64();
    report.figure("results_per_second", results, "1/s");

    let wanted = Final {
        tournament: event.id.clone(),
        round: event.round,
    };
    let working = Working::from_now(pid, &[crew.pid()]);
    let since = shared_micros(Instant::now());
    let ends = resign(last);
    let theirs = crew.ask(json!({"do": "rush", "port": port, "final": wanted}));
    let readers = news.iter().enumerate().map(|(number, told)| {
        let requests = Requests::from(address(PLAYERS_FROM + number / 100), port);
        standings::reader(requests, wanted.clone(), told.subscribe(), number)
    });
    let ((), theirs, mut rush) = tokio::join!(ends, theirs, standings::rush(readers));
    let shares = working.shares();
    let theirs: Rush = serde_json::from_value(theirs).unwrap();
    rush.add(theirs);
    let lost = stage.sockets().filter(|socket| !socket.is_open()).count();
    let lost = u64::try_from(lost).unwrap();
    let watched = crew.ask(json!({"do": "count"})).await;
    let lost = lost + watched["lost"].as_u64().unwrap_or(0);

    report.count("readers", u64::try_from(players + spectators).unwrap());
    report.count("have_it", rush.have_it);
    report.latencies("reading", &rush.latencies());
    report.figure("megabytes", float(rush.bytes) / 1e6, "MB");
    report.shares("", shares);
    let seconds = float(rush.last_micros.saturating_sub(since)) / 1e6;
    report.aimed("all_final_s", seconds, "s", Aim::AtMost(5.0));
    // Who was ended because too much waited for all together, and who because nothing was taken for too long.
    for name in ["readers_let_go_total", "readers_given_up_total"] {
        let value = metrics::value(port, &format!("outflank_{name}"));
        report.figure(name, value.unwrap_or(f64::NAN), "");
    }
    add(&mut errors, rush.errors);
    for (kind, count) in [
        ("a reader without the final list", rush.without),
        ("a lost socket", lost),
    ] {
        if count > 0 {
            errors.insert(kind.to_owned(), count);
        }
    }
    report.errors(&errors);
    report
}

fn float(number: u64) -> f64 {
    let whole = f64::from(u32::try_from(number / 1_000).unwrap()) * 1_000.0;
    whole + f64::from(u32::try_from(number % 1_000).unwrap())
}

/// Waits until the standings know of all results but one. However slowly they come, they come.
async fn until_one_is_open(director: &Client, path: &str) {
    let (mut stands, mut since) = (u64::MAX, Instant::now());
    loop {
        let list: Value = director.get(path).await.unwrap();
        let open = list["open_boards"].as_u64().unwrap();
        if open == 1 {
            return;
        }
        if open != stands {
            (stands, since) = (open, Instant::now());
        }
        assert!(since.elapsed() < PATIENCE, "{open} tables stay open");
        sleep(LOOK_AGAIN).await;
    }
}

/// Counts the news of the list on a socket.
fn hears(socket: &Socket) -> Arc<watch::Sender<u64>> {
    let told = Arc::new(watch::Sender::new(0));
    let hears = Arc::clone(&told);
    socket.on_text(move |text, _| {
        if text.starts_with(br#"{"type":"standings""#) {
            hears.send_modify(|count| *count += 1);
        }
    });
    told
}

/// Black resigns, as soon as it is let.
async fn resign(table: &Sitting) {
    let [black, _] = &table.clients;
    let begun = Instant::now();
    let path = format!("/games/{}/resignation", table.game_id);
    while let Err(failure) = black.command::<Value>(&path, &json!({}), "resign").await {
        assert!(begun.elapsed() < PATIENCE, "nobody resigns: {failure:?}");
        sleep(AGAIN).await;
    }
}
