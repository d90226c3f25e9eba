//! Following pairing's feed: what comes twice, in parts, late or from another store.

use std::time::Duration;

use tokio::time::timeout;

use crate::world::{
    Tournament, World,
    ledger::{Ledger, play_round},
    played,
};
use outflank_live::{Received, topic};

/// Longer than the service ever waits before it looks for news by itself.
const LONG: Duration = Duration::from_secs(3);
/// Shorter than that.
const SOON: Duration = Duration::from_millis(500);

#[tokio::test(start_paused = true)]
async fn a_fact_delivered_twice_changes_nothing() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    tournament.publish(&world.pairing);
    let published = world.pairing.last();
    tournament.record(&world.pairing, 1, 1, played(44));
    let list = world.whole_list("four").await;
    world.pairing.tell_again(1..=published);
    world.pairing.tell_again(published + 1..=published + 1);
    let mut told = world
        .live
        .subscribe(&topic::standings("four"))
        .await
        .unwrap();
    assert_eq!(world.whole_list("four").await, list);
    let quiet = timeout(LONG, told.next()).await;
    assert!(quiet.is_err(), "nobody is told of what is known");

    tournament.record(&world.pairing, 1, 2, played(20));
    let next = world.whole_list("four").await;
    assert_eq!((next.version, next.open_boards), (list.version + 1, 0));
}

#[tokio::test(start_paused = true)]
async fn half_an_entry_is_not_shown() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    let before = world.whole_list("four").await;
    let known = world.pairing.last();
    world.pairing.hold_back_after(known);
    tournament.publish(&world.pairing);
    let whole = world.pairing.last();
    assert!(whole > known + 2, "the first publication is several events");

    for number in known + 1..whole {
        world.pairing.hold_back_after(number);
        world.catch_up().await.unwrap();
        assert_eq!(world.list("four", 0).await.unwrap(), before);
    }
    world.pairing.hold_back_nothing();
    let list = world.whole_list("four").await;
    assert_eq!((list.version, list.round), (before.version + 1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_tournament_is_known_once_pairing_has_it_however_far_the_feed_is() {
    let world = World::new();
    world.catch_up().await.unwrap();
    world.pairing.hold_back_after(0);
    for unknown in ["four", ""] {
        let refused = world.list(unknown, 0).await.unwrap_err();
        assert_eq!(refused.code, "unknown_tournament");
    }
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    let list = world.list("four", 0).await.unwrap();
    assert_eq!((list.rows.len(), list.version), (4, tournament.seq));

    // The feed tells what is known, and goes on from there.
    world.pairing.hold_back_nothing();
    assert_eq!(world.whole_list("four").await, list);
    tournament.publish(&world.pairing);
    assert_eq!(world.whole_list("four").await.version, tournament.seq);
    let refused = world.list("five", 0).await.unwrap_err();
    assert_eq!(refused.code, "unknown_tournament");
}

#[tokio::test(start_paused = true)]
async fn another_store_makes_it_start_over() {
    let world = World::new();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    Tournament::new(&world.pairing, "lost", 4);
    for _ in 0..3 {
        play_round(&world.pairing, &mut tournament, &mut ledger);
    }
    let old = world.whole_list("five").await;
    world.list("lost", 0).await.unwrap();

    world.pairing.replace_store("two");
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    for _ in 0..2 {
        play_round(&world.pairing, &mut tournament, &mut ledger);
    }
    let list = world.whole_list("five").await;
    assert!(list.version < old.version);
    assert_eq!(list.version, tournament.seq);
    ledger.check(&list, 2);
    assert_eq!(
        world.list("lost", 0).await.unwrap_err().code,
        "unknown_tournament"
    );
}

#[tokio::test(start_paused = true)]
async fn whoever_listens_is_told_each_new_version() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    world.catch_up().await.unwrap();
    let mut told = world
        .live
        .subscribe(&topic::standings("four"))
        .await
        .unwrap();
    tournament.publish(&world.pairing);
    tournament.record(&world.pairing, 1, 1, played(44));
    tournament.record(&world.pairing, 1, 2, played(20));
    Tournament::new(&world.pairing, "another", 4);
    tournament.finish(&world.pairing);
    let seq = tournament.seq;
    world.catch_up().await.unwrap();
    for version in seq - 3..=seq {
        let message = timeout(LONG, told.next()).await;
        assert_eq!(
            message.unwrap(),
            Received::Message(version.to_string().into())
        );
    }
    let quiet = timeout(LONG, told.next()).await;
    assert!(quiet.is_err(), "one message a version");
}

#[tokio::test(start_paused = true)]
async fn an_announcement_wakes_it_and_strangers_do_not() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    world.catch_up().await.unwrap();
    let mut told = world
        .live
        .subscribe(&topic::standings("four"))
        .await
        .unwrap();
    assert_eq!(
        world.stranger_wakes().await.unwrap_err().code,
        "service_only"
    );
    tournament.publish(&world.pairing);
    let topic = topic::facts("pairing");
    world
        .live
        .publish(&topic, Default::default())
        .await
        .unwrap();
    let message = timeout(SOON, told.next()).await;
    let version = tournament.seq.to_string();
    assert_eq!(message.unwrap(), Received::Message(version.into()));
}
