//! Tournaments read from pairing when they are asked for: none of what was told before, and everything that is told since.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use crate::world::{
    TestPairing, Tournament, World,
    ledger::{Ledger, play_round},
    played,
};

/// Room for folded tournaments, in bytes.
const MOST_KEPT_BYTES: u64 = 16 << 20;

#[tokio::test(start_paused = true)]
async fn a_start_reads_nothing_of_what_was_told_before() {
    let pairing: Arc<TestPairing> = Arc::default();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&pairing, "five", 5);
    for number in 0..300 {
        Tournament::new(&pairing, &format!("other-{number}"), 0);
    }
    for _ in 0..10 {
        play_round(&pairing, &mut tournament, &mut ledger);
    }
    let world = World::over(Arc::clone(&pairing));
    world.catch_up().await.unwrap();
    let list = world.list("five", 0).await.unwrap();
    assert_eq!(list.version, tournament.seq);
    ledger.check(&list, 10);
    assert_eq!(pairing.given.load(Ordering::SeqCst), 0, "facts");
    assert_eq!(pairing.states.load(Ordering::SeqCst), 1);

    // What comes then is folded on, and nothing is read again.
    tournament.confirm(&pairing);
    let list = world.whole_list("five").await;
    assert!(list.final_ranking);
    assert_eq!(list.version, tournament.seq);
    assert_eq!(pairing.states.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_list_that_was_folded_on_is_the_one_that_another_start_reads() {
    let world = World::new();
    let mut ledger = Ledger::default();
    let mut tournament = Tournament::new(&world.pairing, "five", 5);
    world.whole_list("five").await;
    for round in 0..10 {
        play_round(&world.pairing, &mut tournament, &mut ledger);
        let folded_on = world.whole_list("five").await;
        let again = World::over(Arc::clone(&world.pairing));
        assert_eq!(again.whole_list("five").await, folded_on);
        if round % 3 == 0 {
            world.pairing.other_edition.store(true, Ordering::SeqCst);
            let refolded = World::over(Arc::clone(&world.pairing));
            assert_eq!(refolded.whole_list("five").await, folded_on);
            world.pairing.other_edition.store(false, Ordering::SeqCst);
        }
    }
    assert_eq!(tournament.seq, world.whole_list("five").await.version);
}

#[tokio::test(start_paused = true)]
async fn what_is_told_while_a_tournament_is_read_is_in_it() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    tournament.publish(&world.pairing);
    world.catch_up().await.unwrap();
    world.pairing.state_ms.store(200, Ordering::SeqCst);
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        tournament.record(&world.pairing, 1, 1, played(44));
        world.catch_up().await.unwrap();
    };
    let (list, other, ()) = tokio::join!(world.list("four", 0), world.list("four", 0), meanwhile);
    for list in [list.unwrap(), other.unwrap()] {
        assert_eq!((list.version, list.open_boards), (tournament.seq, 1));
    }
    // Whoever comes later reads what is kept, and that goes on.
    tournament.record(&world.pairing, 1, 2, played(20));
    let list = world.whole_list("four").await;
    assert_eq!((list.version, list.open_boards), (tournament.seq, 0));
}

#[tokio::test(start_paused = true)]
async fn a_fact_that_the_feed_lost_is_read_from_pairing() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    tournament.publish(&world.pairing);
    world.whole_list("four").await;
    let known = world.pairing.last();
    tournament.record(&world.pairing, 1, 1, played(44));
    world.pairing.lose(known + 1);
    tournament.record(&world.pairing, 1, 2, played(20));
    let list = world.whole_list("four").await;
    assert_eq!((list.version, list.open_boards), (tournament.seq, 0));
}

#[tokio::test(start_paused = true)]
async fn an_archive_is_walked_in_so_much_memory_and_no_more() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "large", 90);
    tournament.publish(&world.pairing);
    // Every id that begins so is one more of the same kind.
    world.pairing.alike.store(true, Ordering::SeqCst);
    let mut most = 0;
    for number in 0..700 {
        let list = world.list(&format!("large-{number}"), 0).await.unwrap();
        assert_eq!(list.version, tournament.seq);
        most = most.max(outflank_kept::bytes_by_name()["standings_tournaments"]);
    }
    assert!(most <= MOST_KEPT_BYTES, "{most}");
    assert!(
        most > MOST_KEPT_BYTES * 9 / 10,
        "the room is never filled: {most}"
    );
    let known = world.pairing.states.load(Ordering::SeqCst);
    world.list("large-699", 0).await.unwrap();
    assert_eq!(
        world.pairing.states.load(Ordering::SeqCst),
        known,
        "what was read last is kept"
    );
    world.list("large-0", 0).await.unwrap();
    world.list("large-350", 0).await.unwrap();
}
