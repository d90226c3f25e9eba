//! Following pairing's feed: what comes twice, in parts, late or from another store.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::time::{Instant, timeout};

use crate::world::{
    TestPairing, Tournament, World,
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
async fn a_tournament_is_unknown_before_its_first_entry_is_whole() {
    let world = World::new();
    world.pairing.hold_back_after(0);
    let _tournament = Tournament::new(&world.pairing, "four", 4);
    assert_eq!(
        world.list("four", 0).await.unwrap_err().code,
        "unknown_tournament"
    );
    assert_eq!(
        world.list("", 0).await.unwrap_err().code,
        "unknown_tournament"
    );

    // The list looks for itself when it does not know a tournament.
    world.pairing.hold_back_nothing();
    assert_eq!(world.list("four", 0).await.unwrap().rows.len(), 4);
    assert_eq!(
        world.list("five", 0).await.unwrap_err().code,
        "unknown_tournament"
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_is_answered_before_the_feed_is_read_to_its_end() {
    let pairing: Arc<TestPairing> = Arc::default();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&pairing, "five", 5);
    for number in 0..300 {
        Tournament::new(&pairing, &format!("other-{number}"), 0);
    }
    for _ in 0..10 {
        play_round(&pairing, &mut tournament, &mut ledger);
    }
    pairing.page_ms.store(100, Ordering::SeqCst);
    let world = World::over(Arc::clone(&pairing));
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_millis(50)).await;
    // The first page is folded, and with it the tournament's registration; the next is under way.
    assert_eq!(pairing.pages.load(Ordering::SeqCst), 1);
    let list = world.list("five", 0).await.unwrap();
    assert_eq!(list.version, tournament.seq);
    ledger.check(&list, 10);
    let pages = pairing.pages.load(Ordering::SeqCst);
    assert!(pages > 2, "the feed was read on to its end");
    let waited = u64::try_from(begun.elapsed().as_millis()).unwrap();
    assert!(waited >= 100 * (pages - 1), "{pages} pages in {waited} ms");
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
