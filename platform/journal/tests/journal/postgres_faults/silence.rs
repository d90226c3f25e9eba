//! A server that does not answer at all, and one that ends in good order.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use outflank_journal::{Append, Journal, JournalError, PostgresJournal, PostgresOptions};
use outflank_testbed::{Postgres, is_safe};

use crate::check::{check, entry, numbered, within};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_server_is_given_up_by_readers_and_waited_for_by_commits() {
    let mut server = Postgres::start();
    let url = server.url();
    let journal = PostgresJournal::open(&PostgresOptions::new(&url, "play"))
        .await
        .unwrap();
    let journal = Arc::new(journal);
    journal.append(entry("a", 0, "c0")).await.unwrap();
    server.pause();
    let commit = tokio::spawn({
        let journal = Arc::clone(&journal);
        // On a busy machine the silence may begin before it is sent: then it is refused, and was not written.
        async move {
            loop {
                match journal.append(entry("a", 1, "c1")).await {
                    Err(JournalError::Storage { .. }) => {}
                    answer => return answer,
                }
            }
        }
    });
    for _ in 0..2 {
        let read = journal.read(&entry("a", 0, "").stream, 0, 10).await;
        assert!(
            matches!(read, Err(JournalError::Storage { .. })),
            "{read:?}"
        );
    }
    assert!(!commit.is_finished(), "answered before the server did");
    server.resume();
    let answer = within("the commit is answered", commit).await;
    let answer = answer.unwrap().unwrap();
    assert!(
        matches!(answer, Append::Appended { seq: 2, .. }),
        "{answer:?}"
    );
    println!("a silent server was waited for");

    server.stop();
    let away = journal.append(entry("a", 2, "c2"));
    let away = within("an answer in good time", away);
    server.restart();
    match away.await {
        Ok(answer) => assert!(
            matches!(answer, Append::Appended { seq: 3, .. }),
            "{answer:?}"
        ),
        Err(error) => assert!(matches!(error, JournalError::Storage { .. }), "{error}"),
    }
    let taken = async {
        loop {
            match journal.append(entry("a", 2, "c2")).await {
                Ok(Append::Appended { .. } | Append::Repeated { .. }) => break,
                Ok(other) => panic!("{other:?}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    within("the last entry is taken", taken).await;
    numbered(&*journal, 3).await;
    let standing = check(&url, "play").await;
    let all = (0..3).map(|n| (("a".to_owned(), n + 1), format!("c{n}")));
    let all: BTreeMap<_, _> = all.collect();
    standing.holds(&all);
    is_safe("what stands", standing.commands, all);
    journal.close().await;
}
