//! Appending, reading, and who wins.

use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Waker};

use outflank_journal::{Append, Hash, JournalError, StreamId, entry_hash};

use super::backend::{Backend, entry, fact, game, must_append};

pub async fn entries_are_read_as_they_were_appended(backend: &impl Backend) {
    let journal = backend.open().await;
    let mut appended = Vec::new();
    for seq in 0..5 {
        let mut new = entry("a", seq, &format!("c{seq}"));
        new.actor = format!("p{}", seq % 2);
        new.body = vec![0, 255, u8::try_from(seq).unwrap()];
        new.schema_version = u32::MAX;
        new.at_ms = i64::MIN;
        new.facts = vec![fact("moved", "{}"); usize::try_from(seq).unwrap()];
        must_append(&*journal, new.clone()).await;
        appended.push(new);
    }
    let read = journal.read(&game("a"), 0, 100).await.unwrap();
    assert_eq!(read.len(), 5);
    let mut previous = Hash::NONE;
    for ((new, entry), seq) in appended.iter().zip(&read).zip(1..) {
        assert_eq!(entry.stream, new.stream);
        assert_eq!(entry.seq, seq);
        assert_eq!(entry.at_ms, new.at_ms);
        assert_eq!(entry.actor, new.actor);
        assert_eq!(entry.command_id, new.command_id);
        assert_eq!(entry.schema_version, new.schema_version);
        assert_eq!(entry.body, new.body);
        assert_eq!(entry.previous_hash, previous);
        assert_eq!(entry.hash, entry_hash(entry, &new.facts));
        previous = entry.hash;
    }
    assert_eq!(journal.read(&game("a"), 2, 2).await.unwrap(), read[2..4]);
    assert_eq!(journal.read(&game("a"), 5, 2).await.unwrap(), []);
    assert_eq!(journal.read(&game("a"), u64::MAX, 2).await.unwrap(), []);
    assert_eq!(
        journal.last(&game("a")).await.unwrap().as_ref(),
        read.last()
    );
    assert_eq!(journal.last(&game("b")).await.unwrap(), None);
    let by_command = journal.by_command(&game("a"), "p1", "c3").await.unwrap();
    assert_eq!(by_command.as_ref(), Some(&read[3]));
    let others = journal.by_command(&game("a"), "p0", "c3").await.unwrap();
    assert_eq!(others, None);
    let report = journal.verify(&game("a")).await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.entries, report.facts), (5, 10));
}

pub async fn an_entry_follows_the_one_expected_or_nothing_is_written(backend: &impl Backend) {
    let journal = backend.open().await;
    let ahead = journal.append(entry("a", 1, "c0")).await.unwrap();
    assert_eq!(ahead, Append::Conflict { actual_seq: 0 });
    for seq in 0..3 {
        must_append(&*journal, entry("a", seq, &format!("c{seq}"))).await;
    }
    for wrong in [0, 1, 2, 4, 1000] {
        let answer = journal.append(entry("a", wrong, "new")).await.unwrap();
        assert_eq!(answer, Append::Conflict { actual_seq: 3 }, "after {wrong}");
    }
    assert_eq!(journal.read(&game("a"), 0, 100).await.unwrap().len(), 3);
    must_append(&*journal, entry("a", 3, "new")).await;
}

pub async fn a_repeated_command_gets_its_first_answer(backend: &impl Backend) {
    let journal = backend.open().await;
    must_append(&*journal, entry("a", 0, "c0")).await;
    must_append(&*journal, entry("a", 1, "c1")).await;
    let first = journal.read(&game("a"), 0, 1).await.unwrap().remove(0);
    for expected in [0, 1, 2, 3] {
        let mut again = entry("a", expected, "c0");
        again.body = b"something else".to_vec();
        let answer = journal.append(again).await.unwrap();
        let entry = Box::new(first.clone());
        assert_eq!(answer, Append::Repeated { entry }, "expecting {expected}");
    }
    let mut by_another = entry("a", 2, "c0");
    by_another.actor = "p2".into();
    must_append(&*journal, by_another).await;
    must_append(&*journal, entry("b", 0, "c0")).await;
    assert_eq!(journal.read(&game("a"), 0, 100).await.unwrap().len(), 3);
}

pub async fn entries_the_journal_cannot_take_are_refused(backend: &impl Backend) {
    let journal = backend.open().await;
    let good = entry("a", 0, "c0");
    let mut bad = vec![good.clone(); 10];
    bad[0].stream.id = String::new();
    bad[1].stream.kind = String::new();
    bad[2].stream.id = "a/b".into();
    bad[3].stream.kind = "spiel\u{e9}".into();
    bad[4].actor = String::new();
    bad[5].command_id = "x".repeat(201);
    bad[6].expected_seq = u64::MAX;
    bad[7].facts = vec![fact("", "{}")];
    bad[8].expected_seq = i64::MAX.unsigned_abs();
    bad[9].command_id = "c\0".into();
    for bad in bad {
        let refusal = journal.append(bad.clone()).await.unwrap_err();
        assert!(
            matches!(refusal, JournalError::InvalidEntry { .. }),
            "{bad:?}: {refusal}"
        );
    }
    assert_eq!(journal.last(&game("a")).await.unwrap(), None);
    must_append(&*journal, good).await;
}

pub async fn streams_are_listed_by_kind(backend: &impl Backend) {
    let journal = backend.open().await;
    for id in ["b", "a", "c"] {
        must_append(&*journal, entry(id, 0, "c0")).await;
        must_append(&*journal, entry(id, 1, "c1")).await;
    }
    let mut other = entry("t", 0, "c0");
    other.stream.kind = "tournament".into();
    must_append(&*journal, other).await;
    let games = journal.streams("game").await.unwrap();
    assert_eq!(games, [game("a"), game("b"), game("c")]);
    let tournaments = journal.streams("tournament").await.unwrap();
    assert_eq!(tournaments, [StreamId::new("tournament", "t")]);
    assert_eq!(journal.streams("player").await.unwrap(), []);
    for (kind, streams) in [("game", &games), ("tournament", &tournaments)] {
        let mut seqs = Vec::new();
        for stream in streams {
            let last = journal.last(stream).await.unwrap().unwrap();
            seqs.push((stream.clone(), last.seq));
        }
        assert_eq!(journal.last_seqs(kind).await.unwrap(), seqs);
    }
    assert_eq!(journal.last_seqs("player").await.unwrap(), []);
    assert_eq!(journal.verify_all().await.unwrap().streams, 4);
}

pub async fn one_of_many_writers_takes_each_place(backend: &impl Backend) {
    const WRITERS: u64 = 8;
    const EACH: u64 = 15;
    let journal = backend.open().await;
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let journal = journal.clone();
        writers.push(tokio::spawn(async move {
            let mut won = Vec::new();
            let mut expected = 0;
            for n in 0..EACH {
                loop {
                    let new = entry("a", expected, &format!("w{writer}-{n}"));
                    match journal.append(new).await.unwrap() {
                        Append::Appended { seq, .. } => {
                            won.push(seq);
                            expected = seq;
                            break;
                        }
                        Append::Conflict { actual_seq } => {
                            assert!(actual_seq > expected);
                            expected = actual_seq;
                        }
                        Append::Repeated { entry } => panic!("never sent before: {entry:?}"),
                        Append::Unmet => panic!("it requires nothing"),
                    }
                }
            }
            won
        }));
    }
    let mut won = Vec::new();
    for writer in writers {
        won.extend(writer.await.unwrap());
    }
    won.sort_unstable();
    assert_eq!(won, (1..=WRITERS * EACH).collect::<Vec<_>>());
    let report = journal.verify_all().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!(report.entries, WRITERS * EACH);
}

pub async fn one_of_many_commands_takes_a_place(backend: &impl Backend) {
    let journal = backend.open().await;
    must_append(&*journal, entry("a", 0, "c0")).await;
    let rivals: Vec<_> = (0..50)
        .map(|n| {
            let journal = journal.clone();
            tokio::spawn(async move { journal.append(entry("a", 1, &format!("r{n}"))).await })
        })
        .collect();
    let mut appended = 0;
    for rival in rivals {
        match rival.await.unwrap().unwrap() {
            Append::Appended { seq: 2, .. } => appended += 1,
            Append::Conflict { actual_seq: 2 } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(appended, 1);
}

pub async fn a_command_sent_many_times_at_once_is_appended_once(backend: &impl Backend) {
    let journal = backend.open().await;
    let senders: Vec<_> = (0..50)
        .map(|_| {
            let journal = journal.clone();
            tokio::spawn(async move { journal.append(entry("a", 0, "c0")).await })
        })
        .collect();
    let mut appended = 0;
    let mut repeated = Vec::new();
    for sender in senders {
        match sender.await.unwrap().unwrap() {
            Append::Appended { seq: 1, .. } => appended += 1,
            Append::Repeated { entry } => repeated.push(*entry),
            other => panic!("{other:?}"),
        }
    }
    let stands = journal.read(&game("a"), 0, 10).await.unwrap();
    assert_eq!((appended, stands.len()), (1, 1));
    assert!(repeated.iter().all(|entry| *entry == stands[0]));
}

pub async fn a_caller_who_goes_away_cuts_nothing_in_half(backend: &impl Backend) {
    // On a thread of its own no commit can have returned at the first look.
    tokio::task::block_in_place(|| {
        let mut alone = tokio::runtime::Builder::new_current_thread();
        let alone = alone.enable_all().build().unwrap();
        alone.block_on(callers_go_away(backend));
    });
}

async fn callers_go_away(backend: &impl Backend) {
    let journal = backend.open().await;
    for n in 0..20 {
        let mut new = entry(&format!("g{n}"), 0, "c0");
        new.facts = vec![fact("moved", "{}"), fact("finished", "{}")];
        let mut append = pin!(journal.append(new));
        let queued = append
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        assert!(queued.is_pending(), "the commit had returned");
        // Here the caller goes away.
    }
    must_append(&*journal, entry("last", 0, "c0")).await;
    let mut head = journal.facts_head();
    let all = head.wait_for(|head| *head == 40);
    let all = tokio::time::timeout(outflank_testbed::PATIENCE, all).await;
    all.expect("all are numbered").unwrap();
    for n in 0..20 {
        let read = journal.read(&game(&format!("g{n}")), 0, 10).await.unwrap();
        assert_eq!(read.len(), 1, "game g{n}");
    }
    assert!(journal.verify_all().await.unwrap().is_sound());
}

pub async fn many_streams_at_once_keep_their_chains(backend: &impl Backend) {
    const STREAMS: u64 = 150;
    let journal = backend.open().await;
    let writers: Vec<_> = (0..STREAMS)
        .map(|n| {
            let journal = journal.clone();
            tokio::spawn(async move {
                for seq in 0..4 {
                    let new = entry(&format!("g{n}"), seq, &format!("c{seq}"));
                    must_append(&*journal, new).await;
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let report = journal.verify_all().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.streams, report.entries), (STREAMS, STREAMS * 4));
}

pub async fn a_closed_journal_takes_nothing(backend: &impl Backend) {
    let journal = backend.open().await;
    let queued: Vec<_> = (0..30)
        .map(|n| {
            let journal = journal.clone();
            tokio::spawn(async move { journal.append(entry(&format!("g{n}"), 0, "c0")).await })
        })
        .collect();
    journal.close().await;
    let mut acknowledged = Vec::new();
    for (n, append) in queued.into_iter().enumerate() {
        match append.await.unwrap() {
            Ok(Append::Appended { .. }) => acknowledged.push(game(&format!("g{n}"))),
            Err(JournalError::Closed) => {}
            other => panic!("{other:?}"),
        }
    }
    let late = journal.append(entry("late", 0, "c0")).await;
    assert!(matches!(late, Err(JournalError::Closed)), "{late:?}");
    acknowledged.sort();
    let again = backend.open().await;
    assert_eq!(again.streams("game").await.unwrap(), acknowledged);
}

pub async fn entries_outlast_a_restart(backend: &impl Backend) {
    let journal = backend.open().await;
    must_append(&*journal, entry("a", 0, "c0")).await;
    must_append(&*journal, entry("a", 1, "c1")).await;
    let before = journal.read(&game("a"), 0, 10).await.unwrap();
    journal.close().await;
    let journal = backend.open().await;
    assert_eq!(journal.read(&game("a"), 0, 10).await.unwrap(), before);
    let repeated = journal.append(entry("a", 1, "c1")).await.unwrap();
    assert!(matches!(repeated, Append::Repeated { .. }));
    must_append(&*journal, entry("a", 2, "c2")).await;
    assert!(journal.verify_all().await.unwrap().is_sound());
}
