//! Commits whose outcome is lost on the way.

use std::sync::Arc;

use outflank_journal::{Append, Journal, PostgresJournal, PostgresOptions, RecordWrite, Store};
use outflank_testbed::{Postgres, is_safe, no_breach};

use super::proxy::{Cut, Proxy};
use crate::check::{check, entry, eventually, numbered, within};
use crate::with_entry::{TABLES, note, notes};

struct Way {
    direct: String,
    proxy: Proxy,
    journal: Arc<PostgresJournal>,
}

async fn way(schema: &str) -> Way {
    let server = Postgres::shared();
    let proxy = Proxy::start(server.port()).await;
    let direct = server.url();
    let port = |port: u16| format!(":{port}/");
    let url = direct.replace(&port(server.port()), &port(proxy.address.port()));
    let journal = PostgresJournal::open(&PostgresOptions::new(url, schema)).await;
    Way {
        direct,
        proxy,
        journal: Arc::new(journal.unwrap()),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_cut_off_in_the_middle_is_made_once_and_acknowledged() {
    let Way {
        direct,
        proxy,
        journal,
    } = way("cut_off").await;
    let mut cuts = 0;
    for seq in 0..30 {
        let command = format!("c{seq}");
        let cut = [None, Some(Cut::Request), Some(Cut::Answer)][usize::try_from(seq % 3).unwrap()];
        if let Some(cut) = cut {
            proxy.cut(&format!("[{command:?}]"), cut);
            cuts += 1;
        }
        let answer = journal.append(entry("a", seq, &command)).await.unwrap();
        assert!(
            matches!(answer, Append::Appended { seq: at, .. } if at == seq + 1),
            "{command}, {cut:?}: {answer:?}"
        );
        assert_eq!(
            proxy.cuts(),
            cuts,
            "the commit of {command} was not cut off"
        );
    }
    numbered(&*journal, 30).await;
    let standing = check(&direct, "cut_off").await;
    let all = (0..30).map(|n| (("a".to_owned(), n + 1), format!("c{n}")));
    standing.holds(&all.collect());
    is_safe("commands", standing.commands.len(), 30);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_lost_commit_the_place_may_be_anothers() {
    let Way {
        direct,
        proxy,
        journal,
    } = way("taken").await;
    let rival = PostgresJournal::open(&PostgresOptions::new(&direct, "taken"))
        .await
        .unwrap();
    for (round, cut) in [Cut::Request, Cut::Answer].into_iter().enumerate() {
        let id = format!("g{round}");
        journal.append(entry(&id, 0, "c0")).await.unwrap();
        proxy.cut_and_hold("[\"ours\"]", cut);
        let ours = tokio::spawn({
            let (journal, new) = (Arc::clone(&journal), entry(&id, 1, "ours"));
            async move { journal.append(new).await }
        });
        eventually("it is cut off", || {
            assert!(!ours.is_finished(), "answered before it was cut off");
            proxy.cuts() > round
        })
        .await;
        let theirs = rival.append(entry(&id, 1, "theirs")).await.unwrap();
        proxy.go_on();
        let ours = within("it is answered", ours).await.unwrap().unwrap();
        match cut {
            Cut::Request => {
                assert!(
                    matches!(theirs, Append::Appended { seq: 2, .. }),
                    "{theirs:?}"
                );
                is_safe("our entry", ours, Append::Conflict { actual_seq: 2 });
            }
            Cut::Answer => {
                is_safe("their entry", theirs, Append::Conflict { actual_seq: 2 });
                assert!(matches!(ours, Append::Appended { seq: 2, .. }), "{ours:?}");
            }
        }
    }
    rival.close().await;
    let standing = check(&direct, "taken").await;
    no_breach(&standing.faults);
    is_safe("commands", standing.commands.len(), 4);
}

/// The entry's statement, or the commit after what it writes of records, is cut off on its way there or back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_with_an_entry_is_written_once_when_its_commit_is_cut_off() {
    let server = Postgres::shared();
    let proxy = Proxy::start(server.port()).await;
    let port = |port: u16| format!(":{port}/");
    let url = server.url();
    let url = url.replace(&port(server.port()), &port(proxy.address.port()));
    let options = PostgresOptions::new(&url, "cut_off_with_records");
    let store = Store::in_postgres(options, Some(&TABLES)).await.unwrap();
    let mut all = Vec::new();
    for seq in 0..8 {
        let command = format!("c{seq}");
        let cut = [Cut::Request, Cut::Answer][usize::try_from(seq % 2).unwrap()];
        let cut_off = if seq < 4 {
            "COMMIT".to_owned()
        } else {
            format!("[{command:?}]")
        };
        proxy.cut(&cut_off, cut);
        let mut new = entry("a", seq, &command);
        new.records = vec![RecordWrite::required(note(&command, "once"))];
        let answer = store.journal.append(new).await.unwrap();
        assert!(
            matches!(answer, Append::Appended { seq: at, .. } if at == seq + 1),
            "{command}, {cut:?}: {answer:?}"
        );
        all.push((command, "once".to_owned()));
        assert_eq!(
            proxy.cuts(),
            usize::try_from(seq + 1).unwrap(),
            "{cut_off} was not cut off"
        );
        assert_eq!(notes(&store).await, all);
    }
}
