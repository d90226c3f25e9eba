//! The documented exchange, line by line.

use std::time::Duration;

use outflank_client::CasualTerms;
use outflank_tests::{
    Server,
    event::Script,
    opponent::{find, guest, play},
    program::{key, operator},
};

use super::{adapter, python};

/// In it either side passes once.
const GAME: &str = "e6d6c3d3c4b5d2f7d7c6a6d8g8f5e8c5g4f6g7h3e7f8b6h6g6c7b7h8b2h7e3a1f4h4f3g3g2g5b3c2b1e2a7h2d1e1h5f2g1a8c1a2b4h1a5b8f1c8a4a3";

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_is_spoken_to_as_the_protocol_is_documented_through_passes_of_both_sides() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let squares = (0..GAME.len() / 2).map(|at| GAME[2 * at..2 * at + 2].to_owned());
    let squares: Vec<String> = squares.collect();
    let terms = CasualTerms::minutes(5);
    let one = guest(&server, "Ingrid").await;
    let report = data.path().join("report");
    let key = key(&operator, "Documented").await;
    let options = ["--seek", "5", "--games", "1", "--depth", "6"];
    let arguments = [GAME, report.to_str().unwrap()];
    let engine = adapter(
        &server,
        &key,
        &options,
        (python(), "documented.py"),
        &arguments,
    );
    let booked = find(&one, &terms).await;
    let mut script = Script {
        squares,
        thought: Duration::ZERO,
    };
    let table = play(&one, &booked, &mut script).await;
    let ended = engine.ended().await;
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
    assert!(table.plies.iter().any(|ply| ply.square.is_none()));
    assert_eq!(table.result.unwrap().reason, "played");
    let moves = table
        .plies
        .iter()
        .filter(|ply| ply.color != booked.color && ply.square.is_some());
    let told = std::fs::read_to_string(report).unwrap();
    assert_eq!(told, format!("{} moves\n", moves.count()));
}
