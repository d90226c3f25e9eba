//! What is written of records with an entry stands exactly where the entry does, in either database.

use std::sync::Arc;

use outflank_journal::{
    Append, Migrations, PostgresOptions, RecordWrite, Store, StreamId,
    records::{self, Query},
};
use outflank_testbed::Postgres;

use crate::check::entry;

const NOTES: &[(&str, &str)] = &[(
    "notes",
    "CREATE TABLE notes (note TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, number BIGINT, flag BOOLEAN NOT NULL)",
)];

pub static TABLES: Migrations =
    Migrations::new(|| Migrations::scripts(NOTES), || Migrations::scripts(NOTES));

/// A note is kept where none is; values are not bound in the order of their names.
pub fn note(note: &str, text: &str) -> Query {
    records::query(
        "INSERT INTO notes (text, note, number, flag) VALUES ($2, $1, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(note)
    .bind(text)
    .bind(None::<i64>)
    .bind(true)
}

/// The same, which breaks the key of one that is there.
fn second(note: &str) -> Query {
    records::query("INSERT INTO notes (note, text, flag) VALUES ($1, 'second', FALSE)").bind(note)
}

pub async fn notes(store: &Store) -> Vec<(String, String)> {
    let all = records::query_as(
        "SELECT note, text FROM notes WHERE number IS NULL AND flag ORDER BY note",
    );
    all.fetch_all(store.records.read()).await.unwrap()
}

async fn seq(store: &Store, id: &str) -> u64 {
    let last = store
        .journal
        .last(&StreamId::new("game", id))
        .await
        .unwrap();
    last.map_or(0, |entry| entry.seq)
}

async fn append(
    store: &Store,
    (id, seq): (&str, u64),
    command: &str,
    records: Vec<RecordWrite>,
) -> Append {
    let mut new = entry(id, seq, command);
    new.records = records;
    store.journal.append(new).await.unwrap()
}

fn kept(all: &[(&str, &str)]) -> Vec<(String, String)> {
    let all = all.iter();
    all.map(|(note, text)| ((*note).to_owned(), (*text).to_owned()))
        .collect()
}

async fn stores(schema: &str) -> (tempfile::TempDir, [Store; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let file = Store::in_sqlite(folder.path().join("play.sqlite"), Some(&TABLES)).await;
    let options = PostgresOptions::new(Postgres::shared().url(), schema);
    let server = Store::in_postgres(options, Some(&TABLES)).await;
    (folder, [file.unwrap(), server.unwrap()])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_stand_where_the_entry_does() {
    let (_folder, stores) = stores("with_entry").await;
    for store in stores {
        let both = |one: &str| {
            vec![
                RecordWrite::required(note(one, "first")),
                RecordWrite::new(note("shared", one)),
            ]
        };
        let first = append(&store, ("a", 0), "c1", both("a")).await;
        assert!(
            matches!(first, Append::Appended { seq: 1, .. }),
            "{first:?}"
        );
        let all = kept(&[("a", "first"), ("shared", "a")]);
        assert_eq!(notes(&store).await, all);

        let again = append(&store, ("a", 0), "c1", both("b")).await;
        assert!(matches!(again, Append::Repeated { .. }), "{again:?}");
        let late = append(&store, ("a", 0), "c2", both("c")).await;
        assert_eq!(late, Append::Conflict { actual_seq: 1 });
        assert_eq!(notes(&store).await, all, "nothing of what was not appended");

        let unmet = append(&store, ("a", 1), "c3", both("a")).await;
        assert_eq!(unmet, Append::Unmet);
        let broken = vec![
            RecordWrite::new(note("d", "before it")),
            RecordWrite::required(second("a")),
        ];
        assert_eq!(append(&store, ("a", 1), "c4", broken).await, Append::Unmet);
        assert_eq!(
            (notes(&store).await, seq(&store, "a").await),
            (all.clone(), 1)
        );

        let mut new = entry("a", 1, "c5");
        new.records = vec![
            RecordWrite::new(note("e", "before it")),
            RecordWrite::new(second("a")),
        ];
        let refused = store.journal.append(new).await.unwrap_err();
        assert_eq!(refused.code(), "journal_storage");
        assert_eq!((notes(&store).await, seq(&store, "a").await), (all, 1));

        let next = append(&store, ("a", 1), "c3", both("z")).await;
        assert!(matches!(next, Append::Appended { seq: 2, .. }), "{next:?}");
        let all = kept(&[("a", "first"), ("shared", "a"), ("z", "first")]);
        assert_eq!(notes(&store).await, all);
        store.journal.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_requires_keeps_no_other_from_being_appended() {
    const STREAMS: usize = 40;
    let (_folder, stores) = stores("with_entry_among_others").await;
    for store in stores {
        let store = Arc::new(store);
        let appends: Vec<_> = (0..STREAMS)
            .map(|place| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let id = format!("g{place}");
                    // Of every ten, two write the same note, and one of those is first.
                    let records = match place % 10 {
                        2 | 7 => vec![RecordWrite::required(note(
                            &format!("n{}", place / 10),
                            &id,
                        ))],
                        _ => Vec::new(),
                    };
                    append(&store, (&id, 0), "c", records).await
                })
            })
            .collect();
        let mut unmet = 0;
        for (place, one) in appends.into_iter().enumerate() {
            let answer = one.await.unwrap();
            if answer == Append::Unmet {
                unmet += 1;
                assert_eq!(seq(&store, &format!("g{place}")).await, 0);
            } else {
                assert!(
                    matches!(answer, Append::Appended { seq: 1, .. }),
                    "{answer:?}"
                );
            }
        }
        assert_eq!(unmet, STREAMS / 10);
        for (_, id) in notes(&store).await {
            assert_eq!(seq(&store, &id).await, 1, "{id} wrote what stands");
        }
        store.journal.close().await;
    }
}
