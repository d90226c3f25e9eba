//! Clients that do not read, with what bounds them and without.

use std::time::Duration;

use crate::world::{
    World, eventually,
    socket::{Carries, open, pipe, ticket},
};
use futures_util::{SinkExt as _, StreamExt as _, stream};
use outflank_gateway::{Limits, PublicOrigin, ReaderLimits};
use outflank_proto::{
    live::v1::{self as live, client_message::Message as Say},
    play::v1 as play,
};
use outflank_testbed::PATIENCE;
use outflank_transport::for_person;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

const LINES: u64 = 476;
const WATCHES: usize = 600;
/// As fast as one socket may ask.
const EACH: Duration = Duration::from_millis(20);
const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// Nothing is bounded.
const UNBOUNDED: ReaderLimits = ReaderLimits {
    table_bytes: usize::MAX,
    answer_bytes: usize::MAX,
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

/// What waits for a socket that asks 600 times and reads nothing.
async fn unread_socket(world: &World) -> u64 {
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
    // It is heard of, so silence does not end it.
    for _ in 0..6 {
        if client.stream.send(Message::Pong("".into())).await.is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    most
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_is_not_read_has_a_bound_and_an_end() {
    let world = world(ReaderLimits::default());
    let most = unread_socket(&world).await;
    assert!((64..512).contains(&(most / 1024)), "{most}");
    eventually("it is given up", || world.gateway.open_sockets() == 0).await;
    assert_eq!(waiting(&world).await, 0);
    assert_eq!(counter(&world, "outflank_readers_given_up_total ").await, 1);
}

#[tokio::test(start_paused = true)]
async fn without_bounds_a_socket_that_is_not_read_takes_a_hundred_megabytes_and_more() {
    let world = world(UNBOUNDED);
    let most = unread_socket(&world).await;
    assert!(most > 100 * 1024 * 1024, "{most}");
    assert_eq!(world.gateway.open_sockets(), 1);
    assert!(waiting(&world).await >= most);
}

/// What waits for a gRPC stream that asks 600 times and reads nothing, and whether it is ended.
async fn unread_stream(readers: ReaderLimits) -> (World, u64, bool) {
    let world = world(readers);
    let address = world.listen().await;
    let endpoint = tonic::transport::Channel::from_shared(format!("http://{address}")).unwrap();
    let channel = endpoint
        .initial_stream_window_size(65_535)
        .connect()
        .await
        .unwrap();
    let mut client = live::live_service_client::LiveServiceClient::new(channel);
    let watch = live::ClientMessage {
        id: String::new(),
        message: Some(Say::Watch(live::Watch {
            game_id: "g".into(),
            after_seq: 0,
        })),
    };
    let watches = stream::iter(std::iter::repeat_n(watch, WATCHES)).then(async |watch| {
        tokio::time::sleep(EACH).await;
        watch
    });
    // The client's side stays open behind them.
    let saying = watches.chain(stream::pending());
    let request = for_person((), None).map(|()| saying);
    let unread = client.connect(request).await.unwrap();
    eventually("every watch is heard", || {
        world.games.state(|state| state.reads) > 0
    })
    .await;
    let mut most = 0;
    let begun = tokio::time::Instant::now();
    let heard = async {
        loop {
            most = most.max(waiting(&world).await);
            if world.gateway.open_sockets() == 0 {
                return;
            }
            // Nothing ends it where nothing is bounded: this much is enough to see.
            if readers == UNBOUNDED && most > 100 * 1024 * 1024 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let in_time = tokio::time::timeout(PATIENCE, heard).await;
    assert!(in_time.is_ok(), "{most} after {:?}", begun.elapsed());
    drop(unread);
    let is_ended = world.gateway.open_sockets() == 0;
    (world, most, is_ended)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_not_read_has_a_bound_and_an_end() {
    let readers = ReaderLimits {
        patience: Duration::from_secs(2),
        ..ReaderLimits::default()
    };
    let (world, most, is_ended) = unread_stream(readers).await;
    assert!((64..512).contains(&(most / 1024)), "{most}");
    assert!(is_ended);
    assert_eq!(waiting(&world).await, 0);
    assert_eq!(counter(&world, "outflank_readers_given_up_total ").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_bounds_a_stream_that_is_not_read_takes_a_hundred_megabytes_and_more() {
    let (_world, most, is_ended) = unread_stream(UNBOUNDED).await;
    assert!(most > 100 * 1024 * 1024 && !is_ended, "{most}");
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
