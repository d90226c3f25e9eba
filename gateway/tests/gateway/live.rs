//! The live table over the WebSocket: audiences, sessions, chat, notices, and a client that floods.

use std::{collections::BTreeSet, time::Duration};

use crate::world::{
    World, eventually,
    socket::{Client, Door, open, seqs, ticket},
};
use bytes::Bytes;
use outflank_gateway::live_protocol;
use outflank_live::{Live as _, topic};
use outflank_proto::{pairing::v1 as pairing, play::v1 as play, sentence::v1::Parameter};
use outflank_testbed::breach;
use prost::Message as _;
use serde_json::{Value, json};

/// Nothing of this type is said within a moment.
async fn never_told(client: &mut Client, kind: &str) {
    let told = tokio::time::timeout(Duration::from_millis(400), client.next_of(kind)).await;
    assert!(told.is_err(), "{told:?}");
}

#[tokio::test(start_paused = true)]
async fn a_client_waits_for_itself_within_a_game_and_never_across_games() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    world
        .games
        .state(|state| state.slow = Some(Duration::from_millis(300)));
    let pass = |id: &str, game: &str| json!({"type": "pass", "id": id, "game": game, "ply": 1});
    for (id, game) in [("a1", "g"), ("a2", "g"), ("a3", "g"), ("b1", "h")] {
        client.send(pass(id, game)).await;
    }
    let mut order = Vec::new();
    while order.len() < 4 {
        let ack = client.next_of("ack").await;
        order.push(ack["id"].as_str().unwrap().to_owned());
    }
    let place = |id: &str| order.iter().position(|of| of == id).unwrap();
    assert!(place("a1") < place("a2") && place("a2") < place("a3"));
    // What a command waited behind its own client is told as that, beside when it arrived.
    let (ids, stamps) = world
        .games
        .state(|state| (state.stamped.clone(), state.stamps.clone()));
    assert_eq!(stamps.len(), 4);
    let begun_ms = |id: &str| {
        let stamps = &stamps[ids.iter().position(|of| of == id).unwrap()];
        stamps.received_at_ms + stamps.queued_ms
    };
    // Each is served for 300 ms.
    assert!(begun_ms("a2") - begun_ms("a1") >= 300, "{stamps:?}");
    assert!(begun_ms("a3") - begun_ms("a2") >= 300, "{stamps:?}");
    assert!(begun_ms("b1") < begun_ms("a2"), "{stamps:?}");
    assert!(stamps.iter().all(|of| of.gateway_id == "g1"));
}

#[tokio::test(start_paused = true)]
async fn lag_is_what_pings_measured_whatever_a_pong_claims() {
    use futures_util::SinkExt as _;
    let world = World::new();
    let address = world.inside();
    let bought = ticket(&world, Some("anna")).await;
    let mut client = open(&world, address, &bought, None).await.unwrap();
    // The first ping is out, and is answered when this client reads for the first time.
    tokio::time::sleep(Duration::from_millis(300)).await;
    for payload in [
        vec![],
        vec![0; 8],
        u64::MAX.to_be_bytes().to_vec(),
        vec![7; 100],
    ] {
        let pong = tokio_tungstenite::tungstenite::Message::Pong(payload.into());
        client.stream.send(pong).await.unwrap();
    }
    let pass = |id: &str| json!({"type": "pass", "id": id, "game": "g", "ply": 1});
    client.send(pass("c1")).await;
    let (mut acknowledged, mut round_trip_ms) = (false, None);
    while !acknowledged || round_trip_ms.is_none() {
        let frame = client.next().await;
        acknowledged |= frame["type"] == "ack";
        round_trip_ms = round_trip_ms.or(frame["round_trip_ms"].as_i64());
    }
    assert_eq!(round_trip_ms, Some(300));
    client.send(pass("c2")).await;
    client.next_of("ack").await;
    let lags: Vec<i64> = world
        .games
        .state(|state| state.stamps.iter().map(|of| of.lag_ms).collect());
    assert_eq!(lags[0], 0, "nothing was measured by a forged pong");
    assert_eq!(lags[1], 300);
}

#[tokio::test(start_paused = true)]
async fn every_act_reaches_play_whole() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    let digest = "ab".repeat(32);
    for frame in [
        json!({"type": "call_director", "id": "c1", "game": "g"}),
        json!({"type": "seal", "id": "c2", "game": "g", "ply": 21, "square": "c4"}),
        json!({"type": "confirm", "id": "c3", "game": "g", "digest": digest}),
        json!({"type": "dispute", "id": "c4", "game": "g", "reason": "My flag stood."}),
    ] {
        client.send(frame.clone()).await;
        assert_eq!(client.next_of("ack").await["id"], frame["id"]);
    }
    let asked = world.games.state(|state| state.asked.clone());
    let confirm = format!("confirm {digest}");
    assert_eq!(asked, ["seal 21 c4", &confirm, "dispute My flag stood."]);
    client
        .send(json!({"type": "focus", "game": "g", "lost": true}))
        .await;
    eventually("the focus is logged", || {
        world.games.state(|state| state.focus.len()) == 1
    })
    .await;
    let focus = world.games.state(|state| state.focus[0].clone());
    assert_eq!(
        (focus.lost, focus.stamps.unwrap().account_id.as_str()),
        (true, "anna")
    );
}

#[tokio::test(start_paused = true)]
async fn spectators_of_a_delayed_game_see_what_play_answers_and_nothing_sooner() {
    let world = World::new();
    let address = world.inside();
    world.games.state(|state| state.shown_to = Some(1));
    let mut player = Client::connect(&world, address, Some("anna")).await;
    let mut official = Client::connect(&world, address, Some("olga")).await;
    let mut spectator = Client::connect(&world, address, None).await;
    let mut account = Client::connect(&world, address, Some("carl")).await;
    player.watch(0).await;
    official.watch(0).await;
    assert_eq!(seqs(&spectator.watch(0).await), [1]);
    assert_eq!(seqs(&account.watch(0).await), [1]);

    world.games.commit().await;
    let shown = player.next_of("table").await;
    assert_eq!(seqs(&shown), [2]);
    assert_eq!(shown["entries"][0]["events"].as_array().unwrap().len(), 1);
    // The same commit with what only officials see.
    let shown = official.next_of("table").await;
    assert_eq!(
        shown["entries"][0]["events"][1],
        json!({"event": "stamped"})
    );
    never_told(&mut spectator, "table").await;

    // By time alone: play said when to look again.
    world.games.state(|state| {
        state.look_again_ms = world.clock.now_ms() + 600;
    });
    world.games.commit().await;
    assert_eq!(seqs(&player.next_of("table").await), [3]);
    never_told(&mut spectator, "table").await;
    world.games.state(|state| {
        state.shown_to = Some(2);
        state.look_again_ms = 0;
    });
    assert_eq!(seqs(&spectator.next_of("table").await), [2]);
    assert_eq!(seqs(&account.next_of("table").await), [2]);

    // Once the game hides nothing, the next commit brings everything.
    world.games.state(|state| state.shown_to = None);
    world.games.commit().await;
    assert_eq!(seqs(&spectator.next_of("table").await), [3, 4]);
    let as_spectators = world
        .games
        .state(|state| state.viewers.iter().filter(|of| of.is_empty()).count());
    assert!(as_spectators >= 3, "the spectators are read for as nobody");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_told_every_commit_in_order() {
    const CROWD: usize = 120;
    const COMMITS: u64 = 30;
    let limits = outflank_gateway::Limits::without_rates();
    let world = World::with(limits, outflank_gateway::PublicOrigin::default());
    let address = world.listen().await;
    let mut watching = Vec::new();
    for number in 0..CROWD {
        let account = (number == 0).then_some("bert");
        let mut client = Client::connect(&world, address, account).await;
        client.watch(0).await;
        // From now on it answers pings, however long the others take to come.
        watching.push(tokio::spawn(async move {
            let mut last = 1;
            while last <= COMMITS {
                for seq in seqs(&client.next_of("table").await) {
                    if seq != last + 1 {
                        breach(&format!("watcher {number} is shown {seq} after {last}"));
                    }
                    last = seq;
                }
            }
        }));
    }
    for _ in 0..COMMITS {
        world.games.commit().await;
    }
    for watcher in watching {
        watcher.await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_written_reaches_whom_play_names() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    let mut crowd = Client::connect(&world, address, None).await;
    for client in [&mut anna, &mut bert, &mut crowd] {
        client.watch(0).await;
        let history = client.next_of("chat").await;
        assert_eq!(history["messages"], json!([]));
        assert_eq!(history["may_write"].as_array().unwrap().len(), 1);
    }
    let say = |id: &str, channel: &str| json!({"type": "chat", "id": id, "game": "g", "channel": channel, "text": "Good luck!"});
    anna.send(say("c1", "players")).await;
    assert_eq!(
        anna.next_of("posted").await,
        json!({"type": "posted", "id": "c1", "game": "g", "number": 1})
    );
    let told = bert.next_of("chat").await;
    assert_eq!(told["messages"][0]["text"], "Good luck!");
    assert_eq!(told["messages"][0]["account_id"], "anna");
    assert!(told.get("may_write").is_none());
    never_told(&mut crowd, "chat").await;

    // A spectator's words come back to the one who wrote them, and not to the players.
    // What is shown is shown to everybody who looks on, signed in or not.
    let mut carl = Client::connect(&world, address, Some("carl")).await;
    let mut dora = Client::connect(&world, address, Some("dora")).await;
    for client in [&mut carl, &mut dora] {
        client.watch(0).await;
        client.next_of("chat").await;
    }
    carl.send(say("c2", "spectators")).await;
    assert_eq!(dora.next_of("chat").await["messages"][0]["number"], 2);
    assert_eq!(carl.next_of("chat").await["messages"][0]["number"], 2);
    assert_eq!(crowd.next_of("chat").await["messages"][0]["number"], 2);
    never_told(&mut bert, "chat").await;

    // Whoever comes later gets what was written, as far as it is for them.
    let mut late = Client::connect(&world, address, None).await;
    late.watch(0).await;
    let history = late.next_of("chat").await;
    assert_eq!(history["messages"].as_array().unwrap().len(), 1);
    assert_eq!(history["messages"][0]["channel"], "spectators");
}

#[tokio::test(start_paused = true)]
async fn a_token_is_renewed_in_band_by_its_own_account_alone() {
    let world = World::new();
    let address = world.inside();
    let bought = ticket(&world, Some("anna")).await;
    let mut client = open(&world, address, &bought, None).await.unwrap();
    let hello = client.next().await;
    let until = hello["expires_at_ms"].as_i64().unwrap();
    assert!(until > world.clock.now_ms());

    client
        .send(json!({"type": "renew", "token": world.token("anna")}))
        .await;
    let renewed = client.next_of("renewed").await;
    assert!(renewed["expires_at_ms"].as_i64().unwrap() >= until);
    for (token, code) in [
        (world.token("bert"), "other_account"),
        ("made up".to_owned(), "token_refused"),
    ] {
        client.send(json!({"type": "renew", "token": token})).await;
        assert_eq!(client.next_of("refused").await["problem"]["code"], code);
    }
    let mut spectator = Client::connect(&world, address, None).await;
    spectator
        .send(json!({"type": "renew", "token": world.token("anna")}))
        .await;
    assert_eq!(
        spectator.next_of("refused").await["problem"]["code"],
        "other_account"
    );
}

#[tokio::test(start_paused = true)]
async fn a_session_that_ends_takes_its_sockets_and_no_others() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut spectator = Client::connect(&world, address, None).await;
    let publish = |session: &'static str| {
        let bus = world.bus.clone();
        async move {
            let topic = topic::ended_sessions();
            bus.publish(&topic, Bytes::from(session)).await.unwrap();
        }
    };
    publish("another").await;
    anna.send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 1}))
        .await;
    anna.next_of("ack").await;
    // The world's tokens all name this session.
    publish("s").await;
    assert_eq!(anna.closed().await, Some(4001));
    spectator.watch(0).await;
}

#[tokio::test(start_paused = true)]
async fn whose_office_ends_opens_another_socket_and_nobody_else() {
    let world = World::new();
    let address = world.inside();
    let mut official = Client::connect(&world, address, Some("olga")).await;
    let mut player = Client::connect(&world, address, Some("anna")).await;
    let topic = topic::dismissed_officials();
    let dismissed = Bytes::from("olga");
    world.bus.publish(&topic, dismissed).await.unwrap();
    assert_eq!(official.closed().await, Some(1012));
    player.watch(0).await;
}

#[tokio::test(start_paused = true)]
async fn a_planned_stop_is_announced_to_everybody() {
    let world = World::new();
    let address = world.inside();
    let mut clients = [
        Client::connect(&world, address, Some("anna")).await,
        Client::connect(&world, address, None).await,
    ];
    world.gateway.announce_stop(Duration::from_secs(3));
    for client in &mut clients {
        let notice = client.next_of("notice").await;
        assert_eq!(
            (&notice["kind"], &notice["in_ms"]),
            (&json!("restart"), &json!(3000))
        );
    }
}

#[tokio::test(start_paused = true)]
async fn alerts_reach_the_directors_who_follow() {
    let world = World::new();
    let address = world.inside();
    let mut director = Client::connect(&world, address, Some("olga")).await;
    let mut other = Client::connect(&world, address, Some("anna")).await;
    for client in [&mut director, &mut other] {
        client
            .send(json!({"type": "follow", "tournament": "t1"}))
            .await;
        client.next_of("tournament").await;
    }
    let alert = play::Alert {
        tournament_id: "t1".into(),
        round: 3,
        code: "mass_stall".into(),
        text: "Half the boards dropped.".into(),
        game_ids: vec!["g".into()],
        at_ms: 5,
        parameters: vec![Parameter::new("boards", 7)],
    };
    let bytes = Bytes::from(alert.encode_to_vec());
    world
        .bus
        .publish(&topic::alerts("t1"), bytes)
        .await
        .unwrap();
    assert_eq!(
        director.next_of("notice").await,
        json!({"type": "notice", "kind": "alert", "tournament": "t1", "round": 3, "code": "mass_stall",
            "text": "Half the boards dropped.", "games": ["g"], "at_ms": 5, "parameters": {"boards": 7}})
    );
    never_told(&mut other, "notice").await;
}

/// Announces something in the tournament, and tells it on the bus or not.
async fn announced(world: &World, (text, meant): (&str, Option<&str>), told: bool) {
    let heard = {
        let mut announced = world.event.announced.lock().unwrap();
        let number = u32::try_from(announced.len()).unwrap() + 1;
        announced.push(pairing::HeardAnnouncement {
            announcement: Some(pairing::Announcement {
                number,
                kind: "general".into(),
                audience: if meant.is_some() {
                    "board"
                } else {
                    "everybody"
                }
                .into(),
                text: text.into(),
                by_account_id: "olga".into(),
                at_ms: 5,
                ..pairing::Announcement::default()
            }),
            everybody: meant.is_none(),
            account_ids: meant.into_iter().map(str::to_owned).collect(),
        });
        announced.last().unwrap().clone()
    };
    if told {
        let message = Bytes::from(heard.encode_to_vec());
        let topic = topic::announcements("t1");
        world.bus.publish(&topic, message).await.unwrap();
    }
}

async fn follows(world: &World, address: Door, who: Option<&str>) -> Client {
    let mut client = Client::connect(world, address, who).await;
    client
        .send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    client.next_of("tournament").await;
    client
}

/// A round's games are made a moment after its boards: whoever waits for them is told.
#[tokio::test(start_paused = true)]
async fn whoever_follows_a_tournament_hears_that_a_round_has_other_games() {
    let world = World::new();
    let address = world.inside();
    let mut onlooker = follows(&world, address, None).await;
    let games = |round: Value| json!({"type": "games", "tournament": "t1", "round": round});
    // Those that were made before this was heard here.
    assert_eq!(onlooker.next_of("games").await, games(Value::Null));
    for round in [1_u32, 2] {
        let message = Bytes::from(round.to_string());
        let topic = topic::games("t1");
        world.bus.publish(&topic, message).await.unwrap();
        assert_eq!(onlooker.next_of("games").await, games(round.into()));
    }
}

async fn written(world: &World, (id, seq): (&str, u64), round: u32, rating_state: &str) {
    let line = pairing::TournamentSummary {
        id: id.to_owned(),
        seq,
        round,
        phase: pairing::TournamentPhase::RoundOpen.into(),
        ..pairing::TournamentSummary::default()
    };
    let heard = pairing::HeardLine {
        line: Some(line),
        rating_state: rating_state.to_owned(),
        rating_since_ms: 0,
    };
    let message = heard.encode_to_vec().into();
    world.bus.publish(&topic::events(), message).await.unwrap();
}

/// A line is told once, whoever wrote it and however often, and not for its seq alone.
#[tokio::test(start_paused = true)]
async fn whoever_follows_the_list_of_events_hears_each_line_that_changes() {
    let world = World::new();
    let address = world.inside();
    let mut onlooker = Client::connect(&world, address, None).await;
    onlooker.send(json!({"type": "follow_events"})).await;
    // What was written before is found by a look.
    let first = onlooker.next_of("event").await;
    assert_eq!(first, json!({"type": "event", "event": null}));
    // A later seq alone is no news, and neither is what is older; but what stood between two was perhaps read by somebody.
    for ((id, seq), round, rating_state, is_news) in [
        (("t1", 5), 1, "", true),
        (("t1", 6), 1, "", false),
        (("t1", 4), 0, "", false),
        (("t2", 1), 0, "", true),
        (("t1", 7), 2, "", true),
        (("t1", 8), 2, "submitted", true),
        (("t1", 10), 2, "submitted", true),
    ] {
        written(&world, (id, seq), round, rating_state).await;
        if is_news {
            let told = onlooker.next_of("event").await;
            let told = (&told["event"]["id"], &told["event"]["seq"]);
            assert_eq!(told, (&json!(id), &json!(seq)));
        }
    }
    let any = pairing::HeardLine::default().encode_to_vec().into();
    world.bus.publish(&topic::events(), any).await.unwrap();
    assert_eq!(onlooker.next_of("event").await["event"], Value::Null);
    let files = topic::rating_files();
    world.bus.publish(&files, Bytes::new()).await.unwrap();
    let told = onlooker.next_of("rating_files").await;
    assert_eq!(told, json!({"type": "rating_files"}));
    onlooker.send(json!({"type": "unfollow_events"})).await;
    onlooker.send(json!({"type": "follow_events"})).await;
    let again = onlooker.next_of("event").await;
    assert_eq!(again["event"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn announcements_reach_whom_they_are_for_once_and_in_order() {
    let world = World::new();
    let address = world.inside();
    announced(&world, ("Before anybody came.", None), false).await;
    let mut anna = follows(&world, address, Some("anna")).await;
    let mut bert = follows(&world, address, Some("bert")).await;
    let mut onlooker = follows(&world, address, None).await;
    announced(&world, ("For anna.", Some("anna")), true).await;
    // The bus loses one; the next brings both.
    announced(&world, ("Lost.", None), false).await;
    announced(&world, ("For everybody.", None), true).await;
    let frame = |number: u32, audience: &str, text: &str| {
        json!({"type": "notice", "kind": "announcement", "tournament": "t1", "number": number, "about": "general",
            "audience": audience, "round": null, "table": null, "text": text, "corrects": null,
            "by_account_id": "olga", "at_ms": 5})
    };
    let annas = frame(2, "board", "For anna.");
    assert_eq!(anna.next_of("notice").await, annas);
    for client in [&mut anna, &mut bert, &mut onlooker] {
        for (number, text) in [(3, "Lost."), (4, "For everybody.")] {
            let expected = frame(number, "everybody", text);
            assert_eq!(client.next_of("notice").await, expected);
        }
        never_told(client, "notice").await;
    }
}

/// Every frame type with one field wrong, missing or of another type: refused, and nothing reaches play.
#[tokio::test(start_paused = true)]
async fn no_frame_that_is_wrong_in_any_field_is_taken() {
    let limits = outflank_gateway::Limits::without_rates();
    let world = World::with(limits, outflank_gateway::PublicOrigin::default());
    let address = world.inside();
    let mut client = Client::connect(&world, address, Some("anna")).await;
    let document: Value = serde_json::from_str(live_protocol::ASYNCAPI).unwrap();
    let mut tried = 0;
    for kind in live_protocol::client_types() {
        let message = &document["components"]["messages"][format!("client_{kind}")];
        let example = message["examples"][0]["payload"].as_object().unwrap();
        assert!(live_protocol::read(&Value::from(example.clone()).to_string()).is_ok());
        let required = message["payload"]["required"].as_array().unwrap();
        let mut required: BTreeSet<&str> = required.iter().filter_map(Value::as_str).collect();
        // A command has one, whatever other frames do.
        required.extend(example.contains_key("id").then_some("id"));
        for name in required {
            let long = "x".repeat(3500);
            let wrong = [
                None,
                Some(json!(null)),
                Some(json!({"a": 1})),
                Some(json!([])),
                Some(json!(-1)),
                Some(json!(1.5)),
                Some(json!("")),
                Some(json!(long)),
            ];
            for value in wrong {
                let mut frame = example.clone();
                frame.remove(name);
                if let Some(value) = &value {
                    frame.insert(name.to_owned(), value.clone());
                }
                if name == "token" && value == Some(json!(long)) {
                    continue;
                }
                let text = Value::from(frame).to_string();
                assert!(live_protocol::read(&text).is_err(), "{text}");
                client.send_text(&text).await;
                let refused = client.next_of("refused").await;
                let code = refused["problem"]["code"].as_str().unwrap();
                assert!(
                    ["invalid_frame", "unknown_frame"].contains(&code),
                    "{text}: {refused}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
    let reached = world.games.state(|state| {
        state.stamps.len() + state.asked.len() + state.said.len() + state.focus.len()
    });
    assert_eq!(reached, 0);
}

#[tokio::test]
async fn the_description_names_every_frame_of_the_code_and_no_other() {
    let world = World::new();
    let document = world.get("/api/v1/asyncapi.json").await.json();
    assert_eq!(document["asyncapi"], "3.0.0");
    assert_eq!(
        document["info"]["version"],
        live_protocol::PROTOCOL.to_string()
    );
    let described: BTreeSet<&str> = document["components"]["messages"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let client = live_protocol::client_types().map(|kind| format!("client_{kind}"));
    let client: Vec<String> = client.collect();
    let server = live_protocol::server_types().map(|kind| format!("server_{kind}"));
    let server: Vec<String> = server.collect();
    let coded: BTreeSet<&str> = client.iter().chain(&server).map(String::as_str).collect();
    assert_eq!(described, coded);
    for (direction, names) in [
        ("receive_from_client", client.as_slice()),
        ("send_to_client", &server),
    ] {
        let listed = document["operations"][direction]["messages"]
            .as_array()
            .unwrap();
        assert_eq!(listed.len(), names.len());
    }
    let text = include_str!("../../../docs/live-protocol.md");
    for kind in live_protocol::client_types().chain(live_protocol::server_types()) {
        assert!(
            text.contains(&format!("\"type\":\"{kind}\""))
                || text.contains(&format!("\"type\": \"{kind}\"")),
            "docs/live-protocol.md does not show {kind}"
        );
    }
}

/// What is said has the fields that are described, no more and no fewer.
#[tokio::test(start_paused = true)]
async fn frames_are_as_they_are_described() {
    let world = World::new();
    let address = world.inside();
    let document: Value = serde_json::from_str(live_protocol::ASYNCAPI).unwrap();
    let bought = ticket(&world, Some("anna")).await;
    let mut client = open(&world, address, &bought, None).await.unwrap();
    // Nobody watches yet: it is answered with an acknowledgement.
    let unwatched = json!({"type": "pass", "id": "c0", "game": "g", "ply": 1});
    client.send(unwatched).await;
    for frame in [
        json!({"type": "follow", "tournament": "t1"}),
        json!({"type": "follow_events"}),
        json!({"type": "watch", "game": "g"}),
        json!({"type": "chat", "id": "c1", "game": "g", "channel": "players", "text": "Hello."}),
        json!({"type": "pass", "id": "c2", "game": "g", "ply": 2}),
        json!({"type": "renew", "token": world.token("anna")}),
        json!({"type": "watch", "game": "unknown"}),
        json!({"type": "seek", "id": "c3", "terms": {"variant": "othello", "main_ms": 300_000}}),
    ] {
        client.send(frame).await;
    }
    let booked = pairing::CasualBooking {
        game_id: "casual".to_owned(),
        black_account_id: "anna".to_owned(),
        white_account_id: "boris".to_owned(),
        terms: Some(pairing::CasualTerms {
            variant: pairing::CasualVariant::Othello.into(),
            main_ms: 300_000,
            increment_ms: 0,
        }),
        ..pairing::CasualBooking::default()
    };
    world.event.casual.lock().unwrap().bookings = vec![booked];
    world.gateway.announce_stop(Duration::from_secs(1));
    let mut left: BTreeSet<&str> = live_protocol::server_types().collect();
    left.remove("resync");
    while !left.is_empty() {
        let frame = client.next_raw().await;
        let kind = frame["type"].as_str().unwrap();
        if left.remove(kind) && kind == "event" {
            let files = topic::rating_files();
            world.bus.publish(&files, Bytes::new()).await.unwrap();
        }
        let mut described =
            &document["components"]["messages"][format!("server_{kind}")]["payload"];
        let kinds = described["oneOf"].as_array().into_iter().flatten();
        for of in kinds.filter_map(|of| of["$ref"].as_str()?.strip_prefix('#')) {
            let of = document.pointer(of).unwrap();
            if of["properties"]["kind"]["const"] == frame["kind"] {
                described = of;
            }
        }
        let properties = described["properties"].as_object().unwrap();
        for name in frame.as_object().unwrap().keys() {
            assert!(properties.contains_key(name), "{kind}.{name}");
        }
        for name in described["required"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            // Only told where it was asked for.
            let told = frame.get(name).is_some();
            assert!(told, "{kind}.{name}");
        }
    }
}
