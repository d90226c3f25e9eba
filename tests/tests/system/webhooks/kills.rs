//! The server killed while it tells of publications. `KILLS` says how often (20), `EVENTS` of how many events (10).

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use outflank_testbed::is_safe;
use outflank_tests::{
    Server,
    load::{count, setting},
    othello::Dice,
    server::page,
    waiting::until,
};
use serde_json::Value;

use super::{
    events::{People, VERSIONS},
    reader::Reader,
    receiver::{Received, Receiver},
};

/// What makes waits short, and lets a webhook lead to this machine.
const ARGUMENTS: [&str; 2] = ["--webhook-allow=127.0.0.1", "--webhook-wait-ms=50"];

/// Every version that the server lists, as event and version.
async fn listed(server: &Server) -> Vec<(String, u64)> {
    let client = server.client();
    let mut all = Vec::new();
    let mut path = "/rating-files".to_owned();
    loop {
        let page: Value = client.get(&path).await.unwrap();
        for export in page["exports"].as_array().unwrap() {
            let event = export["tournament_id"].as_str().unwrap().to_owned();
            all.push((event, export["version"].as_u64().unwrap()));
        }
        let Some(token) = page["next_page_token"].as_str() else {
            return all;
        };
        path = format!("/rating-files?page_token={token}");
    }
}

/// Those that were taken, each where it was first.
fn first_taken(received: &[Received]) -> Vec<(String, u64)> {
    let mut seen = BTreeSet::new();
    let taken = received.iter().filter(|of| of.taken);
    let first = taken.filter(|of| seen.insert(of.told.clone()));
    first.map(|of| of.told.clone()).collect()
}

/// Kills the server again and again, as soon as some more deliveries have come, or all have.
async fn killing(mut server: Server, receiver: &Receiver, (kills, all): (usize, usize)) -> Server {
    let mut dice = Dice(setting("SEED", 19));
    for _ in 0..kills {
        let wanted = receiver.received().len() + 1 + dice.below(3);
        until("a delivery", async || {
            let received = receiver.received();
            if received.len() >= wanted || first_taken(&received).len() >= all {
                Ok(())
            } else {
                Err(received.len())
            }
        })
        .await;
        let restarted = tokio::task::spawn_blocking(move || {
            server.kill_and_restart(Duration::ZERO);
            server
        });
        server = restarted.await.unwrap();
    }
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_and_readers_are_told_every_publication_whatever_was_killed() {
    let (kills, events) = (count("KILLS", 20), count("EVENTS", 10));
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with(data.path(), &ARGUMENTS);
    let people = People::of(&server).await;
    let (receiver, url) = Receiver::listen(setting("SEED", 19)).await;
    let (webhook_id, secret) = people.webhook(&url).await;
    let mut readers = Vec::new();
    for seed in 1..=3 {
        readers.push(Reader::follow(&server.base(), seed).await);
    }
    let all = events * VERSIONS;
    let holding = async {
        for number in 0..events {
            people.hold(number).await;
        }
    };
    let ((), server) = tokio::join!(holding, killing(server, &receiver, (kills, all)));
    let list = until("the last version", async || {
        let list = listed(&server).await;
        if list.len() < all {
            Err(list.len())
        } else {
            Ok(list)
        }
    })
    .await;
    is_safe("versions in the list", list.len(), all);
    let received = until("the last delivery", async || {
        let received = receiver.received();
        let taken = first_taken(&received).len();
        if taken < all {
            Err(taken)
        } else {
            Ok(received)
        }
    })
    .await;
    is_safe("the order of deliveries", &first_taken(&received), &list);
    let failed = received.iter().filter(|of| !of.taken).count();
    assert!(failed > 0, "the receiver never failed");
    let forged = received.iter().filter(|of| !of.is_signed(&secret));
    is_safe("deliveries without a good signature", forged.count(), 0);
    let mut ids: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for of in &received {
        ids.entry(&of.told).or_default().insert(&of.delivery_id);
    }
    let of_one = ids.values().all(|ids| ids.len() == 1);
    is_safe("one id for each version", of_one, true);
    let different: BTreeSet<_> = ids.values().flatten().collect();
    is_safe("another id for each version", different.len(), all);
    // Nothing is told before what is before it was taken.
    for (place, of) in received.iter().enumerate() {
        let taken = first_taken(&received[..place]);
        let behind = taken.len();
        let known = taken.contains(&of.told) || list[behind] == of.told;
        is_safe("what is told next", known, true);
    }
    for reader in readers {
        until("the last event", async || {
            let seen = reader.seen().len();
            if seen < all { Err(seen) } else { Ok(()) }
        })
        .await;
        is_safe("what a reader saw", &reader.seen(), &list);
    }
    let told = until("the last outcome", async || {
        let told = people.deliveries(&webhook_id).await;
        let arrived = told.iter().filter(|of| of["state"] == "delivered").count();
        if arrived < all.min(1_000) {
            Err(arrived)
        } else {
            Ok(told)
        }
    })
    .await;
    assert!(told.iter().all(|of| of["attempts"].as_u64() > Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_when_the_server_ends() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let url = format!("{}/api/v1/rating-files/stream", server.base());
    let mut answer = page(&url).await;
    assert!(answer.chunk().await.unwrap().is_some());
    tokio::task::spawn_blocking(move || server.end())
        .await
        .unwrap();
    // To its end, and not cut off in the middle.
    while answer.chunk().await.unwrap().is_some() {}
}
