//! What every live store must do, shown on each of them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use bytes::Bytes;
use outflank_live::{BACKLOG, InProcess, Live, Received};

#[tokio::test]
async fn a_message_reaches_every_subscriber_of_its_topic_and_no_other() {
    let live = InProcess::new();
    let mut first = live.subscribe("game/a").await.unwrap();
    let mut second = live.subscribe("game/a").await.unwrap();
    let mut other = live.subscribe("game/b").await.unwrap();
    live.publish("game/a", Bytes::from_static(b"f5"))
        .await
        .unwrap();
    live.publish("game/b", Bytes::from_static(b"d6"))
        .await
        .unwrap();
    assert_eq!(
        first.next().await,
        Received::Message(Bytes::from_static(b"f5"))
    );
    assert_eq!(
        second.next().await,
        Received::Message(Bytes::from_static(b"f5"))
    );
    assert_eq!(
        other.next().await,
        Received::Message(Bytes::from_static(b"d6"))
    );
}

#[tokio::test]
async fn a_slow_subscriber_is_told_what_it_missed_and_holds_nobody_back() {
    let live = InProcess::new();
    let mut slow = live.subscribe("game/a").await.unwrap();
    for ply in 0..BACKLOG + 10 {
        live.publish("game/a", Bytes::from(ply.to_string()))
            .await
            .unwrap();
    }
    assert_eq!(slow.next().await, Received::Missed(10));
    assert_eq!(
        slow.next().await,
        Received::Message(Bytes::from_static(b"10"))
    );
}

#[tokio::test(start_paused = true)]
async fn a_ticket_is_good_once_and_only_in_its_time() {
    let live = InProcess::new();
    let lifetime = Duration::from_secs(30);
    live.put_ticket("t1", Bytes::from_static(b"anna"), lifetime)
        .await
        .unwrap();
    assert_eq!(
        live.take_ticket("t1").await.unwrap(),
        Some(Bytes::from_static(b"anna"))
    );
    assert_eq!(live.take_ticket("t1").await.unwrap(), None);
    live.put_ticket("t2", Bytes::from_static(b"anna"), lifetime)
        .await
        .unwrap();
    tokio::time::advance(lifetime).await;
    assert_eq!(live.take_ticket("t2").await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn a_limit_admits_so_many_in_each_window() {
    let live = InProcess::new();
    let window = Duration::from_secs(10);
    let mut admitted = Vec::new();
    for _ in 0..4 {
        admitted.push(live.admit("sign-in/anna", 3, window).await.unwrap());
    }
    assert_eq!(admitted, [true, true, true, false]);
    assert!(live.admit("sign-in/berit", 3, window).await.unwrap());
    tokio::time::advance(window).await;
    assert!(live.admit("sign-in/anna", 3, window).await.unwrap());
}
