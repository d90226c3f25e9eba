//! What a gateway says of a client that does not read its socket: how long that kept the position waiting, and when the
//! same account was shown it elsewhere, or somebody else at the same address.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::extract::ConnectInfo;
use bytes::Bytes;
use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, Received, topic};
use outflank_proto::{
    live::v1::{self as live, client_message::Message as Say, server_message::Message as Told},
    play::v1::{self as play, connection_report::Observed, play_service_client::PlayServiceClient},
};
use outflank_testbed::Http2;
use outflank_transport::for_person;
use prost::Message as _;
use serde_json::json;
use tonic::transport::Channel;

use crate::world::{
    Bus, World, eventually, json_request,
    play::Games,
    socket::{ADDRESS, Client, Door, PROGRAM, carried},
};

/// Answers that fill the pipe of a client that reads none of them, and its writer's buffers.
const WATCHES: usize = 400;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A player who watches and reads no more: what the gateway writes next waits.
async fn unread(world: &World) -> Client {
    let mut client = Client::connect(world, world.inside(), Some("anna")).await;
    client.watch(0).await;
    for _ in 0..WATCHES {
        let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
        client.send(watch).await;
        tokio::time::sleep(ms(1)).await;
    }
    client
}

/// A program's stream, whose windows its owner opens and shuts.
struct Program {
    connection: Http2,
    stream: u32,
}

const OPEN: u32 = 1 << 20;

impl Program {
    /// One that watches.
    async fn watching(world: &World) -> Self {
        world.inside();
        let connection = Http2::over(carried(world, true), OPEN);
        let (stream, token) = (1, world.token("anna"));
        let path = "/outflank.live.v1.LiveService/Connect";
        connection.call(stream, path, Some(&token));
        let program = Self { connection, stream };
        program.watch();
        let table = |told: &Told| matches!(told, Told::Table(_));
        program.is_told("the table", table).await;
        program
    }

    fn say(&self, id: &str, message: Say) {
        let message = live::ClientMessage {
            id: id.into(),
            message: Some(message),
        };
        let bytes = message.encode_to_vec();
        self.connection.message(self.stream, &bytes);
    }

    fn watch(&self) {
        let game_id = "g".into();
        let after_seq = 0;
        self.say("", Say::Watch(live::Watch { game_id, after_seq }));
    }

    fn shut(&self) {
        self.connection.set_windows(0);
    }

    fn open(&self) {
        self.connection.set_windows(OPEN);
    }

    async fn is_told(&self, what: &str, wanted: impl Fn(&Told) -> bool) {
        let told = || {
            let mut data = Bytes::from(self.connection.data(self.stream));
            while data.len() >= 5 {
                let length = u32::from_be_bytes(data[1..5].try_into().unwrap());
                let length = 5 + usize::try_from(length).unwrap();
                if data.len() < length {
                    break;
                }
                let message = live::ServerMessage::decode(data.split_to(length).slice(5..));
                if message.unwrap().message.is_some_and(|told| wanted(&told)) {
                    return true;
                }
            }
            false
        };
        eventually(what, told).await;
    }

    /// Moves once the turn is there, and answers what the gateway saw of that.
    async fn move_after_reading(&self, world: &World) -> play::Stamps {
        let turn = |told: &Told| matches!(told, Told::Commit(commit) if commit.seq == 2);
        self.is_told("the turn", turn).await;
        let (game_id, square) = ("g".into(), "f5".into());
        let made = live::Move {
            game_id,
            ply: 2,
            square,
            flip: String::new(),
        };
        self.say("c1", Say::Move(made));
        let is_done = |told: &Told| matches!(told, Told::Commit(commit) if commit.id == "c1");
        self.is_told("that it is done", is_done).await;
        world.games.state(|state| state.stamps[0].clone())
    }
}

/// Reads until the turn is there, moves at once, and answers what the gateway saw of that.
async fn move_after_reading(world: &World, client: &mut Client) -> play::Stamps {
    let turn = |frame: &serde_json::Value| frame["type"] == "table" && frame["table"]["ply"] == 2;
    client.next_that("the turn", turn).await;
    let frame = json!({"type": "move", "id": "c1", "game": "g", "ply": 2, "square": "f5"});
    client.send(frame).await;
    client.next_of("ack").await;
    world.games.state(|state| state.stamps[0].clone())
}

/// `GET /api/v1{path}` as this account.
async fn get_as(world: &World, account: &str, path: &str) {
    let mut request = json_request("GET", &format!("/api/v1{path}"), &json!({}));
    *request.body_mut() = axum::body::Body::empty();
    let bearer = format!("Bearer {}", world.token(account));
    let bearer = bearer.parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    let answer = world.ask(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test(start_paused = true)]
async fn what_a_client_does_not_read_is_told_from_what_the_server_is_late() {
    let world = World::new();
    let mut client = unread(&world).await;
    let given_ms = world.clock.now_ms();
    world.games.commit().await;
    tokio::time::sleep(ms(1_500)).await;
    let stamps = move_after_reading(&world, &mut client).await;
    assert!(stamps.delivered_at_ms >= given_ms + 1_500, "{stamps:?}");
    // All of it was the client's, and nobody saw the position elsewhere.
    let late_ms = stamps.delivered_at_ms - stamps.unread_ms - given_ms;
    assert!((0..=5).contains(&late_ms), "{late_ms} ms: {stamps:?}");
    assert_eq!(stamps.seen_at_ms, 0);

    // Nobody else's delay is the client's: a client who reads, and a commit that the bus brings late.
    let world = World::new();
    let mut client = Client::connect(&world, world.inside(), Some("anna")).await;
    client.watch(0).await;
    tokio::time::sleep(ms(1_500)).await;
    world.games.commit().await;
    let stamps = move_after_reading(&world, &mut client).await;
    assert_eq!((stamps.unread_ms, stamps.seen_at_ms), (0, 0));
    assert!(stamps.delivered_at_ms > 0);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_not_read_is_told_from_what_the_server_is_late() {
    // What is held up is one answer that came before the turn, or the turn itself.
    for frames_before in [1, 0] {
        let world = World::new();
        let program = Program::watching(&world).await;
        program.shut();
        for _ in 0..frames_before {
            program.watch();
        }
        tokio::time::sleep(ms(300)).await;
        let given_ms = world.clock.now_ms();
        world.games.commit().await;
        tokio::time::sleep(ms(1_500)).await;
        program.open();
        let stamps = program.move_after_reading(&world).await;
        assert!(stamps.delivered_at_ms >= given_ms + 1_500, "{stamps:?}");
        let late_ms = stamps.delivered_at_ms - stamps.unread_ms - given_ms;
        assert!((0..=5).contains(&late_ms), "{late_ms} ms: {stamps:?}");
    }

    // Who reads is told nothing, however often he asks and however late the server is.
    let world = World::new();
    let program = Program::watching(&world).await;
    for _ in 0..20 {
        program.watch();
        tokio::time::sleep(ms(100)).await;
    }
    let given_ms = world.clock.now_ms();
    world.games.commit().await;
    let stamps = program.move_after_reading(&world).await;
    assert_eq!((stamps.unread_ms, stamps.seen_at_ms), (0, 0));
    assert!((0..=5).contains(&(stamps.delivered_at_ms - given_ms)));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_was_shown_the_position_elsewhere_has_it() {
    for path in ["/games/g", "/games/g/entries", "/tournaments/t1/games"] {
        let world = World::new();
        let mut client = unread(&world).await;
        // What was seen before the turn says nothing of it, and neither does what others see.
        get_as(&world, "anna", path).await;
        world.games.commit().await;
        tokio::time::sleep(ms(200)).await;
        get_as(&world, "bert", path).await;
        tokio::time::sleep(ms(100)).await;
        let shown_ms = world.clock.now_ms();
        get_as(&world, "anna", path).await;
        tokio::time::sleep(ms(1_000)).await;
        get_as(&world, "anna", path).await;
        let stamps = move_after_reading(&world, &mut client).await;
        assert!(stamps.unread_ms >= 1_300, "{path}: {stamps:?}");
        let off_ms = stamps.seen_at_ms - shown_ms;
        assert!((0..=5).contains(&off_ms), "{path}: {off_ms} ms: {stamps:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn another_socket_of_the_account_and_another_gateway_show_it_too() {
    let world = World::new();
    let mut client = unread(&world).await;
    world.games.commit().await;
    tokio::time::sleep(ms(300)).await;
    // One that was not open when the turn was given, and asks for the position.
    let shown_ms = world.clock.now_ms();
    let mut second = Client::connect(&world, world.inside(), Some("anna")).await;
    second.watch(0).await;
    tokio::time::sleep(ms(1_000)).await;
    let stamps = move_after_reading(&world, &mut client).await;
    let off_ms = stamps.seen_at_ms - shown_ms;
    assert!((0..=5).contains(&off_ms), "{off_ms} ms: {stamps:?}");

    let world = World::new();
    let mut client = unread(&world).await;
    let seq = world.games.commit().await;
    tokio::time::sleep(ms(300)).await;
    let shown_ms = world.clock.now_ms();
    for account_id in ["bert", "anna"] {
        let said = json!({"account_id": account_id, "seq": seq, "at_ms": shown_ms});
        let said = Bytes::from(said.to_string());
        world
            .bus
            .publish(&topic::presence("g"), said)
            .await
            .unwrap();
    }
    tokio::time::sleep(ms(1_000)).await;
    let stamps = move_after_reading(&world, &mut client).await;
    assert_eq!(stamps.seen_at_ms, shown_ms, "{stamps:?}");
}

/// `GET /api/v1{path}` from there, by this account or by nobody, with a program that calls itself so.
async fn look(world: &World, path: &str, who: (Option<&str>, SocketAddr, &str)) {
    let (account, address, program) = who;
    let mut request = json_request("GET", &format!("/api/v1{path}"), &json!({}));
    *request.body_mut() = axum::body::Body::empty();
    request.extensions_mut().insert(ConnectInfo(address));
    let headers = request.headers_mut();
    headers.insert("user-agent", program.parse().unwrap());
    if let Some(account) = account {
        let bearer = format!("Bearer {}", world.token(account));
        headers.insert("authorization", bearer.parse().unwrap());
    }
    let answer = world.ask(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// Who looked on, by this gateway's reports.
fn onlookers(world: &World) -> Vec<(i64, String, play::Onlooker)> {
    let reports = world.games.state(|state| state.connections.clone());
    let onlookers = reports.into_iter().filter_map(|of| match of.observed? {
        Observed::Onlooker(onlooker) => Some((of.at_ms, of.account_id, onlooker)),
        _ => None,
    });
    onlookers.collect()
}

/// The one that is reported, sooner or later.
async fn onlooker(world: &World) -> (i64, String, play::Onlooker) {
    eventually("an onlooker is reported", || !onlookers(world).is_empty()).await;
    let found = onlookers(world);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

const ELSEWHERE: SocketAddr = SocketAddr::new(
    std::net::IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)),
    9,
);

#[tokio::test(start_paused = true)]
async fn somebody_else_at_the_lines_address_who_was_shown_it_is_told_to_play() {
    for path in ["/games/g", "/games/g/entries", "/tournaments/t1/games"] {
        for (account, program) in [(None, PROGRAM), (Some("friend"), "another")] {
            let world = World::new();
            let mut client = unread(&world).await;
            let seq = world.games.commit().await;
            tokio::time::sleep(ms(200)).await;
            look(&world, path, (account, ELSEWHERE, PROGRAM)).await;
            let shown_ms = world.clock.now_ms();
            look(&world, path, (account, ADDRESS, program)).await;
            tokio::time::sleep(ms(300)).await;
            // Whoever looks again is told of once.
            look(&world, path, (account, ADDRESS, program)).await;
            tokio::time::sleep(ms(700)).await;
            let stamps = move_after_reading(&world, &mut client).await;
            let (at_ms, whose, told) = onlooker(&world).await;
            assert_eq!((whose.as_str(), told.ply, told.seq), ("anna", 2, seq));
            assert!((0..=5).contains(&(at_ms - shown_ms)), "{path}: {told:?}");
            assert_eq!(told.before_ms, stamps.delivered_at_ms - at_ms);
            assert_eq!(told.same_program, program == PROGRAM);
            assert_eq!(stamps.seen_at_ms, 0);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_plays_or_officiates_and_who_was_shown_it_elsewhere_or_later_is_no_onlooker() {
    let world = World::new();
    let entries = "/games/g/entries";
    let mut client = unread(&world).await;
    // What was shown before the turn was given is another position.
    look(&world, entries, (None, ADDRESS, PROGRAM)).await;
    world.games.commit().await;
    tokio::time::sleep(ms(500)).await;
    look(&world, entries, (None, ELSEWHERE, PROGRAM)).await;
    for insider in ["bert", "olga"] {
        let mut socket = Client::connect(&world, Door::Inside, Some(insider)).await;
        socket.watch(0).await;
    }
    tokio::time::sleep(ms(500)).await;
    // The player had it from then on, and who was shown it later gave them nothing.
    look(&world, "/games/g", (Some("anna"), ADDRESS, PROGRAM)).await;
    tokio::time::sleep(ms(500)).await;
    look(&world, entries, (None, ADDRESS, PROGRAM)).await;
    move_after_reading(&world, &mut client).await;
    // Of a line that was read at once nothing is told at all.
    let reports = |world: &World| world.games.state(|state| state.connections.len());
    let before = reports(&world);
    drop(client);
    eventually("the end of the line is reported", || {
        reports(&world) > before
    })
    .await;
    assert_eq!(onlookers(&world), []);
}

#[tokio::test(start_paused = true)]
async fn a_spectators_socket_at_the_lines_address_is_told_of_and_other_gateways_are_asked() {
    let world = World::new();
    let mut asked = world.bus.subscribe(&topic::left_unread()).await.unwrap();
    let mut spectator = Client::connect(&world, world.inside(), None).await;
    spectator.watch(0).await;
    let mut client = unread(&world).await;
    let given_ms = world.clock.now_ms();
    world.games.commit().await;
    tokio::time::sleep(ms(1_500)).await;
    move_after_reading(&world, &mut client).await;
    let (at_ms, _, told) = onlooker(&world).await;
    assert!((0..=5).contains(&(at_ms - given_ms)), "{told:?}");
    assert!(told.before_ms >= 1_490 && told.same_program, "{told:?}");

    let Received::Message(question) = asked.next().await else {
        panic!("other gateways are not asked");
    };
    let text = String::from_utf8(question.to_vec()).unwrap();
    for secret in ["127.0.0.1", PROGRAM] {
        assert!(!text.contains(secret), "{text}");
    }
    // Asked by another gateway, this one tells what it showed.
    let mut question: serde_json::Value = serde_json::from_str(&text).unwrap();
    question["gateway"] = json!("g2");
    question["account_id"] = json!("anna at g2");
    let question = Bytes::from(question.to_string());
    world
        .bus
        .publish(&topic::left_unread(), question)
        .await
        .unwrap();
    eventually("another gateway is answered", || {
        onlookers(&world)
            .iter()
            .any(|(_, whose, _)| whose == "anna at g2")
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_another_gateway_shows_by_any_answer_is_had_here() {
    for path in [
        "/games/g",
        "/games/g/entries",
        "/tournaments/t1/games",
        "/games/g/clock-sheet",
    ] {
        let bus = Arc::new(Bus::default());
        let games = Games::new(bus.clone());
        let gateway = |name| {
            let usual = (Limits::default(), PublicOrigin::default());
            World::over(name, bus.clone(), games.clone(), usual)
        };
        let (here, there) = (gateway("g1"), gateway("g2"));
        let mut client = unread(&here).await;
        games.commit().await;
        tokio::time::sleep(ms(300)).await;
        get_as(&there, "bert", path).await;
        tokio::time::sleep(ms(100)).await;
        let shown_ms = there.clock.now_ms();
        get_as(&there, "anna", path).await;
        tokio::time::sleep(ms(1_000)).await;
        let stamps = move_after_reading(&here, &mut client).await;
        let off_ms = stamps.seen_at_ms - shown_ms;
        assert!((0..=5).contains(&off_ms), "{path}: {off_ms} ms: {stamps:?}");
    }
}

#[tokio::test]
async fn a_programs_call_shows_it_too() {
    let world = World::new();
    let address = world.listen().await;
    let mut client = Client::connect(&world, address, Some("anna")).await;
    client.watch(0).await;
    world.games.commit().await;
    let turn = |frame: &serde_json::Value| frame["type"] == "table" && frame["table"]["ply"] == 2;
    client.next_that("the turn", turn).await;
    let endpoint = Channel::from_shared(format!("http://{address}")).unwrap();
    let mut play = PlayServiceClient::new(endpoint.connect().await.unwrap());
    let asked = play::GetTableRequest {
        game_id: "g".into(),
        ..Default::default()
    };
    let before_ms = world.clock.now_ms();
    let token = world.token("anna");
    play.get_table(for_person(asked, Some(&token)))
        .await
        .unwrap();
    let frame = json!({"type": "move", "id": "c1", "game": "g", "ply": 2, "square": "f5"});
    client.send(frame).await;
    client.next_of("ack").await;
    let stamps = world.games.state(|state| state.stamps[0].clone());
    let shown = before_ms..=stamps.received_at_ms;
    assert!(shown.contains(&stamps.seen_at_ms), "{stamps:?}");
}
