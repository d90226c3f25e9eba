//! What a durable commit costs, against the same server used bare.
//!
//! In one run, interleaved: 500 streams whose writers each wait for their own acknowledgement,
//! against a loop of 1,000-row inserts of the same rows and against `pgbench` with 64 clients that
//! insert one row each; and one lone writer against `pgbench` with one client, on this disk as it is
//! and again on a server that takes 1 ms for every flush, as disks do that keep what they are told:
//! where flushes are almost free, a lone ratio compares two programs' own work and no commit. Ratios
//! mean little between machines, only within a run. `SECONDS` bounds one measurement (default 2),
//! `ROUNDS` says how often each is repeated (default 3); the median round counts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a measuring program"
)]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_journal::{
    Append, DeadlineChange, Journal, NewEntry, PostgresJournal, PostgresOptions, StreamId,
};
use outflank_testbed::Postgres;
use sqlx::{Connection as _, PgConnection};

const WAITERS: usize = 500;
const RAW_ROWS: usize = 1_000;
const BODY: &str = r#"[{"played":{"square":"d3","at":1700000000000,"spent":1234,"left":298766}}]"#;

fn from_environment(name: &str, default: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(default, |value| value.parse().unwrap_or(default))
}

fn move_of(stream: &StreamId, expected_seq: u64) -> NewEntry {
    let at_ms = 1_700_000_000_000 + i64::try_from(expected_seq).unwrap();
    NewEntry {
        stream: stream.clone(),
        expected_seq,
        at_ms,
        actor: "p1".into(),
        command_id: format!("move-{expected_seq}"),
        schema_version: 1,
        body: BODY.into(),
        facts: Vec::new(),
        deadline: DeadlineChange::Set { at_ms },
        records: Vec::new(),
    }
}

/// Writers that each append to a stream of their own until told to stop.
async fn appended_per_second(
    journal: &Arc<PostgresJournal>,
    round: u64,
    writers: usize,
    time: Duration,
) -> f64 {
    let stop = Arc::new(AtomicBool::new(false));
    let count = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    let tasks: Vec<_> = (0..writers)
        .map(|writer| {
            let (journal, stop, count) =
                (Arc::clone(journal), Arc::clone(&stop), Arc::clone(&count));
            tokio::spawn(async move {
                let stream = StreamId::new("game", format!("{writers}-{round}-{writer}"));
                let mut last = 0;
                while !stop.load(Ordering::Relaxed) {
                    let answer = journal.append(move_of(&stream, last)).await.unwrap();
                    let Append::Appended { seq, .. } = answer else {
                        panic!("{answer:?}");
                    };
                    last = seq;
                    count.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    tokio::time::sleep(time).await;
    stop.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
    count.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
}

/// The same columns and keys, bare: nothing is looked up, nobody is told, no deadline is kept.
const RAW_TABLE: &str = "CREATE SCHEMA raw; CREATE TABLE raw.entries ( \
    stream_kind TEXT NOT NULL, stream_id TEXT NOT NULL, seq BIGINT NOT NULL, at_ms BIGINT NOT NULL, \
    actor TEXT NOT NULL, command_id TEXT NOT NULL, schema_version BIGINT NOT NULL, \
    body BYTEA NOT NULL, previous_hash BYTEA NOT NULL, hash BYTEA NOT NULL, \
    PRIMARY KEY (stream_kind, stream_id, seq), UNIQUE (stream_kind, stream_id, actor, command_id)); \
    CREATE TABLE raw.single (n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body TEXT NOT NULL)";

async fn raw_per_second(connection: &mut PgConnection, round: u64, time: Duration) -> f64 {
    let start = Instant::now();
    let mut seq = 0_i64;
    let ids: Vec<String> = (0..RAW_ROWS).map(|n| format!("{round}-{n}")).collect();
    while start.elapsed() < time {
        seq += 1;
        sqlx::query(
            "INSERT INTO raw.entries SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], \
                 $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bytea[], $9::bytea[], \
                 $10::bytea[])",
        )
        .bind(vec!["game"; RAW_ROWS])
        .bind(&ids)
        .bind(vec![seq; RAW_ROWS])
        .bind(vec![1_700_000_000_000 + seq; RAW_ROWS])
        .bind(vec!["p1"; RAW_ROWS])
        .bind(vec![format!("move-{seq}"); RAW_ROWS])
        .bind(vec![1_i64; RAW_ROWS])
        .bind(vec![BODY.as_bytes(); RAW_ROWS])
        .bind(vec![&[7_u8; 32][..]; RAW_ROWS])
        .bind(vec![&[9_u8; 32][..]; RAW_ROWS])
        .execute(&mut *connection)
        .await
        .unwrap();
    }
    seq as f64 * RAW_ROWS as f64 / start.elapsed().as_secs_f64()
}

/// Transactions per second of pgbench inserting one row a transaction, prepared.
fn pgbench(place: &JournalServer, clients: usize, seconds: u64) -> f64 {
    let server = &place.server;
    let clients_text = clients.to_string();
    let output = Command::new(server.programs().join("pgbench"))
        .args([
            "-h",
            "127.0.0.1",
            "-U",
            "outflank",
            "-p",
            &server.port().to_string(),
        ])
        .args([
            "-n",
            "-M",
            "prepared",
            "-j",
            if clients > 1 { "2" } else { "1" },
        ])
        .args(["-c", &clients_text, "-T", &seconds.to_string(), "-f"])
        .arg(place.script())
        .arg("postgres")
        .output()
        .expect("pgbench is installed with the server");
    let said = String::from_utf8_lossy(&output.stdout);
    let tps = said.lines().find_map(|line| line.strip_prefix("tps = "));
    let tps = tps.and_then(|tps| tps.split_whitespace().next()?.parse().ok());
    tps.unwrap_or_else(|| panic!("{said}{}", String::from_utf8_lossy(&output.stderr)))
}

#[derive(Default)]
struct Measured {
    group: Vec<f64>,
    raw: Vec<f64>,
    many: Vec<f64>,
    lone: Vec<f64>,
    single: Vec<f64>,
    slow_lone: Vec<f64>,
    slow_single: Vec<f64>,
}

/// A server with a journal, and what pgbench does there.
struct JournalServer {
    server: Postgres,
    journal: Arc<PostgresJournal>,
    folder: tempfile::TempDir,
}

impl JournalServer {
    async fn open(settings: &[(&str, &str)]) -> Self {
        let server = Postgres::start_with(settings);
        let journal = PostgresJournal::open(&PostgresOptions::new(server.url(), "play")).await;
        let place = Self {
            journal: Arc::new(journal.unwrap()),
            folder: tempfile::tempdir().unwrap(),
            server,
        };
        let script = format!("INSERT INTO raw.single (body) VALUES ('{BODY}');\n");
        std::fs::write(place.script(), script).unwrap();
        let mut connection = place.connect().await;
        sqlx::raw_sql(RAW_TABLE)
            .execute(&mut connection)
            .await
            .unwrap();
        place
    }

    fn script(&self) -> PathBuf {
        self.folder.path().join("insert.sql")
    }

    async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.server.url()).await.unwrap()
    }
}

fn median(rounds: &[f64]) -> f64 {
    let mut sorted = rounds.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The median of the ratios of each round.
fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(
        &of.iter()
            .zip(to)
            .map(|(of, to)| of / to)
            .collect::<Vec<_>>(),
    )
}

fn line(name: &str, rounds: &[f64]) -> String {
    let mut text = format!("{name:<44}{:>9.0}/s  ", median(rounds));
    for round in rounds {
        let _ = write!(text, " {round:.0}");
    }
    text
}

#[tokio::main]
async fn main() {
    let seconds = from_environment("SECONDS", 2).max(1);
    let rounds = from_environment("ROUNDS", 3).max(1);
    let time = Duration::from_secs(seconds);
    let here = JournalServer::open(&[]).await;
    let slow = JournalServer::open(&[("commit_delay", "1000"), ("commit_siblings", "0")]).await;
    let mut connection = here.connect().await;
    let mut measured = Measured::default();
    for round in 0..rounds {
        measured
            .group
            .push(appended_per_second(&here.journal, round, WAITERS, time).await);
        measured
            .raw
            .push(raw_per_second(&mut connection, round, time).await);
        measured.many.push(pgbench(&here, 64, seconds));
        measured
            .lone
            .push(appended_per_second(&here.journal, round, 1, time).await);
        measured.single.push(pgbench(&here, 1, seconds));
        measured
            .slow_lone
            .push(appended_per_second(&slow.journal, round, 1, time).await);
        measured.slow_single.push(pgbench(&slow, 1, seconds));
        println!("round {} of {rounds}", round + 1);
    }
    let Measured {
        group,
        raw,
        many,
        lone,
        single,
        slow_lone,
        slow_single,
    } = &measured;
    println!("{}", line("group commit, 500 waiters, entries", group));
    println!("{}", line("1,000 rows an insert, bare, rows", raw));
    println!("{}", line("pgbench, 64 clients, one row each", many));
    println!("{}", line("lone commit, one after the other", lone));
    println!("{}", line("pgbench, one client, one row each", single));
    println!("{}", line("lone commit, flushes of 1 ms", slow_lone));
    println!(
        "{}",
        line("pgbench, one client, flushes of 1 ms", slow_single)
    );
    println!("figure group_commit {:.0} entries/s", median(group));
    println!("figure lone_commit {:.3} ms", 1_000.0 / median(lone));
    println!("figure group_commit_ratio {:.2}", ratio(group, raw));
    println!(
        "figure group_commit_pgbench_ratio {:.2}",
        ratio(group, many)
    );
    // Of times, not of rates.
    println!("figure lone_commit_ratio {:.2}", ratio(single, lone));
    println!(
        "figure lone_commit_slow_flush_ratio {:.2}",
        ratio(slow_single, slow_lone)
    );
    for place in [here, slow] {
        place.journal.close().await;
    }
}
