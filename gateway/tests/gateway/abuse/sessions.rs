//! Sessions that have ended, and where callers are: each attack with what stands against it, and without, where it
//! succeeds.

use std::{convert::Infallible as Error, sync::atomic::Ordering, time::Duration};

use crate::world::{
    Answer, World, eventually, json_request,
    socket::{Client, open, ticket},
};
use axum::body::Body;
use bytes::Bytes;
use http::{Request, Version};
use outflank_access::{Kind, Problem};
use outflank_gateway::{Limits, MetricsReaders, PublicOrigin, TrustedProxies};
use outflank_live::{Live as _, topic};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::Instant,
};
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

/// What a page of this origin is answered that asks for a session in a cookie under this name.
async fn cookie_under(world: &World, host: &str, page: (&'static str, &str)) -> Answer {
    let who = json!({"login": "anna", "password": "x", "cookie": true});
    let mut request = json_request("POST", "/api/v1/sessions", &who);
    let headers = request.headers_mut();
    headers.insert("host", host.parse().unwrap());
    headers.insert(page.0, page.1.parse().unwrap());
    world.ask(request).await
}

#[tokio::test]
async fn a_name_of_somebody_else_that_leads_here_is_not_our_own() {
    let own = |origin: Option<&str>| {
        let names = ["laptop", "laptop.local", "Play.Example"].map(str::to_owned);
        let origin = PublicOrigin::new(origin, false).named(names);
        World::with(Limits::default(), origin)
    };
    let (hall, open) = (own(None), own(Some("https://open.example")));
    for host in [
        "127.0.0.1:8080",
        "192.168.178.20:8080",
        "[fd00::20]:8080",
        "localhost:8080",
        "outflank.localhost",
        "laptop:8080",
        "LAPTOP.local:8080",
        "laptop.local.:8080",
        "play.example",
    ] {
        for world in [&hall, &open] {
            let page = format!("http://{host}");
            let answer = cookie_under(world, host, ("origin", &page)).await;
            assert_eq!(answer.status, 200, "{host}: {}", answer.text());
            let answer = cookie_under(world, host, ("sec-fetch-site", "same-origin")).await;
            assert_eq!(answer.status, 200, "{host}");
        }
    }
    let page = ("origin", "https://open.example");
    assert_eq!(cookie_under(&open, "open.example", page).await.status, 200);
    for host in [
        "evil.example:8080",
        "open.example",
        "laptop.evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
    ] {
        let page = format!("http://{host}");
        for page in [("origin", page.as_str()), ("sec-fetch-site", "same-origin")] {
            let refused = cookie_under(&hall, host, page).await;
            refused.assert_problem(403, "foreign_origin");
            let told = refused.json()["detail"].as_str().unwrap().to_owned();
            let name = host.split(':').next().unwrap();
            assert!(told.contains(name) && told.contains("`origin`"), "{told}");
        }
    }
    // As it was: whatever name leads here is believed.
    let any = World::new();
    let page = ("origin", "http://evil.example:8080");
    let believed = cookie_under(&any, "evil.example:8080", page).await;
    assert_eq!(believed.status, 200);
}

#[tokio::test]
async fn programs_are_answered_by_whatever_name_they_know() {
    let origin = PublicOrigin::new(None, false).named([]);
    let world = World::with(Limits::default(), origin);
    let who = json!({"login": "anna", "password": "x"});
    let mut request = json_request("POST", "/api/v1/sessions", &who);
    let host = "open.example".parse().unwrap();
    request.headers_mut().insert("host", host);
    assert_eq!(world.ask(request).await.status, 200);
}

/// What is answered to whoever asks for the counters from this machine, with this header.
async fn counters(
    readers: MetricsReaders,
    proxies: &[&str],
    header: Option<&str>,
) -> (u16, String) {
    let mut world = World::shown_to(readers);
    let networks = proxies.iter().map(|network| network.parse().unwrap());
    world.proxies = TrustedProxies::new(networks.collect(), false);
    let address = world.listen().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let header = header.map_or_else(String::new, |line| format!("{line}\r\n"));
    let request = format!("GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{header}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer)
}

#[tokio::test]
async fn counters_are_shown_to_those_who_are_named() {
    const OUTSIDE: Option<&str> = Some("x-forwarded-for: 203.0.113.7");
    let here = MetricsReaders::this_machine;
    let collector = || MetricsReaders::in_networks(vec!["203.0.113.0/24".parse().unwrap()]);
    let proxy = &["127.0.0.1"][..];
    for (readers, proxies, header, status) in [
        (here(), &[][..], None, 200),
        // By a proxy that is named, and by one that nobody named.
        (here(), proxy, OUTSIDE, 403),
        (here(), &[][..], OUTSIDE, 403),
        (here(), &[][..], Some("forwarded: for=127.0.0.1"), 403),
        (here(), proxy, Some("x-forwarded-for: 127.0.0.1"), 200),
        (collector(), &[][..], None, 403),
        (collector(), proxy, OUTSIDE, 200),
        (collector(), &[][..], OUTSIDE, 403),
        (MetricsReaders::in_networks(Vec::new()), &[][..], None, 403),
        // As it was.
        (MetricsReaders::everybody(), &[][..], OUTSIDE, 200),
    ] {
        let case = format!("{readers:?} behind {proxies:?}, {header:?}");
        let (answered, text) = counters(readers, proxies, header).await;
        assert_eq!(answered, status, "{case}");
        let shows = text.contains("outflank_sockets_open");
        assert_eq!(shows, status == 200, "{case}");
        assert_eq!(text.contains("`metrics-from`"), status == 403, "{case}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_key_that_has_ended_reads_nothing_more() {
    let world = World::new();
    let _door = world.inside();
    let key = "outflank_1f_secret";
    let keys = || world.accounts.api_keys.lock().unwrap();
    keys().insert(key.to_owned(), world.token("bot"));
    let read = async || {
        let mut request = json_request("GET", "/api/v1/me", &Value::Null);
        let bearer = format!("Bearer {key}").parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        let answer = world.router.clone().oneshot(request).await;
        answer.unwrap().status().as_u16()
    };
    assert_eq!(read().await, 200);
    keys().clear();
    // It is kept for half a minute here, unless its end is heard of.
    assert_eq!(read().await, 200);
    let ends = topic::ended_sessions();
    let heard = async {
        // Once the gateway listens.
        while read().await != 401 {
            world.bus.publish(&ends, "key:1f".into()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    // Sooner than its token is forgotten.
    let told = tokio::time::timeout(Duration::from_secs(5), heard);
    told.await.expect("its end is heard of");
}
