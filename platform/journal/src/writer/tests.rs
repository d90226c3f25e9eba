//! The group commit over a real store whose answers get lost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::{InsertError, Row, Store, Writer};
use crate::sqlite::{SqliteStore, open_store};
use crate::{
    Append, DeadlineChange, Entry, Hash, JournalError, NewEntry, RecordWrite, StreamId, records,
};

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
    /// The streams of each batch under way.
    under_way: Mutex<Vec<BTreeSet<StreamId>>>,
    most_at_once: AtomicUsize,
    /// A batch with one of these streams in it takes until it is allowed to end.
    hanging: BTreeSet<StreamId>,
    may_end: Semaphore,
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
        let streams = self.sent(rows);
        let inserted = self.fail_or_insert(rows).await;
        self.back(&streams);
        inserted
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
    /// Notes that a batch is under way; answers its streams, for [`Faulty::back`].
    fn sent(&self, rows: &[Row]) -> BTreeSet<StreamId> {
        let streams: BTreeSet<_> = rows.iter().map(|row| row.entry.stream.clone()).collect();
        let mut under_way = self.under_way.lock().unwrap();
        let is_apart = |other: &BTreeSet<StreamId>| streams.is_disjoint(other);
        assert!(under_way.iter().all(is_apart), "{streams:?} twice");
        under_way.push(streams.clone());
        self.most_at_once
            .fetch_max(under_way.len(), Ordering::Relaxed);
        streams
    }

    fn back(&self, streams: &BTreeSet<StreamId>) {
        let mut under_way = self.under_way.lock().unwrap();
        under_way.retain(|other| other != streams);
    }

    async fn fail_or_insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        tokio::time::sleep(self.pause).await;
        let hangs = |row: &Row| self.hanging.contains(&row.entry.stream);
        if rows.iter().any(hangs) {
            self.may_end.acquire().await.unwrap().forget();
        }
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
        hanging: BTreeSet::new(),
        may_end: Semaphore::new(0),
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
        records: Vec::new(),
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

/// A store that takes so many commits at a time and hangs at these streams.
async fn hanging(
    folder: &TempDir,
    commits_at_once: usize,
    faults: &[Fault],
    at: &[String],
) -> Arc<Faulty> {
    let store = faulty(folder, faults, None).await;
    let mut store = Arc::into_inner(store).unwrap();
    store.commits_at_once = commits_at_once;
    store.hanging = at.iter().map(|id| StreamId::new("game", id)).collect();
    Arc::new(store)
}

/// Appends five entries after each other to a stream of its own.
fn five_entries(writer: &Arc<Writer>, id: String) -> JoinHandle<()> {
    let writer = Arc::clone(writer);
    tokio::spawn(async move {
        for seq in 0..5 {
            let taken = writer.append(entry(&id, seq, &format!("c{seq}"))).await;
            let Append::Appended { seq: at, .. } = taken.unwrap() else {
                panic!("{id} {seq}");
            };
            assert_eq!(at, seq + 1);
        }
    })
}

#[tokio::test]
async fn so_many_commits_are_under_way_and_they_share_no_stream() {
    for commits_at_once in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        let ids: Vec<String> = (0..10).map(|n| format!("g{n}")).collect();
        let faults = [Fault::AnswerLost, Fault::CommitLost];
        let store = hanging(&folder, commits_at_once, &faults, &ids[..commits_at_once]).await;
        let writer = Arc::new(Writer::start(Arc::clone(&store)));
        let mut writers = Vec::new();
        for (place, id) in ids.iter().enumerate() {
            writers.push(five_entries(&writer, id.clone()));
            while store.batches.lock().unwrap().len() < commits_at_once.min(place + 1) {
                tokio::task::yield_now().await;
            }
        }
        // All hang: whatever comes waits.
        tokio::time::sleep(store.pause * 3).await;
        assert_eq!(store.batches.lock().unwrap().len(), commits_at_once);
        store.may_end.add_permits(1_000);
        for writer in writers {
            writer.await.unwrap();
        }
        assert_eq!(store.most_at_once.load(Ordering::Relaxed), commits_at_once);
    }
}

#[tokio::test]
async fn a_commit_that_hangs_holds_up_no_other_stream_where_two_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let store = hanging(&folder, 2, &[], &["slow".to_owned()]).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let slow = five_entries(&writer, "slow".to_owned());
    while store.batches.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let other = five_entries(&writer, "other".to_owned());
    let other = tokio::time::timeout(Duration::from_secs(30), other).await;
    other.expect("held up").unwrap();
    assert!(!slow.is_finished());
    store.may_end.add_permits(1_000);
    slow.await.unwrap();
}

#[tokio::test]
async fn an_entry_with_records_goes_alone_and_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let store = hanging(&folder, 1, &[], &["slow".to_owned()]).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let nothing = records::query("DELETE FROM journal_cursors WHERE consumer = 'nobody'");
    let with_records = NewEntry {
        records: vec![RecordWrite::new(nothing)],
        ..entry("b", 0, "first")
    };
    let mut appends = Vec::new();
    for new in [
        entry("slow", 0, "c"),
        entry("a", 0, "c"),
        with_records,
        entry("b", 0, "second"),
        entry("c", 0, "c"),
    ] {
        let own = Arc::clone(&writer);
        appends.push(tokio::spawn(async move { own.append(new).await.unwrap() }));
        while appends.len() == 1 && store.batches.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        // In the order of asking.
        tokio::task::yield_now().await;
    }
    store.may_end.add_permits(1_000);
    let mut answers = Vec::new();
    for append in appends {
        answers.push(append.await.unwrap());
    }
    let late = Append::Conflict { actual_seq: 1 };
    assert_eq!(answers, [FIRST, FIRST, FIRST, late, FIRST]);
    assert_eq!(*store.batches.lock().unwrap(), [1, 2, 1]);
}

#[tokio::test]
async fn closing_waits_for_every_commit_under_way_and_for_what_is_queued() {
    let folder = tempfile::tempdir().unwrap();
    let store = hanging(&folder, 2, &[Fault::Busy], &["slow".to_owned()]).await;
    let writer = Arc::new(Writer::start(Arc::clone(&store)));
    let mut appends = Vec::new();
    for id in ["slow", "a", "b", "c"] {
        let (own, id) = (Arc::clone(&writer), id.to_owned());
        let append = tokio::spawn(async move { own.append(entry(&id, 0, "c0")).await });
        appends.push(append);
        while appends.len() == 1 && store.batches.lock().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    }
    while store.batches.lock().unwrap().len() < 2 {
        tokio::task::yield_now().await;
    }
    let closing = tokio::spawn(async move { writer.close().await });
    tokio::time::sleep(store.pause * 5).await;
    assert!(!closing.is_finished(), "closed while a commit hung");
    store.may_end.add_permits(1_000);
    closing.await.unwrap();
    for append in appends {
        assert_eq!(append.await.unwrap().unwrap(), FIRST);
    }
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
