//! Facts and cursors.

use std::collections::BTreeMap;

use outflank_journal::{Append, Cursor, Fact, Journal, JournalError, feed};
use outflank_proto::feed::v1 as proto;
use outflank_testbed::PATIENCE;

use super::backend::{Backend, entry, fact, game, must_append};

async fn until(journal: &dyn Journal, number: u64) {
    let mut head = journal.facts_head();
    let reached = head.wait_for(|head| *head >= number);
    tokio::time::timeout(PATIENCE, reached)
        .await
        .expect("facts are numbered")
        .expect("the sequencer runs");
}

pub async fn facts_come_in_order_with_stable_ids(backend: &impl Backend) {
    let journal = backend.open().await;
    let empty = journal.facts(&Cursor::beginning(), 10).await.unwrap();
    assert_eq!((empty.facts.len(), empty.cursor.number), (0, 0));
    for seq in 0..4 {
        let mut new = entry("a", seq, &format!("c{seq}"));
        new.facts = vec![fact("moved", &format!("m{seq}")), fact("clock", "k")];
        must_append(&*journal, new).await;
    }
    until(&*journal, 8).await;
    let page = journal.facts(&Cursor::beginning(), 100).await.unwrap();
    assert_eq!(page.cursor.number, 8);
    assert_eq!(page.cursor.epoch, journal.epoch());
    for (fact, n) in page.facts.iter().zip(0_u64..) {
        let (seq, place) = (n / 2 + 1, n % 2);
        assert_eq!(fact.number, n + 1);
        assert_eq!(fact.id, format!("game/a/{seq}/{place}"));
        assert_eq!((&fact.stream, fact.seq), (&game("a"), seq));
        assert_eq!(fact.at_ms, entry("a", seq - 1, "").at_ms);
        let (kind, body) = match place {
            0 => ("moved", format!("m{}", seq - 1)),
            _ => ("clock", "k".to_owned()),
        };
        assert_eq!(
            (fact.kind.as_str(), &fact.body[..]),
            (kind, body.as_bytes())
        );
    }
    let mut cursor = empty.cursor;
    let mut paged = Vec::new();
    while paged.len() < 8 {
        let next = journal.facts(&cursor, 3).await.unwrap();
        assert!((1..=3).contains(&next.facts.len()));
        paged.extend(next.facts);
        cursor = next.cursor;
    }
    assert_eq!(paged, page.facts);
    let end = journal.facts(&cursor, 3).await.unwrap();
    assert_eq!((end.facts, end.cursor), (vec![], cursor));
}

pub async fn no_fact_is_skipped_while_many_write(backend: &impl Backend) {
    const WRITERS: u64 = 10;
    const EACH: u64 = 20;
    let journal = backend.open().await;
    let reader = tokio::spawn({
        let journal = journal.clone();
        async move {
            let mut head = journal.facts_head();
            let mut cursor = Cursor::beginning();
            let mut seen: Vec<Fact> = Vec::new();
            while (seen.len() as u64) < WRITERS * EACH * 2 {
                head.wait_for(|head| *head > cursor.number).await.unwrap();
                let page = journal.facts(&cursor, 7).await.unwrap();
                seen.extend(page.facts);
                cursor = page.cursor;
            }
            seen
        }
    });
    for writer in 0..WRITERS {
        let journal = journal.clone();
        tokio::spawn(async move {
            for seq in 0..EACH {
                let mut new = entry(&format!("g{writer}"), seq, &format!("c{seq}"));
                new.facts = vec![fact("first", "{}"), fact("second", "{}")];
                must_append(&*journal, new).await;
            }
        });
    }
    let seen = tokio::time::timeout(PATIENCE, reader)
        .await
        .expect("every fact comes")
        .unwrap();
    let numbers: Vec<_> = seen.iter().map(|fact| fact.number).collect();
    assert_eq!(numbers, (1..=WRITERS * EACH * 2).collect::<Vec<_>>());
    let mut by_stream: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for fact in &seen {
        by_stream
            .entry(fact.stream.clone())
            .or_default()
            .push((fact.seq, fact.kind.as_str()));
    }
    assert_eq!(by_stream.len() as u64, WRITERS);
    let in_order: Vec<_> = (1..=EACH)
        .flat_map(|seq| [(seq, "first"), (seq, "second")])
        .collect();
    for (stream, facts) in by_stream {
        assert_eq!(facts, in_order, "{stream}");
    }
}

pub async fn a_cursor_of_another_store_is_refused<B: Backend>(backend: &B) {
    let other_backend = B::start().await;
    let (journal, other) = (backend.open().await, other_backend.open().await);
    assert_ne!(journal.epoch(), other.epoch());
    for store in [&journal, &other] {
        let mut new = entry("a", 0, "c0");
        new.facts = vec![fact("moved", "{}")];
        must_append(&**store, new).await;
        until(&**store, 1).await;
    }
    let theirs = other.facts(&Cursor::beginning(), 1).await.unwrap().cursor;
    let ours = journal.facts(&Cursor::beginning(), 1).await.unwrap().cursor;
    let beyond = Cursor {
        number: 2,
        ..ours.clone()
    };
    let nameless = Cursor {
        epoch: String::new(),
        number: 1,
    };
    for foreign in [theirs, beyond, nameless] {
        let refusal = journal.facts(&foreign, 10).await.unwrap_err();
        assert!(
            matches!(refusal, JournalError::ForeignCursor { head: 1, .. }),
            "{foreign}: {refusal}"
        );
    }
    assert_eq!(journal.facts(&ours, 10).await.unwrap().facts, []);
}

pub async fn a_consumer_with_a_foreign_cursor_is_told_to_start_over(backend: &impl Backend) {
    let journal = backend.open().await;
    let mut new = entry("a", 0, "c0");
    new.facts = vec![fact("moved", "{}"); 2];
    must_append(&*journal, new).await;
    until(&*journal, 2).await;
    let foreign = Cursor {
        epoch: "of another store".into(),
        number: 7,
    };
    let mut request = proto::ReadFactsRequest {
        after: Some(feed::to_proto(foreign)),
        limit: 10,
        at_end: false,
    };
    let reset = feed::read_facts(&*journal, request.clone()).await.unwrap();
    let next = reset.next.expect("where to read on");
    assert_eq!((reset.facts.len(), next.number), (0, 0));
    assert_eq!(next.epoch, journal.epoch());
    request.after = Some(next);
    let all = feed::read_facts(&*journal, request).await.unwrap();
    let ids: Vec<_> = all.facts.iter().map(|fact| fact.id.as_str()).collect();
    assert_eq!(ids, ["game/a/1/0", "game/a/1/1"]);
    assert_eq!(all.facts[0].stream, "game/a");
    assert_eq!(all.next.as_ref().map(|next| next.number), Some(2));

    let end = proto::ReadFactsRequest {
        at_end: true,
        ..proto::ReadFactsRequest::default()
    };
    let end = feed::read_facts(&*journal, end).await.unwrap();
    assert_eq!((end.facts.len(), end.next), (0, all.next));
}

pub async fn the_feed_goes_on_after_a_restart(backend: &impl Backend) {
    let journal = backend.open().await;
    let epoch = journal.epoch();
    let mut new = entry("a", 0, "c0");
    new.facts = vec![fact("moved", "{}")];
    must_append(&*journal, new).await;
    // Closing numbers what has not been numbered yet.
    journal.close().await;
    let journal = backend.open().await;
    assert_eq!(journal.epoch(), epoch);
    assert_eq!(*journal.facts_head().borrow(), 1);
    let page = journal.facts(&Cursor::beginning(), 10).await.unwrap();
    let mut new = entry("a", 1, "c1");
    new.facts = vec![fact("moved", "{}")];
    must_append(&*journal, new).await;
    until(&*journal, 2).await;
    let next = journal.facts(&page.cursor, 10).await.unwrap().facts;
    assert_eq!(next.len(), 1);
    assert_eq!((next[0].number, next[0].id.as_str()), (2, "game/a/2/0"));
}

pub async fn a_refused_append_leaves_no_fact(backend: &impl Backend) {
    let journal = backend.open().await;
    let mut new = entry("a", 0, "c0");
    new.facts = vec![fact("moved", "{}")];
    must_append(&*journal, new.clone()).await;
    let repeated = journal.append(new.clone()).await.unwrap();
    assert!(matches!(repeated, Append::Repeated { .. }));
    new.command_id = "c1".into();
    let conflict = journal.append(new.clone()).await.unwrap();
    assert_eq!(conflict, Append::Conflict { actual_seq: 1 });
    new.expected_seq = 1;
    must_append(&*journal, new).await;
    until(&*journal, 2).await;
    let page = journal.facts(&Cursor::beginning(), 10).await.unwrap();
    let ids: Vec<_> = page.facts.iter().map(|fact| fact.id.as_str()).collect();
    assert_eq!(ids, ["game/a/1/0", "game/a/2/0"]);
}

pub async fn saved_cursors_are_found_again_and_never_go_back(backend: &impl Backend) {
    let journal = backend.open().await;
    let never = journal.load_cursor("play-from-pairing").await.unwrap();
    assert!(never.is_beginning());
    for (epoch, number, kept) in [
        ("of-pairing", 3, 3),
        ("of-pairing", 9, 9),
        ("of-pairing", 5, 9),
        ("of-pairing-restored", 2, 2),
        ("", 0, 0),
        ("of-pairing", 5, 5),
    ] {
        let epoch = epoch.to_owned();
        let cursor = Cursor { epoch, number };
        let saved = journal.save_cursor("play-from-pairing", &cursor).await;
        saved.unwrap();
        let loaded = journal.load_cursor("play-from-pairing").await.unwrap();
        assert_eq!((&loaded.epoch, loaded.number), (&cursor.epoch, kept));
    }
    journal.close().await;
    let journal = backend.open().await;
    let loaded = journal.load_cursor("play-from-pairing").await.unwrap();
    assert_eq!(loaded.to_string(), "of-pairing:5");
    assert!(journal.load_cursor("other").await.unwrap().is_beginning());
}
