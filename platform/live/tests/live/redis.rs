//! A Redis that is killed, started again, hangs or forgets everything: nobody waits for it, everybody who listens
//! is told, and use rebuilds what it held.

use std::time::Duration;

use bytes::Bytes;
use outflank_live::{
    Attendance, Deadline, Live, LiveError, Received, Redis, RedisOptions, Subscription,
};
use outflank_testbed::{self as testbed, PATIENCE, is_safe};

const LONG: Duration = Duration::from_secs(60);

async fn handle(server: &testbed::Redis) -> Redis {
    connected(RedisOptions::at(&server.url())).await
}

/// For what is shown with a Redis that answers, however busy the machine is.
async fn patient(server: &testbed::Redis) -> Redis {
    connected(RedisOptions {
        call_limit: PATIENCE,
        ..RedisOptions::at(&server.url())
    })
    .await
}

async fn connected(options: RedisOptions) -> Redis {
    let live = Redis::connect(&options).await.unwrap();
    reaches(&live, true).await;
    live
}

/// What is heard next; that something may have been missed is told whenever a beat is late.
async fn message(subscription: &mut Subscription) -> Received {
    loop {
        match within(subscription.next()).await {
            Received::Missed(_) => {}
            heard => return heard,
        }
    }
}

async fn reaches(live: &Redis, wanted: bool) {
    let mut connectivity = live.connectivity();
    let reached = connectivity.wait_for(|up| *up == wanted);
    tokio::time::timeout(PATIENCE, reached)
        .await
        .unwrap_or_else(|_| panic!("connectivity never became {wanted}"))
        .unwrap();
}

/// Waits until no call is tried any more before Redis is back.
async fn no_longer_answers(live: &Redis) {
    let gone = async {
        while live.answers() {
            tokio::task::yield_now().await;
        }
    };
    within(gone).await;
}

async fn within<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what)
        .await
        .expect("it never came")
}

/// Reads until a loss was told; nothing but messages may come before it.
async fn told_of_a_loss(subscription: &mut Subscription) {
    loop {
        match within(subscription.next()).await {
            Received::Missed(_) => return,
            Received::Message(_) => {}
            Received::Closed => panic!("the subscription was closed"),
        }
    }
}

/// Publishes until the subscriber hears it.
async fn hears(from: &Redis, subscription: &mut Subscription, text: &str) {
    let wanted = Received::Message(Bytes::from(text.to_owned()));
    let heard = async {
        loop {
            let _dropped = from.publish("game/a", text.to_owned().into()).await;
            let next = tokio::time::timeout(Duration::from_millis(200), subscription.next());
            if next.await.is_ok_and(|heard| heard == wanted) {
                return;
            }
        }
    };
    within(heard).await;
}

async fn every_call_fails(live: &Redis) {
    let unavailable = |result: Result<(), LiveError>| {
        assert!(
            matches!(result, Err(LiveError::Unavailable(_))),
            "{result:?}"
        );
    };
    unavailable(live.publish("game/a", "x".into()).await);
    unavailable(live.put_ticket("t", "x".into(), LONG).await);
    unavailable(live.take_ticket("t").await.map(drop));
    unavailable(live.admit("k", 1, LONG).await.map(drop));
    unavailable(live.put_snapshot("s", 1, "x".into(), LONG).await.map(drop));
    unavailable(live.snapshot("s").await.map(drop));
    unavailable(live.claim_due("games", 1, LONG, 1).await.map(drop));
    let nobody = Attendance::default();
    unavailable(live.keep_presence("p", &nobody, LONG).await.map(drop));
    unavailable(live.whereabouts(&["a".to_owned()]).await.map(drop));
    unavailable(live.attendees("p").await.map(drop));
}

#[tokio::test]
async fn two_processes_hear_each_other_and_other_deployments_do_not() {
    let server = testbed::Redis::start();
    let (here, there) = (patient(&server).await, patient(&server).await);
    let options = RedisOptions {
        prefix: "elsewhere/".to_owned(),
        call_limit: PATIENCE,
        ..RedisOptions::at(&server.url())
    };
    let elsewhere = connected(options).await;
    let mut heard = there.subscribe("game/a").await.unwrap();
    elsewhere
        .publish("game/a", "not ours".into())
        .await
        .unwrap();
    // Sent after the other was received, so that it would have come first.
    let kept = elsewhere.put_ticket("t", "not ours".into(), LONG);
    within(kept).await.unwrap();
    here.publish("game/a", "ours".into()).await.unwrap();
    assert_eq!(message(&mut heard).await, Received::Message("ours".into()));
    is_safe(
        "a ticket taken twice",
        here.take_ticket("t").await.unwrap(),
        None,
    );
}

#[tokio::test]
async fn a_killed_redis_is_told_to_subscribers_when_it_is_back() {
    let mut server = testbed::Redis::start();
    let (here, there) = (handle(&server).await, handle(&server).await);
    let mut heard = there.subscribe("game/a").await.unwrap();
    hears(&here, &mut heard, "before").await;
    server.kill();
    reaches(&here, false).await;
    reaches(&there, false).await;
    no_longer_answers(&here).await;
    every_call_fails(&here).await;
    let mut late = there.subscribe("game/a").await.unwrap();
    server.restart();
    reaches(&here, true).await;
    reaches(&there, true).await;
    told_of_a_loss(&mut heard).await;
    told_of_a_loss(&mut late).await;
    hears(&here, &mut heard, "after").await;
    hears(&here, &mut late, "after").await;
}

#[tokio::test]
async fn a_start_without_redis_finds_it_later() {
    let mut server = testbed::Redis::start();
    server.kill();
    let live = Redis::connect(&RedisOptions::at(&server.url()))
        .await
        .unwrap();
    let mut heard = live.subscribe("game/a").await.unwrap();
    every_call_fails(&live).await;
    server.restart();
    reaches(&live, true).await;
    told_of_a_loss(&mut heard).await;
    hears(&live, &mut heard, "hello").await;
    assert!(matches!(
        Redis::connect(&RedisOptions::at("http://nowhere")).await,
        Err(LiveError::Address(_))
    ));
}

/// A hanging Redis answers only after this test has let it go on. Everything that is published before that was
/// published without it.
#[tokio::test]
async fn a_hanging_redis_holds_nobody_up_and_little_waits_for_it() {
    let server = testbed::Redis::start();
    let (here, there) = (handle(&server).await, handle(&server).await);
    let mut heard = there.subscribe("game/a").await.unwrap();
    hears(&here, &mut heard, "before").await;
    server.pause();
    let mut most = 0;
    let mut refused = 0_u32;
    // Far more than may wait, in one go that gives way to nothing but what it asks for itself.
    for ply in 0..50_000 {
        refused += u32::from(
            here.publish("game/a", ply.to_string().into())
                .await
                .is_err(),
        );
        here.note_deadline(
            "games",
            &Deadline {
                name: "a".to_owned(),
                seq: ply,
                at_ms: Some(1),
            },
        );
        most = most.max(here.waiting());
    }
    assert!(most <= 8_192, "{most} waited");
    assert!(refused > 0 && here.dropped() > 0);
    reaches(&here, false).await;
    reaches(&there, false).await;
    no_longer_answers(&here).await;
    every_call_fails(&here).await;
    server.resume();
    reaches(&there, true).await;
    told_of_a_loss(&mut heard).await;
    hears(&here, &mut heard, "after").await;
}

/// The publisher alone is cut off: its subscribers' own connections stand, and are told all the same.
#[tokio::test]
async fn subscribers_are_told_of_what_a_publisher_could_not_send() {
    let server = testbed::Redis::start();
    let (here, there) = (handle(&server).await, handle(&server).await);
    let mut heard = there.subscribe("game/a").await.unwrap();
    hears(&here, &mut heard, "before").await;
    server.pause();
    let mut lost = false;
    for _ in 0..20_000 {
        lost |= here.publish("game/a", "lost".into()).await.is_err();
    }
    assert!(lost);
    // Shorter than anybody's patience but the publisher's.
    server.resume();
    told_of_a_loss(&mut heard).await;
    hears(&here, &mut heard, "after").await;
}

#[tokio::test]
async fn what_was_flushed_is_rebuilt_by_use() {
    let server = testbed::Redis::start();
    let (here, there) = (patient(&server).await, patient(&server).await);
    let mut heard = there.subscribe("game/a").await.unwrap();
    let anna = Attendance {
        arrived: vec!["anna".to_owned()],
        left: Vec::new(),
    };
    for round in 1..=3 {
        here.put_ticket("t", "anna".into(), LONG).await.unwrap();
        assert!(
            here.put_snapshot("s", 7, "seven".into(), LONG)
                .await
                .unwrap()
        );
        assert!(!here.put_snapshot("s", 6, "six".into(), LONG).await.unwrap());
        assert!(!here.keep_presence("gateway", &anna, LONG).await.unwrap());
        assert!(here.keep_presence("gateway", &anna, LONG).await.unwrap());
        assert!(here.admit("k", 1, LONG).await.unwrap());
        assert!(!here.admit("k", 1, LONG).await.unwrap());
        server.flush();
        assert_eq!(there.take_ticket("t").await.unwrap(), None, "{round}");
        assert_eq!(there.snapshot("s").await.unwrap(), None);
        let who = there.whereabouts(&anna.arrived).await.unwrap();
        assert!(who.is_empty());
        assert!(there.attendees("").await.unwrap().is_empty());
        here.publish("game/a", "still heard".into()).await.unwrap();
        assert_eq!(
            message(&mut heard).await,
            Received::Message("still heard".into())
        );
    }
}
