//! Open streams, deadlines, heartbeats.

use outflank_journal::{Append, Deadline, DeadlineChange, Heartbeat, Journal, OpenStream};

use super::backend::{Backend, entry, game, must_append};

async fn change(journal: &dyn Journal, id: &str, seq: u64, deadline: DeadlineChange) {
    let mut new = entry(id, seq, &format!("c{seq}"));
    new.deadline = deadline;
    must_append(journal, new).await;
}

fn due(id: &str, at_ms: i64) -> Deadline {
    Deadline {
        stream: game(id),
        at_ms,
    }
}

fn open(id: &str, deadline_ms: Option<i64>) -> OpenStream {
    OpenStream {
        stream: game(id),
        deadline_ms,
    }
}

pub async fn deadlines_follow_the_entries(backend: &impl Backend) {
    let journal = backend.open().await;
    change(&*journal, "a", 0, DeadlineChange::Keep).await;
    assert_eq!(journal.open_streams("game").await.unwrap(), []);
    assert_eq!(journal.deadlines_until(i64::MAX, 1).await.unwrap(), []);
    change(&*journal, "a", 1, DeadlineChange::Set { at_ms: 500 }).await;
    assert_eq!(
        journal.deadlines_until(i64::MAX, 1).await.unwrap(),
        [due("a", 500)]
    );
    change(&*journal, "a", 2, DeadlineChange::Keep).await;
    assert_eq!(
        journal.deadlines_until(i64::MAX, 1).await.unwrap(),
        [due("a", 500)]
    );
    change(&*journal, "a", 3, DeadlineChange::Set { at_ms: 900 }).await;
    assert_eq!(
        journal.deadlines_until(i64::MAX, 1).await.unwrap(),
        [due("a", 900)]
    );
    change(&*journal, "a", 4, DeadlineChange::Wait).await;
    assert_eq!(journal.deadlines_until(i64::MAX, 1).await.unwrap(), []);
    let paused = journal.open_streams("game").await.unwrap();
    assert_eq!(paused, [open("a", None)]);
    change(&*journal, "a", 5, DeadlineChange::Set { at_ms: 1_000 }).await;
    change(&*journal, "a", 6, DeadlineChange::Clear).await;
    assert_eq!(journal.deadlines_until(i64::MAX, 1).await.unwrap(), []);
    assert_eq!(journal.open_streams("game").await.unwrap(), []);
}

pub async fn deadlines_come_earliest_first(backend: &impl Backend) {
    let journal = backend.open().await;
    for (id, at_ms) in [("a", 30), ("b", 10), ("c", 20), ("d", 10)] {
        change(&*journal, id, 0, DeadlineChange::Set { at_ms }).await;
    }
    change(&*journal, "e", 0, DeadlineChange::Wait).await;
    let none = journal.deadlines_until(9, 10).await.unwrap();
    assert_eq!(none, []);
    let some = journal.deadlines_until(20, 10).await.unwrap();
    assert_eq!(some, [due("b", 10), due("d", 10), due("c", 20)]);
    let first = journal.deadlines_until(i64::MAX, 1).await.unwrap();
    assert_eq!(first, [due("b", 10)]);
    journal.close().await;
    let journal = backend.open().await;
    let all = journal.open_streams("game").await.unwrap();
    let expected = [
        open("a", Some(30)),
        open("b", Some(10)),
        open("c", Some(20)),
        open("d", Some(10)),
        open("e", None),
    ];
    assert_eq!(all, expected);
    assert_eq!(journal.open_streams("tournament").await.unwrap(), []);
}

pub async fn a_refused_append_changes_no_deadline(backend: &impl Backend) {
    let journal = backend.open().await;
    change(&*journal, "a", 0, DeadlineChange::Set { at_ms: 500 }).await;
    for deadline in [
        DeadlineChange::Clear,
        DeadlineChange::Wait,
        DeadlineChange::Set { at_ms: 1 },
    ] {
        let mut repeated = entry("a", 1, "c0");
        repeated.deadline = deadline;
        let answer = journal.append(repeated).await.unwrap();
        assert!(matches!(answer, Append::Repeated { .. }));
        let mut late = entry("a", 0, "late");
        late.deadline = deadline;
        let answer = journal.append(late).await.unwrap();
        assert_eq!(answer, Append::Conflict { actual_seq: 1 });
        assert_eq!(
            journal.deadlines_until(i64::MAX, 1).await.unwrap(),
            [due("a", 500)]
        );
    }
}

pub async fn the_last_beats_outlast_a_restart(backend: &impl Backend) {
    let journal = backend.open().await;
    assert_eq!(journal.heartbeats().await.unwrap(), []);
    for at_ms in [1_000, 2_000, 1_500] {
        journal.beat("play-1", at_ms).await.unwrap();
    }
    journal.beat("gateway-1", 1_800).await.unwrap();
    journal.close().await;
    let journal = backend.open().await;
    let beat = |process: &str, at_ms| Heartbeat {
        process: process.into(),
        at_ms,
    };
    let last = journal.heartbeats().await.unwrap();
    assert_eq!(last, [beat("gateway-1", 1_800), beat("play-1", 2_000)]);
}
