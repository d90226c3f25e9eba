//! Streams carried from one store to another, and whole stores copied while somebody writes to them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use outflank_journal::{
    Append, Cursor, DeadlineChange, JournalLocation, NewEntry, NewFact, PostgresOptions, Store,
    StreamId, backup,
    moving::{self, MovingError},
};
use outflank_testbed::{Postgres, breach};

use crate::check::eventually;

const ENTRIES: u64 = 7;

fn entry(id: &str, expected_seq: u64) -> NewEntry {
    NewEntry {
        stream: StreamId::new("game", id),
        expected_seq,
        at_ms: 1_000 + i64::try_from(expected_seq).unwrap(),
        actor: "p1".into(),
        command_id: format!("c{expected_seq}"),
        schema_version: 1,
        body: format!("{{\"ply\":{expected_seq},\"é\":\"\\\"\"}}").into_bytes(),
        facts: (0..expected_seq % 3)
            .map(|place| NewFact {
                kind: "moved".into(),
                body: place.to_string().into_bytes(),
            })
            .collect(),
        deadline: DeadlineChange::Keep,
        records: Vec::new(),
    }
}

async fn fill(store: &Store, id: &str, from: u64, to: u64) {
    for seq in from..to {
        let answer = store.journal.append(entry(id, seq)).await.unwrap();
        assert!(matches!(answer, Append::Appended { .. }), "{answer:?}");
    }
}

async fn in_file(folder: &tempfile::TempDir, name: &str) -> Store {
    let path = folder.path().join(name);
    Store::in_sqlite(&path, None).await.unwrap()
}

async fn in_schema(url: &str, schema: &str) -> Store {
    let options = PostgresOptions::new(url, schema);
    Store::in_postgres(options, None).await.unwrap()
}

/// Everything that a consumer is told from the beginning.
async fn told(store: &Store) -> Vec<String> {
    let mut cursor = Cursor::beginning();
    let mut told = Vec::new();
    loop {
        let page = store.journal.facts(&cursor, 1_000).await.unwrap();
        if page.facts.is_empty() {
            return told;
        }
        told.extend(page.facts.into_iter().map(|fact| fact.id));
        cursor = page.cursor;
    }
}

#[tokio::test]
async fn a_stream_is_carried_byte_for_byte_between_stores_of_both_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let postgres = Postgres::shared().database();
    let home = in_file(&folder, "home.sqlite").await;
    fill(&home, "a", 0, ENTRIES).await;
    fill(&home, "b", 0, 2).await;
    let stream = StreamId::new("game", "a");
    let carried = moving::stream(&home.records, &stream).await.unwrap();
    moving::check(&carried).unwrap();
    let away = in_schema(&postgres.url, "play").await;
    let further = in_file(&folder, "further.sqlite").await;
    for (from, to) in [(&home, &away), (&away, &further)] {
        let carried = moving::stream(&from.records, &stream).await.unwrap();
        let written = moving::adopt(&to.records, &[&carried[..3]]).await.unwrap();
        assert_eq!(written, 3);
        // The rest, however often.
        let written = moving::adopt(&to.records, &[&carried]).await.unwrap();
        assert_eq!(written, ENTRIES - 3);
        assert_eq!(moving::adopt(&to.records, &[&carried]).await.unwrap(), 0);
        let arrived = moving::stream(&to.records, &stream).await.unwrap();
        assert_eq!(arrived, carried);
        assert!(to.journal.verify_all().await.unwrap().is_sound());
        let facts = told(to).await;
        assert_eq!(
            facts.len(),
            carried
                .iter()
                .map(|stored| stored.facts.len())
                .sum::<usize>()
        );
        assert!(facts[0].starts_with("game/a/"), "{facts:?}");
    }
    // It goes on there, and comes back as it is then.
    fill(&further, "a", ENTRIES, ENTRIES + 2).await;
    let back = moving::stream(&further.records, &stream).await.unwrap();
    assert_eq!(moving::adopt(&home.records, &[&back]).await.unwrap(), 2);
    fill(&home, "a", ENTRIES + 2, ENTRIES + 3).await;
    assert!(home.journal.verify_all().await.unwrap().is_sound());
}

#[tokio::test]
async fn what_was_altered_or_went_another_way_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (home, other) = (
        in_file(&folder, "home.sqlite").await,
        in_file(&folder, "other.sqlite").await,
    );
    fill(&home, "a", 0, 4).await;
    let stream = StreamId::new("game", "a");
    let carried = moving::stream(&home.records, &stream).await.unwrap();
    type Change = fn(&mut moving::StoredEntry);
    let changes: [Change; 6] = [
        |stored| stored.entry.body.push(b' '),
        |stored| stored.entry.at_ms += 1,
        |stored| stored.entry.actor.push('x'),
        |stored| stored.facts[0].body.push(b' '),
        |stored| drop(stored.facts.pop()),
        |stored| stored.entry.seq += 1,
    ];
    for change in changes {
        let mut altered = carried.clone();
        change(&mut altered[2]);
        let found = moving::check(&altered).unwrap_err();
        assert!(matches!(found, MovingError::Altered { .. }), "{found}");
    }
    moving::adopt(&other.records, &[&carried[..2]])
        .await
        .unwrap();
    let mut own = entry("a", 2);
    own.command_id = "another".into();
    other.journal.append(own).await.unwrap();
    let parted = moving::adopt(&other.records, &[&carried])
        .await
        .unwrap_err();
    assert!(
        matches!(parted, MovingError::Diverged { seq: 3, .. }),
        "{parted}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_copied_as_they_are_at_one_instant_while_somebody_writes() {
    let folder = tempfile::tempdir().unwrap();
    let first = in_file(&folder, "first.sqlite").await;
    let second = in_file(&folder, "second.sqlite").await;
    fill(&first, "a", 0, 200).await;
    let (told_first, told_second) = (first.clone(), second.clone());
    // An entry stands in the second only after the one of its number stands in the first.
    let enough = Arc::new(AtomicBool::new(false));
    let told_enough = Arc::clone(&enough);
    let written = Arc::new(AtomicU64::new(0));
    let told_written = Arc::clone(&written);
    let writing = tokio::spawn(async move {
        for seq in (0..).take_while(|_| !told_enough.load(Ordering::Relaxed)) {
            fill(&told_first, "b", seq, seq + 1).await;
            fill(&told_second, "b", seq, seq + 1).await;
            told_written.store(seq + 1, Ordering::Relaxed);
        }
    });
    let is_writing = || written.load(Ordering::Relaxed) >= 3;
    eventually("somebody writes", is_writing).await;
    let place = |name: &str| folder.path().join(name);
    let pairs = [
        (place("first.sqlite"), place("first.copy")),
        (place("second.sqlite"), place("second.copy")),
    ];
    backup::copy_files(&pairs).await.unwrap();
    enough.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    let mut lengths = Vec::new();
    for (_, copy) in &pairs {
        let at_rest = JournalLocation::File(copy.clone());
        assert!(at_rest.verify().await.unwrap().is_sound());
        let records = at_rest.records().await.unwrap();
        let stream = moving::stream(&records, &StreamId::new("game", "b")).await;
        lengths.push(stream.unwrap().len());
    }
    if lengths[0] != lengths[1] && lengths[0] != lengths[1] + 1 {
        breach(&format!("the copies are of two instants: {lengths:?}"));
    }

    let before = Store::in_sqlite(place("first.copy"), None).await.unwrap();
    let (epoch, content) = (
        before.journal.epoch(),
        backup::content(&before.records).await.unwrap(),
    );
    assert_eq!(content.entries, 200 + lengths[0] as u64);
    before.journal.close().await;
    backup::renew_file(&place("first.copy")).await.unwrap();
    let renewed = Store::in_sqlite(place("first.copy"), None).await.unwrap();
    assert_ne!(renewed.journal.epoch(), epoch);
    assert_eq!(backup::content(&renewed.records).await.unwrap(), content);
    fill(&renewed, "b", lengths[0] as u64, lengths[0] as u64 + 1).await;
}

#[tokio::test]
async fn schemas_are_copied_and_made_anew_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = Postgres::shared();
    let (from, to) = (server.database().url, server.database().url);
    let home = in_schema(&from, "play").await;
    fill(&home, "a", 0, ENTRIES).await;
    let facts = told(&home).await;
    let schemas = ["play".to_owned()];
    let dumped = backup::dump_schemas(&from, &schemas, folder.path()).await;
    let dumped = dumped.unwrap().remove(0);
    assert_eq!(
        dumped.content,
        backup::content(&home.records).await.unwrap()
    );
    let empty = in_schema(&to, "play").await;
    let epochs = [home.journal.epoch(), empty.journal.epoch()];
    empty.journal.close().await;
    let check = || backup::check_restorable(&to, &dumped, folder.path());
    check().await.unwrap();
    let content = backup::restore_schema(&to, &dumped, folder.path()).await;
    assert_eq!(content.unwrap(), dumped.content);
    let again = check().await.unwrap_err().to_string();
    assert!(again.contains("already"), "{again}");
    let again = backup::restore_schema(&to, &dumped, folder.path()).await;
    assert!(again.is_err(), "what is there is not written over");
    let restored = in_schema(&to, "play").await;
    assert!(!epochs.contains(&restored.journal.epoch()));
    assert!(restored.journal.verify_all().await.unwrap().is_sound());
    assert_eq!(told(&restored).await, facts);
    fill(&restored, "a", ENTRIES, ENTRIES + 3).await;
    assert_eq!(told(&restored).await.len(), facts.len() + 3);

    let file = folder.path().join("play/journal_entries.copy");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let other = server.database().url;
    in_schema(&other, "play").await.journal.close().await;
    let altered = backup::restore_schema(&other, &dumped, folder.path()).await;
    assert!(altered.unwrap_err().to_string().contains("altered"));
    let nothing = in_schema(&other, "play").await;
    let content = backup::content(&nothing.records).await.unwrap();
    assert_eq!(content.entries, 0);
}
