//! Requests that do not come to their end, with what bounds them and without.

use std::{
    convert::Infallible,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::{Request, Version};
use hyper_util::rt::TokioIo;
use outflank_access::Problem;
use outflank_gateway::{BodyLimits, Limits, PublicOrigin};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tonic::{Status, transport::Endpoint};
use tower::ServiceExt as _;

use crate::world::{
    World, json_request,
    socket::{Client, carried, pipe},
};

const MIB: u64 = 1024 * 1024;
const HOUR: Duration = Duration::from_secs(3_600);

/// Nothing is bounded.
const UNBOUNDED: BodyLimits = BodyLimits {
    all_bytes: usize::MAX,
    connection_bytes: usize::MAX,
    within: Duration::from_secs(365 * 24 * 3600),
};

fn world(bodies: BodyLimits) -> World {
    let limits = Limits {
        bodies,
        ..Limits::without_rates()
    };
    World::with(limits, PublicOrigin::default())
}

async fn counter(world: &World, name: &str) -> u64 {
    let text = world.get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

async fn held(world: &World) -> u64 {
    counter(world, "outflank_body_bytes ").await
}

/// A body that begins so and never ends, and whether anybody read of it.
fn endless(begin: Vec<u8>) -> (Body, Arc<AtomicBool>) {
    let read = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&read);
    let first = stream::once(async move {
        told.store(true, Relaxed);
        Ok::<_, Infallible>(Bytes::from(begin))
    });
    (Body::from_stream(first.chain(stream::pending())), read)
}

fn authorized(world: &World, account_id: &str) -> String {
    format!("Bearer {}", world.token(account_id))
}

/// What a program's call is refused with, empty where it is not; none where there is no answer within an hour.
async fn call(world: &World, path: &str, bearer: &str, body: Body) -> Option<String> {
    let request = Request::post(path)
        .version(Version::HTTP_2)
        .header("content-type", "application/grpc")
        .header("authorization", bearer)
        .body(body)
        .unwrap();
    let answer = tokio::time::timeout(HOUR, world.router.clone().oneshot(request)).await;
    let answer = answer.ok()?.unwrap();
    let refused = Status::from_header_map(answer.headers());
    Some(refused.map_or_else(String::new, |status| Problem::from_status(&status).code))
}

#[tokio::test(start_paused = true)]
async fn much_is_read_of_those_alone_who_may_send_it() {
    let world = world(BodyLimits::default());
    let put = |bearer: &str| {
        let (body, read) = endless(vec![b'a'; 100_000]);
        let request = Request::put("/api/v1/players-list")
            .header("content-type", "text/plain")
            .header("authorization", bearer);
        (request.body(body).unwrap(), read)
    };
    let import = "/outflank.pairing.v1.PairingService/ImportPlayersList";
    let anna = authorized(&world, "anna");
    for (bearer, status, code) in [
        ("Bearer x", 401, "token_refused"),
        (&anna, 403, "administrators_only"),
    ] {
        let (request, read) = put(bearer);
        world.ask(request).await.assert_problem(status, code);
        assert!(!read.load(Relaxed));
        let (body, read) = endless(vec![0; 100_000]);
        let refused = call(&world, import, bearer, body).await;
        assert_eq!(refused.as_deref(), Some(code));
        assert!(!read.load(Relaxed));
    }
    world.accounts.administrators.store(true, Relaxed);
    let (request, read) = put(&anna);
    let answer = world.ask(request).await;
    answer.assert_problem(408, "request_timeout");
    assert!(read.load(Relaxed));
    let (body, _) = endless(vec![b' '; 64 * 1024 + 1]);
    let large = Request::post("/api/v1/sessions")
        .header("content-type", "application/json")
        .body(body)
        .unwrap();
    world.ask(large).await.assert_problem(413, "body_too_large");
    assert_eq!(held(&world).await, 0);
}

const CROWD: usize = 100;
const SENT: usize = 50_000;

/// What the bodies of a crowd count for, and after a minute, while a player moves.
async fn unfinished(bodies: BodyLimits) -> (u64, u64) {
    let world = world(bodies);
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut connection = pipe(&world);
        let head = "POST /api/v1/sessions HTTP/1.1\r\nHost: inside\r\nContent-Type: application/json\r\n\
                    Content-Length: 60000\r\n\r\n";
        connection.write_all(head.as_bytes()).await.unwrap();
        connection.write_all(&[b' '; SENT]).await.unwrap();
        crowd.push(connection);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let most = held(&world).await;
    let body = json!({"ply": 1, "square": "f5"});
    let mut moved = json_request("POST", "/api/v1/games/g/moves", &body);
    let bearer = authorized(&world, "anna").parse().unwrap();
    moved.headers_mut().insert("authorization", bearer);
    let moved = world.ask(moved).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    tokio::time::sleep(Duration::from_secs(60)).await;
    (most, held(&world).await)
}

#[tokio::test(start_paused = true)]
async fn bodies_that_do_not_come_have_a_bound_and_an_end() {
    let bodies = BodyLimits {
        all_bytes: 1024 * 1024,
        ..BodyLimits::default()
    };
    let (most, later) = unfinished(bodies).await;
    assert!((MIB / 2..=MIB).contains(&most), "{most}");
    assert_eq!(later, 0);
}

#[tokio::test(start_paused = true)]
async fn without_bounds_bodies_that_do_not_come_are_kept() {
    let (most, later) = unfinished(UNBOUNDED).await;
    let sent = u64::try_from(CROWD * SENT).unwrap();
    assert!(most >= sent && later == most, "{most}, {later}");
}

/// What the bodies of one connection count for.
async fn of_one_connection(bodies: BodyLimits) -> u64 {
    let world = world(bodies);
    let mut stream = Some(TokioIo::new(carried(&world, true)));
    let connect = tower::service_fn(move |_: http::Uri| {
        let stream = stream.take();
        async move { stream.ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected)) }
    });
    let endpoint = Endpoint::from_static("http://inside");
    let channel = endpoint.connect_with_connector(connect).await.unwrap();
    for _ in 0..CROWD {
        let (body, _) = endless(vec![b' '; SENT]);
        let request = Request::post("http://inside/api/v1/sessions")
            .header("content-type", "application/json")
            .body(tonic::body::Body::new(body))
            .unwrap();
        tokio::spawn(channel.clone().oneshot(request));
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    held(&world).await
}

#[tokio::test(start_paused = true)]
async fn the_bodies_of_one_connection_have_a_bound() {
    let bodies = BodyLimits {
        connection_bytes: 1024 * 1024,
        ..BodyLimits::default()
    };
    let most = of_one_connection(bodies).await;
    assert!((MIB / 2..=MIB).contains(&most), "{most}");
    let most = of_one_connection(UNBOUNDED).await;
    assert!(most > 4 * MIB, "{most}");
}

const HEALTH: &str = "/grpc.health.v1.Health/Check";

#[tokio::test(start_paused = true)]
async fn a_question_after_health_is_small_and_comes_at_once() {
    let begun = |length: u32, bytes: usize| {
        let prefix = [&[0][..], &length.to_be_bytes()].concat();
        endless([prefix, vec![0; bytes]].concat()).0
    };
    for bodies in [BodyLimits::default(), UNBOUNDED] {
        let world = world(bodies);
        let large = call(&world, HEALTH, "", begun(4_000_000, 1_024)).await;
        assert_eq!(large.as_deref(), Some("malformed_message"));
        let half = call(&world, HEALTH, "", begun(20, 10)).await;
        let is_given_up = half.as_deref() == Some("malformed_message");
        assert_eq!(is_given_up, bodies != UNBOUNDED, "{half:?}");
    }
}

/// Whether a live stream ends within an hour of which half a message came.
async fn stream_ends(bodies: BodyLimits) -> bool {
    let world = world(bodies);
    world.inside();
    let (body, _) = endless([&[0, 0, 0, 0, 20][..], &[0; 10]].concat());
    let request = Request::post("/outflank.live.v1.LiveService/Connect")
        .version(Version::HTTP_2)
        .header("content-type", "application/grpc")
        .body(body)
        .unwrap();
    let answer = world.router.clone().oneshot(request).await.unwrap();
    let told = axum::body::to_bytes(answer.into_body(), usize::MAX);
    tokio::time::timeout(HOUR, told).await.is_ok()
}

#[tokio::test(start_paused = true)]
async fn a_message_of_a_stream_comes_to_its_end() {
    assert!(stream_ends(BodyLimits::default()).await);
    assert!(!stream_ends(UNBOUNDED).await);
}

/// How many of ten moves at once are taken over each face.
async fn taken(limits: Limits) -> [usize; 3] {
    let world = World::with(limits, PublicOrigin::default());
    let mut socket = Client::connect(&world, world.inside(), Some("anna")).await;
    let mut taken = [0; 3];
    for _ in 0..10 {
        let body = json!({"ply": 1, "square": "f5"});
        let mut moved = json_request("POST", "/api/v1/games/g/moves", &body);
        let bearer = authorized(&world, "anna");
        moved
            .headers_mut()
            .insert("authorization", bearer.parse().unwrap());
        let answer = world.ask(moved).await;
        if answer.status == 429 {
            answer.assert_problem(429, "too_many_requests");
            assert_eq!(answer.header("retry-after"), "1");
        }
        taken[0] += usize::from(answer.status == 200);
        let path = "/outflank.play.v1.PlayService/Move";
        let refused = call(&world, path, &bearer, grpc_move()).await;
        taken[1] += usize::from(refused.as_deref() != Some("too_many_requests"));
        let frame = json!({"type": "move", "id": "m", "game": "g", "ply": 1, "square": "f5"});
        socket.send(frame).await;
        let told = loop {
            let frame = socket.next().await;
            if frame["type"] == "ack" || frame["type"] == "refused" {
                break frame;
            }
        };
        taken[2] += usize::from(told["type"] == "ack");
    }
    taken
}

fn grpc_move() -> Body {
    use prost::Message as _;
    let message = outflank_proto::play::v1::MoveRequest {
        command_id: "m".into(),
        game_id: "g".into(),
        ply: 1,
        square: "f5".into(),
        flip: String::new(),
        stamps: None,
    };
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    Body::from([&[0][..], &length, &message].concat())
}

#[tokio::test(start_paused = true)]
async fn a_seat_has_one_rate_over_all_faces() {
    let limits = Limits {
        command_burst: 6,
        commands_per_second: 1,
        ..Limits::default()
    };
    assert_eq!(taken(limits).await, [2, 2, 2]);
    assert_eq!(taken(Limits::without_rates()).await, [10, 10, 10]);
}
