//! Two gateways over one Redis, which is killed in the middle of a game.

use std::sync::Arc;

use crate::world::{
    World,
    play::Games,
    socket::{Client, seqs},
};
use outflank_gateway::{Limits, PublicOrigin};
use outflank_live::{Live as _, Redis, RedisOptions};
use outflank_testbed::{self as testbed, PATIENCE, is_safe};
use serde_json::{Value, json};
use tokio::time::timeout;

async fn connect(server: &testbed::Redis) -> Arc<Redis> {
    let redis = Redis::connect(&RedisOptions::at(&server.url()))
        .await
        .unwrap();
    reaches(&redis, true).await;
    Arc::new(redis)
}

async fn reaches(live: &Redis, wanted: bool) {
    let mut reach = live.connectivity();
    let reached = reach.wait_for(|up| *up == wanted);
    timeout(PATIENCE, reached).await.unwrap().unwrap();
}

fn gateway(name: &str, live: &Arc<Redis>, games: &Games) -> World {
    let usual = (Limits::default(), PublicOrigin::default());
    World::over(name, live.clone(), games.clone(), usual)
}

async fn moves(client: &mut Client, id: &str, ply: u64) -> Value {
    client
        .send(json!({"type": "pass", "id": id, "game": "g", "ply": ply}))
        .await;
    client.next_of("ack").await
}

/// Reads on until this seq was shown; answers with every seq on the way.
async fn shown_to(client: &mut Client, seq: u64) -> Vec<u64> {
    let mut all = Vec::new();
    while all.last() != Some(&seq) {
        all.extend(seqs(&client.next_of("table").await));
    }
    all
}

#[tokio::test]
async fn a_game_between_two_gateways_outlives_redis() {
    let mut server = testbed::Redis::start();
    let play = connect(&server).await;
    let games = Games::new(play.clone());
    let (one, two) = (connect(&server).await, connect(&server).await);
    let (one_world, two_world) = (gateway("g1", &one, &games), gateway("g2", &two, &games));
    let (one_address, two_address) = (one_world.listen().await, two_world.listen().await);
    let mut anna = Client::connect(&one_world, one_address, Some("anna")).await;
    let mut bert = Client::connect(&two_world, two_address, Some("bert")).await;
    let mut crowd = Client::connect(&two_world, two_address, None).await;
    for client in [&mut anna, &mut bert, &mut crowd] {
        is_safe("what is shown", seqs(&client.watch(0).await), [1]);
    }
    assert_eq!(moves(&mut anna, "c1", 1).await["seq"], 2);
    for client in [&mut anna, &mut bert, &mut crowd] {
        is_safe("what is shown", shown_to(client, 2).await, [2]);
    }
    server.kill();
    for live in [&play, &one, &two] {
        reaches(live, false).await;
    }
    for seq in 3..7 {
        let mover = if seq % 2 == 1 { &mut bert } else { &mut anna };
        assert_eq!(moves(mover, &format!("c{seq}"), seq - 1).await["seq"], seq);
        for client in [&mut anna, &mut bert] {
            is_safe("what is shown", shown_to(client, seq).await, [seq]);
        }
    }
    // Whoever lost their line comes back meanwhile.
    let mut again = Client::connect(&two_world, two_address, Some("bert")).await;
    is_safe("what is shown", seqs(&again.watch(2).await), [3, 4, 5, 6]);
    server.restart();
    is_safe("what is shown", shown_to(&mut crowd, 6).await, [3, 4, 5, 6]);
    for live in [&play, &one, &two] {
        reaches(live, true).await;
    }
    assert_eq!(moves(&mut anna, "c7", 6).await["seq"], 7);
    for client in [&mut bert, &mut crowd, &mut again] {
        is_safe("what is shown", shown_to(client, 7).await, [7]);
    }
}

/// The desk shows a game at one gateway; its players' pages show another page at the other.
#[tokio::test]
async fn a_seat_is_seen_at_whichever_gateway_its_socket_is() {
    let server = testbed::Redis::start();
    let play = connect(&server).await;
    let games = Games::new(play.clone());
    let (one, two) = (connect(&server).await, connect(&server).await);
    let (desk, other) = (gateway("g1", &one, &games), gateway("g2", &two, &games));
    let (desk_address, other_address) = (desk.listen().await, other.listen().await);
    let mut olga = Client::connect(&desk, desk_address, Some("olga")).await;
    olga.watch(0).await;
    let here = |color: &'static str, is: bool| {
        move |frame: &Value| frame["type"] == "presence" && frame[color] == is
    };
    let anna = Client::connect(&other, other_address, Some("anna")).await;
    olga.next_that("black here", here("black", true)).await;
    server.flush();
    drop(anna);
    olga.next_that("black gone", here("black", false)).await;
}
