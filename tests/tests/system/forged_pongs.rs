//! Clients that answer pings late, twice, with what another ping said or none did: no move and no game is credited
//! more lag than the rule set's published caps.
//!
//! `MOVES` says how many at least (600); `make crash` makes 10,000.

use std::collections::BTreeMap;

use outflank_tests::{
    Server,
    bout::rule_set,
    load::{
        count, machine,
        relay::{Pace, Run, until},
        socket::Pongs,
        stage::Stage,
    },
};
use serde_json::json;
use tokio::time::Duration;

const PER_MOVE_MS: i64 = 150;
const PER_GAME_MS: i64 = 1_000;
/// Half of it is more than any move may be credited.
const DELAY: Duration = Duration::from_millis(700);
const GAME_LENGTH: usize = 55;

#[tokio::test(flavor = "multi_thread")]
async fn no_pong_gains_more_than_the_caps() {
    machine::raise_open_files();
    let games = count("MOVES", 600).div_ceil(GAME_LENGTH);
    let mut document = rule_set();
    document["lag_credit"] = json!({"per_move_ms": PER_MOVE_MS, "per_game_ms": PER_GAME_MS});
    let data = tempfile::tempdir().unwrap();
    let pongs = |place: usize| match place % 3 {
        0 => Pongs::Honest,
        1 => Pongs::Late(DELAY),
        _ => Pongs::Forged(DELAY),
    };
    let mut stage = Stage::set_with(Server::start(data.path()), games, &document, pongs).await;
    let tables = stage.next_round().await;
    let pace = Pace::Thinking(Duration::from_millis(400));
    let runs: Vec<_> = (0..)
        .zip(&tables)
        .map(|(seed, sitting)| Run::on_server(sitting, seed, pace))
        .collect();
    until(&runs, "ready", Run::is_ready).await;
    for run in &runs {
        run.send(1, std::time::Instant::now());
    }
    until(&runs, "over", Run::is_over).await;

    let (mut moves, mut credited_moves, mut most) = (0, 0, 0);
    for sitting in &tables {
        let mut credited: BTreeMap<String, i64> = BTreeMap::new();
        for entry in stage.entries(&sitting.game_id).await {
            for event in entry["events"].as_array().unwrap() {
                if event["type"] != "moved" && event["type"] != "passed" {
                    continue;
                }
                moves += 1;
                let credit = event["lag_credit_ms"].as_i64().unwrap_or(0);
                assert!(
                    (0..=PER_MOVE_MS).contains(&credit),
                    "a move was credited {credit} ms: {event}"
                );
                credited_moves += usize::from(credit > 0);
                *credited.entry(event["color"].to_string()).or_default() += credit;
            }
        }
        for (color, credit) in credited {
            assert!(
                credit <= PER_GAME_MS,
                "{color} of {} was credited {credit} ms",
                sitting.game_id
            );
            most = most.max(credit);
        }
    }
    assert!(
        credited_moves > 0,
        "no move was credited any lag: nothing was tried"
    );
    eprintln!("figure forged_pong_moves {moves}");
    eprintln!("figure forged_pong_credited_moves {credited_moves}");
    eprintln!("figure forged_pong_most_a_game_ms {most} ms (cap {PER_GAME_MS})");
}
