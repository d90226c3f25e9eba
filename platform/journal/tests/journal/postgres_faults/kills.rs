//! A server that is killed under load.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use outflank_journal::{Append, Journal, JournalError, PostgresJournal, PostgresOptions};
use outflank_testbed::{Postgres, breach, is_safe};

use crate::check::{check, entry, eventually, numbered, within};

const WRITERS: u64 = 8;
const KILLS: u64 = 4;
/// Acknowledgements before each kill.
const BETWEEN: u64 = 150;

#[derive(Default)]
struct Load {
    acknowledged: Mutex<BTreeMap<(String, u64), String>>,
    count: AtomicU64,
    refused: AtomicU64,
    enough: AtomicBool,
}

/// Sends each command until it is answered, like a client that has no answer.
async fn write(journal: Arc<PostgresJournal>, load: Arc<Load>, id: String) {
    let mut last = 0;
    while !load.enough.load(Ordering::Relaxed) {
        let command = format!("{id}-{last}");
        let seq = loop {
            match journal.append(entry(&id, last, &command)).await {
                Ok(Append::Appended { seq, .. }) => break seq,
                Ok(Append::Repeated { entry }) => break entry.seq,
                Ok(Append::Unmet) => panic!("it requires nothing"),
                Ok(Append::Conflict { actual_seq }) => {
                    breach(&format!("{command}: nobody else writes, {actual_seq}"))
                }
                Err(JournalError::Storage { .. }) => {
                    load.refused.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                Err(error) => panic!("{command}: {error}"),
            }
        };
        if seq != last + 1 {
            breach(&format!("{command} stands at {seq}, after {last}"));
        }
        last = seq;
        load.acknowledged
            .lock()
            .unwrap()
            .insert((id.clone(), seq), command);
        load.count.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_under_load_loses_nothing_it_acknowledged() {
    let mut server = Postgres::start();
    let journal = PostgresJournal::open(&PostgresOptions::new(server.url(), "play")).await;
    let journal = Arc::new(journal.unwrap());
    let load = Arc::new(Load::default());
    let writers: Vec<_> = (0..WRITERS)
        .map(|n| {
            tokio::spawn(write(
                Arc::clone(&journal),
                Arc::clone(&load),
                format!("g{n}"),
            ))
        })
        .collect();
    for kill in 1..=KILLS {
        let goal = load.count.load(Ordering::Relaxed) + BETWEEN;
        eventually("so many are acknowledged", || {
            load.count.load(Ordering::Relaxed) >= goal
        })
        .await;
        server.kill();
        let away = journal.last(&entry("g0", 0, "").stream).await;
        assert!(
            matches!(away, Err(JournalError::Storage { .. })),
            "{away:?}"
        );
        server.restart();
        println!("kill {kill} of {KILLS}: {goal} acknowledged");
    }
    let goal = load.count.load(Ordering::Relaxed) + BETWEEN;
    eventually("so many are acknowledged", || {
        load.count.load(Ordering::Relaxed) >= goal
    })
    .await;
    load.enough.store(true, Ordering::Relaxed);
    for writer in writers {
        within("a writer ends", writer).await.unwrap();
    }
    let acknowledged = load.acknowledged.lock().unwrap().clone();
    numbered(&*journal, acknowledged.len() as u64).await;
    let standing = check(&server.url(), "play").await;
    standing.holds(&acknowledged);
    is_safe("what stands", &standing.commands, &acknowledged);
    let refused = load.refused.load(Ordering::Relaxed);
    println!(
        "{} acknowledged over {KILLS} kills, {refused} refused meanwhile",
        acknowledged.len()
    );
    journal.close().await;
}
