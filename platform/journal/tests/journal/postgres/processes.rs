//! Several processes write to one journal at a time.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use outflank_journal::{
    Append, Cursor, Journal, JournalError, NewEntry, PostgresJournal, PostgresOptions,
    StoreFailure, entry_hash,
};
use outflank_testbed::{Postgres, breach, is_safe, no_breach};
use sqlx::Connection as _;

use crate::check::{self, check, entry};

const URL: &str = "OUTFLANK_TEST_URL";
const SCHEMA: &str = "OUTFLANK_TEST_SCHEMA";
const NAME: &str = "OUTFLANK_TEST_NAME";
const STREAMS: usize = 6;
const WRITERS: usize = 4;
/// Entries each writer of a process has to get in.
const EACH: usize = 40;

/// Not a test of its own: what a child process does. Says `ack stream seq command` for every entry
/// that was acknowledged, `done` at the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a child process of the tests below"]
async fn child_that_writes() {
    let (Ok(url), Ok(schema), Ok(name)) = (
        std::env::var(URL),
        std::env::var(SCHEMA),
        std::env::var(NAME),
    ) else {
        return;
    };
    let journal = PostgresJournal::open(&PostgresOptions::new(url, schema)).await;
    let journal = Arc::new(journal.unwrap());
    let writers: Vec<_> = (0..WRITERS)
        .map(|n| tokio::spawn(write(Arc::clone(&journal), format!("{name}-{n}"))))
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    say("done");
    // Its parent ends it, with its connections open.
    std::future::pending().await
}

async fn write(journal: Arc<PostgresJournal>, name: String) {
    let mut known = [0; STREAMS];
    for n in 0..EACH {
        let stream = n % STREAMS;
        let (id, command) = (format!("g{stream}"), format!("{name}-{n}"));
        let last = &mut known[stream];
        loop {
            let appended = journal.append(entry(&id, *last, &command));
            match check::within("an append is answered", appended).await {
                Ok(Append::Appended { seq, .. }) => {
                    *last = seq;
                    say(&format!("ack {id} {seq} {command}"));
                    break;
                }
                Ok(Append::Conflict { actual_seq }) => {
                    assert!(actual_seq > *last, "{actual_seq} after {last}");
                    *last = actual_seq;
                }
                // It stood still for so long that it found its database away.
                Err(error) if error.is_away() => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Ok(Append::Repeated { entry }) => {
                    *last = entry.seq;
                    say(&format!("ack {id} {} {command}", entry.seq));
                    break;
                }
                other => panic!("{command}: {other:?}"),
            }
        }
    }
}

fn say(line: &str) {
    writeln!(std::io::stdout().lock(), "{line}").unwrap();
}

struct Process {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Process {
    fn start(url: &str, schema: &str, name: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "postgres::processes::child_that_writes",
                "--ignored",
                "--nocapture",
            ])
            .envs([(URL, url), (SCHEMA, schema), (NAME, name)])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// Reads acknowledgements until so many have come, or the process is done.
    fn acknowledged(&mut self, most: usize, all: &mut BTreeMap<(String, u64), String>) {
        let mut line = String::new();
        let mut seen = 0;
        while seen < most {
            line.clear();
            assert_ne!(
                self.out.read_line(&mut line).unwrap(),
                0,
                "a process ended early"
            );
            let mut words = line
                .split_whitespace()
                .skip_while(|word| !["ack", "done"].contains(word));
            match (words.next(), words.next(), words.next(), words.next()) {
                (Some("ack"), Some(id), Some(seq), Some(command)) => {
                    let place = (id.to_owned(), seq.parse().unwrap());
                    let taken = all.insert(place, command.to_owned());
                    if let Some(other) = taken {
                        breach(&format!("{line} was given to {other} too"));
                    }
                    seen += 1;
                }
                (Some("done"), ..) => return,
                _ => {}
            }
        }
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An entry in a transaction that has not ended.
pub async fn begin_entry(connection: &mut sqlx::PgConnection, new: &NewEntry) {
    let stands = outflank_journal::Entry {
        stream: new.stream.clone(),
        seq: 1,
        at_ms: new.at_ms,
        actor: new.actor.clone(),
        command_id: new.command_id.clone(),
        schema_version: new.schema_version,
        body: new.body.clone(),
        previous_hash: outflank_journal::Hash::NONE,
        hash: outflank_journal::Hash::NONE,
    };
    let hash = entry_hash(&stands, &new.facts);
    sqlx::query("INSERT INTO journal_entries VALUES ('game', $1, 1, $2, $3, $4, 1, $5, $6, $7)")
        .bind(&new.stream.id)
        .bind(new.at_ms)
        .bind(&new.actor)
        .bind(&new.command_id)
        .bind(&new.body)
        .bind(&[0_u8; 32][..])
        .bind(&hash.0[..])
        .execute(&mut *connection)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO journal_facts (stream_kind, stream_id, seq, place, kind, body) \
         VALUES ('game', $1, 1, 0, 'moved', $2)",
    )
    .bind(&new.stream.id)
    .bind(&new.facts[0].body)
    .execute(&mut *connection)
    .await
    .unwrap();
}

/// Reads on from a cursor until the head is reached; each fact has the next number.
async fn follow(journal: &PostgresJournal, cursor: &mut Cursor, seen: &mut Vec<String>) {
    loop {
        let page = journal.facts(cursor, 7).await.unwrap();
        for (fact, number) in page.facts.iter().zip(cursor.number + 1..) {
            if fact.number != number {
                breach(&format!("the number {number} was left out: {fact:?}"));
            }
            seen.push(String::from_utf8(fact.body.clone()).unwrap());
        }
        *cursor = page.cursor;
        if page.facts.is_empty() {
            return;
        }
    }
}

/// One process is killed and one stands still in the middle, a transaction is open all the while.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_streams_and_a_feed() {
    let url = Postgres::shared().url();
    let schema = "shared_by_processes";
    let journal = PostgresJournal::open(&PostgresOptions::new(&url, schema))
        .await
        .unwrap();
    let mut open = check::connect(&url).await;
    check::run(&mut open, &format!("SET search_path = {schema}")).await;
    let mut transaction = open.begin().await.unwrap();
    begin_entry(&mut transaction, &entry("late", 0, "late")).await;

    let mut acknowledged = BTreeMap::new();
    let (mut cursor, mut seen) = (Cursor::beginning(), Vec::new());
    let mut processes: Vec<_> = (0..4)
        .map(|n| Process::start(&url, schema, &format!("p{n}")))
        .collect();
    for process in &mut processes {
        process.acknowledged(10, &mut acknowledged);
    }
    let killed = processes.remove(0);
    drop(killed);
    let mut still = processes.remove(0);
    still.signal("-STOP");
    for process in &mut processes {
        process.acknowledged(usize::MAX, &mut acknowledged);
        follow(&journal, &mut cursor, &mut seen).await;
    }
    // Two wrote everything of theirs, and their facts are read, whatever the others do.
    let complete =
        |seen: &[String], name: &str| seen.iter().filter(|c| c.starts_with(name)).count();
    let all_of_one = WRITERS * EACH;
    for name in ["p2-", "p3-"] {
        is_safe(name, complete(&seen, name), all_of_one);
    }
    is_safe("facts before their commit", complete(&seen, "late"), 0);
    transaction.commit().await.unwrap();
    journal.wake();
    follow(&journal, &mut cursor, &mut seen).await;
    if complete(&seen, "late") != 1 {
        breach("a late commit was skipped");
    }
    still.signal("-CONT");
    still.acknowledged(usize::MAX, &mut acknowledged);
    follow(&journal, &mut cursor, &mut seen).await;

    let standing = check(&url, schema).await;
    standing.holds(&acknowledged);
    let told: Vec<_> = standing.facts.into_values().collect();
    if told != seen {
        breach(&format!("the feed told {seen:?} and holds {told:?}"));
    }
    let report = journal.verify_all().await.unwrap();
    no_breach(&report.breaks);
    assert!(report.is_sound(), "{report:?}");
    println!(
        "{} entries of four processes, {} acknowledged",
        report.entries,
        acknowledged.len()
    );
}

/// Whoever is told that there is nothing more takes a round that was published for one that never was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_does_not_end_before_what_waits_for_its_number() {
    let url = Postgres::shared().url();
    let schema = "waiting_for_numbers";
    let options = PostgresOptions::new(&url, schema);
    let journal = Arc::new(PostgresJournal::open(&options).await.unwrap());
    let turn = format!("1332112491, hashtext('{schema}')");
    let mut other = check::connect(&url).await;
    check::run(&mut other, &format!("SELECT pg_advisory_lock({turn})")).await;
    journal.append(entry("g", 0, "first")).await.unwrap();
    let reading = Arc::clone(&journal);
    let read = tokio::spawn(async move { reading.facts(&Cursor::beginning(), 10).await });
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(!read.is_finished(), "the page was answered without it");
    check::run(&mut other, &format!("SELECT pg_advisory_unlock({turn})")).await;
    let page = match read.await.unwrap() {
        // It was patient to its end before the turn was free.
        Err(error) if error.is_away() => journal.facts(&Cursor::beginning(), 10).await,
        read => read,
    };
    let page = page.unwrap();
    assert_eq!(page.facts.len(), 1);

    // When nobody numbers it, the page is refused.
    check::run(&mut other, &format!("SELECT pg_advisory_lock({turn})")).await;
    journal.append(entry("g", 1, "second")).await.unwrap();
    let refused = journal.facts(&page.cursor, 10).await;
    let refused = refused.expect_err("an empty page");
    assert!(refused.is_away(), "{refused}");
}

/// Without the key on place and stream, two processes take the same one, and that does not pass.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_without_its_key_is_caught() {
    let url = Postgres::shared().url();
    let schema = "without_key";
    let options = PostgresOptions::new(&url, schema);
    let journals = [
        Arc::new(PostgresJournal::open(&options).await.unwrap()),
        Arc::new(PostgresJournal::open(&options).await.unwrap()),
    ];
    let mut raw = check::connect(&url).await;
    let drop = format!("ALTER TABLE {schema}.journal_entries DROP CONSTRAINT journal_entries_pkey");
    check::run(&mut raw, &drop).await;
    let drop = format!(
        "ALTER TABLE {schema}.journal_facts \
         DROP CONSTRAINT journal_facts_stream_kind_stream_id_seq_place_key"
    );
    check::run(&mut raw, &drop).await;
    for round in 0..500 {
        let id = format!("g{round}");
        let both = journals
            .iter()
            .zip(["one", "other"])
            .map(|(journal, command)| {
                let (journal, new) = (Arc::clone(journal), entry(&id, 0, command));
                tokio::spawn(async move { journal.append(new).await.unwrap() })
            });
        let both: Vec<_> = both.collect();
        let mut taken = 0;
        for append in both {
            taken += u32::from(matches!(append.await.unwrap(), Append::Appended { .. }));
        }
        if taken == 2 {
            assert!(!check(&url, schema).await.faults.is_empty());
            assert!(!journals[0].verify_all().await.unwrap().is_sound());
            return;
        }
    }
    panic!("two writers never met in one place, 500 times");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_process_remembers_another_may_have_changed() {
    let url = Postgres::shared().url();
    let options = PostgresOptions::new(&url, "remembered");
    let one = PostgresJournal::open(&options).await.unwrap();
    let other = PostgresJournal::open(&options).await.unwrap();
    assert_eq!(one.epoch(), other.epoch());
    let mut head = one.facts_head();
    for seq in 0..10 {
        let writer = if seq % 2 == 0 { &one } else { &other };
        let answer = writer
            .append(entry("a", seq, &format!("c{seq}")))
            .await
            .unwrap();
        assert!(matches!(answer, Append::Appended { .. }), "{answer:?}");
        let outdated = if seq % 2 == 0 { &other } else { &one };
        let late = outdated
            .append(entry("a", seq, &format!("l{seq}")))
            .await
            .unwrap();
        let taken = Append::Conflict {
            actual_seq: seq + 1,
        };
        is_safe("a place that is taken", late, taken);
        let again = outdated
            .append(entry("a", seq, &format!("c{seq}")))
            .await
            .unwrap();
        is_safe("repeated", matches!(again, Append::Repeated { .. }), true);
    }
    let all = head.wait_for(|head| *head == 10);
    check::within("all are numbered", all).await.unwrap();
    let cursor = other.facts(&Cursor::beginning(), 100).await.unwrap().cursor;
    is_safe("facts", cursor.number, 10);

    // An older state is restored under the feet of both.
    let mut raw = check::connect(&url).await;
    check::run(
        &mut raw,
        "SET search_path = remembered; SET session_replication_role = replica; \
         DELETE FROM journal_entries WHERE seq > 4; DELETE FROM journal_facts WHERE seq > 4; \
         UPDATE journal_store SET epoch = 'restored'",
    )
    .await;
    let foreign = one.facts(&cursor, 100).await.unwrap_err();
    assert!(
        matches!(foreign, JournalError::ForeignCursor { .. }),
        "{foreign}"
    );
    let left = head.wait_for(|head| *head == 4);
    check::within("the older state is seen", left)
        .await
        .unwrap();
    assert_eq!(one.epoch(), "restored");
    // It wrote the last entry of all, and remembers it.
    let gone = other.append(entry("a", 4, "n4")).await.unwrap_err();
    assert!(
        matches!(gone, JournalError::PredecessorChanged { .. }),
        "{gone}"
    );
    let answer = one.append(entry("a", 4, "n4")).await.unwrap();
    assert_eq!(
        answer,
        Append::Appended {
            seq: 5,
            at_ms: 1_004
        }
    );
    let answer = other.append(entry("a", 5, "n5")).await.unwrap();
    assert_eq!(
        answer,
        Append::Appended {
            seq: 6,
            at_ms: 1_005
        }
    );
    no_breach(&check(&url, "remembered").await.faults);
}
