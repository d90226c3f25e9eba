//! Clients that do not read, with what bounds them and without.

use std::time::Duration;

use crate::world::{
    World, eventually,
    socket::{Carries, Client, carried, open, pipe, ticket},
};
use futures_util::SinkExt as _;
use outflank_gateway::{Limits, PublicOrigin, ReaderLimits};
use outflank_proto::{
    live::v1::{self as live, client_message::Message as Say},
    pairing::v1 as pairing,
    play::v1 as play,
};
use outflank_testbed::Http2;
use prost::Message as _;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy, duplex, split};
use tokio_tungstenite::{client_async, tungstenite::Message};

const LINES: u64 = 476;
const WATCHES: usize = 600;
/// As fast as one socket may ask.
const EACH: Duration = Duration::from_millis(20);
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// Nothing is bounded.
const UNBOUNDED: ReaderLimits = ReaderLimits {
    table_bytes: usize::MAX,
    answer_bytes: usize::MAX,
    plain_bytes: usize::MAX,
    all_bytes: usize::MAX,
    chat_messages: u32::MAX,
    patience: YEAR,
};

fn world(readers: ReaderLimits) -> World {
    let limits = Limits {
        readers,
        ..Limits::without_rates()
    };
    let world = World::with(limits, PublicOrigin::default());
    world.games.state(|state| {
        state.said = (1..=LINES)
            .map(|number| play::ChatMessage {
                number,
                game_id: "g".into(),
                channel: play::ChatChannel::Spectators.into(),
                account_id: "carl".into(),
                role: "spectator".into(),
                text: "\u{1d11e}".repeat(500),
                at_ms: 7,
                ..play::ChatMessage::default()
            })
            .collect();
    });
    world
}

async fn counter(world: &World, name: &str) -> u64 {
    let text = world.get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

async fn waiting(world: &World) -> u64 {
    counter(world, "outflank_outbox_bytes ").await
}

/// What waits for a socket that asks 600 times and reads nothing; heard of, it is not silent.
async fn unread_socket(world: &World, is_heard: bool) -> u64 {
    let door = world.inside();
    let bought = ticket(world, None).await;
    let mut client = open(world, door, &bought, None).await.unwrap();
    for _ in 0..WATCHES {
        let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
        client.send(watch).await;
        // What it asks for comes, and it asks again.
        tokio::time::sleep(EACH).await;
    }
    let most = waiting(world).await;
    for _ in 0..6 {
        if is_heard && client.stream.send(Message::Pong("".into())).await.is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    most
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_is_not_read_has_a_bound_and_an_end() {
    for is_heard in [true, false] {
        let world = world(ReaderLimits::default());
        let most = unread_socket(&world, is_heard).await;
        assert!((64..512).contains(&(most / 1024)), "{most}");
        eventually("it is given up", || world.gateway.open_sockets() == 0).await;
        assert_eq!(waiting(&world).await, 0);
        assert_eq!(counter(&world, "outflank_readers_given_up_total ").await, 1);
    }
}

/// A socket to which 5 KiB come in a second.
async fn slow_socket(world: &World) -> Client {
    world.inside();
    let bought = ticket(world, None).await;
    let (near, relayed) = duplex(1024);
    let (mut from_client, mut to_client) = split(relayed);
    let (mut from_server, mut to_server) = split(pipe(world));
    tokio::spawn(async move { copy(&mut from_client, &mut to_server).await });
    tokio::spawn(async move {
        let mut piece = vec![0; 5 * 1024];
        while let Ok(count @ 1..) = from_server.read(&mut piece).await {
            to_client.write_all(&piece[..count]).await.unwrap();
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    let stream: Box<dyn Carries> = Box::new(near);
    let address = format!("ws://inside/api/v1/socket?ticket={bought}");
    let (stream, _) = client_async(address, stream).await.unwrap();
    Client::over(stream)
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_is_read_slowly_is_not_silent() {
    let world = world(ReaderLimits::default());
    let mut client = slow_socket(&world).await;
    let begun = tokio::time::Instant::now();
    for _ in 0..3 {
        let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
        client.send(watch).await;
        client.next_of("chat").await;
    }
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(30), "{took:?}");
    assert_eq!(world.gateway.open_sockets(), 1);
}

#[tokio::test(start_paused = true)]
async fn without_bounds_a_socket_that_is_not_read_takes_a_hundred_megabytes_and_more() {
    let world = world(UNBOUNDED);
    let most = unread_socket(&world, true).await;
    assert!(most > 100 * 1024 * 1024, "{most}");
    assert_eq!(world.gateway.open_sockets(), 1);
    assert!(waiting(&world).await >= most);
}

/// What waits for a gRPC stream that asks 600 times and lets nothing come.
async fn unread_stream(world: &World) -> (Http2, u64) {
    world.inside();
    let connection = Http2::over(carried(world, true), 0);
    connection.call(1, "/outflank.live.v1.LiveService/Connect", None);
    let watch = live::ClientMessage {
        id: String::new(),
        message: Some(Say::Watch(live::Watch {
            game_id: "g".into(),
            after_seq: 0,
        })),
    };
    let watch = watch.encode_to_vec();
    let mut most = 0;
    for _ in 0..WATCHES {
        connection.message(1, &watch);
        tokio::time::sleep(EACH).await;
        most = most.max(waiting(world).await);
    }
    (connection, most)
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_not_read_has_a_bound_and_an_end() {
    let world = world(ReaderLimits::default());
    let (connection, most) = unread_stream(&world).await;
    assert!((64..512).contains(&(most / 1024)), "{most}");
    eventually("it is given up", || world.gateway.open_sockets() == 0).await;
    eventually("it is reset", || connection.ended_and_reset() == (0, 1)).await;
    assert!(connection.is_open());
    assert_eq!(waiting(&world).await, 0);
    assert_eq!(counter(&world, "outflank_readers_given_up_total ").await, 1);
}

#[tokio::test(start_paused = true)]
async fn without_bounds_a_stream_that_is_not_read_takes_a_hundred_megabytes_and_more() {
    let world = world(UNBOUNDED);
    let (_connection, most) = unread_stream(&world).await;
    assert!(most > 100 * 1024 * 1024, "{most}");
    assert_eq!(world.gateway.open_sockets(), 1);
}

/// A page of about a megabyte.
const PAGE: &str = "/api/v1/games/g/chat?after_number=0";
/// As many as one connection may ask for at a time.
const PAGES: u32 = 128;
const WIDE: u32 = 1 << 30;

/// A connection that asks for so many pages at once and lets nothing come.
fn unread_pages(world: &World, pages: u32, token: Option<&str>) -> Http2 {
    let connection = Http2::over(carried(world, true), 0);
    for page in 0..pages {
        connection.get(2 * page + 1, PAGE, token);
    }
    connection
}

#[tokio::test(start_paused = true)]
async fn answers_that_are_not_read_wait_to_be_made() {
    let world = world(ReaderLimits::default());
    let page = world.get(PAGE).await.body.len();
    let connection = unread_pages(&world, PAGES, None);
    eventually("answers wait", || connection.is_served()).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let waits = usize::try_from(waiting(&world).await).unwrap();
    assert!((page..=8 * page).contains(&waits), "{waits}, each {page}");
    // Whoever reads then is answered, everything and to the end.
    connection.set_windows(WIDE);
    let all = (PAGES as usize, 0);
    eventually("every page", || connection.ended_and_reset() == all).await;
    for page_number in 0..PAGES {
        assert_eq!(connection.data(2 * page_number + 1).len(), page);
    }
    assert_eq!(waiting(&world).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_move_does_not_wait_for_answers_that_are_not_read() {
    let world = world(ReaderLimits::default());
    let anna = world.token("anna");
    let connection = unread_pages(&world, PAGES / 2, Some(&anna));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let stream = PAGES + 1;
    let move_request = play::MoveRequest {
        game_id: "g".into(),
        ply: 1,
        square: "f5".into(),
        command_id: "c1".into(),
        ..play::MoveRequest::default()
    };
    let begun_ms = world.clock.now_ms();
    connection.call(stream, "/outflank.play.v1.PlayService/Move", Some(&anna));
    connection.message(stream, &move_request.encode_to_vec());
    connection.end(stream);
    let stamps = || world.games.state(|state| state.stamps.clone());
    eventually("the move is made", || !stamps().is_empty()).await;
    let late_ms = stamps()[0].received_at_ms - begun_ms;
    assert!((0..=5).contains(&late_ms), "{late_ms} ms");
}

#[tokio::test(start_paused = true)]
async fn without_bounds_answers_that_are_not_read_take_a_hundred_megabytes_and_more() {
    let world = world(UNBOUNDED);
    let _connection = unread_pages(&world, PAGES, None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let waits = waiting(&world).await;
    assert!(waits > 100 * 1024 * 1024, "{waits}");
}

#[tokio::test(start_paused = true)]
async fn when_too_much_waits_for_all_connections_of_nobody_go_and_a_players_stays() {
    let readers = ReaderLimits {
        all_bytes: 4 * 1024 * 1024,
        ..ReaderLimits::default()
    };
    let world = world(readers);
    world.games.state(|state| {
        for line in state.said.iter_mut().step_by(2) {
            line.channel = play::ChatChannel::Players.into();
        }
    });
    let page = world.get(PAGE).await.body.len();
    let _socket = Client::connect(&world, world.inside(), Some("anna")).await;
    let token = world.token("anna");
    let players = unread_pages(&world, 1, Some(&token));
    let mut over_http1: Box<dyn Carries> = Box::new(pipe(&world));
    let request = format!("GET {PAGE} HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n");
    over_http1.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let waits = usize::try_from(waiting(&world).await).unwrap();
    assert!(waits > page / 2 * 3, "{waits}, each {page}");
    let crowd: Vec<Http2> = (0..8).map(|_| unread_pages(&world, PAGES, None)).collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(waiting(&world).await <= 4 * 1024 * 1024);
    let gone = crowd.iter().filter(|one| !one.is_open()).count();
    assert!(gone >= 4, "{gone}");
    let let_go = counter(&world, "outflank_readers_let_go_total ").await;
    assert_eq!(let_go, gone as u64);
    // Nothing is lost to the player.
    players.set_windows(WIDE);
    eventually("the page", || players.ended_and_reset() == (1, 0)).await;
    assert!(players.data(1).len() > page / 2);
}

const EVENT: &str = "/api/v1/tournaments/t1";

/// An event of very many entrants, as it stands at that seq.
fn large_event(world: &World, seq: u64) {
    let entrant = |number| pairing::Entrant {
        id: format!("e{number}"),
        surname: "x".repeat(200),
        ..pairing::Entrant::default()
    };
    let mut shown = world.event.tournament();
    shown.entrants = (0..1_000).map(entrant).collect();
    if let Some(summary) = &mut shown.summary {
        summary.seq = seq;
    }
    world.event.shown.lock().unwrap().tournament = Some(shown);
}

/// Connections that ask for the event and do not read it.
async fn unread_events(world: &World, readers: usize) -> Vec<Http2> {
    let mut crowd = Vec::new();
    for _ in 0..readers {
        let connection = Http2::over(carried(world, true), 0);
        connection.get(1, EVENT, None);
        crowd.push(connection);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    crowd
}

/// What all of them read is there once, however many do; what each alone reads is there for each.
#[tokio::test(start_paused = true)]
async fn a_document_that_many_read_at_once_is_counted_once() {
    const READERS: usize = 40;
    let readers = ReaderLimits {
        all_bytes: 4 * 1024 * 1024,
        ..ReaderLimits::default()
    };
    let world = world(readers);
    let _door = world.inside();
    large_event(&world, 7);
    let whole = world.get(EVENT).await.body.len();
    assert!(whole * READERS > 2 * readers.all_bytes, "{whole}");
    let mut crowd = unread_events(&world, READERS).await;
    let counted = usize::try_from(waiting(&world).await).unwrap();
    assert!(
        (whole..whole * 2).contains(&counted),
        "{counted} of {whole}"
    );
    // One of them is charged as long as any of them is there.
    let last = crowd.pop().unwrap();
    drop(crowd);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let counted = usize::try_from(waiting(&world).await).unwrap();
    assert!(
        (whole..whole * 2).contains(&counted),
        "{counted} of {whole}"
    );
    assert_eq!(counter(&world, "outflank_readers_let_go_total ").await, 0);
    last.set_windows(WIDE);
    eventually("the event", || last.ended_and_reset() == (1, 0)).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(waiting(&world).await, 0);

    let mut held = Vec::new();
    for seq in 0..READERS as u64 {
        large_event(&world, 8 + seq);
        held.extend(unread_events(&world, 1).await);
    }
    let let_go = counter(&world, "outflank_readers_let_go_total ").await;
    let counted = waiting(&world).await;
    assert!(
        let_go >= READERS as u64 / 2,
        "{let_go}, {counted} of {whole}"
    );
    assert!(waiting(&world).await <= 4 * 1024 * 1024);
}

#[tokio::test(start_paused = true)]
async fn sockets_of_one_account_beyond_its_own_go_like_those_of_nobody() {
    let readers = ReaderLimits {
        all_bytes: 4 * 1024 * 1024,
        ..ReaderLimits::default()
    };
    let world = world(readers);
    world.games.state(|state| {
        for line in &mut state.said {
            line.channel = play::ChatChannel::Players.into();
        }
    });
    let door = world.inside();
    let mut clients = Vec::new();
    for _ in 0..40 {
        let bought = ticket(&world, Some("anna")).await;
        clients.push(open(&world, door, &bought, None).await.unwrap());
    }
    for client in clients.iter_mut().rev() {
        for _ in 0..10 {
            let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
            client.send(watch).await;
        }
        tokio::time::sleep(EACH).await;
    }
    // Her first 32 stay, however much waits for them.
    let own = || world.gateway.open_sockets() == 32;
    eventually("only her own are left", own).await;
    assert_eq!(counter(&world, "outflank_readers_let_go_total ").await, 8);
    assert!(waiting(&world).await > 4 * 1024 * 1024);
}

/// How much of a large answer comes to a client that reads nothing for an hour.
async fn unread_answer(readers: ReaderLimits) -> (usize, usize) {
    let world = world(readers);
    let whole = world.get("/api/v1/openapi.json").await.body.len();
    let mut connection: Box<dyn Carries> = Box::new(pipe(&world));
    connection
        .write_all(
            b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n",
        )
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let mut came = Vec::new();
    let _cut_short = connection.read_to_end(&mut came).await;
    (came.len(), whole)
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_not_read_is_not_kept() {
    let (came, whole) = unread_answer(ReaderLimits::default()).await;
    assert!(came < whole, "{came} of {whole}");
    let (came, whole) = unread_answer(UNBOUNDED).await;
    assert!(came > whole, "{came} of {whole}, with its head");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_read_slowly_comes_whole() {
    let world = world(ReaderLimits::default());
    let whole = world.get("/api/v1/openapi.json").await.body.len();
    let mut connection: Box<dyn Carries> = Box::new(pipe(&world));
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n";
    connection.write_all(request).await.unwrap();
    let (mut piece, mut came) = (vec![0; 6 * 1024], 0);
    let begun = tokio::time::Instant::now();
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        match connection.read(&mut piece).await.unwrap() {
            0 => break,
            count => came += count,
        }
    }
    assert!(came > whole, "{came} of {whole}, with its head");
    let took = begun.elapsed();
    let idle = Limits::default().idle_connection;
    assert!(took > idle + Duration::from_secs(10), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn when_too_much_waits_for_all_the_anonymous_go_and_players_stay() {
    let readers = ReaderLimits {
        all_bytes: 1024 * 1024,
        ..ReaderLimits::default()
    };
    let world = world(readers);
    let door = world.inside();
    let mut clients = Vec::new();
    for account in [Some("anna"), None, None, None, None, None, None] {
        let bought = ticket(&world, account).await;
        let mut client = open(&world, door, &bought, None).await.unwrap();
        for _ in 0..WATCHES / 10 {
            let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
            client.send(watch).await;
        }
        clients.push(client);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(waiting(&world).await < 1024 * 1024 + 7 * 256 * 1024);
    assert!(counter(&world, "outflank_readers_let_go_total ").await >= 1);
    // Black is answered, whatever else waits.
    let mut anna = clients.remove(0);
    anna.send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 1}))
        .await;
    assert_eq!(anna.next_of("ack").await["id"], "c1");
}
