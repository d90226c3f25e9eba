//! Connections outlive seats and offices, and hear no more as what their holders were. Each attack once as the wiring has
//! it, and once with the mend left out.

use std::time::Duration;

use crate::world::{World, socket::Client};
use bytes::Bytes;
use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, topic};
use outflank_proto::play::v1 as play;
use prost::Message as _;
use serde_json::{Value, json};
use tokio::time::Instant;

/// So soon whoever is no longer what they were hears nothing more, whatever is lost on the way.
const BOUND: Duration = Duration::from_secs(5);

fn world(is_mended: bool) -> World {
    let mut limits = Limits::default();
    if !is_mended {
        limits.viewers_checked_every = None;
    }
    World::with(limits, PublicOrigin::default())
}

async fn write(client: &mut Client, channel: &str, text: &str) {
    let id = format!("id {text}").replace(' ', "-");
    client
        .send(json!({"type": "chat", "id": id, "game": "g", "channel": channel, "text": text}))
        .await;
    client.next_of("posted").await;
}

/// Everything a client is told until it has an answer to what it asks now.
async fn told(client: &mut Client) -> Vec<Value> {
    client
        .send(json!({"type": "renew", "token": "no token"}))
        .await;
    let mut frames = Vec::new();
    loop {
        let frame = client.next().await;
        if frame["type"] == "refused" {
            return frames;
        }
        frames.push(frame);
    }
}

fn says(frames: &[Value], text: &str) -> bool {
    frames.iter().any(|frame| frame.to_string().contains(text))
}

/// A seat changes hands and every publication of it is lost: does its old holder hear what the players write, and for
/// how long.
async fn old_holder(is_mended: bool) -> (bool, bool) {
    let world = world(is_mended);
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    anna.watch(0).await;
    bert.watch(0).await;
    anna.next_of("chat").await;
    world
        .games
        .state(|state| state.former.insert("anna".to_owned()));
    tokio::time::sleep(BOUND).await;
    write(&mut bert, "players", "my plan").await;
    world.games.commit().await;
    let frames = told(&mut anna).await;
    let resync = frames.iter().any(|frame| frame["type"] == "resync");
    (resync, says(&frames, "my plan"))
}

#[tokio::test(start_paused = true)]
async fn an_old_holder_hears_nothing_more_of_the_table() {
    assert_eq!(old_holder(true).await, (true, false));
}

#[tokio::test(start_paused = true)]
async fn an_old_holder_would_hear_on_if_nobody_asked() {
    assert_eq!(old_holder(false).await, (false, true));
}

#[tokio::test(start_paused = true)]
async fn where_play_says_that_a_seat_changed_hands_nobody_waits_for_the_next_look() {
    let world = world(true);
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    anna.watch(0).await;
    bert.watch(0).await;
    let shows = |open: bool| {
        move |frame: &Value| frame["type"] == "presence" && frame["black"] == json!(open)
    };
    bert.next_that("black's socket", shows(true)).await;
    let begun = Instant::now();
    world.games.state(|state| {
        state.former.insert("anna".to_owned());
        state.changes_viewers = true;
    });
    world.games.commit_event("seat_taken").await;
    anna.next_of("resync").await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{begun:?}");
    // Nor is it shown as the player's socket.
    bert.next_that("an empty seat", shows(false)).await;
    // Watching again, they are a spectator.
    let table = anna.watch(0).await;
    assert_eq!(table["table"]["seq"], 2);
    let viewers = world.games.state(|state| state.viewers.clone());
    assert_eq!(viewers.last().map(String::as_str), Some("anna"));
}

/// Lines between the players that wait for anna, who does not read, when her seat changes hands: how many of them does
/// she get when she reads again?
async fn waiting_lines(is_mended: bool) -> usize {
    let world = world(is_mended);
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    anna.next_of("chat").await;
    for number in 1..=LINES {
        let update = play::ChatUpdate {
            message: Some(play::ChatMessage {
                number,
                game_id: "g".into(),
                channel: play::ChatChannel::Players.into(),
                account_id: "bert".into(),
                role: "white".into(),
                text: "my plan ".repeat(60),
                ..play::ChatMessage::default()
            }),
            to_black: true,
            ..play::ChatUpdate::default()
        };
        let bytes = Bytes::from(update.encode_to_vec());
        let published = world.bus.publish(&topic::chat("g"), bytes).await;
        published.unwrap();
        tokio::task::yield_now().await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    world.games.state(|state| {
        state.former.insert("anna".to_owned());
        state.changes_viewers = true;
    });
    world.games.commit_event("seat_taken").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let frames = told(&mut anna).await;
    frames
        .iter()
        .filter(|frame| says(std::slice::from_ref(frame), "my plan"))
        .count()
}

/// More than is on its way at once, and less than may wait.
const LINES: u64 = 350;

#[tokio::test(start_paused = true)]
async fn what_waits_for_an_old_holder_is_dropped_with_the_seat() {
    let (mended, not) = (waiting_lines(true).await, waiting_lines(false).await);
    assert_eq!(
        not as u64, LINES,
        "nothing is lost to whoever keeps the seat"
    );
    assert!(mended < not, "{mended} of {not} lines were told");
}

#[tokio::test(start_paused = true)]
async fn whoever_holds_the_seat_still_is_asked_about_and_left_alone() {
    let world = world(true);
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    let mut frames = Vec::new();
    for _ in 0..4 {
        tokio::time::sleep(BOUND).await;
        frames.extend(told(&mut anna).await);
    }
    assert!(world.games.state(|state| state.viewer_reads) >= 4);
    world.games.commit().await;
    frames.extend(told(&mut anna).await);
    assert!(frames.iter().all(|frame| frame["type"] != "resync"));
    assert!(frames.iter().any(|frame| frame["type"] == "table"));
}

/// A dismissal that nobody hears of: does the official hear the two players' own lines, and the directors' alerts.
async fn dismissed(is_mended: bool) -> (bool, bool) {
    let world = world(is_mended);
    let address = world.inside();
    let mut olga = Client::connect(&world, address, Some("olga")).await;
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    olga.send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    olga.next_of("tournament").await;
    olga.watch(0).await;
    bert.watch(0).await;
    olga.next_of("chat").await;
    world
        .games
        .state(|state| state.former.insert("olga".to_owned()));
    tokio::time::sleep(BOUND).await;
    write(&mut bert, "officials", "my mouse").await;
    let alert = play::Alert {
        tournament_id: "t1".into(),
        round: 3,
        code: "mass_stall".into(),
        text: "Half the boards dropped.".into(),
        at_ms: 5,
        ..play::Alert::default()
    };
    let bytes = Bytes::from(alert.encode_to_vec());
    let published = world.bus.publish(&topic::alerts("t1"), bytes).await;
    published.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let frames = told(&mut olga).await;
    (says(&frames, "my mouse"), says(&frames, "mass_stall"))
}

#[tokio::test(start_paused = true)]
async fn a_dismissed_official_hears_nothing_more() {
    assert_eq!(dismissed(true).await, (false, false));
}

#[tokio::test(start_paused = true)]
async fn a_dismissed_official_would_hear_on_if_nobody_asked() {
    assert_eq!(dismissed(false).await, (true, true));
}

#[tokio::test(start_paused = true)]
async fn what_spectators_wrote_comes_to_everybody_once_play_shows_it() {
    let world = world(true);
    let address = world.inside();
    let mut writer = Client::connect(&world, address, Some("carl")).await;
    let mut second = Client::connect(&world, address, Some("doris")).await;
    let mut nobody = Client::connect(&world, address, None).await;
    let mut olga = Client::connect(&world, address, Some("olga")).await;
    world.games.state(|state| state.chat_held = true);
    for client in [&mut writer, &mut second, &mut nobody, &mut olga] {
        client.watch(0).await;
        client.next_of("chat").await;
    }
    let line = json!({"type": "chat", "id": "c1", "game": "g", "channel": "spectators", "text": "c3 wins"});
    writer.send(line).await;
    let own = writer.next_of("chat").await;
    assert_eq!(own["messages"][0]["held"], true);
    assert_eq!(olga.next_of("chat").await["messages"][0]["held"], true);
    for other in [&mut second, &mut nobody] {
        assert!(!says(&told(other).await, "c3 wins"));
    }
    world.games.state(|state| {
        state.chat_held = false;
        for message in &mut state.said {
            message.held = false;
        }
        state.table.spectators = Some(play::Spectators {
            policy: "on".into(),
            chat_shown: true,
            ..play::Spectators::default()
        });
    });
    world.games.commit_event("spectators_chat_set").await;
    for client in [&mut second, &mut nobody, &mut writer, &mut olga] {
        let shown = client.next_of("chat").await;
        assert_eq!(shown["messages"][0]["text"], "c3 wins");
        assert_eq!(shown["messages"][0]["held"], false);
    }
    write(&mut writer, "spectators", "d3 wins").await;
    for client in [&mut second, &mut nobody] {
        let shown = client.next_of("chat").await;
        assert_eq!(shown["messages"][0]["text"], "d3 wins");
    }
}
