//! A process killed in the middle of its work loses nothing it acknowledged.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use outflank_journal::{
    Append, Cursor, DataFolder, DataFolderError, DeadlineChange, Journal, NewEntry, NewFact,
    SqliteJournal, StreamId,
};
use outflank_testbed::{breach, is_safe, no_breach};

use crate::check::within;

const FOLDER: &str = "OUTFLANK_CRASH_TEST_FOLDER";
/// Makes the child acknowledge before it appends, to prove that the loss would be noticed.
const TOO_EARLY: &str = "OUTFLANK_CRASH_TEST_TOO_EARLY";
const STREAMS: u64 = 6;

/// Not a test of its own: what the child process does until it is killed. Says `stream seq` on
/// its standard output for every entry that was acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a child process of the tests below"]
async fn child_that_writes() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let folder = DataFolder::open(folder).unwrap();
    let journal = SqliteJournal::open(folder.database("play"), None)
        .await
        .unwrap();
    let journal = Arc::new(journal);
    let writers: Vec<_> = (0..STREAMS)
        .map(|n| tokio::spawn(write_for_ever(Arc::clone(&journal), format!("g{n}"))))
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
}

async fn write_for_ever(journal: Arc<SqliteJournal>, id: String) {
    let stream = StreamId::new("game", &id);
    let mut seq = journal
        .last(&stream)
        .await
        .unwrap()
        .map_or(0, |entry| entry.seq);
    let too_early = std::env::var_os(TOO_EARLY).is_some();
    loop {
        if too_early {
            acknowledge(&id, seq + 1);
        }
        let answer = within("an append is answered", journal.append(entry(&stream, seq))).await;
        let answer = answer.unwrap();
        let Append::Appended { seq: next, .. } = answer else {
            panic!("{answer:?}");
        };
        seq = next;
        if !too_early {
            acknowledge(&id, seq);
        }
    }
}

fn acknowledge(id: &str, seq: u64) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "ack {id} {seq}").unwrap();
}

fn entry(stream: &StreamId, expected_seq: u64) -> NewEntry {
    let at_ms = i64::try_from(expected_seq).unwrap();
    NewEntry {
        stream: stream.clone(),
        expected_seq,
        at_ms,
        actor: "p1".into(),
        command_id: format!("c{expected_seq}"),
        schema_version: 1,
        body: format!("[{expected_seq}]").into_bytes(),
        facts: vec![NewFact {
            kind: "moved".into(),
            body: b"{}".to_vec(),
        }],
        deadline: DeadlineChange::Set { at_ms },
        records: Vec::new(),
    }
}

fn start_child(folder: &Path) -> Child {
    child(folder).spawn().unwrap()
}

fn child(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "crash::child_that_writes",
            "--ignored",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Kills the child after so many acknowledgements, some of each stream, and collects the last ones.
fn kill_after(child: &mut Child, count: usize, acknowledged: &mut BTreeMap<String, u64>) {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let mut seen = 0;
    while seen < count || (acknowledged.len() as u64) < STREAMS {
        line.clear();
        assert_ne!(
            out.read_line(&mut line).unwrap(),
            0,
            "the child ended early"
        );
        seen += usize::from(note(&line, acknowledged));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    // Only whole lines: the last one may be cut short.
    for line in rest
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
    {
        note(line, acknowledged);
    }
}

fn note(line: &str, acknowledged: &mut BTreeMap<String, u64>) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| *word != "ack");
    let (Some(_), Some(id), Some(seq)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let last = acknowledged.entry(id.to_owned()).or_default();
    *last = seq.parse::<u64>().unwrap().max(*last);
    true
}

#[tokio::test]
async fn a_killed_process_loses_no_acknowledged_entry() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = BTreeMap::new();
    for kill in 1..=5 {
        let mut child = start_child(folder.path());
        kill_after(&mut child, 60 * kill, &mut acknowledged);
        let lock = DataFolder::open(folder.path()).expect("the lock died with the process");
        let journal = SqliteJournal::open(lock.database("play"), None)
            .await
            .unwrap();
        assert_eq!(acknowledged.len() as u64, STREAMS);
        let mut entries = 0;
        let lost = lost(&journal, &acknowledged).await;
        if lost > 0 {
            breach(&format!("{lost} acknowledged entries lost at kill {kill}"));
        }
        for id in acknowledged.keys() {
            let stream = StreamId::new("game", id);
            let stands = journal.read(&stream, 0, u32::MAX).await.unwrap();
            let length = stands.len() as u64;
            for (entry, seq) in stands.iter().zip(1_u64..) {
                if entry.seq != seq || entry.body != format!("[{}]", seq - 1).into_bytes() {
                    breach(&format!("{id}: {entry:?} stands at {seq}"));
                }
            }
            entries += length;
        }
        check_what_is_written_with_entries(&journal, entries).await;
        journal.close().await;
    }
}

/// How many acknowledged entries do not stand.
async fn lost(journal: &SqliteJournal, acknowledged: &BTreeMap<String, u64>) -> u64 {
    let mut lost = 0;
    for (id, last) in acknowledged {
        let stands = journal.last(&StreamId::new("game", id)).await.unwrap();
        lost += last.saturating_sub(stands.map_or(0, |entry| entry.seq));
    }
    lost
}

#[tokio::test]
async fn a_process_that_acknowledged_too_early_would_be_caught() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let mut acknowledged = BTreeMap::new();
        let mut child = child(folder.path()).env(TOO_EARLY, "1").spawn().unwrap();
        kill_after(&mut child, 60, &mut acknowledged);
        let path = folder.path().join("play.sqlite");
        let journal = SqliteJournal::open(path, None).await.unwrap();
        if lost(&journal, &acknowledged).await > 0 {
            return;
        }
    }
    panic!("twenty kills of a process that acknowledges too early went unnoticed");
}

/// Facts and deadlines are there for exactly the entries that stand.
async fn check_what_is_written_with_entries(journal: &SqliteJournal, entries: u64) {
    let report = journal.verify_all().await.unwrap();
    no_breach(&report.breaks);
    assert!(report.is_sound(), "{report:?}");
    is_safe(
        "entries and facts",
        (report.entries, report.facts),
        (entries, entries),
    );
    let mut head = journal.facts_head();
    let numbered = head.wait_for(|head| *head == entries);
    within("what the killed process left is numbered", numbered)
        .await
        .unwrap();
    let feed = journal.facts(&Cursor::beginning(), u32::MAX).await.unwrap();
    let mut numbers = feed.facts.iter().map(|fact| fact.number);
    is_safe(
        "the numbers of facts",
        numbers.by_ref().eq(1..=entries),
        true,
    );
    for open in journal.open_streams("game").await.unwrap() {
        let last = journal.last(&open.stream).await.unwrap().unwrap();
        assert_eq!(open.deadline_ms, Some(last.at_ms));
    }
}

#[test]
fn a_folder_in_use_by_another_process_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start_child(folder.path());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("ack ") {
        line.clear();
        assert_ne!(
            out.read_line(&mut line).unwrap(),
            0,
            "the child ended early"
        );
    }
    let refusal = DataFolder::open(folder.path()).unwrap_err();
    assert!(
        matches!(refusal, DataFolderError::InUse { .. }),
        "{refusal}"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    DataFolder::open(folder.path()).unwrap();
}
