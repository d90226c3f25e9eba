//! Sessions that have ended, and where callers are: each attack with what stands against it, and without, where it
//! succeeds.

use std::{convert::Infallible as Error, sync::atomic::Ordering, time::Duration};

use crate::world::{
    World, eventually, json_request,
    socket::{Client, open, ticket},
};
use axum::body::Body;
use bytes::Bytes;
use http::{Request, Version};
use outflank_access::{Kind, Problem};
use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, topic};
use serde_json::{Value, json};
use tokio::time::Instant;
use tonic::Status;
use tower::ServiceExt as _;

/// What the account `anna` is answered, under the session `s`.
async fn as_anna(world: &World, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let mut request = json_request(method, path, body);
    let bearer = format!("Bearer {}", world.token("anna"));
    request
        .headers_mut()
        .insert("authorization", bearer.parse().unwrap());
    let answer = world.ask(request).await;
    (answer.status, answer.json()["code"].clone())
}

async fn found(world: &World) -> (u16, Value) {
    let event = json!({"name": "A Stolen Open", "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020"});
    as_anna(world, "POST", "/api/v1/tournaments", &event).await
}

async fn play(world: &World) -> (u16, Value) {
    let act = json!({"ply": 1, "square": "f5"});
    as_anna(world, "POST", "/api/v1/games/g/moves", &act).await
}

fn refused(status: u16, code: &str) -> (u16, Value) {
    (status, Value::from(code))
}

#[tokio::test]
async fn an_access_token_founds_no_event_after_its_session_has_ended() {
    let world = World::new();
    assert_eq!(found(&world).await.0, 201);
    world.accounts.ended.lock().unwrap().push("s".to_owned());
    assert_eq!(found(&world).await, refused(401, "session_ended"));
    // Reading goes on until the token runs out.
    assert_eq!(
        as_anna(&world, "GET", "/api/v1/me", &Value::Null).await.0,
        200
    );
    let wanted = json_request("POST", "/api/v1/tickets", &json!({}));
    assert_eq!(world.ask(wanted).await.status, 200, "a spectator's");
    let bought = as_anna(&world, "POST", "/api/v1/tickets", &json!({})).await;
    assert_eq!(bought, refused(401, "session_ended"));

    let limits = Limits {
        check_sessions: false,
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    world.accounts.ended.lock().unwrap().push("s".to_owned());
    assert_eq!(found(&world).await.0, 201);
    let bought = as_anna(&world, "POST", "/api/v1/tickets", &json!({})).await;
    assert_eq!(bought.0, 200);
}

#[tokio::test(start_paused = true)]
async fn without_identity_games_go_on_and_nothing_else_is_changed() {
    let world = World::new();
    let _door = world.inside();
    world.accounts.silent.store(true, Ordering::Relaxed);
    assert_eq!(found(&world).await, refused(503, "session_unknown"));
    assert_eq!(play(&world).await.0, 200);
    let mut anna = Client::connect(&world, world.inside(), Some("anna")).await;
    anna.send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 2}))
        .await;
    anna.next_of("ack").await;
}

#[tokio::test(start_paused = true)]
async fn moves_wait_for_no_store_and_end_with_their_session() {
    let world = World::new();
    let door = world.inside();
    assert_eq!(play(&world).await.0, 200);
    let asked = || world.accounts.asked.load(Ordering::Relaxed);
    eventually("the first move had identity asked", || asked() == 1).await;
    for _ in 0..20 {
        assert_eq!(play(&world).await.0, 200);
    }
    assert_eq!(asked(), 1);
    let mut anna = Client::connect(&world, door, Some("anna")).await;
    let unused = ticket(&world, Some("anna")).await;

    world.accounts.ended.lock().unwrap().push("s".to_owned());
    let ends = topic::ended_sessions();
    world.bus.publish(&ends, "s".into()).await.unwrap();
    assert_eq!(anna.closed().await, Some(4001));
    assert_eq!(play(&world).await, refused(401, "session_ended"));
    // A ticket of before opens nothing.
    let (status, problem) = open(&world, door, &unused, None).await.err().unwrap();
    assert_eq!(
        (status, problem["code"].clone()),
        refused(401, "ticket_refused")
    );
}

#[tokio::test(start_paused = true)]
async fn while_the_bus_is_down_an_ended_session_plays_on_for_five_seconds_at_most() {
    let world = World::new();
    let door = world.inside();
    let mut anna = Client::connect(&world, door, Some("anna")).await;
    assert_eq!(play(&world).await.0, 200);
    world.bus.set_down(true);
    eventually("the gateway knows", || !*world.bus.connectivity().borrow()).await;
    world.accounts.ended.lock().unwrap().push("s".to_owned());
    let ended = tokio::time::Instant::now();
    assert_eq!(anna.closed().await, Some(4001));
    while play(&world).await.0 == 200 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let after = ended.elapsed();
    assert!(after.as_millis() <= 5_000, "{after:?}");
    assert_eq!(play(&world).await, refused(401, "session_ended"));
}

/// What whoever bears this is told before the body comes, over REST and over gRPC alike.
async fn without_a_body(world: &World, bearer: &str) -> (u16, String) {
    let endless = || Body::from_stream(futures_util::stream::pending::<Result<Bytes, Error>>());
    let found = Request::post("/api/v1/tournaments")
        .header("content-type", "application/json")
        .header("authorization", bearer)
        .body(endless());
    let answer = world.ask(found.unwrap()).await;
    let code = answer.json()["code"].as_str().unwrap().to_owned();
    let call = Request::post("/outflank.pairing.v1.PairingService/CreateTournament")
        .version(Version::HTTP_2)
        .header("content-type", "application/grpc")
        .header("authorization", bearer)
        .body(endless());
    let called = world.router.clone().oneshot(call.unwrap()).await.unwrap();
    let status = Status::from_header_map(called.headers()).unwrap();
    assert_eq!(Problem::from_status(&status).code, code);
    (answer.status, code)
}

#[tokio::test(start_paused = true)]
async fn nothing_is_read_of_who_bears_no_good_token() {
    let world = World::new();
    for bearer in [
        "Bearer garbage",
        "Bearer eyJhbGciOiJFZERTQSJ9.e30.x",
        "Basic YTpi",
    ] {
        let begun = Instant::now();
        let refused = (401, "token_refused".to_owned());
        assert_eq!(without_a_body(&world, bearer).await, refused, "{bearer}");
        assert!(begun.elapsed() < Duration::from_secs(1), "{bearer}");
    }
    let mut request = json_request("POST", "/api/v1/tournaments", &json!({}));
    let headers = request.headers_mut();
    let bearer = format!("Bearer {}", world.token("anna"));
    headers.insert("authorization", bearer.parse().unwrap());
    *request.body_mut() = Body::from("{\"nam");
    world
        .ask(request)
        .await
        .assert_problem(400, "malformed_json");
    // Nobody is kept from signing in by a token that has ended.
    let who = json!({"login": "anna", "password": "x"});
    let mut request = json_request("POST", "/api/v1/sessions", &who);
    let bearer = "Bearer garbage".parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    assert_eq!(world.ask(request).await.status, 200);
}

#[tokio::test]
async fn identity_is_told_where_a_caller_is_and_whose_device_asks() {
    let world = World::new();
    let mut request = json_request(
        "POST",
        "/api/v1/sessions",
        &json!({"login": "anna", "password": "x"}),
    );
    let headers = request.headers_mut();
    headers.insert("cookie", "outflank_device=d1".parse().unwrap());
    assert_eq!(world.ask(request).await.status, 200);
    let who = json!({"login": "anna", "password": "x", "device_token": "d2"});
    assert_eq!(world.post("/api/v1/sessions", &who).await.status, 200);
    let asked = world.accounts.sign_ins.lock().unwrap().clone();
    let asked: Vec<_> = asked
        .iter()
        .map(|of| (of.address.as_str(), of.device_token.as_str()))
        .collect();
    assert_eq!(asked, [("0.0.0.0", "d1"), ("0.0.0.0", "d2")]);
}

#[tokio::test]
async fn a_limit_of_identity_says_how_long_to_wait() {
    let world = World::new();
    let limited = Problem::new(Kind::TooMany, "too_many_requests", "Wait.");
    *world.accounts.refusal.lock().unwrap() = Some(limited.with("retry_after_s", 3_600_u64));
    let who = json!({"login": "anna", "password": "x"});
    let answer = world.post("/api/v1/sessions", &who).await;
    answer.assert_problem(429, "too_many_requests");
    assert_eq!(answer.header("retry-after"), "3600");
}
