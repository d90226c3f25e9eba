//! What becomes of a fact that is refused, and of one that cannot be read.

mod consumer;
mod log;

use std::{sync::Arc, time::Duration};

use outflank_access::{Kind, Problem, Role};
use outflank_live::InProcess;
use outflank_testbed::PATIENCE;
use outflank_transport::feed::{self, Follower, NotTaken, StoppedFeed};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use consumer::{Consumer, Source};
use log::Log;

fn refused() -> NotTaken {
    NotTaken::Refused("The board has a result (has_result)".to_owned())
}

fn unreadable() -> NotTaken {
    NotTaken::Unreadable("unknown variant `board_turned`".to_owned())
}

fn follower(between: (Role, Role), consumer: &Arc<Consumer>) -> Arc<Follower> {
    Arc::new(Follower::new(between, Source(5), Arc::clone(consumer) as _))
}

/// What operators see of a feed: facts refused, and where it stopped.
fn shown(between: (Role, Role)) -> (u64, Option<u64>) {
    let followed = feed::followed().remove(&between).unwrap();
    (followed.refused, followed.unreadable)
}

#[tokio::test]
async fn a_refused_fact_is_told_counted_and_passed_over() {
    let between = (Role::Pairing, Role::Play);
    let (consumer, log) = (Arc::<Consumer>::default(), Log::default());
    let _kept = log.keep();
    consumer.answer(2, refused());
    let follower = follower(between, &consumer);
    follower.catch_up().await.unwrap();
    follower.catch_up().await.unwrap();

    assert_eq!(consumer.taken(), [1, 3, 4, 5]);
    assert_eq!(consumer.saved(), 5);
    assert_eq!(shown(between), (1, None));
    let [line] = &log.lines_with("refused")[..] else {
        panic!("not told once: {log:?}");
    };
    for said in [
        "WARN",
        "feed=\"play\"",
        "role=\"pairing\"",
        "position=2",
        "tournament=\"t2\"",
        "The board has a result (has_result)",
    ] {
        assert!(line.contains(said), "{said} is not in {line}");
    }
}

#[tokio::test]
async fn nothing_behind_an_unreadable_fact_is_taken_in() {
    let between = (Role::Standings, Role::Pairing);
    let consumer = Arc::<Consumer>::default();
    consumer.answer(1, refused());
    consumer.answer(3, unreadable());
    let follower = follower(between, &consumer);
    for _ in 0..3 {
        let problem = follower.catch_up().await.unwrap_err();
        assert_eq!(problem.kind, Kind::Unavailable);
        assert!(
            problem.detail.contains("pairing") && problem.detail.contains("fact 3"),
            "{problem}"
        );
        assert_eq!(consumer.taken(), [2]);
        assert_eq!(consumer.saved(), 2);
        assert_eq!(
            shown(between),
            (1, Some(3)),
            "what is behind is not refused again"
        );
    }
    assert!(feed::stopped().contains(&StoppedFeed {
        feed: "pairing",
        role: "standings",
        position: 3
    }));
}

#[tokio::test(start_paused = true)]
async fn a_fact_that_can_be_read_again_is_taken_by_itself_and_told_once() {
    let between = (Role::Play, Role::Pairing);
    let (consumer, log) = (Arc::<Consumer>::default(), Log::default());
    let _kept = log.keep();
    consumer.answer(3, unreadable());
    let stop = CancellationToken::new();
    let live = Arc::new(InProcess::new());
    let running = tokio::spawn(follower(between, &consumer).run(live, stop.clone()));
    until(|| consumer.asked_of(3) > 5).await;
    assert_eq!(shown(between), (0, Some(3)));
    assert_eq!(consumer.taken(), [1, 2]);

    consumer.take_all();
    until(|| consumer.saved() == 5).await;
    assert_eq!(consumer.taken(), [1, 2, 3, 4, 5]);
    assert_eq!(shown(between), (0, None));
    let stopped = |feed: &StoppedFeed| (feed.role, feed.feed) == ("play", "pairing");
    assert!(!feed::stopped().iter().any(stopped));
    let [line] = &log.lines_with("ERROR")[..] else {
        panic!("not told once: {log:?}");
    };
    for said in [
        "feed=\"pairing\"",
        "role=\"play\"",
        "position=3",
        "tournament=\"t3\"",
        "unknown variant `board_turned`",
    ] {
        assert!(line.contains(said), "{said} is not in {line}");
    }
    assert_eq!(log.lines_with("WARN"), [""; 0]);
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn what_may_go_well_the_next_time_is_neither_refused_nor_unreadable() {
    let between = (Role::Ratings, Role::Pairing);
    let consumer = Arc::<Consumer>::default();
    let away = Problem::new(Kind::Unavailable, "away", "It is away.");
    consumer.answer(4, NotTaken::Failed(away.clone()));
    let follower = follower(between, &consumer);
    assert_eq!(follower.catch_up().await.unwrap_err(), away);
    assert_eq!((consumer.saved(), shown(between)), (3, (0, None)));
    consumer.take_all();
    follower.catch_up().await.unwrap();
    assert_eq!(consumer.taken(), [1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn whoever_is_brought_behind_an_unreadable_fact_by_another_process_goes_on() {
    let between = (Role::Pairing, Role::Identity);
    let consumer = Arc::<Consumer>::default();
    consumer.answer(3, unreadable());
    let follower = follower(between, &consumer);
    follower.catch_up().await.unwrap_err();
    // A newer instance over the same store has read it.
    consumer.came_as_far_as(5);
    follower.catch_up().await.unwrap();
    assert_eq!(shown(between), (0, None));
}

/// Waits for a condition that has to come.
async fn until(holds: impl Fn() -> bool) {
    let held = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, held).await.unwrap();
}
