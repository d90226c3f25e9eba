//! kill -9 in the middle of a round: what was acknowledged is there, tables go on, and nobody's clock
//! pays for the outage. `KILLS` says how often (4).

use std::time::Instant;

use outflank_client::Color;
use outflank_tests::{
    Event, Server,
    checker::check_games,
    corpus::{self, RealGame},
    event::{Leash, Script},
    load::count,
    outage::Outage,
};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinSet, time::Duration};

const TABLES: usize = 8;
/// Discs put on the board in a game; each kill comes in its part of them.
const DISCS: usize = 60;
/// A part has to be long enough for moves to be under way.
const MOST_KILLS: usize = 12;
/// Kills come so many discs before the end of their part, which nobody plays beyond until then.
const BEFORE_THE_END: usize = 2;
/// How long the players think about each move.
const THOUGHT: Duration = Duration::from_millis(100);

/// What a turn cost is what was charged for it, less what was given back for the server's faults.
fn check_clocks(game: &str, entries: &Value, outage: &Outage) -> i64 {
    let mut given_back = 0;
    let mut all_given_back = 0;
    for entry in entries["entries"].as_array().unwrap() {
        for event in entry["events"].as_array().unwrap() {
            match event["type"].as_str().unwrap() {
                "time_credited" => {
                    given_back += event["ms"].as_i64().unwrap();
                    all_given_back += event["ms"].as_i64().unwrap();
                }
                "moved" | "passed" => {
                    let cost = event["charged_ms"].as_i64().unwrap() - given_back;
                    assert!(
                        cost < outage.too_much_ms,
                        "a ply of {game} cost {cost} ms: {event}"
                    );
                    assert!(
                        cost > -outage.at_most_gained_ms,
                        "a ply of {game} gained {} ms: {event}",
                        -cost
                    );
                    given_back = 0;
                }
                _ => {}
            }
        }
    }
    all_given_back
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_in_a_round_of_eight_tables() {
    let (kills, outage) = (count("KILLS", 4).min(MOST_KILLS), Outage::to_be_judged());
    let begun = Instant::now();
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2 * TABLES];
    let event = Event::announce(&server, "Outage Open", &json!({}), players).await;
    let round = event.publish().await;
    assert_eq!(round.boards.len(), TABLES);
    let games: Vec<RealGame> = corpus::full_games(1996).into_iter().take(TABLES).collect();

    let (let_go, length) = watch::channel(0);
    let mut seats = JoinSet::new();
    for (board, game) in round.boards.iter().zip(&games) {
        for color in [Color::Black, Color::White] {
            let mut seat = event.seat(board, color);
            let script = Script {
                squares: game.squares.clone(),
                thought: THOUGHT,
            };
            let length = length.clone();
            let mut script = Leash { script, length };
            seats.spawn(async move {
                let table = seat.play(&mut script).await.unwrap();
                (seat.acknowledged, table)
            });
        }
    }
    let mut slowest = Duration::ZERO;
    for kill in 1..=kills {
        let part = DISCS * kill / (kills + 1);
        let_go.send_replace(part);
        event
            .until_played(&round.boards, part - BEFORE_THE_END)
            .await;
        server = tokio::task::spawn_blocking(move || {
            server.kill_and_restart_as_if(outage.lasting, outage.longer_ms);
            server
        })
        .await
        .unwrap();
        slowest = slowest.max(server.start_time);
        eprintln!(
            "kill {kill} of {kills}, ready again after {:.2} s",
            server.start_time.as_secs_f64()
        );
    }
    let unfinished = {
        let path = format!("/tournaments/{}/games?round=1", event.id);
        let tables: Vec<Value> = event.director.list(&path, "tables").await.unwrap();
        tables
            .iter()
            .filter(|table| table["phase"] != "finished")
            .count()
    };
    assert_eq!(unfinished, TABLES, "a game was over before the last kill");
    let_go.send_replace(DISCS);

    let mut acknowledged = Vec::new();
    for (done, _) in seats.join_all().await {
        acknowledged.extend(done);
    }
    assert!(
        acknowledged.len() > 50 * TABLES,
        "only {} acknowledged",
        acknowledged.len()
    );
    let mut given_back_ms = 0;
    let entries = check_games(&event.director, &round.boards, &games, &acknowledged).await;
    for (board, entries) in round.boards.iter().zip(&entries) {
        given_back_ms += check_clocks(&board.game_id, entries, &outage);
    }
    event.finish(1).await;
    eprintln!(
        "figure crash_kills {kills} ({} acknowledged moves, 0 lost; {:.0} s of clocks given back; slowest restart {:.2} s; {:.0} s in all)",
        acknowledged.len(),
        Duration::from_millis(given_back_ms.unsigned_abs()).as_secs_f64(),
        slowest.as_secs_f64(),
        begun.elapsed().as_secs_f64(),
    );
}
