//! Journals of a database, looked at from outside.

use outflank_journal::{
    ChainFault, Journal, JournalError, JournalLocation, PostgresJournal, PostgresOptions,
    journals_in,
};
use outflank_testbed::Postgres;
use sqlx::{AssertSqlSafe, SqlSafeStr};

use crate::check::{self, entry};

#[tokio::test]
async fn every_journal_of_a_database_is_found_and_walked() {
    let url = Postgres::shared().database().url;
    let none = journals_in(&url).await.unwrap_err();
    assert!(matches!(none, JournalError::NotAJournal { .. }), "{none}");
    for (schema, entries) in [("play", 3), ("pairing", 2)] {
        let journal = PostgresJournal::open(&PostgresOptions::new(&url, schema))
            .await
            .unwrap();
        for seq in 0..entries {
            journal
                .append(entry("a", seq, &format!("c{seq}")))
                .await
                .unwrap();
        }
        journal.close().await;
    }
    let place = |schema: &str| JournalLocation::Schema {
        url: url.clone(),
        schema: schema.to_owned(),
    };
    assert_eq!(journals_in(&url).await.unwrap(), ["pairing", "play"]);
    let report = place("play").verify().await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    assert_eq!((report.streams, report.entries, report.facts), (1, 3, 3));
    let mut read = Vec::new();
    place("pairing")
        .read("game", |stream, entries| {
            read.push((stream.id, entries.len()));
        })
        .await
        .unwrap();
    assert_eq!(read, [("a".to_owned(), 2)]);
    let other = place("ratings").verify().await.unwrap_err();
    assert!(matches!(other, JournalError::NotAJournal { .. }), "{other}");

    let mut raw = check::connect(&url).await;
    for change in [
        "UPDATE play.journal_entries SET body = 'x'",
        "DELETE FROM play.journal_entries",
        "TRUNCATE play.journal_entries",
        "UPDATE play.journal_facts SET body = 'x'",
        "UPDATE play.journal_facts SET number = 9",
        "DELETE FROM play.journal_facts",
        "TRUNCATE play.journal_facts",
    ] {
        let sql = AssertSqlSafe(change.to_owned()).into_sql_str();
        let refused = sqlx::raw_sql(sql).execute(&mut raw).await.unwrap_err();
        assert!(
            refused.to_string().contains("never changed or removed"),
            "{change}: {refused}"
        );
    }
    check::run(
        &mut raw,
        "SET session_replication_role = replica; \
         UPDATE play.journal_entries SET body = 'x' WHERE seq = 2; \
         DELETE FROM pairing.journal_entries WHERE seq = 2",
    )
    .await;
    let report = place("play").verify().await.unwrap();
    let [found] = &report.breaks[..] else {
        panic!("{report:?}");
    };
    assert_eq!((found.seq, &found.fault), (2, &ChainFault::WrongHash));
    let report = place("pairing").verify().await.unwrap();
    assert_eq!(report.breaks[0].fault, ChainFault::MissingEntry);
}
