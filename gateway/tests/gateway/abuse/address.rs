//! Everybody behind one address: who is let in, with the mend as it is and without it.

use std::{
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use futures_util::StreamExt as _;
use http::{HeaderMap, header::HeaderName};
use outflank_access::{Kind, Problem};
use outflank_gateway::{Limits, PublicOrigin, Rate, Shares, TrustedProxies};
use outflank_proto::identity::v1::{
    GetSeatCodeRequest, identity_service_client::IdentityServiceClient,
};
use outflank_testbed::IdleHttp2;
use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};
use tonic::{Request, transport::Channel};
use tower::ServiceExt as _;

use crate::world::{
    World, eventually,
    identity::WRONG_CODE,
    json_request,
    socket::{Client, Door, carried, open, pipe, ticket},
};

const PLAYERS: usize = 24;
/// Nobody gives way, and nobody has a place kept for him.
const FIRST_COME: Shares = Shares {
    anonymous_percent: 100,
    signed_in_percent: 100,
    sheds: false,
};
/// Longer than any of these tests.
const NEVER: Duration = Duration::from_secs(1_000_000);

fn world(limits: Limits) -> World {
    World::with(limits, PublicOrigin::default())
}

/// How many of a hall are seated, each looking the code up and using it, while somebody there has guessed so often.
async fn seated(limits: Limits, guesses: usize) -> usize {
    let world = world(limits);
    for guess in 0..guesses {
        let path = format!("/api/v1/seats/{WRONG_CODE}{guess}");
        let answer = world.get(&path).await;
        assert!(matches!(answer.status, 404 | 429), "{}", answer.text());
    }
    let mut seated = 0;
    for player in 0..PLAYERS {
        let looked_up = world.get(&format!("/api/v1/seats/CODE{player}")).await;
        let claim = json!({"code": format!("CODE{player}")});
        let claimed = world.post("/api/v1/seats/claim", &claim).await;
        if (looked_up.status, claimed.status) == (200, 200) {
            seated += 1;
        }
    }
    seated
}

#[tokio::test]
async fn a_hall_is_seated_whoever_guesses_there() {
    assert_eq!(seated(Limits::default(), 100).await, PLAYERS);
}

#[tokio::test]
async fn where_good_codes_count_against_the_address_a_hall_is_not_seated() {
    let limits = Limits {
        seat_claims_per_address: Rate::per_minute(30),
        seat_misses_per_address: Rate::UNLIMITED,
        ..Limits::default()
    };
    assert_eq!(seated(limits, 2).await, 14);
}

#[tokio::test]
async fn guesses_are_few_and_one_code_is_not_used_for_ever() {
    let limits = Limits {
        uses_per_seat_code: Rate::per_minute(2),
        ..Limits::default()
    };
    let world = world(limits);
    let guess = json!({"code": WRONG_CODE});
    for _ in 0..10 {
        let path = format!("/api/v1/seats/{WRONG_CODE}");
        world
            .get(&path)
            .await
            .assert_problem(404, "unknown_seat_code");
        let claimed = world.post("/api/v1/seats/claim", &guess).await;
        claimed.assert_problem(404, "unknown_seat_code");
    }
    let claimed = world.post("/api/v1/seats/claim", &guess).await;
    claimed.assert_problem(429, "too_many_requests");
    for _ in 0..2 {
        assert_eq!(world.get("/api/v1/seats/CODE").await.status, 200);
    }
    let worn = world.get("/api/v1/seats/CODE").await;
    worn.assert_problem(429, "too_many_requests");
    // However it is spelled, it is the same code.
    for spelled in ["code", "C-O-D-E", "co-De"] {
        let worn = world.get(&format!("/api/v1/seats/{spelled}")).await;
        worn.assert_problem(429, "too_many_requests");
    }
    assert_eq!(world.get("/api/v1/seats/OTHER").await.status, 200);
}

#[tokio::test]
async fn tickets_count_by_account_and_by_address_only_for_nobody() {
    let limits = Limits {
        tickets_per_address: Rate::per_minute(2),
        tickets_per_account: Rate::per_minute(3),
        ..Limits::default()
    };
    let world = world(limits);
    let asked = |account: Option<&str>| {
        let mut request = json_request("POST", "/api/v1/tickets", &json!({}));
        if let Some(account) = account {
            let bearer = format!("Bearer {}", world.token(account)).parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        world.ask(request)
    };
    for (account, most) in [(None, 2), (Some("anna"), 3), (Some("bert"), 3)] {
        for _ in 0..most {
            assert_eq!(asked(account).await.status, 200, "{account:?}");
        }
        let refused = asked(account).await;
        refused.assert_problem(429, "too_many_requests");
    }
}

/// How many of eighty people in a hall, who come within five minutes, make an account, each after three mistakes.
async fn accounts(limits: Limits) -> usize {
    const PEOPLE: u32 = 80;
    let world = world(limits);
    let mut made = 0;
    for person in 0..PEOPLE {
        for password in ["short", "short", "short", "a sentence of no meaning"] {
            let account = json!({
                "display_name": "Anna", "login": format!("anna-{person}"), "password": password,
            });
            let answer = world.post("/api/v1/accounts", &account).await;
            let expected = if password == "short" { 400 } else { 201 };
            assert!(
                [expected, 429].contains(&answer.status),
                "{}",
                answer.text()
            );
            made += usize::from(answer.status == 201);
        }
        tokio::time::sleep(Duration::from_secs(300) / PEOPLE).await;
    }
    made
}

#[tokio::test(start_paused = true)]
async fn a_hall_makes_its_accounts_mistakes_and_all() {
    assert_eq!(accounts(Limits::default()).await, 80);
    // With every attempt counted as an account.
    let limits = Limits {
        account_attempts_per_address: Rate::per_minute(60),
        ..Limits::default()
    };
    let made = accounts(limits).await;
    assert!(made < 80, "{made}");
}

#[tokio::test]
async fn accounts_and_attempts_are_few() {
    let limits = Limits {
        accounts_per_address: Rate::per_minute(2),
        account_attempts_per_address: Rate::per_minute(5),
        ..Limits::default()
    };
    let world = world(limits);
    for (password, status) in [
        ("short", 400),
        ("a sentence of no meaning", 201),
        ("a sentence of no meaning", 201),
        ("a sentence of no meaning", 429),
        ("short", 429),
    ] {
        let account = json!({"display_name": "Anna", "login": "anna", "password": password});
        let answer = world.post("/api/v1/accounts", &account).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
}

#[tokio::test]
async fn guests_and_accounts_that_are_kept_count_as_accounts() {
    let world = world(Limits {
        accounts_per_address: Rate::per_minute(2),
        ..Limits::default()
    });
    for status in [201, 201, 429] {
        let answer = world.post("/api/v1/guests", &json!({})).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let login = json!({"login": "anna", "password": "a sentence of no meaning"});
    let mut request = json_request("POST", "/api/v1/account/login", &login);
    let bearer = format!("Bearer {}", world.token("anna")).parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    let kept = world.ask(request).await;
    kept.assert_problem(429, "too_many_requests");
}

/// What `/me` is answered under an API key.
async fn under_key(world: &World, key: &str) -> u16 {
    let mut request = json_request("GET", "/api/v1/me", &json!({}));
    let bearer = format!("Bearer {key}").parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    let answer = world.router.clone().oneshot(request).await.unwrap();
    answer.status().as_u16()
}

#[tokio::test(start_paused = true)]
async fn bad_keys_are_looked_up_so_often_and_known_ones_go_on() {
    const KNOWN: &str = "outflank_1f_secret";
    const OTHER: &str = "outflank_2f_secret";
    const ALLOWED: u32 = 5;
    // Longer than a key's token is kept.
    let over = Duration::from_secs(31);
    let world = world(Limits {
        key_exchanges_per_address: Rate {
            allowed: ALLOWED,
            window: Duration::from_secs(60 * 60),
        },
        ..Limits::default()
    });
    let keys = Arc::clone(&world.accounts.api_keys);
    for key in [KNOWN, OTHER] {
        let token = world.token("bot");
        keys.lock().unwrap().insert(key.to_owned(), token);
    }
    let exchanges = || world.accounts.exchanges.load(Ordering::Relaxed);
    // Good ones use nothing up.
    for _ in 0..10 {
        assert_eq!(under_key(&world, KNOWN).await, 200);
        tokio::time::sleep(over).await;
    }
    assert_eq!(exchanges(), 10);
    for guess in 0..20 {
        let status = under_key(&world, &format!("outflank_3f_{guess}")).await;
        assert_eq!(status, if guess < ALLOWED { 401 } else { 429 });
    }
    assert_eq!(exchanges(), 15);
    assert_eq!(under_key(&world, KNOWN).await, 200);
    // One that is new here waits.
    assert_eq!(under_key(&world, OTHER).await, 429);
    // One that was revoked elsewhere is as bad as any.
    keys.lock().unwrap().clear();
    tokio::time::sleep(over).await;
    assert_eq!(under_key(&world, KNOWN).await, 401);
    assert_eq!(under_key(&world, KNOWN).await, 429);
    assert_eq!(exchanges(), 17);
}

/// The status that a newcomer is answered with; none where nobody answers him.
async fn newcomer(mut stream: impl AsyncRead + AsyncWrite + Unpin) -> Option<u16> {
    let head = "GET /api/v1/time HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n";
    let mut answer = String::new();
    let asked = async {
        stream.write_all(head.as_bytes()).await.ok()?;
        stream.read_to_string(&mut answer).await.ok()
    };
    tokio::time::timeout(Duration::from_secs(30), asked)
        .await
        .ok()??;
    answer.split(' ').nth(1)?.parse().ok()
}

/// Connections that ask for nothing and answer pings.
fn crowd(world: &World, count: usize) -> Vec<IdleHttp2> {
    (0..count)
        .map(|_| IdleHttp2::over(carried(world, true)))
        .collect()
}

fn still_open(crowd: &[IdleHttp2]) -> usize {
    crowd
        .iter()
        .filter(|one| one.is_open() && one.is_served())
        .count()
}

fn ten_places(shares: Shares) -> World {
    world(Limits {
        connections: 10,
        shares,
        idle_connection: NEVER,
        ..Limits::without_rates()
    })
}

#[tokio::test(start_paused = true)]
async fn idle_connections_give_way_to_newcomers_and_never_a_player_to_them() {
    let world = ten_places(Limits::default().shares);
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let crowd = crowd(&world, 40);
    eventually("six of the crowd are left", || still_open(&crowd) == 6).await;
    for _ in 0..20 {
        assert_eq!(newcomer(pipe(&world)).await, Some(200));
    }
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    anna.watch(0).await;
    bert.watch(0).await;
}

#[tokio::test(start_paused = true)]
async fn where_nobody_gives_way_newcomers_stay_outside() {
    let world = ten_places(FIRST_COME);
    world.inside();
    let crowd = crowd(&world, 40);
    eventually("ten of the crowd have a place", || still_open(&crowd) == 10).await;
    for _ in 0..20 {
        assert_eq!(newcomer(pipe(&world)).await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_is_signed_in_comes_before_nobody_and_not_before_a_player() {
    let world = ten_places(Limits::default().shares);
    let address = world.inside();
    let mut players = Vec::new();
    for account in ["anna", "bert", "olga"] {
        players.push(Client::connect(&world, address, Some(account)).await);
    }
    let mut others = Vec::new();
    for account in ["cleo", "dora", "emil", "finn", "gita"] {
        others.push(Client::connect(&world, address, Some(account)).await);
    }
    // Nobody is a newcomer any more.
    tokio::time::sleep(Duration::from_secs(3)).await;
    // Eight places are for those without a seat; the three of them that are left are not anonymous ones'.
    let crowd = crowd(&world, 40);
    eventually("the crowd has what is left of six", || {
        still_open(&crowd) <= 3
    })
    .await;
    for player in &mut players {
        player.watch(0).await;
    }
    assert_eq!(newcomer(pipe(&world)).await, Some(200));
}

fn five_sockets(shares: Shares) -> World {
    world(Limits {
        sockets: 5,
        shares,
        ..Limits::without_rates()
    })
}

/// What a spectator's socket is closed with at last.
async fn spectator(world: &World) -> JoinHandle<Option<u16>> {
    let mut client = Client::connect(world, Door::Inside, None).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    tokio::spawn(async move { client.closed().await })
}

#[tokio::test(start_paused = true)]
async fn idle_sockets_give_way_to_players() {
    let world = five_sockets(Limits::default().shares);
    let address = world.inside();
    let mut busy = Client::connect(&world, address, None).await;
    let first = spectator(&world).await;
    let second = spectator(&world).await;
    // Who asks for something has done something.
    busy.watch(0).await;
    let third = spectator(&world).await;
    assert_eq!(first.await.unwrap(), Some(1013));
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    assert!(!second.is_finished() && !third.is_finished());
    let _fourth = spectator(&world).await;
    assert_eq!(second.await.unwrap(), Some(1013));
    assert!(!third.is_finished());
    for spared in [&mut anna, &mut busy] {
        spared.watch(0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn who_gives_way_does_not_stay_for_his_answers() {
    let world = five_sockets(Limits::default().shares);
    let door = world.inside();
    world.games.state(|state| {
        let away = Problem::new(Kind::Unavailable, "unavailable", "It is away.");
        state.unread = Some(away);
        state.slow_reads = Some(Duration::from_secs(4));
    });
    let mut spectators = Vec::new();
    for _ in 0..4 {
        let mut client = Client::connect(&world, door, None).await;
        for _ in 0..2 {
            let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
            client.send(watch).await;
        }
        spectators.push(tokio::spawn(async move { client.closed().await }));
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(spectators.remove(0).await.unwrap(), Some(1013));
    tokio::time::sleep(Duration::from_millis(500)).await;
    let counted = world.get("/metrics").await.text();
    let open = "outflank_sockets_open 3";
    assert!(counted.lines().any(|line| line == open), "{counted}");
}

#[tokio::test(start_paused = true)]
async fn where_no_socket_gives_way_players_stay_outside() {
    let world = five_sockets(FIRST_COME);
    let address = world.inside();
    let mut crowd = Vec::new();
    for _ in 0..5 {
        crowd.push(Client::connect(&world, address, None).await);
    }
    let ticket = ticket(&world, Some("anna")).await;
    let (status, problem) = open(&world, address, &ticket, None).await.err().unwrap();
    assert_eq!((status, &problem["code"]), (503, &json!("server_full")));
}

#[tokio::test(start_paused = true)]
async fn one_account_has_only_so_many_places_as_its_own() {
    let world = world(Limits::without_rates());
    let address = world.inside();
    let mut all = Vec::new();
    for _ in 0..40 {
        all.push(Client::connect(&world, address, Some("anna")).await);
    }
    let counted = world.get("/metrics").await.text();
    for line in [
        "outflank_socket_places{of=\"anonymous\"} 8",
        "outflank_socket_places{of=\"seated\"} 32",
    ] {
        assert!(counted.lines().any(|counted| counted == line), "{counted}");
    }
}

/// Whether a connection without a request is still open after two minutes of answered pings.
async fn outlasts(idle_connection: Duration) -> bool {
    let world = world(Limits {
        idle_connection,
        ..Limits::default()
    });
    let address = world.inside();
    let mut spectator = Client::connect(&world, address, None).await;
    let idle = IdleHttp2::over(carried(&world, true));
    let watching = tokio::spawn(async move { while spectator.stream.next().await.is_some() {} });
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert!(idle.is_open() && idle.is_served());
    tokio::time::sleep(Duration::from_secs(70)).await;
    assert!(!watching.is_finished(), "a socket has its own end");
    idle.is_open()
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_asks_for_nothing_ends() {
    assert!(!outlasts(Limits::default().idle_connection).await);
}

#[tokio::test(start_paused = true)]
async fn where_idleness_has_no_end_it_stays() {
    assert!(outlasts(NEVER).await);
}

fn proxies(networks: &[&str], proxy_protocol: bool) -> TrustedProxies {
    let networks = networks.iter().map(|network| network.parse().unwrap());
    TrustedProxies::new(networks.collect(), proxy_protocol)
}

#[test]
fn only_trusted_proxies_say_where_a_client_is() {
    let trusted = proxies(&["10.0.0.0/8", "fd00::/8", "192.0.2.1"], false);
    let (x, f) = ("x-forwarded-for", "forwarded");
    let peer = "10.0.0.1";
    for (peer, headers, client) in [
        (peer, &[][..], peer),
        (peer, &[(x, "203.0.113.7")], "203.0.113.7"),
        // What a client wrote stands to the left of what the proxy saw.
        (peer, &[(x, "198.51.100.1, 203.0.113.7")], "203.0.113.7"),
        (
            peer,
            &[(x, "198.51.100.1, 203.0.113.7, 10.9.9.9, 192.0.2.1")],
            "203.0.113.7",
        ),
        (
            peer,
            &[(x, "198.51.100.1"), (x, "203.0.113.7"), (x, "10.9.9.9")],
            "203.0.113.7",
        ),
        (peer, &[(x, "203.0.113.7:4711")], "203.0.113.7"),
        (peer, &[(x, "2001:db8::7")], "2001:db8::7"),
        (peer, &[(x, "::ffff:203.0.113.7")], "203.0.113.7"),
        (peer, &[(x, "203.0.113.7, nonsense")], peer),
        (peer, &[(x, "203.0.113.7, nonsense, 10.9.9.9")], "10.9.9.9"),
        (peer, &[(f, "for=203.0.113.7;proto=https")], "203.0.113.7"),
        (
            peer,
            &[(
                f,
                "for=198.51.100.1, By=10.0.0.1;For=\"[2001:db8::7]:4711\"",
            )],
            "2001:db8::7",
        ),
        (
            peer,
            &[(
                f,
                "for=198.51.100.1;host=\"a,b;for=1.1.1.1\", for=203.0.113.7",
            )],
            "203.0.113.7",
        ),
        (peer, &[(f, "for=203.0.113.7, for=unknown")], peer),
        (
            peer,
            &[(f, "for=203.0.113.7, for=_hidden, for=10.9.9.9")],
            "10.9.9.9",
        ),
        // A quote that a client leaves open would take in what the proxy adds.
        (peer, &[(f, "for=198.51.100.1;x=\", for=203.0.113.7")], peer),
        (
            peer,
            &[(f, "for=198.51.100.1;x=\", for=\"[2001:db8::7]\"")],
            peer,
        ),
        (
            peer,
            &[(f, "for=198.51.100.1;x=\"\\\", for=203.0.113.7")],
            peer,
        ),
        (
            peer,
            &[
                (f, "for=198.51.100.1;x=\""),
                (f, "for=203.0.113.7, for=10.9.9.9"),
            ],
            "203.0.113.7",
        ),
        (
            peer,
            &[(f, "for=198.51.100.1;x=\""), (f, "for=10.9.9.9")],
            "10.9.9.9",
        ),
        // Nor is a hop believed that is not well-formed, and nothing left of it.
        (peer, &[(f, "for=198.51.100.1, for=\"a\"b")], peer),
        (
            peer,
            &[(f, "for=198.51.100.1;for=198.51.100.2, for=10.9.9.9")],
            "10.9.9.9",
        ),
        (
            peer,
            &[(f, "for=198.51.100.1, nonsense, for=10.9.9.9")],
            "10.9.9.9",
        ),
        (
            peer,
            &[(f, "for=198.51.100.1;, for=203.0.113.7")],
            "203.0.113.7",
        ),
        // The other header knows no quotes.
        (peer, &[(x, "198.51.100.1, \", 203.0.113.7")], "203.0.113.7"),
        (peer, &[(x, "\"198.51.100.1\"")], peer),
        (
            peer,
            &[(x, "198.51.100.1, \"203.0.113.7\", 10.9.9.9")],
            "10.9.9.9",
        ),
        // One of the two is the client's own invention.
        (peer, &[(f, "for=198.51.100.1"), (x, "203.0.113.7")], peer),
        (
            peer,
            &[(f, "for=203.0.113.7"), (x, "203.0.113.7")],
            "203.0.113.7",
        ),
        // Nobody else is believed.
        (
            "203.0.113.9",
            &[(x, "198.51.100.1"), (f, "for=198.51.100.1")],
            "203.0.113.9",
        ),
        ("::ffff:10.0.0.1", &[(x, "203.0.113.7")], "203.0.113.7"),
    ] {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), value.parse().unwrap());
        }
        let peer = SocketAddr::new(peer.parse().unwrap(), 9);
        let seen = trusted.client(peer, &map).ip();
        assert_eq!(
            seen,
            client.parse::<std::net::IpAddr>().unwrap(),
            "{headers:?}"
        );
    }
}

/// A guess over a connection that begins so, behind these headers. None where there is no answer.
async fn guess(address: SocketAddr, begin: &[u8], headers: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "GET /api/v1/seats/{WRONG_CODE} HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n{headers}\r\n"
    );
    let mut answer = Vec::new();
    // Where the server hangs up the writing fails, or the reading.
    stream
        .write_all(&[begin, head.as_bytes()].concat())
        .await
        .ok()?;
    stream.read_to_end(&mut answer).await.ok()?;
    String::from_utf8(answer)
        .ok()?
        .split(' ')
        .nth(1)?
        .parse()
        .ok()
}

async fn behind(proxies: TrustedProxies) -> (World, SocketAddr) {
    let mut world = world(Limits {
        seat_misses_per_address: Rate::per_minute(2),
        ..Limits::default()
    });
    world.proxies = proxies;
    let address = world.listen().await;
    (world, address)
}

#[tokio::test]
async fn limits_are_counted_where_the_client_is() {
    let (_world, address) = behind(proxies(&["127.0.0.1"], false)).await;
    let from = |last: &str| format!("X-Forwarded-For: 198.51.100.1, 203.0.113.{last}\r\n");
    for last in ["7", "8"] {
        for status in [404, 404, 429] {
            assert_eq!(guess(address, b"", &from(last)).await, Some(status));
        }
    }
    // Neighbours in one network of 64 bits are one.
    for (host, status) in [("1", 404), ("2", 404), ("3:4", 429)] {
        let forwarded = format!("Forwarded: for=\"[2001:db8:1:2::{host}]\"\r\n");
        assert_eq!(guess(address, b"", &forwarded).await, Some(status));
    }
}

#[tokio::test]
async fn programs_are_where_their_proxy_says() {
    let (_world, address) = behind(proxies(&["127.0.0.1"], false)).await;
    let endpoint = Channel::from_shared(format!("http://{address}")).unwrap();
    let mut identity = IdentityServiceClient::new(endpoint.connect().await.unwrap());
    for last in ["7", "8"] {
        for code in [
            "unknown_seat_code",
            "unknown_seat_code",
            "too_many_requests",
        ] {
            let code_asked = WRONG_CODE.to_owned();
            let mut request = Request::new(GetSeatCodeRequest { code: code_asked });
            let forwarded = format!("203.0.113.{last}").parse().unwrap();
            request.metadata_mut().insert("x-forwarded-for", forwarded);
            let refused = identity.get_seat_code(request).await.unwrap_err();
            assert_eq!(Problem::from_status(&refused).code, code);
        }
    }
}

#[tokio::test]
async fn nobody_else_says_where_he_is() {
    let (_world, address) = behind(proxies(&["10.0.0.0/8"], true)).await;
    for (invented, status) in [("1", 404), ("2", 404), ("3", 429)] {
        let headers = format!("X-Forwarded-For: 203.0.113.{invented}\r\n");
        assert_eq!(guess(address, b"", &headers).await, Some(status));
    }
    let header = b"PROXY TCP4 203.0.113.9 192.0.2.1 4711 443\r\n";
    assert_eq!(guess(address, header, "").await, Some(400));
}

#[tokio::test]
async fn a_trusted_proxy_s_connection_begins_with_its_header() {
    let (_world, address) = behind(proxies(&["127.0.0.1"], true)).await;
    let one = b"PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\r\n".to_vec();
    let mut two = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c".to_vec();
    two.extend([203, 0, 113, 8, 192, 0, 2, 1, 0x12, 0x67, 1, 0xbb]);
    let ipv6 = b"PROXY TCP6 2001:db8::7 2001:db8::1 4711 443\r\n".to_vec();
    for header in [one, two, ipv6] {
        for status in [404, 404, 429] {
            assert_eq!(guess(address, &header, "").await, Some(status));
        }
    }
    // Health checks speak for themselves.
    let local = b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    assert_eq!(guess(address, local, "").await, Some(404));
    let endless = [b"PROXY TCP4 ".as_slice(), &[b'1'; 4096]].concat();
    for wrong in [b"".as_slice(), b"PROXY TCP4 here there 1 2\r\n", &endless] {
        assert_eq!(guess(address, wrong, "").await, None);
    }
}
