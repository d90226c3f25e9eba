//! One seat on several devices: its player is told, and nobody else.

use std::{sync::Arc, time::Duration};

use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, topic};
use serde_json::{Value, json};

use crate::world::{
    Bus, World,
    play::Games,
    socket::{Client, Door, seqs},
};

/// Presence of such a game as a player with so many devices is told of it.
fn own(count: u64, newest: bool) -> impl Fn(&Value) -> bool {
    move |frame| {
        frame["type"] == "presence"
            && frame["own_devices"] == count
            && frame["newest_device"] == newest
    }
}

/// Whoever watches the game on this device, a moment after whoever came before.
async fn watching(world: &World, account_id: &str, session_id: &str) -> Client {
    tokio::time::advance(Duration::from_millis(10)).await;
    let mut client = Client::on_device(world, Door::Inside, account_id, session_id).await;
    client.watch(0).await;
    client
}

/// What is told until the game is at this seq, without a word of anybody's devices.
async fn hears_of_no_devices(client: &mut Client, seq: u64) {
    loop {
        let frame = client.next().await;
        assert!(frame.get("newest_device").is_none(), "{frame}");
        assert!(frame.get("own_devices").is_none(), "{frame}");
        if frame["type"] == "table" && seqs(&frame).last() == Some(&seq) {
            return;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_is_told_on_how_many_devices_the_own_seat_is_open_and_which_came_last() {
    let world = World::new();
    world.inside();
    let mut laptop = watching(&world, "anna", "laptop").await;
    laptop.next_that("one device", own(1, false)).await;
    let mut phone = watching(&world, "anna", "phone").await;
    phone.next_that("two devices", own(2, true)).await;
    laptop.next_that("two devices", own(2, false)).await;

    // Both are shown what either does.
    for (client, square, ply) in [(&mut laptop, "f5", 1), (&mut phone, "f6", 2)] {
        let act = json!({"type": "move", "id": square, "game": "g", "ply": ply, "square": square});
        client.send(act).await;
        client.next_of("ack").await;
    }
    for client in [&mut laptop, &mut phone] {
        let third = |frame: &Value| frame["type"] == "table" && frame["table"]["seq"] == 3;
        client.next_that("both moves", third).await;
    }

    drop(phone);
    laptop.next_that("one device", own(1, false)).await;
    let mut tablet = watching(&world, "anna", "tablet").await;
    tablet.next_that("two devices", own(2, true)).await;
    drop(laptop);
    tablet.next_that("one device", own(1, false)).await;
}

#[tokio::test(start_paused = true)]
async fn opponent_officials_and_spectators_are_not_told_of_a_players_devices() {
    let world = World::new();
    let door = world.inside();
    let mut bert = watching(&world, "bert", "own").await;
    let mut others = vec![
        Client::connect(&world, door, Some("olga")).await,
        Client::connect(&world, door, None).await,
    ];
    for other in &mut others {
        other.watch(0).await;
    }
    let mut laptop = watching(&world, "anna", "laptop").await;
    let phone = watching(&world, "anna", "phone").await;
    laptop.next_that("two devices", own(2, false)).await;
    drop(phone);
    laptop.next_that("one device", own(1, false)).await;
    world.games.commit().await;
    for other in &mut others {
        hears_of_no_devices(other, 2).await;
    }
    loop {
        let frame = bert.next().await;
        if frame["type"] == "presence" {
            assert_eq!(frame["own_devices"], 1, "{frame}");
        }
        if frame["type"] == "table" {
            break;
        }
    }
}

/// Whoever opens and leaves a game without end has nobody but themselves told each time.
#[tokio::test(start_paused = true)]
async fn a_device_that_comes_and_goes_is_told_to_its_own_seat_alone() {
    let world = World::new();
    let door = world.inside();
    let mut laptop = watching(&world, "anna", "laptop").await;
    let mut phone = watching(&world, "anna", "phone").await;
    phone.next_that("two devices", own(2, true)).await;
    let mut spectator = Client::connect(&world, door, None).await;
    spectator.watch(0).await;
    spectator.next_of("presence").await;
    for _ in 0..20 {
        phone.send(json!({"type": "leave", "game": "g"})).await;
        laptop.next_that("one device", own(1, false)).await;
        phone.watch(0).await;
        laptop.next_that("two devices", own(2, false)).await;
        let moment = Duration::from_millis(1);
        while let Ok(told) = tokio::time::timeout(moment, spectator.next()).await {
            assert_ne!(told["type"], "presence", "{told}");
        }
    }
}

/// So do the tabs of a browser share it, and a line with the one that it replaces.
#[tokio::test(start_paused = true)]
async fn two_connections_of_one_session_are_one_device() {
    let world = World::new();
    world.inside();
    let mut tab = watching(&world, "anna", "laptop").await;
    let mut other_tab = watching(&world, "anna", "laptop").await;
    other_tab.next_that("one device", own(1, false)).await;
    let mut phone = watching(&world, "anna", "phone").await;
    phone.next_that("two devices", own(2, true)).await;
    for tab in [&mut tab, &mut other_tab] {
        tab.next_that("two devices", own(2, false)).await;
    }
    drop(other_tab);
    world.games.commit().await;
    let frame = phone
        .next_that("the commit, or another word of devices", |frame| {
            frame["type"] == "table" || own(1, false)(frame)
        })
        .await;
    assert_eq!(frame["type"], "table", "{frame}");
}

#[tokio::test(start_paused = true)]
async fn devices_at_two_gateways_are_counted_together() {
    let bus = Arc::<Bus>::default();
    let games = Games::new(bus.clone());
    let gateway = |name| {
        let usual = (Limits::default(), PublicOrigin::default());
        let world = World::over(name, bus.clone(), games.clone(), usual);
        world.inside();
        world
    };
    let (one, two) = (gateway("g1"), gateway("g2"));
    let mut laptop = watching(&one, "anna", "laptop").await;
    laptop.next_that("one device", own(1, false)).await;
    let mut phone = watching(&two, "anna", "phone").await;
    phone.next_that("two devices", own(2, true)).await;
    laptop.next_that("two devices", own(2, false)).await;
    // The laptop has a line to the other gateway, too: it is the same device still, and not a new one.
    let mut second_line = watching(&two, "anna", "laptop").await;
    second_line.next_that("two devices", own(2, false)).await;
    drop(second_line);
    drop(phone);
    laptop.next_that("one device", own(1, false)).await;
}

#[tokio::test(start_paused = true)]
async fn a_gateway_that_says_nothing_of_devices_is_understood() {
    let world = World::new();
    world.inside();
    let mut anna = watching(&world, "anna", "laptop").await;
    anna.next_that("one device", own(1, false)).await;
    let older = json!({"gateway": "g2", "black": true, "white": true});
    let topic = topic::presence("g");
    world
        .bus
        .publish(&topic, older.to_string().into())
        .await
        .unwrap();
    let heard = anna.next_that("white here", |frame| frame["white"] == true);
    assert!(own(1, false)(&heard.await));
}
