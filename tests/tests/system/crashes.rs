//! kill -9 in the middle of a round: what was acknowledged is there, tables go on, and nobody's clock
//! pays for the outage.

use std::time::Instant;

use outflank_client::{Acknowledged, Color, Table, TableResult};
use outflank_tests::{
    Event, Server,
    checker::{check_acknowledged, moves},
    corpus::{self, RealGame},
    event::Script,
};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Duration, sleep},
};

const TABLES: usize = 8;
const KILLS: u32 = 10;
/// How long nothing runs after each kill.
const OUTAGE: Duration = Duration::from_millis(3_000);
/// How much longer it is by the server's clock, which is set forward: no test has to wait so long to tell an outage from
/// a busy machine.
const LONGER_MS: i64 = 4_000;
/// How long the players think about each move.
const THOUGHT: Duration = Duration::from_millis(250);
/// Between two kills.
const PLAY: Duration = Duration::from_millis(1_300);
/// A ply that cost this much or more has paid for an outage: thinking takes a quarter of a second.
const TOO_MUCH_MS: i64 = 5_000;
/// A fault counts from the last heartbeat before it, which is at most a second old.
const AT_MOST_GAINED_MS: i64 = 2_000;

/// What a turn cost is what was charged for it, less what was given back for the server's faults.
fn check_clocks(game: &str, entries: &Value) -> i64 {
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
                        cost < TOO_MUCH_MS,
                        "a ply of {game} cost {cost} ms: {event}"
                    );
                    assert!(
                        cost > -AT_MOST_GAINED_MS,
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

fn check_result(result: Option<&TableResult>, game: &RealGame) {
    let result = result.expect("a finished table has a result");
    assert_eq!(
        (result.black_discs, result.reason.as_str()),
        (game.black_discs, "played")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_kills_in_a_round_of_eight_tables() {
    let begun = Instant::now();
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2 * TABLES];
    let event = Event::announce(&server, "Outage Open", &json!({}), players).await;
    let round = event.publish().await;
    assert_eq!(round.boards.len(), TABLES);
    let games: Vec<RealGame> = corpus::full_games(1996).into_iter().take(TABLES).collect();

    let mut seats = JoinSet::new();
    for (board, game) in round.boards.iter().zip(&games) {
        for color in [Color::Black, Color::White] {
            let mut seat = event.seat(board, color);
            let mut script = Script {
                squares: game.squares.clone(),
                thought: THOUGHT,
            };
            seats.spawn(async move {
                let table = seat.play(&mut script).await.unwrap();
                (seat.acknowledged, table)
            });
        }
    }
    let mut slowest = Duration::ZERO;
    for kill in 1..=KILLS {
        sleep(PLAY).await;
        server = tokio::task::spawn_blocking(move || {
            server.kill_and_restart_as_if(OUTAGE, LONGER_MS);
            server
        })
        .await
        .unwrap();
        slowest = slowest.max(server.start_time);
        assert!(!seats.is_empty(), "the round was over before kill {kill}");
        eprintln!(
            "kill {kill} of {KILLS}, ready again after {:.2} s",
            server.start_time.as_secs_f64()
        );
    }
    let unfinished = {
        let tables: Value = event
            .director
            .get(&format!("/tournaments/{}/games?round=1", event.id))
            .await
            .unwrap();
        tables["tables"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|table| table["phase"] != "finished")
            .count()
    };
    assert!(
        unfinished > 0,
        "the last kill came after the round was over"
    );

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
    for (board, game) in round.boards.iter().zip(&games) {
        let path = format!("/games/{}", board.game_id);
        let table: Table = event.director.get(&path).await.unwrap();
        check_result(table.result.as_ref(), game);
        let entries: Value = event
            .director
            .get(&format!("{path}/entries?after_seq=0"))
            .await
            .unwrap();
        given_back_ms += check_clocks(&board.game_id, &entries);
        let moves = moves(&entries);
        let squares: Vec<&String> = moves.iter().map(|(_, square)| square).collect();
        assert_eq!(
            squares,
            game.squares.iter().collect::<Vec<_>>(),
            "another game was played"
        );
        let own: Vec<Acknowledged> = acknowledged
            .iter()
            .filter(|done| done.game_id == board.game_id)
            .cloned()
            .collect();
        check_acknowledged(&own, &moves);
    }
    event.finish(1).await;
    eprintln!(
        "figure crash_kills {KILLS} ({} acknowledged moves, 0 lost; {:.0} s of clocks given back; slowest restart {:.2} s; {:.0} s in all)",
        acknowledged.len(),
        Duration::from_millis(given_back_ms.unsigned_abs()).as_secs_f64(),
        slowest.as_secs_f64(),
        begun.elapsed().as_secs_f64(),
    );
}
