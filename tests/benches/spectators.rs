//! What a crowd costs the players: one game with 1,000 spectators against the same without, games of both kinds
//! one after the other. Run by `make bench`; the spectators are a process of their own.
//!
//! `SPECTATORS` (1,000), `PAIRS` (10) of games, `PACE_MS` (100) between moves.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use std::{
    io::{BufRead as _, BufReader},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use outflank_tests::{
    Server,
    load::{
        Samples, count,
        machine::{self, Part},
        relay::is_news,
        relay::{Pace, Run, drive, until},
        setting,
        socket::Socket,
        stage::{Sitting, Stage},
    },
};
use serde_json::{Value, json};

const ARGUMENT: &str = "spectators";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let runtime = machine::runtime();
    if let Some(place) = arguments.iter().position(|argument| argument == ARGUMENT) {
        let [port, game, count] = &arguments[place + 1..place + 4] else {
            panic!("spectators PORT GAME COUNT");
        };
        runtime.block_on(watch(port.parse().unwrap(), game, count.parse().unwrap()));
    } else {
        runtime.block_on(measure());
    }
}

/// The spectators: they say when they all watch, and stay until they are killed.
async fn watch(port: u16, game: &str, count: usize) {
    let nobody = outflank_client::Client::new(&format!("http://127.0.0.1:{port}"));
    let seen = Arc::new(AtomicU64::new(0));
    let mut sockets = Vec::new();
    for _ in 0..count {
        let bought: Value = nobody.post("/tickets", &json!({})).await.unwrap();
        let ticket = bought["ticket"].as_str().unwrap();
        let path = format!("/api/v1/socket?ticket={ticket}");
        let socket = Socket::open(port, &path).await.unwrap();
        let seen = Arc::clone(&seen);
        socket.on_text(move |text, _| {
            if is_news(text) {
                seen.fetch_add(1, Ordering::Relaxed);
            }
        });
        socket
            .send(&format!(
                r#"{{"type":"watch","game":"{game}","after_seq":0}}"#
            ))
            .unwrap();
        sockets.push(socket);
    }
    while seen.load(Ordering::Relaxed) < count as u64 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    println!("watching");
    std::future::pending().await
}

async fn measure() {
    let pairs = count("PAIRS", 10);
    let count = setting("SPECTATORS", 1_000).to_string();
    let data = tempfile::tempdir().unwrap();
    println!("{}", machine::load());
    let mut stage = Stage::set(Server::start(data.path()), 2 * pairs).await;
    let port = stage.server.port().to_string();
    let tables = stage.next_round().await;
    let (mut alone, mut watched) = (Vec::new(), Vec::new());
    for (number, pair) in (1..).zip(tables.chunks(2)) {
        alone.extend(play(&pair[0], number).await);
        let mut crowd = Part::start(&[ARGUMENT, &port, &pair[1].game_id, &count]);
        let mut line = String::new();
        let output = crowd.child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "watching");
        watched.extend(play(&pair[1], number).await);
        drop(crowd);
        let p99 = |latencies: &[u64]| Samples::new(latencies.to_vec()).per_mille_ms(990);
        println!(
            "pair {number} of {pairs}: p99 {:.2} ms alone, {:.2} ms watched",
            p99(&alone),
            p99(&watched)
        );
    }
    let (alone, watched) = (Samples::new(alone), Samples::new(watched));
    for (quantile, per_mille) in [("p50", 500), ("p99", 990)] {
        let (before, after) = (
            alone.per_mille_ms(per_mille),
            watched.per_mille_ms(per_mille),
        );
        println!("figure spectators_{quantile}_alone_ms {before:.3} ms");
        println!("figure spectators_{quantile}_watched_ms {after:.3} ms");
        println!("figure spectators_{quantile}_ratio {:.2}", after / before);
    }
}

/// One game at a steady pace; answers the latencies of its moves.
async fn play(sitting: &Sitting, seed: u64) -> Vec<u64> {
    let runs = [Run::on_server(sitting, seed, Pace::Driven)];
    until(&runs, "ready", Run::is_ready).await;
    let per_second = 1_000 / setting("PACE_MS", 100);
    drive(&runs, 1..=runs[0].length(), per_second).await;
    runs[0].take_latencies()
}
