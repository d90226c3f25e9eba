//! What only the SQLite backend promises.

use std::path::Path;

use outflank_journal::{
    Append, ChainFault, ChainReport, DataFolder, DataFolderError, DeadlineChange, Journal,
    JournalError, JournalLocation, NewEntry, NewFact, SqliteJournal, StreamId, records,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqlSafeStr};

fn entry(id: &str, expected_seq: u64) -> NewEntry {
    NewEntry {
        stream: StreamId::new("game", id),
        expected_seq,
        at_ms: 1_000,
        actor: "p1".into(),
        command_id: format!("c{expected_seq}"),
        schema_version: 1,
        body: br#"{"square":"d3"}"#.to_vec(),
        facts: vec![NewFact {
            kind: "moved".into(),
            body: b"{}".to_vec(),
        }],
        deadline: DeadlineChange::Set { at_ms: 2_000 },
        records: Vec::new(),
    }
}

async fn verify_file(path: &Path) -> Result<ChainReport, JournalError> {
    JournalLocation::File(path.to_owned()).verify().await
}

async fn fill(path: &Path) {
    let journal = SqliteJournal::open(path, None).await.unwrap();
    for id in ["a", "b"] {
        for seq in 0..5 {
            let answer = journal.append(entry(id, seq)).await.unwrap();
            assert!(matches!(answer, Append::Appended { .. }));
        }
    }
    journal.close().await;
}

async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .connect()
        .await
        .unwrap()
}

async fn run(connection: &mut SqliteConnection, sql: &str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()).into_sql_str())
        .execute(connection)
        .await
        .map(|_| ())
}

const UNGUARD: &str = "DROP TRIGGER journal_entries_stand; DROP TRIGGER journal_entries_stay; \
    DROP TRIGGER journal_facts_stand; DROP TRIGGER journal_facts_stay; \
    PRAGMA ignore_check_constraints = ON;";

#[tokio::test]
async fn every_kind_of_tampering_is_found_where_it_was_done() {
    type IsFault = fn(&ChainFault) -> bool;
    let wrong_hash: IsFault = |fault| matches!(fault, ChainFault::WrongHash);
    let unreadable: IsFault = |fault| matches!(fault, ChainFault::Unreadable(_));
    let at = "WHERE stream_id = 'b' AND seq = 3";
    let tamperings: Vec<(String, i64, IsFault)> = vec![
        (
            format!("UPDATE journal_entries SET body = x'7b7d' {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_entries SET at_ms = 999 {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_entries SET actor = 'p2' {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_entries SET command_id = 'x' {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_entries SET schema_version = 2 {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_facts SET body = x'5b5d' {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_facts SET kind = 'won' {at}"),
            3,
            wrong_hash,
        ),
        (format!("DELETE FROM journal_facts {at}"), 3, wrong_hash),
        (
            format!("UPDATE journal_entries SET hash = zeroblob(32) {at}"),
            3,
            wrong_hash,
        ),
        (
            format!("UPDATE journal_entries SET hash = zeroblob(32) {at}"),
            4,
            |fault| matches!(fault, ChainFault::WrongPrevious),
        ),
        (
            format!("UPDATE journal_entries SET hash = zeroblob(31) {at}"),
            3,
            unreadable,
        ),
        (
            format!("UPDATE journal_entries SET schema_version = -1 {at}"),
            3,
            unreadable,
        ),
        (format!("DELETE FROM journal_entries {at}"), 4, |fault| {
            matches!(fault, ChainFault::Gap { after: 2 })
        }),
        (format!("DELETE FROM journal_entries {at}"), 3, |fault| {
            matches!(fault, ChainFault::MissingEntry)
        }),
    ];
    for (sql, seq, is_fault) in tamperings {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("play.sqlite");
        fill(&path).await;
        let mut connection = raw(&path).await;
        run(&mut connection, UNGUARD).await.unwrap();
        run(&mut connection, &sql).await.expect(&sql);
        connection.close().await.unwrap();
        let report = verify_file(&path).await.unwrap();
        let found = |report: &ChainReport| {
            report
                .breaks
                .iter()
                .any(|found| found.stream.id == "b" && found.seq == seq && is_fault(&found.fault))
        };
        assert!(found(&report), "{sql}: {report:?}");
        let journal = SqliteJournal::open(&path, None).await.unwrap();
        let own = journal.verify(&StreamId::new("game", "b")).await.unwrap();
        assert!(found(&own), "{sql}: {own:?}");
        let other = journal.verify(&StreamId::new("game", "a")).await.unwrap();
        assert!(other.is_sound(), "{sql}: {other:?}");
        journal.close().await;
    }
}

#[tokio::test]
async fn a_recomputed_entry_breaks_the_chain_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("play.sqlite");
    fill(&path).await;
    let journal = SqliteJournal::open(&path, None).await.unwrap();
    let stream = StreamId::new("game", "a");
    let mut forged = journal.read(&stream, 1, 1).await.unwrap().remove(0);
    journal.close().await;
    forged.body = br#"{"square":"c4"}"#.to_vec();
    forged.hash = outflank_journal::entry_hash(&forged, &entry("a", 1).facts);
    let mut connection = raw(&path).await;
    run(&mut connection, UNGUARD).await.unwrap();
    sqlx::query("UPDATE journal_entries SET body = ?, hash = ? WHERE stream_id = 'a' AND seq = 2")
        .bind(&forged.body)
        .bind(&forged.hash.0[..])
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let report = verify_file(&path).await.unwrap();
    assert_eq!(report.breaks.len(), 1, "{report:?}");
    assert_eq!(report.breaks[0].seq, 3);
    assert_eq!(report.breaks[0].fault, ChainFault::WrongPrevious);
}

#[tokio::test]
async fn entries_and_facts_are_guarded_against_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("play.sqlite");
    fill(&path).await;
    let mut connection = raw(&path).await;
    for sql in [
        "UPDATE journal_entries SET body = x'00'",
        "DELETE FROM journal_entries",
        "UPDATE journal_facts SET body = x'00'",
        "UPDATE journal_facts SET number = number + 100",
        "DELETE FROM journal_facts",
    ] {
        let refused = run(&mut connection, sql).await.unwrap_err().to_string();
        assert!(refused.contains("never"), "{sql}: {refused}");
    }
    connection.close().await.unwrap();
    assert!(verify_file(&path).await.unwrap().is_sound());
}

#[tokio::test]
async fn a_file_is_verified_without_touching_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("play.sqlite");
    fill(&path).await;
    let before = std::fs::read(&path).unwrap();
    let report = verify_file(&path).await.unwrap();
    assert_eq!(report.breaks, []);
    assert_eq!((report.streams, report.entries, report.facts), (2, 10, 10));
    assert!(std::fs::read(&path).unwrap() == before, "the file changed");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    // A server at work on it does not disturb, nor is it disturbed.
    let journal = SqliteJournal::open(&path, None).await.unwrap();
    journal.append(entry("c", 0)).await.unwrap();
    assert_eq!(verify_file(&path).await.unwrap().streams, 3);
    journal.append(entry("c", 1)).await.unwrap();
}

#[tokio::test]
async fn what_is_no_journal_is_told_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(
        &text,
        "not a database, but long enough to look like one ".repeat(100),
    )
    .unwrap();
    let foreign = folder.path().join("foreign.sqlite");
    let mut connection = SqliteConnectOptions::new()
        .filename(&foreign)
        .create_if_missing(true)
        .connect()
        .await
        .unwrap();
    run(&mut connection, "CREATE TABLE t (x)").await.unwrap();
    connection.close().await.unwrap();
    for path in [&text, &foreign, &folder.path().join("missing.sqlite")] {
        let refusal = verify_file(path).await.unwrap_err();
        assert!(
            matches!(refusal, JournalError::NotAJournal { .. }),
            "{refusal}"
        );
    }
    for path in [&text, &foreign] {
        let refusal = SqliteJournal::open(path, None).await.unwrap_err();
        assert!(
            matches!(refusal, JournalError::NotAJournal { .. }),
            "{refusal}"
        );
    }
}

#[tokio::test]
async fn the_journal_is_written_ahead_and_in_full() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path().join("play.sqlite"), None)
        .await
        .unwrap();
    let mut write = journal.records().write().await.unwrap();
    for (pragma, expected) in [("synchronous", "2"), ("foreign_keys", "1")] {
        let value: i64 = records::query_scalar(AssertSqlSafe(format!("PRAGMA {pragma}")))
            .fetch_one(&mut write)
            .await
            .unwrap();
        assert_eq!(value.to_string(), expected, "{pragma}");
    }
    let mode: String = records::query_scalar("PRAGMA journal_mode")
        .fetch_one(&mut write)
        .await
        .unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn a_long_log_begins_again_and_grows_no_more() {
    // Larger entries than there ever are, so that few make the log long.
    const BODY: usize = 256 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("play.sqlite");
    let journal = SqliteJournal::open(&path, None).await.unwrap();
    let log = || std::fs::metadata(path.with_extension("sqlite-wal")).unwrap();
    let append = async |seq| {
        let large = NewEntry {
            body: vec![b' '; BODY],
            ..entry("a", seq)
        };
        let answer = journal.append(large).await.unwrap();
        assert!(matches!(answer, Append::Appended { .. }), "{answer:?}");
    };
    let mut written = 0;
    while journal.measures().restart_us.count() == 0 {
        assert!(written < 4_000, "the log has {} bytes", log().len());
        append(written).await;
        written += 1;
    }
    let length = log().len();
    assert!(length > 16 * 1024 * 1024, "begun again at {length} bytes");
    append(written).await;
    assert_eq!(log().len(), length, "it is written over");
    let measures = journal.measures();
    assert_eq!(measures.queued_us.count(), written + 1);
    let found = journal.verify_all().await.unwrap();
    assert_eq!(found.entries, written + 1);
    journal.close().await;
    assert_eq!(verify_file(&path).await.unwrap().entries, written + 1);
}

fn names() -> sqlx::migrate::Migrator {
    sqlx::migrate::Migrator::with_migrations(vec![sqlx::migrate::Migration::new(
        1,
        "names".into(),
        sqlx::migrate::MigrationType::Simple,
        "CREATE TABLE names (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT".into_sql_str(),
        false,
    )])
}

#[tokio::test]
async fn records_are_written_before_the_entry_that_refers_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairing.sqlite");
    for round in 0..2_u64 {
        let journal = SqliteJournal::open(&path, Some(&names())).await.unwrap();
        let records = journal.records();
        let mut write = records.write().await.unwrap();
        records::query("INSERT INTO names VALUES ($1, 'Ada Example')")
            .bind(format!("e{round}"))
            .execute(&mut write)
            .await
            .unwrap();
        write.commit().await.unwrap();
        let answer = journal.append(entry("t", round)).await.unwrap();
        assert!(matches!(answer, Append::Appended { .. }));
        let count: i64 = records::query_scalar("SELECT count(*) FROM names")
            .fetch_one(records.read())
            .await
            .unwrap();
        assert_eq!(count.unsigned_abs(), round + 1);
        let through_reader = records::query("DELETE FROM names")
            .execute(records.read())
            .await;
        assert!(through_reader.is_err(), "readers only read");
        journal.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_and_entries_written_at_once_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairing.sqlite");
    let journal = SqliteJournal::open(&path, Some(&names())).await.unwrap();
    let journal = std::sync::Arc::new(journal);
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let journal = journal.clone();
            tokio::spawn(async move {
                for n in 0..15 {
                    let mut write = journal.records().write().await.unwrap();
                    records::query("INSERT INTO names VALUES ($1, 'Ada Example')")
                        .bind(format!("{writer}-{n}"))
                        .execute(&mut write)
                        .await
                        .unwrap();
                    write.commit().await.unwrap();
                    let answer = journal.append(entry(&format!("t{writer}"), n)).await;
                    assert!(matches!(answer, Ok(Append::Appended { .. })), "{answer:?}");
                    journal
                        .beat("play-1", i64::try_from(n).unwrap())
                        .await
                        .unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let count: i64 = records::query_scalar("SELECT count(*) FROM names")
        .fetch_one(journal.records().read())
        .await
        .unwrap();
    assert_eq!(count, 120);
    assert_eq!(journal.verify_all().await.unwrap().entries, 120);
}

#[tokio::test]
async fn a_records_transaction_kept_open_fails_the_append_instead_of_hanging_it() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path().join("play.sqlite"), None)
        .await
        .unwrap();
    let write = journal.records().write().await.unwrap();
    let refused = journal.append(entry("a", 0)).await.unwrap_err();
    assert_eq!(refused.code(), "journal_storage");
    drop(write);
    let answer = journal.append(entry("a", 0)).await.unwrap();
    assert_eq!(
        answer,
        Append::Appended {
            seq: 1,
            at_ms: 1_000
        }
    );
}

#[test]
fn a_second_server_on_a_data_folder_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let path = parent.path().join("new").join("data");
    let folder = DataFolder::open(&path).unwrap();
    assert_eq!(folder.database("play"), path.join("play.sqlite"));
    let refusal = DataFolder::open(&path).unwrap_err();
    assert!(matches!(refusal, DataFolderError::InUse { .. }));
    assert_eq!(
        refusal.to_string(),
        format!(
            "the data folder {} is in use by another server; \
             stop that one or give this one a folder of its own",
            path.display()
        )
    );
    drop(folder);
    DataFolder::open(&path).unwrap();
    let file = parent.path().join("file");
    std::fs::write(&file, "").unwrap();
    let refusal = DataFolder::open(&file).unwrap_err();
    assert!(matches!(refusal, DataFolderError::Io { .. }), "{refusal}");
}
