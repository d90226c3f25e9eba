//! The examples, each to the end of a game.

use outflank_client::{CasualTerms, Table, TablePhase};
use outflank_tests::{
    Event, Server,
    opponent::{First, find, guest, play},
    program::{Program, key, operator},
    waiting::{until, until_table},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use crate::engines::code;

const PYTHON: &str = "../client/examples/bot.py";

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_example_seeks_a_game_over_either_carrier() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let (base, terms) = (server.base(), CasualTerms::minutes(3));
    for carrier in [&[][..], &["--socket"]] {
        let key = key(&operator, "Any Move").await;
        let mut arguments = vec![base.as_str(), "--seek", "3", "--games", "1"];
        arguments.extend(carrier);
        let bot = Program::start("examples/bot", &key, &arguments);
        let client = guest(&server, "Ingrid").await;
        let booked = find(&client, &terms).await;
        let table = play(&client, &booked, &mut First).await;
        assert_eq!(table.result.unwrap().reason, "played");
        assert_eq!(bot.ended().await.code, Some(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_python_example_takes_up_the_challenge_of_another() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let operator = operator(&server).await;
    let base = server.base();
    let every = ["--every", "0.02"];
    let (one, other) = (key(&operator, "One").await, key(&operator, "Other").await);
    let arguments = [&[base.as_str(), "--challenge", "5"], &every[..]].concat();
    let mut challenger = Program::start(PYTHON, &one, &arguments);
    let said = challenger.says("challenge ").await;
    let (challenge, link) = said.split_once(": ").unwrap();
    assert_eq!(link, format!("{base}/challenge/{challenge}"));
    let arguments = [&[base.as_str(), "--take", challenge], &every[..]].concat();
    let mut taker = Program::start(PYTHON, &other, &arguments);
    let plays = taker.says("plays ").await;
    let (_, game) = plays.split_once(" in ").unwrap();
    for program in [challenger, taker] {
        let ended = program.ended().await;
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
    }
    let over = |table: &Table| table.phase == TablePhase::Finished;
    let table = until_table(&operator, game, ("its end", over)).await;
    assert_eq!(table.result.unwrap().reason, "played");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_example_goes_on_with_the_seat_that_it_claimed_before() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let event = Event::announce(&server, "Programs' Open", &json!({}), &[]).await;
    let operator = operator(&server).await;
    let base = server.base();
    let mut keys = Vec::new();
    let mut programs = Vec::new();
    for name in ["One", "Other"] {
        let (code, key) = (code(&event, name).await, key(&operator, name).await);
        let arguments = [&base, "--code", &code, "--every", "0.02"];
        programs.push(Program::start(PYTHON, &key, &arguments));
        keys.push(key);
    }
    until("both seats are taken", async || {
        let entrants = event.read().await.entrants;
        match entrants.iter().all(|entrant| entrant.seated) {
            true => Ok(()),
            false => Err(entrants),
        }
    })
    .await;
    drop(programs);
    let start = |key: &String| Program::start(PYTHON, key, &[&base, "--every", "0.02"]);
    let programs: Vec<_> = keys.iter().map(start).collect();
    let board = event.publish().await.boards[0].clone();
    let over = |table: &Table| table.phase == TablePhase::Finished;
    let table = until_table(&event.director, &board.game_id, ("its end", over)).await;
    assert_eq!(table.result.unwrap().reason, "played");
    drop(programs);
}

#[tokio::test]
async fn the_python_example_waits_for_a_server_that_is_away_behind_a_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let program = Program::start(PYTHON, "key", &[&base, "--every", "0.02"]);
    for answer in [
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n{\"seats\":",
        "",
        "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"seats\":[]}",
    ] {
        let (mut line, _) = listener.accept().await.unwrap();
        let mut asked = vec![0; 4_096];
        assert!(line.read(&mut asked).await.unwrap() > 0);
        line.write_all(answer.as_bytes()).await.unwrap();
    }
    let ended = program.ended().await;
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
}
