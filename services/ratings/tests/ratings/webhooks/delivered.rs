//! What webhooks are told.

use std::collections::BTreeSet;

use outflank_proto::ratings::v1 as proto;
use sha2::{Digest as _, Sha256};

use super::{OFFICER, ask, changed, listed, publish, signatures::hmac, webhook};
use crate::world::{
    World,
    receiver::Received,
    tournament::{Tournament, played},
};

fn told(received: &[Received]) -> Vec<(String, u64)> {
    received.iter().map(Received::told).collect()
}

#[tokio::test]
async fn a_publication_is_told_signed_as_the_stream_has_it() {
    let world = World::new().await;
    publish(&world, &["before"]).await;
    let (id, secret) = webhook(&world).await;
    publish(&world, &["alder"]).await;
    let received = world.receiver.until_arrived(1).await;
    assert_eq!(received.len(), 1);
    let [one] = received.try_into().unwrap();
    let export = world.export("alder", 1).await.unwrap();
    let sha256: String = Sha256::digest(&export.content)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        one.json(),
        serde_json::json!({
            "webhook_id": id, "delivery_id": one.header("outflank-delivery"), "tournament_id": "alder", "version": 1,
            "file_name": export.file_name, "rated": export.rated, "superseded": false, "at_ms": export.at_ms,
            "sha256": sha256,
        })
    );
    assert_eq!(one.header("outflank-event"), "rating-file");
    assert_eq!(one.header("outflank-webhook"), id);
    let timestamp = one.header("outflank-timestamp");
    let at_ms: i64 = timestamp.parse().unwrap();
    assert!((world.now_ms() - at_ms).abs() < 600_000);
    let body = String::from_utf8(one.posted.body.to_vec()).unwrap();
    let expected = hmac(secret.as_bytes(), format!("{timestamp}.{body}").as_bytes());
    assert_eq!(one.header("outflank-signature"), format!("v1={expected}"));
}

/// What fails is tried again before anything behind it is told.
#[tokio::test]
async fn publications_are_told_in_order_each_under_one_id_whatever_restarts() {
    let mut world = World::new().await;
    let (_, _) = webhook(&world).await;
    let mut all = Vec::new();
    for names in [["alder", "birch"], ["cedar", "dogwood"], ["elm", "fir"]] {
        publish(&world, &names).await;
        all.extend(names.map(|id| (id.to_owned(), 1)));
        // What was not kept in time arrives twice.
        let count = all.len();
        let distinct = |received: &[Received]| {
            let told: BTreeSet<_> = told(received).into_iter().collect();
            told.len() >= count
        };
        world.receiver.until(distinct).await;
        world.restart().await;
    }
    let received = world.receiver.received();
    let mut first = told(&received);
    first.dedup();
    assert_eq!(first, all);
    let ids: BTreeSet<&str> = received
        .iter()
        .map(|of| of.header("outflank-delivery"))
        .collect();
    assert_eq!(ids.len(), all.len());
}

#[tokio::test]
async fn a_webhook_for_what_counts_is_told_what_the_list_of_that_has() {
    let world = World::new().await;
    webhook(&world).await;
    let [before] = listed(&world, OFFICER).await.try_into().unwrap();
    changed(&world, before, |asked| asked.rated_only = true)
        .await
        .unwrap();
    for (id, rated) in [("alder", true), ("birch", false), ("cedar", true)] {
        let two = [("Alder", "Ann", 1, false), ("Birch", "Ben", 2, true)];
        let mut tournament = Tournament::new(&world.pairing, id, "Fernwood Open", &two);
        tournament.play(&world.pairing, |_, _| played(40));
        match rated {
            true => tournament.confirm(&world.pairing),
            false => tournament.confirm_unrated(&world.pairing),
        }
    }
    world.catch_up().await.unwrap();
    let received = world.receiver.until_arrived(2).await;
    let mut received = told(&received);
    received.dedup();
    assert_eq!(received, [("alder".to_owned(), 1), ("cedar".to_owned(), 1)]);
}

#[tokio::test]
async fn a_paused_webhook_is_told_afterwards_what_was_published_meanwhile() {
    let world = World::new().await;
    let (id, _) = webhook(&world).await;
    let [before] = listed(&world, OFFICER).await.try_into().unwrap();
    let paused = changed(&world, before, |asked| asked.paused = true);
    let paused = paused.await.unwrap();
    publish(&world, &["alder", "birch"]).await;
    // A test goes out all the same, and nothing else did before it.
    let ping = proto::PingWebhookRequest { webhook_id: id };
    ask!(world, OFFICER, ping_webhook, ping).unwrap();
    let received = world.receiver.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].header("outflank-event"), "ping");
    changed(&world, paused, |asked| asked.paused = false)
        .await
        .unwrap();
    let received = world.receiver.until_arrived(3).await;
    let mut behind = told(&received[1..]);
    behind.dedup();
    assert_eq!(behind, [("alder".to_owned(), 1), ("birch".to_owned(), 1)]);
}
