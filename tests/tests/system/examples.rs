//! The examples, each to the end of a game.

use std::{future, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use outflank_client::{CasualTerms, Table, TablePhase};
use outflank_tests::{
    Event, Server,
    opponent::{First, find, guest, play},
    program::{Program, key, operator},
    waiting::{PATIENCE, until, until_table},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::{interval, timeout},
};
use tokio_tungstenite::{WebSocketStream, accept_async, tungstenite::Message};

use crate::engines::code;

pub const PYTHON: &str = "../client/examples/bot.py";

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
async fn python_examples_of_two_operators_seek_and_find_each_other() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let one = operator(&server).await;
    let other = server.client().anonymous();
    let made = other.create_account("Ingrid Solheim", "ingrid", "a long password", None);
    made.await.unwrap();
    let base = server.base();
    let arguments = [&base, "--seek", "5", "--games", "1", "--every", "0.02"];
    let mut programs = Vec::new();
    for operator in [&one, &other] {
        let key = key(operator, "Any Move").await;
        programs.push(Program::start(PYTHON, &key, &arguments));
    }
    let mut games = Vec::new();
    for mut program in programs {
        let plays = program.says("plays ").await;
        games.push(plays.split_once(" in ").unwrap().1.to_owned());
        let ended = program.ended().await;
        assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
    }
    assert_eq!(games[0], games[1]);
    let table: Table = one.get(&format!("/games/{}", games[0])).await.unwrap();
    assert_eq!(table.result.unwrap().reason, "played");
}

/// The next request is answered with this.
async fn answer(listener: &TcpListener, status: &str, body: &Value) -> String {
    let (mut line, _) = listener.accept().await.unwrap();
    let mut asked = vec![0; 4_096];
    let length = line.read(&mut asked).await.unwrap();
    let body = body.to_string();
    let length_told = body.len();
    let text = format!("HTTP/1.1 {status}\r\nContent-Length: {length_told}\r\n\r\n{body}");
    line.write_all(text.as_bytes()).await.unwrap();
    let asked = String::from_utf8_lossy(&asked[..length]);
    asked.lines().next().unwrap_or_default().to_owned()
}

/// The next line is opened, and what it seeks is heard.
async fn line_that_seeks(listener: &TcpListener) -> WebSocketStream<TcpStream> {
    let asked = answer(listener, "200 OK", &json!({"ticket": "o/nce"})).await;
    assert_eq!(asked, "POST /api/v1/tickets HTTP/1.1");
    let (line, _) = listener.accept().await.unwrap();
    let mut line = accept_async(line).await.unwrap();
    let hello = json!({"type": "hello", "protocol": 2}).to_string();
    line.send(hello.into()).await.unwrap();
    let sought = line.next().await.unwrap().unwrap().into_text().unwrap();
    let sought: Value = serde_json::from_str(&sought).unwrap();
    let terms = json!({"variant": "othello", "main_ms": 300_000, "increment_ms": 0});
    assert_eq!(
        sought,
        json!({"type": "seek", "id": "seek", "terms": terms})
    );
    line
}

#[tokio::test]
async fn the_python_example_takes_fragments_answers_pings_and_leaves_a_line_that_says_too_much() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let arguments = [&base, "--seek", "5", "--games", "1", "--every", "0.02"];
    let mut program = Program::start(PYTHON, "key", &arguments);

    let mut line = line_that_seeks(&listener).await;
    let endless = [&[0x81, 127][..], &u64::to_be_bytes(1 << 40)].concat();
    line.get_mut().write_all(&endless).await.unwrap();
    let broken = program.says("the live line is opened anew: ").await;
    assert_eq!(broken, "more than 1048576 bytes are said at once");

    // Of the moment; then its game in two fragments, a ping between them.
    let mut line = line_that_seeks(&listener).await;
    let problem = json!({"code": "unavailable", "detail": "A store is away."});
    let refused = json!({"type": "refused", "id": "seek", "problem": problem}).to_string();
    line.send(refused.into()).await.unwrap();
    let mut line = line_that_seeks(&listener).await;
    let booked = json!({"type": "booked", "game": "G", "color": "black"}).to_string();
    let (first, second) = booked.as_bytes().split_at(9);
    let fragment = |head: u8, part: &[u8]| {
        let length = u8::try_from(part.len()).unwrap();
        [&[head, length][..], part].concat()
    };
    let wire = line.get_mut();
    wire.write_all(&fragment(0x01, first)).await.unwrap();
    wire.write_all(&fragment(0x89, b"hi")).await.unwrap();
    let mut pong = [0; 8];
    wire.read_exact(&mut pong).await.unwrap();
    assert_eq!(pong[..2], [0x8a, 0x82]);
    assert_eq!([pong[6] ^ pong[2], pong[7] ^ pong[3]], *b"hi");
    wire.write_all(&fragment(0x80, second)).await.unwrap();

    let over = json!({"phase": "finished", "result": null});
    let asked = answer(&listener, "200 OK", &over).await;
    assert_eq!(asked, "GET /api/v1/games/G HTTP/1.1");
    let asked = answer(&listener, "200 OK", &json!({"over_at_ms": 1})).await;
    assert_eq!(asked, "GET /api/v1/casual-games/G HTTP/1.1");
    let ended = program.ended().await;
    assert_eq!((ended.code, ended.errors.as_str()), (Some(0), ""));
}

#[tokio::test]
async fn the_python_example_leaves_a_line_on_which_it_hears_what_is_no_frame() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let arguments = [&base, "--seek", "5", "--every", "0.02"];
    let mut program = Program::start(PYTHON, "key", &arguments);
    let mut line = line_that_seeks(&listener).await;
    line.get_mut().write_all(&[0x89, 126]).await.unwrap();
    let broken = program.says("the live line is opened anew: ").await;
    assert_eq!(broken, "a ping or its like has more than 125 bytes");
    for said in [
        json!([]),
        json!("booked"),
        json!({"id": "seek"}),
        json!({"type": "booked"}),
        json!({"type": "refused", "id": "seek"}),
        json!({"type": "refused", "id": "seek", "problem": "barred"}),
    ] {
        let mut line = line_that_seeks(&listener).await;
        line.send(said.to_string().into()).await.unwrap();
    }
    let broken = program.says("the live line is opened anew: ").await;
    assert_eq!(broken, "what the server says is no frame");
    line_that_seeks(&listener).await;
}

#[tokio::test]
async fn the_python_example_seeks_anew_where_its_game_is_not_told_of_on_a_line_that_lives() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let arguments = [&base, "--seek", "5", "--every", "0.02"];
    let _program = Program::start(PYTHON, "key", &arguments);
    let mut line = line_that_seeks(&listener).await;
    let problem = json!({"code": "already_booked", "detail": "This account plays."});
    let refused = json!({"type": "refused", "id": "seek", "problem": problem}).to_string();
    line.send(refused.into()).await.unwrap();
    let mut pings = interval(Duration::from_millis(500));
    let pinged = async {
        while line.send(Message::Ping("2".into())).await.is_ok() {
            pings.tick().await;
        }
        // The line is left.
        future::pending().await
    };
    let sought = async {
        tokio::select! {
            _ = line_that_seeks(&listener) => {}
            () = pinged => {}
        }
    };
    timeout(PATIENCE, sought).await.expect("it seeks anew");
}

#[tokio::test]
async fn the_python_example_says_in_one_line_why_it_may_not_seek() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let program = Program::start(PYTHON, "key", &[&base, "--seek", "5"]);
    let mut line = line_that_seeks(&listener).await;
    let problem = json!({"code": "barred", "detail": "This account is barred."});
    let refused = json!({"type": "refused", "id": "seek", "problem": problem}).to_string();
    line.send(refused.into()).await.unwrap();
    let ended = program.ended().await;
    assert_eq!(
        (ended.code, ended.errors.as_str()),
        (Some(1), "bot.py: This account is barred.\n")
    );
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
