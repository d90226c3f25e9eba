//! Ten thousand bad commands over REST, WebSocket and gRPC: each gets a typed refusal and changes nothing.

use std::collections::BTreeMap;

use outflank_client::{
    Carrier, Choice, Client, Color, Failure, Frame, Line, Refused, Round, Seat, Strategy, Table,
};
use outflank_testbed::is_safe;
use outflank_tests::{
    Event, Server,
    bad_frames::{as_message, bad_frame, one_of},
    bout::entries,
    corpus,
    event::text,
    othello::Dice,
    waiting::{AGAIN_AFTER, PATIENCE, is_not_now, until, until_live, until_table},
};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

const OVER_SOCKETS: usize = 8_000;
const OVER_STREAMS: usize = 4_000;
const OVER_REST: usize = 2_500;
const SEED: u64 = 20_260_718;

/// A round of four tables in mid-game: two tables wait for black, one for white, one is over.
struct Scene {
    event: Event,
    round: Round,
    outsider: Client,
}

/// Plays the first legal move until a ply is reached.
struct Until(u32);

#[async_trait::async_trait]
impl Strategy for Until {
    async fn choose(&mut self, table: &Table) -> Choice {
        if table.ply >= self.0 {
            std::future::pending::<()>().await;
        }
        Choice::Square(table.legal_squares[0].clone())
    }
}

async fn scene(server: &Server) -> Scene {
    let players = &corpus::players("EGP_NORWAY.ELO")[..16];
    let event = Event::announce(server, "Bad Input Open", &json!({}), players).await;
    let round = event.publish().await;
    for (place, board) in round.boards.iter().take(4).enumerate() {
        let stop = [11, 20, 31, u32::MAX][place];
        let mut both = tokio::task::JoinSet::new();
        for color in [Color::Black, Color::White] {
            let mut seat: Seat = event.seat(board, color);
            both.spawn(async move { seat.play(&mut Until(stop)).await });
        }
        if stop == u32::MAX {
            both.join_all().await;
        } else {
            let is_there = |table: &Table| table.ply >= stop;
            let what = (&*format!("ply {stop}"), is_there);
            until_table(&event.director, &board.game_id, what).await;
            both.abort_all();
        }
    }
    let outsider = server.client();
    outsider
        .create_account("Berit Outsider", "berit", "a long password", None)
        .await
        .unwrap();
    let scene = Scene {
        event,
        round,
        outsider,
    };
    everybody_arrives(&scene).await;
    result_arrives(&scene).await;
    scene
}

/// Both players of every game come to their tables, so that nothing is left to be noted of them.
async fn everybody_arrives(scene: &Scene) {
    let mut lines = Vec::new();
    for client in scene.event.seats.values() {
        lines.push(Line::open(client).await.unwrap());
    }
    let path = format!("/tournaments/{}/games", scene.event.id);
    until("everybody at the tables", async || {
        let games: Vec<Value> = scene.event.director.list(&path, "tables").await.unwrap();
        let is_there = |table: &Value| {
            let over = table["phase"] == "finished";
            over || (table["black_arrived"] == true && table["white_arrived"] == true)
        };
        let all = games.iter().all(is_there);
        all.then_some(()).ok_or(games)
    })
    .await;
}

/// The result of the game that is over stands in the tournament.
async fn result_arrives(scene: &Scene) {
    until("a result in the tournament", async || {
        let board = scene.event.read().await.rounds.remove(0).boards.remove(3);
        board.result.clone().ok_or(board)
    })
    .await;
}

/// Everything durable: the tournament, and every game's board, plies and events. A server that did not run for a while
/// gives time back by itself: that is nobody's command.
async fn everything(scene: &Scene) -> Value {
    let id = &scene.event.id;
    let mut tournament: Value = scene
        .event
        .director
        .get(&format!("/tournaments/{id}"))
        .await
        .unwrap();
    let games: Vec<Value> = scene
        .event
        .director
        .list(&format!("/tournaments/{id}/games"), "tables")
        .await
        .unwrap();
    let mut told = Vec::new();
    for table in &games {
        let entries = entries(&scene.event.director, &text(&table["game_id"])).await;
        let events = entries
            .iter()
            .filter_map(|entry| entry["events"].as_array());
        let events: Vec<&Value> = events
            .flatten()
            .filter(|event| event["type"] != "time_credited")
            .collect();
        told.push(json!([
            table["game_id"],
            table["board"],
            table["plies"],
            table["result"],
            events
        ]));
    }
    tournament["games"] = json!(told);
    tournament
}

async fn refusal(line: &mut Line) -> Refused {
    loop {
        match line.next().await.expect("the line stays open") {
            Frame::Refused { problem, .. } => return problem,
            Frame::Ack { id, .. } => panic!("a bad command was accepted: {id}"),
            _ => {}
        }
    }
}

fn check_refused(refused: &Refused) {
    let plain = |c: char| c.is_ascii_lowercase() || c == '_';
    assert!(
        !refused.code.is_empty() && refused.code.chars().all(plain),
        "{refused:?}"
    );
    assert!(refused.detail.len() > 10, "{refused:?}");
    assert!(refused.status < 500, "{refused:?}");
}

async fn over_lines(
    carrier: Carrier,
    count: usize,
    scene: &Scene,
    dice: &mut Dice,
    counts: &mut BTreeMap<String, usize>,
) {
    let mut sent = 0;
    while sent < count {
        let board = one_of(dice, &scene.round.boards).clone();
        let table: Table = scene
            .event
            .director
            .get(&format!("/games/{}", board.game_id))
            .await
            .unwrap();
        let (client, mover) = match dice.below(4) {
            0 => (scene.outsider.clone(), false),
            1 => (scene.outsider.anonymous(), false),
            2 => (
                scene.event.seats[&board.black_entrant_id].clone(),
                table.to_move == Some(Color::Black),
            ),
            _ => (
                scene.event.seats[&board.white_entrant_id].clone(),
                table.to_move == Some(Color::White),
            ),
        };
        let mut line = Line::open_over(&client, carrier).await.unwrap();
        // A line that sends nothing but rubbish is closed after a while; each line sends some.
        for _ in 0..40 {
            let frame = bad_frame(dice, &table, sent, mover);
            let raw = match carrier {
                Carrier::WebSocket => frame.clone().into_bytes(),
                Carrier::Grpc => as_message(&frame),
            };
            let begun = Instant::now();
            let refused = loop {
                line.send_raw(raw.clone()).await.unwrap();
                let refused = refusal(&mut line).await;
                if !is_not_now(&refused) || begun.elapsed() > PATIENCE {
                    break refused;
                }
                sleep(AGAIN_AFTER).await;
            };
            check_refused(&refused);
            *counts.entry(refused.code).or_default() += 1;
            sent += 1;
        }
    }
}

/// One bad request: who, method, path, body.
fn bad_request(
    dice: &mut Dice,
    scene: &Scene,
    table: &Table,
) -> (Client, &'static str, String, Value) {
    let id = &scene.event.id;
    let game = &table.game_id;
    let mover = scene.event.seats[match table.to_move {
        Some(Color::White) => &table.white_entrant_id,
        _ => &table.black_entrant_id,
    }]
    .clone();
    let outsider = scene.outsider.clone();
    let nobody = scene.outsider.anonymous();
    let director = scene.event.director.clone();
    let ply = table.ply;
    match dice.below(18) {
        0 => (
            mover,
            "POST",
            format!("/games/{game}/moves"),
            json!({"ply": ply, "square": "d4"}),
        ),
        1 => (
            mover,
            "POST",
            format!("/games/{game}/moves"),
            json!({"ply": ply + 7, "square": "a1"}),
        ),
        2 => (
            mover,
            "POST",
            format!("/games/{game}/moves"),
            json!({"square": 5}),
        ),
        3 => (
            outsider,
            "POST",
            format!("/games/{game}/moves"),
            json!({"ply": ply, "square": "a1"}),
        ),
        4 => (
            nobody,
            "POST",
            format!("/games/{game}/resignation"),
            json!({}),
        ),
        5 => (
            outsider,
            "POST",
            format!("/games/{game}/resignation"),
            json!({}),
        ),
        6 => (
            mover,
            "POST",
            "/games/nowhere/passes".into(),
            json!({"ply": 1}),
        ),
        7 => (
            outsider,
            "POST",
            format!("/tournaments/{id}/rounds"),
            json!({}),
        ),
        8 => (
            director,
            "POST",
            format!("/tournaments/{id}/rounds"),
            json!({}),
        ),
        9 => (
            director,
            "POST",
            format!("/tournaments/{id}/rounds/1/finish"),
            json!({}),
        ),
        10 => (
            director,
            "POST",
            format!("/tournaments/{id}/rounds/9/finish"),
            json!({}),
        ),
        11 => (
            director,
            "POST",
            format!("/tournaments/{id}/confirmation"),
            json!({}),
        ),
        12 => (
            director,
            "PUT",
            format!("/tournaments/{id}/rounds/1/tables/99/result"),
            json!({"black_discs": 40, "reason": "x"}),
        ),
        13 => (
            director,
            "PUT",
            format!("/tournaments/{id}/rounds/1/tables/1/result"),
            json!({"black_discs": 65, "reason": "x"}),
        ),
        14 => (
            director,
            "POST",
            format!("/tournaments/{id}/entrants"),
            json!({"surname": "", "given_names": "A", "country": "NOR"}),
        ),
        15 => (
            director,
            "POST",
            format!("/tournaments/{id}/entrants"),
            json!({"surname": "Late", "given_names": "A", "country": "NOR"}),
        ),
        16 => (
            director,
            "POST",
            "/tournaments".into(),
            json!({"name": "X", "country": "Norway", "date": "2026-02-30", "rule_set": "egp-2020"}),
        ),
        _ => (
            director,
            "POST",
            "/tournaments".into(),
            json!({"name": "X", "country": "NOR", "date": "2026-02-03", "rule_set": "chess"}),
        ),
    }
}

async fn over_rest(scene: &Scene, dice: &mut Dice, counts: &mut BTreeMap<String, usize>) {
    for _ in 0..OVER_REST {
        let board = one_of(dice, &scene.round.boards[..3]).clone();
        let table: Table = scene
            .event
            .director
            .get(&format!("/games/{}", board.game_id))
            .await
            .unwrap();
        let (client, method, path, body) = bad_request(dice, scene, &table);
        let method: reqwest::Method = method.parse().unwrap();
        let begun = Instant::now();
        let answer = loop {
            let method = method.clone();
            match client.send::<Value>(method, &path, &body, None).await {
                Err(Failure::Refused(refused))
                    if is_not_now(&refused) && begun.elapsed() < PATIENCE =>
                {
                    sleep(AGAIN_AFTER).await;
                }
                answer => break answer,
            }
        };
        match answer {
            Err(Failure::Refused(refused)) => {
                check_refused(&refused);
                assert!(
                    (400..500).contains(&refused.status),
                    "{path} {body}: {refused:?}"
                );
                *counts.entry(refused.code).or_default() += 1;
            }
            other => panic!("{path} {body}: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_bad_commands_change_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let scene = scene(&server).await;
    let before = everything(&scene).await;
    let mut counts = BTreeMap::new();
    let mut dice = Dice(SEED);
    over_lines(
        Carrier::WebSocket,
        OVER_SOCKETS,
        &scene,
        &mut dice,
        &mut counts,
    )
    .await;
    over_rest(&scene, &mut dice, &mut counts).await;
    let after = everything(&scene).await;
    is_safe("after refused commands", after, before);
    assert!(counts.len() > 15, "too few kinds of refusal: {counts:?}");
    let total: usize = counts.values().sum();
    eprintln!("figure bad_commands_refused {total} (0 accepted; {counts:?})");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_bad_commands_change_nothing_over_grpc() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let scene = scene(&server).await;
    let before = everything(&scene).await;
    let mut counts = BTreeMap::new();
    let mut dice = Dice(SEED);
    over_lines(Carrier::Grpc, OVER_STREAMS, &scene, &mut dice, &mut counts).await;
    let after = everything(&scene).await;
    is_safe("after refused commands", after, before);
    assert!(counts.len() > 6, "too few kinds of refusal: {counts:?}");
    let total: usize = counts.values().sum();
    eprintln!("figure bad_commands_refused_over_grpc {total} (0 accepted; {counts:?})");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_command_gets_its_first_answer_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let event = Event::announce(&server, "Again and Again", &json!({}), players).await;
    let path = format!("/tournaments/{}/rounds", event.id);
    let first: Value = event
        .director
        .command(&path, &json!({}), "publish")
        .await
        .unwrap();
    let again: Value = event
        .director
        .command(&path, &json!({}), "publish")
        .await
        .unwrap();
    is_safe("the answer again", again, first);
    let board = event.read().await.rounds[0].boards[0].clone();
    let black = &event.seats[&board.black_entrant_id];
    let moves = format!("/games/{}/moves", board.game_id);
    let body = json!({"ply": 1, "square": "f5"});
    until_live(black, &board.game_id).await;
    let first: Value = black.command(&moves, &body, "m1").await.unwrap();
    for id in ["m1", "m1", "m2"] {
        let again: Value = black.command(&moves, &body, id).await.unwrap();
        let (seen, right) = (
            (&again["seq"], &again["repeated"]),
            (&first["seq"], &json!(true)),
        );
        is_safe("the answer again", seen, right);
    }
    let other = black
        .command::<Value>(&moves, &json!({"ply": 1, "square": "d3"}), "m3")
        .await;
    assert_eq!(other.unwrap_err().code(), Some("ply_taken"));
    let mut line = Line::open(black).await.unwrap();
    let frame =
        json!({"type": "move", "id": "m1", "game": board.game_id, "ply": 1, "square": "f5"});
    line.send(&frame).await.unwrap();
    loop {
        if let Frame::Ack { id, seq, repeated } = line.next().await.unwrap() {
            assert_eq!(
                (id.as_str(), json!(seq), repeated),
                ("m1", first["seq"].clone(), true)
            );
            break;
        }
    }
    let table: Table = event
        .director
        .get(&format!("/games/{}", board.game_id))
        .await
        .unwrap();
    is_safe("plies", (table.ply, table.plies.len()), (2, 1));
}
