//! The WebSocket: who may open one, what it is told, and that nothing is told twice or left out.

use std::time::Duration;

use crate::world::{
    World, eventually,
    socket::{Client, open, seqs, ticket},
};
use futures_util::{SinkExt as _, StreamExt as _};
use outflank_access::{Kind, Problem};
use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, topic};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_ticket_opens_one_socket_and_only_for_our_own_pages() {
    let world = World::new();
    let address = world.listen().await;
    let bought = ticket(&world, Some("anna")).await;

    let (status, problem) = open(&world, address, &bought, Some("https://elsewhere.example"))
        .await
        .err()
        .unwrap();
    assert_eq!(
        (status, problem["code"].as_str().unwrap()),
        (403, "foreign_origin")
    );

    // A foreign page has not used the ticket up; our own page uses it, once.
    let own = format!("http://{address}");
    assert!(open(&world, address, &bought, Some(&own)).await.is_ok());
    let (status, problem) = open(&world, address, &bought, Some(&own))
        .await
        .err()
        .unwrap();
    assert_eq!(
        (status, problem["code"].as_str().unwrap()),
        (401, "ticket_refused")
    );
    let (status, _) = open(&world, address, "made-up", None).await.err().unwrap();
    assert_eq!(status, 401);
}

#[tokio::test(start_paused = true)]
async fn a_command_is_stamped_answered_and_repeated() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    client.watch(0).await;
    world.games.commit().await;
    let shown = client.next_of("table").await;
    assert_eq!(shown["table"]["ply"], 2);
    tokio::time::sleep(Duration::from_millis(60)).await;

    let before = world.clock.now_ms();
    let frame = json!({"type": "move", "id": "c1", "game": "g", "ply": 2, "square": "f5"});
    client.send(frame.clone()).await;
    let ack = client.next_of("ack").await;
    assert_eq!(
        ack,
        json!({"type": "ack", "id": "c1", "game": "g", "seq": 3, "repeated": false})
    );
    let stamps = world.games.state(|state| state.stamps[0].clone());
    assert_eq!(stamps.account_id, "anna");
    assert!(
        (before..=world.clock.now_ms()).contains(&stamps.received_at_ms),
        "{stamps:?}"
    );
    assert!(
        stamps.delivered_at_ms > 0 && stamps.delivered_at_ms <= before - 50,
        "{stamps:?}"
    );

    client.send(frame).await;
    assert_eq!(
        client.next_of("ack").await,
        json!({"type": "ack", "id": "c1", "game": "g", "seq": 3, "repeated": true})
    );

    // The table that answers a watch is no delivery: the socket was not open when the turn was given.
    world.games.commit().await;
    let mut later = Client::connect(&world, address, Some("bert")).await;
    later.watch(0).await;
    later
        .send(json!({"type": "pass", "id": "c2", "game": "g", "ply": 4}))
        .await;
    later.next_of("ack").await;
    let stamps = world
        .games
        .state(|state| state.stamps.last().cloned().unwrap());
    assert_eq!(
        (stamps.account_id.as_str(), stamps.delivered_at_ms),
        ("bert", 0)
    );
}

#[tokio::test(start_paused = true)]
async fn moves_that_arrived_count_though_the_line_breaks_behind_them() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    world
        .games
        .state(|state| state.slow = Some(Duration::from_millis(150)));
    let sent = world.clock.now_ms();
    for id in ["c1", "c2"] {
        client
            .send(json!({"type": "move", "id": id, "game": "g", "ply": 1, "square": "f5"}))
            .await;
    }
    drop(client);
    eventually("both moves are taken", || {
        world.games.state(|state| state.answers.len()) == 2
    })
    .await;
    let (answers, stamped, stamps) = world.games.state(|state| {
        let answers = state.answers.clone().into_iter().collect::<Vec<_>>();
        (answers, state.stamped.clone(), state.stamps.clone())
    });
    assert_eq!(answers, [("c1".to_owned(), 2), ("c2".to_owned(), 3)]);
    assert_eq!(stamped, ["c1", "c2"], "each once, in order");
    for stamps in stamps {
        assert_eq!(stamps.account_id, "anna");
        assert_eq!(stamps.received_at_ms, sent, "they count as they came");
    }
}

#[tokio::test(start_paused = true)]
async fn a_frame_is_stamped_when_it_arrives_not_when_its_turn_comes() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    world
        .games
        .state(|state| state.slow = Some(Duration::from_secs(2)));
    let sent = world.clock.now_ms();
    for id in ["c1", "c2"] {
        client
            .send(json!({"type": "move", "id": id, "game": "g", "ply": 1, "square": "f5"}))
            .await;
    }
    assert_eq!(client.next_of("ack").await["id"], "c1");
    assert_eq!(client.next_of("ack").await["id"], "c2");
    let stamps = world.games.state(|state| state.stamps.clone());
    assert!(world.clock.now_ms() - sent >= 4_000);
    assert_eq!(stamps[1].received_at_ms, sent, "{stamps:?}");
}

#[tokio::test(start_paused = true)]
async fn a_message_that_waits_delays_no_move_of_its_writer() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    client.watch(0).await;
    world
        .games
        .state(|state| state.slow_posts = Some(Duration::from_secs(2)));
    for id in ["m1", "m2"] {
        client
            .send(json!({"type": "chat", "id": id, "game": "g", "channel": "players", "text": id}))
            .await;
    }
    client
        .send(json!({"type": "move", "id": "c1", "game": "g", "ply": 1, "square": "f5"}))
        .await;
    let mut answered = Vec::new();
    while answered.len() < 3 {
        let frame = client.next().await;
        if frame["type"] == "ack" || frame["type"] == "posted" {
            answered.push(frame["id"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(answered, ["c1", "m1", "m2"]);
    let said = world.games.state(|state| state.said.clone());
    assert_eq!((&*said[0].text, &*said[1].text), ("m1", "m2"));
}

#[tokio::test(start_paused = true)]
async fn spectators_cannot_play_and_refusals_name_their_paragraph() {
    let world = World::new();
    let address = world.inside();
    let mut spectator = Client::connect(&world, address, None).await;
    spectator
        .send(json!({"type": "resign", "id": "c1", "game": "g"}))
        .await;
    let refused = spectator.next_of("refused").await;
    assert_eq!(
        (refused["id"].as_str(), refused["problem"]["code"].as_str()),
        (Some("c1"), Some("unauthenticated"))
    );
    assert_eq!(world.games.state(|state| state.entries.len()), 1);

    let problem = Problem::new(Kind::Refused, "illegal_move", "h3 flips no disc.")
        .by_rule(Some("EGP IV.5"))
        .with("square", "h3")
        .about("square");
    world.games.state(|state| state.refusal = Some(problem));
    let mut player = Client::connect(&world, address, Some("anna")).await;
    player
        .send(json!({"type": "move", "id": "c2", "game": "g", "ply": 1, "square": "h3"}))
        .await;
    assert_eq!(
        player.next_of("refused").await,
        json!({"type": "refused", "id": "c2", "problem":
        {"code": "illegal_move", "title": "Refused", "detail": "h3 flips no disc.", "rule": "EGP IV.5",
         "parameters": {"square": "h3"}, "field": "square"}})
    );
    player
        .send(json!({"type": "watch", "game": "unknown"}))
        .await;
    assert_eq!(
        player.next_of("refused").await["problem"]["code"],
        "unknown_game"
    );
}

#[tokio::test(start_paused = true)]
async fn frames_that_cannot_be_taken_are_refused_and_the_socket_stays_open() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    let long = format!(
        r#"{{"type":"move","id":"c1","game":"g","ply":1,"square":"{}"}}"#,
        "x".repeat(5000)
    );
    let bad: [(&str, &str, Option<&str>); 9] = [
        ("{", "malformed_json", None),
        ("[]", "invalid_frame", None),
        (r#"{"type":"dance","id":"c1"}"#, "unknown_frame", Some("c1")),
        (r#"{"id":"c1"}"#, "invalid_frame", Some("c1")),
        (
            r#"{"type":"move","game":"g","ply":1,"square":"f5"}"#,
            "invalid_frame",
            None,
        ),
        (
            r#"{"type":"move","id":"c1","game":"g","ply":-1,"square":"f5"}"#,
            "invalid_frame",
            Some("c1"),
        ),
        (
            r#"{"type":"pass","id":"c 1","game":"g","ply":1}"#,
            "invalid_frame",
            None,
        ),
        (
            r#"{"type":"watch","game":"","after_seq":0}"#,
            "invalid_frame",
            None,
        ),
        (&long, "frame_too_large", None),
    ];
    for (text, code, id) in bad {
        client.send_text(text).await;
        let refused = client.next_of("refused").await;
        assert_eq!(
            (refused["problem"]["code"].as_str(), refused["id"].as_str()),
            (Some(code), id),
            "{text}"
        );
    }
    client
        .stream
        .send(Message::binary(vec![1, 2, 3]))
        .await
        .unwrap();
    assert_eq!(
        client.next_of("refused").await["problem"]["code"],
        "malformed_json"
    );
    // Unknown fields are ignored.
    client
        .send(json!({"type": "watch", "game": "g", "later": true}))
        .await;
    assert_eq!(seqs(&client.next_of("table").await), [1]);
    assert_eq!(world.games.state(|state| state.stamps.len()), 0);

    for _ in 0..60 {
        if client.stream.send(Message::text("{")).await.is_err() {
            break;
        }
    }
    assert_eq!(client.closed().await, Some(1008));
}

#[tokio::test(start_paused = true)]
async fn one_socket_may_not_send_commands_without_end() {
    let limits = Limits {
        command_burst: 3,
        commands_per_second: 1,
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    for number in 0..5 {
        client
            .send(json!({"type": "pass", "id": format!("c{number}"), "game": "g", "ply": 1}))
            .await;
    }
    let mut refused = 0;
    for _ in 0..5 {
        let frame = loop {
            let frame = client.next().await;
            if frame["type"] == "ack" || frame["type"] == "refused" {
                break frame;
            }
        };
        if frame["type"] == "refused" {
            assert_eq!(frame["problem"]["code"], "too_many_requests");
            refused += 1;
        }
    }
    assert_eq!(refused, 2);
}

#[tokio::test(start_paused = true)]
async fn a_table_shows_whose_sockets_are_open_and_play_is_told() {
    let world = World::new();
    let address = world.inside();
    let mut watcher = Client::connect(&world, address, None).await;
    watcher.watch(0).await;
    let presence = |black: bool, white: bool| json!({"type": "presence", "game": "g", "black": black, "white": white});
    assert_eq!(watcher.next_of("presence").await, presence(false, false));
    let anna = Client::connect(&world, address, Some("anna")).await;
    assert_eq!(watcher.next_of("presence").await, presence(true, false));
    let again = Client::connect(&world, address, Some("anna")).await;
    let bert = Client::connect(&world, address, Some("bert")).await;
    assert_eq!(watcher.next_of("presence").await, presence(true, true));
    drop(anna);
    drop(bert);
    assert_eq!(watcher.next_of("presence").await, presence(true, false));
    drop(again);
    assert_eq!(watcher.next_of("presence").await, presence(false, false));

    eventually("play is told", || {
        world.games.state(|state| state.reports.len()) == 4
    })
    .await;
    let reports = world.games.state(|state| state.reports.clone());
    let told: Vec<(&str, bool)> = reports
        .iter()
        .map(|report| (report.account_id.as_str(), report.open))
        .collect();
    assert_eq!(
        told,
        [
            ("anna", true),
            ("bert", true),
            ("bert", false),
            ("anna", false)
        ]
    );
    eventually("beats", || world.games.state(|state| state.beats) >= 2).await;
}

#[tokio::test(start_paused = true)]
async fn who_sits_at_the_table_is_shown_there_whatever_the_seat_was_when_the_socket_opened() {
    let world = World::new();
    let address = world.inside();
    let mut watcher = Client::connect(&world, address, None).await;
    watcher.watch(0).await;
    let presence = |black: bool, white: bool| json!({"type": "presence", "game": "g", "black": black, "white": white});
    assert_eq!(watcher.next_of("presence").await, presence(false, false));
    let mut lara = Client::connect(&world, address, Some("lara")).await;
    lara.watch(0).await;
    assert_eq!(watcher.next_of("presence").await, presence(true, false));
    drop(lara);
    assert_eq!(watcher.next_of("presence").await, presence(false, false));
}

#[tokio::test(start_paused = true)]
async fn another_gateways_presence_counts() {
    let world = World::new();
    let address = world.inside();
    let mut watcher = Client::connect(&world, address, None).await;
    watcher.watch(0).await;
    watcher.next_of("presence").await;
    let message = json!({"gateway": "g2", "black": false, "white": true});
    world
        .bus
        .publish(&topic::presence("g"), message.to_string().into())
        .await
        .unwrap();
    assert_eq!(watcher.next_of("presence").await["white"], true);
}

#[tokio::test(start_paused = true)]
async fn a_follower_is_told_when_the_tournament_or_its_standings_change() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, None).await;
    client
        .send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    assert_eq!(
        client.next_of("tournament").await,
        json!({"type": "tournament", "tournament": "t1", "seq": 7})
    );
    assert_eq!(
        client.next_of("standings").await,
        json!({"type": "standings", "tournament": "t1", "version": 7})
    );
    world
        .bus
        .publish(&topic::tournament("t1"), "8".into())
        .await
        .unwrap();
    assert_eq!(client.next_of("tournament").await["seq"], 8);
    // What is known already is not told again.
    world
        .bus
        .publish(&topic::tournament("t1"), "8".into())
        .await
        .unwrap();
    world
        .bus
        .publish(&topic::standings("t1"), "8".into())
        .await
        .unwrap();
    let next = loop {
        let frame = client.next().await;
        if frame["type"] != "connection" {
            break frame;
        }
    };
    assert_eq!(
        next,
        json!({"type": "standings", "tournament": "t1", "version": 8})
    );
    client
        .send(json!({"type": "unfollow", "tournament": "t1"}))
        .await;
    client
        .send(json!({"type": "follow", "tournament": "t9"}))
        .await;
    assert_eq!(
        client.next_of("refused").await["problem"]["code"],
        "unknown_tournament"
    );
    world
        .bus
        .publish(&topic::tournament("t1"), "9".into())
        .await
        .unwrap();
    assert!(
        tokio::time::timeout(Duration::from_millis(300), client.next_of("tournament"))
            .await
            .is_err()
    );
}

#[tokio::test(start_paused = true)]
async fn the_round_trip_is_reported_and_silence_ends_a_socket() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, None).await;
    let connection = client.next_of("connection").await;
    assert!(connection["round_trip_ms"].as_u64().unwrap() < 1000);
    assert!((world.clock.now_ms() - connection["server_time_ms"].as_i64().unwrap()).abs() < 1000);
    assert_eq!(world.gateway.open_sockets(), 1);
    // A client that reads nothing answers no ping.
    let began = tokio::time::Instant::now();
    eventually("the socket is closed", || world.gateway.open_sockets() == 0).await;
    let silent = began.elapsed();
    assert!((8_000..=9_100).contains(&silent.as_millis()), "{silent:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_answers_first_and_says_so() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    world
        .games
        .state(|state| state.slow = Some(Duration::from_millis(400)));
    client
        .send(json!({"type": "move", "id": "c1", "game": "g", "ply": 1, "square": "f5"}))
        .await;
    eventually("the move is under way", || {
        world.games.state(|state| state.begun) == 1
    })
    .await;
    world.stop.cancel();
    assert_eq!(client.next_of("ack").await["id"], "c1");
    assert_eq!(client.next_or_close().await, Err(Some(1012)));
    assert!(client.stream.next().await.is_none_or(|end| end.is_err()));
    assert_eq!(world.get("/readyz").await.status, 503);
}
