//! Databases that are refused, each with one sentence.

use outflank_journal::{JournalError, PostgresJournal, PostgresOptions};
use outflank_testbed::Postgres;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

use crate::check;

async fn refusal(options: &PostgresOptions<'_>) -> JournalError {
    match PostgresJournal::open(options).await {
        Ok(_) => panic!("{} was opened", options.schema),
        Err(refusal) => refusal,
    }
}

async fn sentence(options: &PostgresOptions<'_>) -> String {
    let sentence = refusal(options).await.to_string();
    assert!(!sentence.contains('\n'), "{sentence}");
    sentence
}

#[tokio::test]
async fn a_server_that_loses_commits_is_refused() {
    let url = Postgres::shared().database();
    let mut raw = check::connect(&url.url).await;
    let name = &url.name;
    for weaker in ["local", "remote_write", "on"] {
        check::run(
            &mut raw,
            &format!("ALTER DATABASE {name} SET synchronous_commit = {weaker}"),
        )
        .await;
        PostgresJournal::open(&PostgresOptions::new(&url.url, "play"))
            .await
            .unwrap();
    }
    check::run(
        &mut raw,
        &format!("ALTER DATABASE {name} SET synchronous_commit = off"),
    )
    .await;
    let said = sentence(&PostgresOptions::new(&url.url, "play")).await;
    assert!(
        said.contains("synchronous_commit = off; the journal needs on"),
        "{said}"
    );

    let careless = Postgres::start_with(&[("fsync", "off")]);
    let said = sentence(&PostgresOptions::new(careless.url(), "play")).await;
    assert!(
        said.contains("runs with fsync = off; the journal needs on"),
        "{said}"
    );
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_refused() {
    let url = Postgres::shared().url();
    let said = sentence(&PostgresOptions::new("sqlite://play", "play")).await;
    assert!(said.contains("has to begin with postgres://"), "{said}");
    let said = sentence(&PostgresOptions::new(
        "postgres://u:secret@host:99999/db",
        "play",
    ))
    .await;
    assert!(
        said.contains("database address") && !said.contains("secret"),
        "{said}"
    );
    let said = sentence(&PostgresOptions::new(
        "postgres://u:secret@127.0.0.1:9/db",
        "play",
    ))
    .await;
    assert!(
        said.starts_with("the database postgres://127.0.0.1:9/db cannot be reached"),
        "{said}"
    );
    assert!(!said.contains("secret"), "{said}");
    let absent = url.replace("/postgres?", "/absent?");
    let said = sentence(&PostgresOptions::new(absent, "play")).await;
    assert!(said.contains("\"absent\" does not exist"), "{said}");
    for schema in [
        "",
        "Play",
        "1play",
        "pl ay",
        "play\"; DROP TABLE x",
        "spi\u{e9}l",
    ] {
        let said = sentence(&PostgresOptions::new(&url, schema)).await;
        assert!(said.contains("small letters, digits and _"), "{said}");
    }
}

#[tokio::test]
async fn a_schema_of_something_else_is_refused() {
    let url = Postgres::shared().url();
    let mut raw = check::connect(&url).await;
    check::run(
        &mut raw,
        "CREATE SCHEMA others; CREATE TABLE others.books (title text)",
    )
    .await;
    let said = sentence(&PostgresOptions::new(&url, "others")).await;
    assert!(said.contains("schema others of the database"), "{said}");
    assert!(
        said.contains("it holds the table books of something else"),
        "{said}"
    );
}

fn tables(versions: i64) -> Migrator {
    let migration = |version: i64| {
        let sql = format!("CREATE TABLE own_{version} (n bigint)");
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, "own".into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..=versions).map(migration).collect())
}

#[tokio::test]
async fn tables_of_another_version_serve_or_are_refused() {
    let url = Postgres::shared().url();
    let (first, second) = (tables(1), tables(2));
    let older = PostgresOptions {
        own_tables: Some(&first),
        ..PostgresOptions::new(&url, "versions")
    };
    let newer = PostgresOptions {
        own_tables: Some(&second),
        ..older.clone()
    };
    let only_looks = PostgresOptions {
        may_change_tables: false,
        ..newer.clone()
    };
    assert!(
        sentence(&only_looks)
            .await
            .contains("journal tables of schema versions")
    );
    PostgresJournal::open(&older).await.unwrap();
    let said = sentence(&only_looks).await;
    assert!(
        said.contains("at version 1 and this program needs version 2"),
        "{said}"
    );
    PostgresJournal::open(&newer).await.unwrap();
    PostgresJournal::open(&only_looks).await.unwrap();
    // What was only added serves the older program too.
    PostgresJournal::open(&older).await.unwrap();
    let mut raw = check::connect(&url).await;
    check::run(
        &mut raw,
        "UPDATE versions.journal_versions SET serves_from = 2 WHERE part = 'records'",
    )
    .await;
    let said = sentence(&older).await;
    assert!(
        said.contains("records tables") && said.contains("start the newer one"),
        "{said}"
    );
    PostgresJournal::open(&newer).await.unwrap();
    check::run(
        &mut raw,
        "INSERT INTO versions.journal_migrations SELECT 7, description, installed_on, success, \
             checksum, execution_time FROM versions.journal_migrations WHERE version = 1; \
         UPDATE versions.journal_versions SET serves_from = 7 WHERE part = 'journal'",
    )
    .await;
    let said = sentence(&newer).await;
    assert!(
        said.contains("journal tables") && said.contains("at version 7"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_processes_may_start_at_once() {
    let url = Postgres::shared().url();
    let tables = tables(3);
    let opened = (0..6).map(|_| {
        let options = PostgresOptions {
            own_tables: Some(&tables),
            ..PostgresOptions::new(&url, "at_once")
        };
        async move { PostgresJournal::open(&options).await.map(drop) }
    });
    for opened in futures_util::future::join_all(opened).await {
        opened.unwrap();
    }
}
