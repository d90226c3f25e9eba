//! Receivers that fail for long, and processes that end.

use std::time::Duration;

use outflank_outbound::NotPosted;
use outflank_proto::ratings::v1 as proto;
use outflank_stillness::Stillness;
use outflank_testbed::PATIENCE;

use super::{OFFICER, ask, changed, deliveries, listed, publish, webhook};
use crate::world::World;

const DAY_MS: i64 = 24 * 3_600_000;

/// Runs a test in simulated time.
fn still(test: impl AsyncFnOnce(&Stillness)) {
    let stillness = Stillness::default();
    stillness.run(test(&stillness));
}

#[test]
fn what_fails_is_tried_again_and_holds_up_what_is_behind_it() {
    still(async |stillness| {
        let world = World::still(stillness).await;
        let (id, _) = webhook(&world).await;
        let mut failures = 4;
        world.receiver.answers(move |_| match failures {
            0 => Ok(204),
            left => {
                failures = left - 1;
                Err(NotPosted::NoConnection)
            }
        });
        let before_ms = world.now_ms();
        publish(&world, &["alder", "birch"]).await;
        let received = world.receiver.until_arrived(2).await;
        let told: Vec<String> = received.iter().map(|of| of.told().0).collect();
        assert_eq!(told, ["alder", "alder", "alder", "alder", "alder", "birch"]);
        let ids: Vec<&str> = received
            .iter()
            .map(|of| of.header("outflank-delivery"))
            .collect();
        assert!(ids[..5].iter().all(|id| *id == ids[0]) && ids[5] != ids[0]);
        // 10 + 20 + 40 + 80 s, and up to half as long again.
        let passed = world.now_ms() - before_ms;
        assert!((150_000..=230_000).contains(&passed), "{passed}");
        tokio::time::sleep(Duration::from_secs(1)).await;
        let kept = deliveries(&world, &id).await;
        let states: Vec<(&str, u32)> = kept
            .iter()
            .map(|of| (of.state.as_str(), of.attempts))
            .collect();
        assert_eq!(states, [("delivered", 1), ("delivered", 5)]);
    });
}

/// The deliveries, once they are kept as they have to be.
async fn kept(
    world: &World,
    webhook_id: &str,
    is_kept: impl Fn(&[proto::Delivery]) -> bool,
) -> Vec<proto::Delivery> {
    let looking = async {
        loop {
            let kept = deliveries(world, webhook_id).await;
            if is_kept(&kept) {
                return kept;
            }
            tokio::task::yield_now().await;
        }
    };
    let kept = tokio::time::timeout(PATIENCE, looking).await;
    kept.expect("what has to be kept")
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_given_up_and_goes_on_where_it_stopped() {
    let mut world = World::new().await;
    let (id, _) = webhook(&world).await;
    world.receiver.answers(|_| Err(NotPosted::NoAnswer));
    let names: Vec<String> = (0..12).map(|number| format!("event{number:02}")).collect();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    publish(&world, &all).await;
    for given_up in 0..10 {
        // The next one was tried once, and waits.
        let waits = |kept: &[proto::Delivery]| {
            let failed = kept.iter().filter(|of| of.state == "failed").count();
            let waiting = kept.iter().filter(|of| of.state == "waiting").count();
            (failed, waiting) == (given_up, 1)
        };
        kept(&world, &id, waits).await;
        world.restart_later(3 * DAY_MS + 1).await;
    }
    let failed = |kept: &[proto::Delivery]| kept.iter().all(|of| of.state == "failed");
    let given_up = kept(&world, &id, |kept| kept.len() == 10 && failed(kept)).await;
    assert!(
        given_up
            .iter()
            .all(|of| of.problem == "no_answer" && of.attempts == 2)
    );
    let mut paused = listed(&world, OFFICER).await.remove(0);
    while !paused.paused {
        paused = listed(&world, OFFICER).await.remove(0);
    }
    assert_eq!(
        (paused.paused_because.as_str(), paused.given_up),
        ("failing", 10)
    );
    // Nothing more is told, after a restart neither.
    let tried = world.receiver.received().len();
    world.restart_later(30 * DAY_MS).await;
    let ping = proto::PingWebhookRequest {
        webhook_id: id.clone(),
    };
    ask!(world, OFFICER, ping_webhook, ping).unwrap();
    assert_eq!(world.receiver.received().len(), tried + 1);

    world.receiver.answers(|_| Ok(204));
    let resumed = changed(&world, paused, |asked| asked.paused = false);
    assert_eq!(resumed.await.unwrap().given_up, 0);
    let received = world.receiver.until_arrived(2).await;
    let told: Vec<String> = received[tried + 1..].iter().map(|of| of.told().0).collect();
    assert_eq!(told, ["event10", "event11"]);
}

#[tokio::test]
async fn a_webhook_that_goes_on_has_all_its_tries_again() {
    let mut world = World::new().await;
    let (id, _) = webhook(&world).await;
    world.receiver.answers(|_| Ok(503));
    publish(&world, &["alder"]).await;
    let tried = |times: u32| {
        move |kept: &[proto::Delivery]| {
            let waits = kept.iter().find(|of| of.state == "waiting");
            waits.is_some_and(|of| of.attempts == times)
        }
    };
    kept(&world, &id, tried(1)).await;
    let before = listed(&world, OFFICER).await.remove(0);
    let paused = changed(&world, before, |asked| asked.paused = true);
    let paused = paused.await.unwrap();
    world.restart_later(5 * DAY_MS).await;
    changed(&world, paused, |asked| asked.paused = false)
        .await
        .unwrap();
    // It fails once more, and is not given up.
    let [one] = kept(&world, &id, tried(2)).await.try_into().unwrap();
    assert!(one.next_attempt_at_ms > world.now_ms());
    // Another address is tried at once.
    let waiting = listed(&world, OFFICER).await.remove(0);
    assert_eq!(waiting.next_attempt_at_ms, one.next_attempt_at_ms);
    world.receiver.answers(|_| Ok(204));
    changed(&world, waiting, |asked| {
        asked.url = "https://elsewhere.example.org/".to_owned();
    })
    .await
    .unwrap();
    let received = world.receiver.until_arrived(1).await;
    assert!(world.now_ms() < one.next_attempt_at_ms);
    let last = received.last().unwrap();
    assert_eq!(last.posted.url.host_str(), Some("elsewhere.example.org"));
}

/// Two processes over one store: one of them delivers, and the other when that has gone.
#[test]
fn one_process_delivers_and_another_goes_on_after_it() {
    still(async |stillness| {
        let mut first = World::still(stillness).await;
        let second = first.beside().await;
        webhook(&first).await;
        let names: Vec<String> = (0..20).map(|number| format!("event{number:02}")).collect();
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        publish(&first, &all[..10]).await;
        let received = first.receiver.until_arrived(10).await;
        tokio::time::sleep(Duration::from_secs(120)).await;
        assert_eq!(first.receiver.received().len(), received.len());
        first.stop().await;
        publish(&second, &all[10..]).await;
        let received = second.receiver.until_arrived(20).await;
        let told: Vec<String> = received.iter().map(|of| of.told().0).collect();
        assert_eq!(told, all);
    });
}
