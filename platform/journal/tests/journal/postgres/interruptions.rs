//! What is done to connections at the server: they wait for a dump, and they are ended.

use std::time::{Duration, Instant};

use outflank_journal::{Append, Journal as _, PostgresJournal, PostgresOptions};
use outflank_testbed::{Postgres, is_safe, no_breach};

use super::processes::begin_entry;
use crate::check::{self, check, entry, within};

/// A connection that was not used for a second is asked whether it lives. Only time makes it so, and the server's
/// clock cannot be made: this is the one rest of these tests.
const RESTED: Duration = Duration::from_millis(1_200);

/// Tables of the first version, a program that runs, and a dump that holds all of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commits_go_on_while_tables_wait_for_a_dump_to_be_brought_up_to_date() {
    let url = Postgres::shared().url();
    let options = PostgresOptions::new(&url, "dumped");
    let running = PostgresJournal::open(&options).await.unwrap();
    let mut raw = check::connect(&url).await;
    check::run(
        &mut raw,
        "SET search_path = dumped; \
         CREATE INDEX journal_deadlines ON journal_open_streams (deadline_ms, stream_kind, stream_id) \
             WHERE deadline_ms IS NOT NULL; \
         DELETE FROM journal_migrations WHERE version = 2",
    )
    .await;
    check::run(&mut raw, "BEGIN; SELECT count(*) FROM journal_open_streams").await;
    let mut onlooker = check::connect(&url).await;
    // The first that tries is killed at it, and leaves the index half taken away.
    let (first, killed) = tokio::join!(PostgresJournal::open(&options), async {
        waiting(&mut onlooker, ("dumped", "DROP INDEX%")).await;
        terminate(&mut onlooker, ("dumped", "query LIKE 'DROP INDEX%'")).await
    });
    assert_eq!((first.is_err(), killed), (true, 1));
    let opening = async {
        let newer = PostgresJournal::open(&options).await.unwrap();
        (newer, Instant::now())
    };
    let serving = async {
        waiting(&mut onlooker, ("dumped", "DROP INDEX%")).await;
        for last in 0..20 {
            let begun = running.append(entry("g1", last, &format!("c{last}")));
            let done = within("a commit goes on", begun).await;
            assert!(matches!(done, Ok(Append::Appended { .. })), "{done:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let ended = Instant::now();
        check::run(&mut raw, "COMMIT").await;
        ended
    };
    let ((newer, opened), ended) = tokio::join!(opening, serving);
    assert!(opened > ended, "the dump held nothing up");
    let due = newer.deadlines_until(i64::MAX, 9).await.unwrap();
    assert_eq!(due.len(), 1);
    let left: Option<String> = sqlx::query_scalar("SELECT to_regclass('journal_deadlines')::text")
        .fetch_one(&mut raw)
        .await
        .unwrap();
    assert_eq!(left, None);
    let standing = check(&url, "dumped").await;
    no_breach(&standing.faults);
    is_safe("commands", standing.commands.len(), 20);
}

/// Waits until such a statement of a schema's journal waits for a lock.
async fn waiting(connection: &mut sqlx::PgConnection, (schema, statement): (&str, &str)) {
    let waits =
        format!("state = 'active' AND wait_event_type = 'Lock' AND query LIKE '{statement}'");
    until(connection, (schema, &waits), |found| found > 0).await;
}

/// Waits until as many connections of a schema's journal are such as there should be.
async fn until(
    connection: &mut sqlx::PgConnection,
    (schema, which): (&str, &str),
    enough: impl Fn(i64) -> bool,
) {
    let so_many = format!(
        "SELECT count(*) FROM pg_stat_activity \
         WHERE application_name = 'outflank {schema}' AND {which}"
    );
    let looked = async {
        loop {
            let found: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(so_many.clone()))
                .fetch_one(&mut *connection)
                .await
                .unwrap();
            if enough(found) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    within(&format!("enough are: {which}"), looked).await;
}

/// Waits until that many connections of a schema's journal rest, and ends them.
async fn terminate_all(
    connection: &mut sqlx::PgConnection,
    (schema, which): (&str, &str),
    wanted: i64,
) {
    until(connection, (schema, which), |found| found == wanted).await;
    assert_eq!(terminate(connection, (schema, which)).await, wanted);
}

/// Ends connections of a schema's journal at the server's side; answers how many.
async fn terminate(connection: &mut sqlx::PgConnection, (schema, which): (&str, &str)) -> i64 {
    let ended = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
         WHERE application_name = 'outflank {schema}' AND {which}"
    );
    sqlx::query_scalar(sqlx::AssertSqlSafe(ended))
        .fetch_one(connection)
        .await
        .unwrap()
}

/// Connections that have rested are asked before they are used; those that are gone cost nobody an entry.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_rested_and_are_gone_are_made_anew_at_once() {
    let url = Postgres::shared().url();
    let journal = PostgresJournal::open(&PostgresOptions::new(&url, "rested")).await;
    let journal = journal.unwrap();
    let mut raw = check::connect(&url).await;
    let mut onlooker = check::connect(&url).await;
    check::run(&mut raw, "SET search_path = rested").await;
    let resting = ("rested", "state = 'idle' AND query LIKE 'WITH new AS%'");
    // Both connections for commits are used: one waits for an entry that somebody else may yet make.
    for held in ["h0", "h1"] {
        if held == "h1" {
            tokio::time::sleep(RESTED).await;
        }
        check::run(&mut raw, "BEGIN").await;
        begin_entry(&mut raw, &entry(held, 0, "other")).await;
        let (first, second) = (entry(held, 0, "c"), entry(&format!("free-{held}"), 0, "c"));
        let free = async {
            waiting(&mut onlooker, ("rested", "WITH new AS%")).await;
            if held == "h1" {
                terminate_all(&mut onlooker, resting, 1).await;
            }
            let done = journal.append(second).await;
            check::run(&mut raw, "ROLLBACK").await;
            done
        };
        let (first, second) = tokio::join!(journal.append(first), free);
        for done in [first, second] {
            assert!(matches!(done, Ok(Append::Appended { .. })), "{done:?}");
        }
    }
    tokio::time::sleep(RESTED).await;
    terminate_all(&mut onlooker, resting, 2).await;
    let (here, there) = tokio::join!(
        journal.append(entry("here", 0, "c")),
        journal.append(entry("there", 0, "c"))
    );
    for done in [here, there] {
        assert!(matches!(done, Ok(Append::Appended { .. })), "{done:?}");
    }
    journal.close().await;
}
