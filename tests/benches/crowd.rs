//! Everybody behind one address: a crowd without names has all the places that it may have, over HTTP/2 and with sockets,
//! and comes again whenever it is put out. Players are seated all the same, and play. Fails where one is not. Run by
//! `make load`.
//!
//! `PLAYERS` (600) are seated and play `MOVES` (10) moves each; `CROWD` (5000) is how large the crowd is, `FILES` (4096)
//! how many files the server may open, `RATE` (200 moves/s) how fast they play.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]
#![allow(missing_docs)]

use std::{sync::Arc, time::Instant};

use outflank_tests::{
    Server,
    bout::endless_rule_set,
    load::{
        Samples, count,
        crowd::Crowd,
        machine,
        relay::{Pace, Run, drive, until},
        setting,
        socket::Pongs,
        stage::Stage,
    },
    waiting::PATIENCE,
};
use tokio::time::{Duration, sleep};

/// All players are seated by then.
const SEATED_WITHIN: Duration = Duration::from_secs(60);

fn main() {
    machine::runtime().block_on(measure());
}

/// What the server counts under a name.
async fn counted(server: &Server, name: &str) -> usize {
    let client = reqwest::Client::new();
    let text = client.get(format!("{}/metrics", server.base()));
    let text = text.send().await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

async fn measure() {
    let (players, crowd) = (count("PLAYERS", 600), count("CROWD", 5_000));
    let (moves, rate) = (count("MOVES", 10), setting("RATE", 200));
    println!("{}", machine::load());
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with_files(data.path(), &[], count("FILES", 4_096));
    let crowd_size = crowd;
    let crowd = Crowd::gather(&server, crowd);
    let begun = Instant::now();
    while crowd.tried() < crowd_size || crowd.put_out() == 0 {
        assert!(begun.elapsed() < PATIENCE, "the crowd does not come");
        sleep(Duration::from_millis(100)).await;
    }
    let inside_before = crowd.inside();

    let begun = Instant::now();
    let rules = endless_rule_set();
    let mut stage = Stage::set_with(server, players / 2, &rules, |_| Pongs::Honest).await;
    let seated_in = begun.elapsed();
    let tables = stage.next_round().await;
    let runs: Vec<Arc<Run>> = (0..)
        .zip(&tables)
        .map(|(number, sitting)| Run::on_server(sitting, 20_000 + number, Pace::Driven))
        .collect();
    until(&runs, "ready", Run::is_ready).await;
    for ply in 1..=2 * moves {
        // Nobody moves before he is shown what he answers, however busy the machine is.
        drive(&runs, ply..=ply, rate).await;
    }
    let refused: usize = runs.iter().map(|run| run.take_refused().len()).sum();
    let acknowledged = runs.iter().flat_map(|run| run.take_acknowledged());
    let samples = Samples::new(acknowledged.collect());
    let sockets = tables.iter().flat_map(|table| &table.sockets);
    let lost = sockets.filter(|socket| !socket.is_open()).count();
    let begun = Instant::now();
    let newcomer: Result<serde_json::Value, _> = stage.server.client().get("/time").await;
    let newcomer_in = begun.elapsed();

    println!("{}", machine::load());
    println!("figure crowd_players_seated {}", 2 * tables.len());
    println!("figure crowd_seated_s {:.1} s", seated_in.as_secs_f64());
    println!("figure crowd_inside_before {inside_before}");
    println!("figure crowd_inside_after {}", crowd.inside());
    println!("figure crowd_put_out {}", crowd.put_out());
    let shed = counted(&stage.server, "outflank_connection_shed_total").await;
    println!("figure crowd_connections_shed {shed}");
    println!("figure crowd_moves {}", samples.count());
    println!(
        "figure crowd_ack_p50_ms {:.2} ms",
        samples.per_mille_ms(500)
    );
    println!(
        "figure crowd_ack_p99_ms {:.2} ms",
        samples.per_mille_ms(990)
    );
    println!("figure crowd_errors {refused}");
    println!("figure crowd_players_lost {lost}");
    println!(
        "figure crowd_newcomer_ms {:.1} ms",
        newcomer_in.as_secs_f64() * 1_000.0
    );
    assert_eq!((2 * tables.len(), lost, refused), (players, 0, 0));
    assert!(shed > 0, "nobody gave way");
    assert!(newcomer.is_ok(), "a newcomer stays outside: {newcomer:?}");
    assert!(
        seated_in <= SEATED_WITHIN,
        "it took {seated_in:?} to seat everybody"
    );
}
