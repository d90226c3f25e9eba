//! Both databases of a service have the same tables and columns: read by the tests of each service.

use std::collections::BTreeSet;

use outflank_journal::{Migrations, PostgresOptions, Store, records};

/// The service's own tables and columns, as (table, column).
async fn columns(store: &Store, sql: &'static str) -> BTreeSet<(String, String)> {
    let rows: Vec<(String, String)> = records::query_as(sql)
        .fetch_all(store.records.read())
        .await
        .unwrap();
    let own = |(table, _): &(String, String)| {
        !table.starts_with("journal_") && !table.starts_with("sqlite_") && !table.starts_with('_')
    };
    rows.into_iter().filter(own).collect()
}

pub async fn assert_same_tables(tables: &Migrations) {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Store::in_sqlite(folder.path().join("own.sqlite"), Some(tables))
        .await
        .unwrap();
    let url = outflank_testbed::Postgres::shared().database().url;
    let postgres = Store::in_postgres(PostgresOptions::new(url, "own"), Some(tables))
        .await
        .unwrap();
    let in_sqlite = columns(
        &sqlite,
        "SELECT known.name, has.name FROM sqlite_schema AS known \
         JOIN pragma_table_info(known.name) AS has WHERE known.type = 'table'",
    )
    .await;
    let in_postgres = columns(
        &postgres,
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         WHERE table_schema = 'own'",
    )
    .await;
    assert!(!in_sqlite.is_empty());
    assert_eq!(in_sqlite, in_postgres);
    postgres.journal.close().await;
    sqlite.journal.close().await;
}
