//! The group commit over a real store whose answers get lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tempfile::TempDir;
use tokio::sync::Notify;

use super::{InsertError, Row, Store, Writer};
use crate::sqlite::{SqliteStore, open_store};
use crate::{Append, DeadlineChange, Entry, Hash, JournalError, NewEntry, StreamId};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    /// The commit takes place, but the answer is lost.
    AnswerLost,
    /// The commit does not take place, and nobody knows.
    CommitLost,
    /// Nothing is written, and that is known.
    Busy,
    /// The database is away.
    Away,
}

/// A real store that fails as told, and notes the size of each batch it is given.
struct Faulty {
    store: SqliteStore,
    faults: Mutex<VecDeque<Fault>>,
    batches: Mutex<Vec<usize>>,
    /// A batch with this stream in it is refused.
    poison: Option<StreamId>,
    pause: Duration,
    commits_at_once: usize,
    /// Streams with an entry under way.
    under_way: Mutex<Vec<StreamId>>,
    most_at_once: AtomicUsize,
    /// A batch with this stream in it takes until it is told to end.
    hanging: Option<StreamId>,
    hang_ends: Notify,
}

fn lost() -> JournalError {
    JournalError::storage("commit entries")(sqlx::Error::Io(io::Error::other("connection lost")))
}

#[async_trait]
impl Store for Faulty {
    fn batch(&self) -> usize {
        self.store.batch()
    }

    fn commits_at_once(&self) -> usize {
        self.commits_at_once
    }

    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        self.store.hashes(wanted).await
    }

    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        self.batches.lock().unwrap().push(rows.len());
        self.sent(rows);
        tokio::time::sleep(self.pause).await;
        if rows
            .iter()
            .any(|row| Some(&row.entry.stream) == self.hanging.as_ref())
        {
            self.hang_ends.notified().await;
        }
        self.back(rows);
        let is_poison = |row: &Row| Some(&row.entry.stream) == self.poison.as_ref();
        if rows.iter().any(is_poison) {
            return Err(InsertError::Refused(lost()));
        }
        let fault = self.faults.lock().unwrap().pop_front();
        match fault {
            None => self.store.insert(rows).await,
            Some(Fault::AnswerLost) => {
                self.store.insert(rows).await.expect("the real store works");
                Err(InsertError::Unknown(lost()))
            }
            Some(Fault::CommitLost) => Err(InsertError::Unknown(lost())),
            Some(Fault::Busy) => Err(InsertError::Busy(lost())),
            Some(Fault::Away) => Err(InsertError::Failed(lost())),
        }
    }

    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError> {
        self.store.by_command(stream, actor, command_id).await
    }

    async fn last_seq(&self, stream: &StreamId) -> Result<u64, JournalError> {
        self.store.last_seq(stream).await
    }

    fn facts_written(&self) {
        self.store.facts_written();
    }
}

impl Faulty {
    fn sent(&self, rows: &[Row]) {
        let mut under_way = self.under_way.lock().unwrap();
        for Row { entry, .. } in rows {
            assert!(!under_way.contains(&entry.stream), "{} twice", entry.stream);
            under_way.push(entry.stream.clone());
        }
        self.most_at_once
            .fetch_max(under_way.len(), Ordering::Relaxed);
    }

    fn back(&self, rows: &[Row]) {
        let is_back = |stream: &StreamId| rows.iter().any(|row| row.entry.stream == *stream);
        self.under_way
            .lock()
            .unwrap()
            .retain(|stream| !is_back(stream));
    }
}

async fn faulty(folder: &TempDir, faults: &[Fault], poison: Option<StreamId>) -> Arc<Faulty> {
    Arc::new(Faulty {
        store: open_store(&folder.path().join("play.sqlite"))
            .await
            .unwrap(),
        faults: Mutex::new(faults.iter().copied().collect()),
        batches: Mutex::default(),
        poison,
        pause: Duration::from_millis(20),
        commits_at_once: 1,
        under_way: Mutex::default(),
        most_at_once: AtomicUsize::default(),
        hanging: None,
        hang_ends: Notify::new(),
    })
}

fn entry(id: &str, expected_seq: u64, command: &str) -> NewEntry {
    NewEntry {
        stream: StreamId::new("game", id),
        expected_seq,
        at_ms: 1_000,
        actor: "p1".into(),
        command_id: command.into(),
        schema_version: 1,
        body: b"[]".to_vec(),
        facts: Vec::new(),
        deadline: DeadlineChange::Keep,
    }
}

const FIRST: Append = Append::Appended {
    seq: 1,
    at_ms: 1_000,
};

#[tokio::test]
async fn a_commit_without_known_outcome_is_sent_again_until_the_database_answers() {
    use Fault::{AnswerLost, Away, Busy, CommitLost};
    let scripts: [&[Fault]; 5] = [
        &[AnswerLost],
        &[CommitLost],
        &[CommitLost, Away, Busy, AnswerLost],
        &[AnswerLost, Away, Away],
        &[Busy, Busy, CommitLost],
    ];
    for script in scripts {
        let folder = tempfile::tempdir().unwrap();
        let store = faulty(&folder, script, None).await;
        let writer = Writer::start(Arc::clone(&store));
        let first = writer.append(entry("a", 0, "c1")).await.unwrap();
        assert_eq!(first, FIRST, "{script:?}");
        let again = writer.append(entry("a", 0, "c1")).await.unwrap();
        assert!(matches!(again, Append::Repeated { .. }), "{script:?}");
        let second = writer.append(entry("a", 1, "c2")).await.unwrap();
        assert!(
            matches!(second, Append::Appended { seq: 2, .. }),
            "{script:?}"
        );
        let last = store.last_seq(&StreamId::new("game", "a")).await.unwrap();
        assert_eq!(last, 2, "{script:?}");
    }
}

#[tokio::test]
async fn after_a_lost_commit_a_rival_who_was_first_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[Fault::CommitLost], None).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let ours = tokio::spawn({
        let writer = Arc::clone(&writer);
        async move { writer.append(entry("a", 0, "c1")).await }
    });
    while store.batches.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    // Another process takes the place before the batch is sent again.
    let rival = Writer::start(Arc::new(
        open_store(&folder.path().join("play.sqlite"))
            .await
            .unwrap(),
    ));
    let theirs = rival.append(entry("a", 0, "other")).await.unwrap();
    let ours = ours.await.unwrap().unwrap();
    match theirs {
        Append::Appended { .. } => assert_eq!(ours, Append::Conflict { actual_seq: 1 }),
        _ => assert_eq!(ours, FIRST),
    }
}

#[tokio::test]
async fn what_is_known_not_to_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[Fault::Away], None).await;
    let writer = Writer::start(Arc::clone(&store));
    let refused = writer.append(entry("a", 0, "c1")).await.unwrap_err();
    assert_eq!(refused.code(), "journal_storage");
    let last = store.last_seq(&StreamId::new("game", "a")).await.unwrap();
    assert_eq!(last, 0);
    assert_eq!(writer.append(entry("a", 0, "c1")).await.unwrap(), FIRST);
}

#[tokio::test]
async fn a_row_the_database_does_not_take_harms_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[], Some(StreamId::new("game", "g7"))).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let appends: Vec<_> = (0..20)
        .map(|n| {
            let writer = Arc::clone(&writer);
            tokio::spawn(async move { writer.append(entry(&format!("g{n}"), 0, "c")).await })
        })
        .collect();
    for (n, append) in appends.into_iter().enumerate() {
        let answer = append.await.unwrap();
        assert_eq!(answer.is_ok(), n != 7, "game g{n}: {answer:?}");
    }
}

#[tokio::test]
async fn appends_gather_while_a_commit_runs() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[], None).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let appends: Vec<_> = (0..60)
        .map(|n| {
            let writer = Arc::clone(&writer);
            tokio::spawn(async move { writer.append(entry(&format!("g{n}"), 0, "c")).await })
        })
        .collect();
    for append in appends {
        assert_eq!(append.await.unwrap().unwrap(), FIRST);
    }
    let batches = store.batches.lock().unwrap().clone();
    assert_eq!(batches.iter().sum::<usize>(), 60);
    assert!(batches.len() <= 5, "60 appends went out as {batches:?}");
}

/// What writers of ten streams, each with five entries after each other, see of a store that takes
/// so many commits at a time; answers the most streams that had an entry under way.
async fn most_under_way(commits_at_once: usize) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[Fault::AnswerLost, Fault::CommitLost], None).await;
    let mut store = Arc::into_inner(store).unwrap();
    store.commits_at_once = commits_at_once;
    let store = Arc::new(store);
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let writers: Vec<_> = (0..10_u32)
        .map(|n| {
            let writer = Arc::clone(&writer);
            tokio::spawn(async move {
                // So that batches are of different sizes.
                tokio::time::sleep(Duration::from_millis(u64::from(n) * 7)).await;
                for seq in 0..5 {
                    let id = format!("g{n}");
                    let taken = writer.append(entry(&id, seq, &format!("c{seq}"))).await;
                    let Append::Appended { seq: at, .. } = taken.unwrap() else {
                        panic!("{id} {seq}");
                    };
                    assert_eq!(at, seq + 1);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    writer.close().await;
    let batches = store.batches.lock().unwrap().len();
    assert!(batches < 50, "{batches} batches for 50 entries");
    store.most_at_once.load(Ordering::Relaxed)
}

#[tokio::test]
async fn commits_under_way_at_a_time_share_no_stream() {
    for commits_at_once in [1, 2, 3] {
        assert!(most_under_way(commits_at_once).await > 1);
    }
}

#[tokio::test]
async fn a_commit_that_hangs_holds_up_no_other_stream_where_two_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[], None).await;
    let mut store = Arc::into_inner(store).unwrap();
    store.commits_at_once = 2;
    store.hanging = Some(StreamId::new("game", "slow"));
    let store = Arc::new(store);
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let slow = tokio::spawn({
        let writer = Arc::clone(&writer);
        async move { writer.append(entry("slow", 0, "c")).await }
    });
    while store.batches.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let other = writer.append(entry("other", 0, "c")).await.unwrap();
    assert_eq!(other, FIRST);
    assert!(!slow.is_finished());
    store.hang_ends.notify_one();
    assert_eq!(slow.await.unwrap().unwrap(), FIRST);
}

#[tokio::test]
async fn closing_with_an_unknown_outcome_says_neither_yes_nor_no() {
    let folder = tempfile::tempdir().unwrap();
    let store = faulty(&folder, &[Fault::CommitLost; 10_000], None).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let append = tokio::spawn({
        let writer = Arc::clone(&writer);
        async move { writer.append(entry("a", 0, "c1")).await }
    });
    while store.batches.lock().unwrap().len() < 3 {
        tokio::task::yield_now().await;
    }
    assert!(!append.is_finished(), "answered before the database did");
    writer.close().await;
    let answer = append.await.unwrap();
    assert!(matches!(answer, Err(JournalError::OutcomeUnknown)));
    let late = writer.append(entry("b", 0, "c1")).await;
    assert!(matches!(late, Err(JournalError::Closed)));
}
