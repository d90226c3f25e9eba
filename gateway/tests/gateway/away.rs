//! What a gateway does while live state is away: it goes on, alone.

use crate::world::{
    World, eventually, json_request,
    socket::{Client, open, ticket},
};
use outflank_access::{Kind, Problem};
use outflank_gateway::{Limits, PublicOrigin, Rate};
use outflank_live::Live as _;
use outflank_proto::play::v1 as play;
use prost::Message as _;
use serde_json::json;

#[tokio::test(start_paused = true)]
async fn sockets_open_with_tickets_that_are_good_once_and_cannot_be_forged() {
    let world = World::new();
    let address = world.inside();
    world.bus.set_down(true);
    let bought = ticket(&world, Some("anna")).await;
    let mut client = open(&world, address, &bought, None).await.unwrap();
    assert_eq!(client.next().await["account_id"], "anna");
    client
        .send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 1}))
        .await;
    client.next_of("ack").await;
    let (status, problem) = open(&world, address, &bought, None).await.err().unwrap();
    assert_eq!(
        (status, problem["code"].as_str()),
        (401, Some("ticket_refused"))
    );

    let own = ticket(&world, Some("anna")).await;
    let of_another = ticket(&world, Some("bert")).await;
    let parts = |ticket: &str| {
        let parts: Vec<&str> = ticket.split('.').collect();
        (parts[1].to_owned(), parts[2].to_owned())
    };
    let forged = format!("signed.{}.{}", parts(&of_another).0, parts(&own).1);
    let changed = own.replacen("signed.", "signed.A", 1);
    for bad in [
        forged.as_str(),
        changed.as_str(),
        "signed.",
        "signed..",
        "signed.a.b",
    ] {
        let (status, _) = open(&world, address, bad, None).await.err().unwrap();
        assert_eq!(status, 401, "{bad}");
    }
    // Bought while live state was away, used when it is back; and the other way round it is bought again.
    world.bus.set_down(false);
    assert!(open(&world, address, &own, None).await.is_ok());
    assert!(open(&world, address, &own, None).await.is_err());
    let kept = ticket(&world, Some("anna")).await;
    world.bus.set_down(true);
    let (status, _) = open(&world, address, &kept, None).await.err().unwrap();
    assert_eq!(status, 401);
    Client::connect(&world, address, Some("anna")).await;
}

#[tokio::test]
async fn attempts_are_limited_all_the_same() {
    let limits = Limits {
        tickets_per_address: Rate::per_minute(2),
        ..Limits::default()
    };
    let world = World::with(limits, PublicOrigin::default());
    world.bus.set_down(true);
    for _ in 0..2 {
        ticket(&world, None).await;
    }
    let answer = world
        .ask(json_request("POST", "/api/v1/tickets", &json!({})))
        .await;
    answer.assert_problem(429, "too_many_requests");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_ended_meanwhile_loses_its_sockets_when_the_bus_is_back() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut spectator = Client::connect(&world, address, None).await;
    world.bus.set_down(true);
    world.accounts.ended.lock().unwrap().push("s".to_owned());
    world.bus.set_down(false);
    assert_eq!(anna.closed().await, Some(4001));
    spectator.watch(0).await;
}

#[tokio::test(start_paused = true)]
async fn alerts_of_the_meantime_are_told_once() {
    let world = World::new();
    let address = world.inside();
    let mut director = Client::connect(&world, address, Some("olga")).await;
    director
        .send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    director.next_of("tournament").await;
    let alert = |code: &str| play::Alert {
        tournament_id: "t1".into(),
        round: 3,
        code: code.into(),
        text: "Half the boards dropped.".into(),
        game_ids: vec!["g".into()],
        at_ms: world.clock.now_ms(),
        parameters: Vec::new(),
    };
    world.bus.set_down(true);
    let first = alert("mass_stall");
    world.games.state(|state| state.alerts.push(first));
    world.bus.set_down(false);
    assert_eq!(director.next_of("notice").await["code"], "mass_stall");
    world.bus.set_down(true);
    let second = alert("round_frozen");
    world.games.state(|state| state.alerts.push(second));
    assert_eq!(director.next_of("notice").await["code"], "round_frozen");
}

#[tokio::test(start_paused = true)]
async fn whoever_follows_the_list_of_events_is_told_to_look_while_the_bus_is_down_and_when_it_is_back()
 {
    let world = World::new();
    let address = world.inside();
    let mut onlooker = Client::connect(&world, address, None).await;
    onlooker.send(json!({"type": "follow_events"})).await;
    onlooker.next_of("event").await;
    world.bus.set_down(true);
    for _ in 0..3 {
        assert_eq!(onlooker.next_of("event").await["event"], json!(null));
    }
    world.bus.set_down(false);
    assert_eq!(onlooker.next_of("event").await["event"], json!(null));
}

fn away() -> Problem {
    Problem::new(Kind::Unavailable, "unavailable", "The store is away.")
}

#[tokio::test(start_paused = true)]
async fn whoever_watches_while_play_is_away_is_shown_the_table_when_it_is_back() {
    let world = World::new();
    let address = world.inside();
    world.games.state(|state| state.unread = Some(away()));
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut spectator = Client::connect(&world, address, None).await;
    let watch = json!({"type": "watch", "game": "g", "after_seq": 0});
    anna.send(watch.clone()).await;
    spectator.send(watch.clone()).await;
    eventually("both have asked twice", || {
        world.games.state(|state| state.reads) >= 4
    })
    .await;
    spectator.send(json!({"type": "leave", "game": "g"})).await;
    // Answered in turn, so the other frame has been heard.
    spectator.send(json!({"type": "no such type"})).await;
    spectator.next_of("refused").await;
    world.games.state(|state| state.unread = None);
    assert_eq!(anna.next_of("table").await["table"]["seq"], 1);
    world.games.commit().await;
    assert_eq!(anna.next_of("table").await["table"]["seq"], 2);

    // Whoever left meanwhile is shown nothing; whoever asks again is.
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    spectator.send(json!({"type": "no such type"})).await;
    loop {
        let frame = spectator.next().await;
        assert_ne!(frame["type"], "table");
        if frame["type"] == "refused" {
            break;
        }
    }
    spectator.send(watch).await;
    assert_eq!(spectator.next_of("table").await["table"]["seq"], 2);
}

#[tokio::test(start_paused = true)]
async fn what_there_is_not_is_refused_at_once() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let unknown = Problem::new(Kind::NotFound, "unknown_game", "There is no such game.");
    world.games.state(|state| state.unread = Some(unknown));
    anna.send(json!({"type": "watch", "game": "g", "after_seq": 0}))
        .await;
    let refused = anna.next_of("refused").await;
    assert_eq!(refused["problem"]["code"], "unknown_game");
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(world.games.state(|state| state.reads), 1);
}

#[tokio::test(start_paused = true)]
async fn whoever_follows_while_pairing_is_away_hears_of_the_tournament_when_it_is_back() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    world
        .event
        .away
        .store(2, std::sync::atomic::Ordering::SeqCst);
    anna.send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    assert_eq!(anna.next_of("tournament").await["seq"], 7);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_could_not_be_read_when_a_commit_was_missed_is_asked_for_again() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    world.games.state(|state| {
        state.mute = true;
        state.unread = Some(away());
    });
    let seq = world.games.commit().await;
    world.games.state(|state| state.mute = false);
    // Nobody can tell what it was, and play says that there was something.
    let nothing = play::TableUpdate::default().encode_to_vec();
    let topic = outflank_live::topic::game("g");
    world.bus.publish(&topic, nothing.into()).await.unwrap();
    eventually("it is asked for again", || {
        world.games.state(|state| state.batches.len()) >= 3
    })
    .await;
    world.games.state(|state| state.unread = None);
    let told = std::time::Duration::from_secs(4);
    let frame = tokio::time::timeout(told, anna.next_of("table")).await;
    assert_eq!(
        frame.expect("before the next look by itself")["table"]["seq"],
        seq
    );
}

#[tokio::test(start_paused = true)]
async fn a_move_does_not_wait_for_what_is_read_again() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    world.games.state(|state| {
        state.unread = Some(away());
        state.slow_reads = Some(std::time::Duration::from_secs(40));
    });
    anna.send(json!({"type": "watch", "game": "g", "after_seq": 0}))
        .await;
    eventually("the second reading is under way", || {
        world.games.state(|state| state.reads) == 2
    })
    .await;
    anna.send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 1}))
        .await;
    let told = std::time::Duration::from_secs(20);
    let acknowledged = tokio::time::timeout(told, anna.next_of("ack")).await;
    assert_eq!(acknowledged.expect("at once")["id"], "c1");
}

#[tokio::test(start_paused = true)]
async fn the_newest_chat_comes_when_it_can_and_nothing_after_it_is_left_out() {
    let world = World::new();
    let address = world.inside();
    let written = |number: u64| play::ChatMessage {
        number,
        game_id: "g".to_owned(),
        channel: play::ChatChannel::Players.into(),
        account_id: "bert".to_owned(),
        role: "white".to_owned(),
        text: format!("Message {number}"),
        at_ms: 7,
        ..Default::default()
    };
    world.games.state(|state| {
        state.said = (1..=1_200).map(written).collect();
        state.slow_chat = Some(std::time::Duration::from_secs(2));
    });
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    // It is under way for two seconds.
    anna.send(json!({"type": "pass", "id": "c1", "game": "g", "ply": 1}))
        .await;
    loop {
        let frame = anna.next().await;
        assert_ne!(frame["type"], "chat", "the move waited for it");
        if frame["type"] == "ack" {
            break;
        }
    }
    let history = anna.next_of("chat").await;
    let numbers = history["messages"].as_array().unwrap().iter();
    let numbers: Vec<_> = numbers.filter_map(|of| of["number"].as_u64()).collect();
    assert_eq!(numbers, (1_101..=1_200).collect::<Vec<_>>());
    assert_eq!(history["older_before"], 1_101);
    assert_eq!(history["may_write"], json!(["players"]));

    // A message of which nobody was told comes with the next one.
    world.games.state(|state| {
        state.slow_chat = None;
        state.said.push(written(1_201));
    });
    anna.send(
        json!({"type": "chat", "id": "m1", "game": "g", "channel": "players", "text": "Hello"}),
    )
    .await;
    let mut heard = std::collections::BTreeSet::new();
    while heard.len() < 2 {
        let told = anna.next_of("chat").await;
        let messages = told["messages"].as_array().unwrap().clone();
        heard.extend(messages.iter().filter_map(|of| of["number"].as_u64()));
    }
    assert_eq!(heard.into_iter().collect::<Vec<_>>(), [1_201, 1_202]);
}
