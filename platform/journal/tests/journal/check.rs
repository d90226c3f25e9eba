//! A check of what stands, over a connection and with reckonings of its own.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use outflank_journal::{DeadlineChange, Journal, NewEntry, NewFact, StreamId};
use outflank_testbed::{PATIENCE, no_breach};
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqlSafeStr};

/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// An entry with a fact and a deadline.
pub fn entry(id: &str, expected_seq: u64, command: &str) -> NewEntry {
    let at_ms = 1_000 + i64::try_from(expected_seq).unwrap();
    NewEntry {
        stream: StreamId::new("game", id),
        expected_seq,
        at_ms,
        actor: "p1".into(),
        command_id: command.into(),
        schema_version: 1,
        body: format!("[{command:?}]").into_bytes(),
        facts: vec![NewFact {
            kind: "moved".into(),
            body: command.as_bytes().to_vec(),
        }],
        deadline: DeadlineChange::Set { at_ms },
        records: Vec::new(),
    }
}

pub async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.unwrap()
}

pub async fn run(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()).into_sql_str())
        .execute(connection)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// What stands, and everything that is wrong with it.
#[derive(Debug, Default)]
pub struct Standing {
    /// The command of every place.
    pub commands: BTreeMap<(String, u64), String>,
    /// The numbers of the facts, with their commands.
    pub facts: BTreeMap<u64, String>,
    pub faults: Vec<String>,
}

impl Standing {
    /// Ends the test if anything is wrong with what stands, or something that was acknowledged does not stand.
    #[track_caller]
    pub fn holds(&self, acknowledged: &BTreeMap<(String, u64), String>) {
        no_breach(&self.faults);
        let lost = acknowledged
            .iter()
            .filter(|(place, command)| self.commands.get(place) != Some(command));
        no_breach(&lost.collect::<Vec<_>>());
    }
}

/// Reads entries and facts of a schema and checks chains, places, commands, numbers, deadlines.
///
/// Facts get their numbers after the commit, from a process that is still there: they are waited for.
pub async fn check(url: &str, schema: &str) -> Standing {
    let mut connection = connect(url).await;
    run(&mut connection, &format!("SET search_path = {schema}")).await;
    wait_until_numbered(&mut connection).await;
    let mut standing = Standing::default();
    let mut commands = BTreeMap::new();
    let mut last: BTreeMap<String, (i64, Vec<u8>, i64)> = BTreeMap::new();
    let entries = sqlx::query("SELECT * FROM journal_entries ORDER BY stream_id, seq")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    for row in &entries {
        let (id, seq): (String, i64) = (row.get("stream_id"), row.get("seq"));
        let command: String = row.get("command_id");
        let (before, hash, _) = last.remove(&id).unwrap_or((0, vec![0; 32], 0));
        if seq != before + 1 {
            standing
                .faults
                .push(format!("{id}: {seq} follows {before}"));
        }
        if row.get::<Vec<u8>, _>("previous_hash") != hash {
            standing
                .faults
                .push(format!("{id}: {seq} follows another entry"));
        }
        if row.get::<Vec<u8>, _>("hash") != reckoned(row) {
            standing
                .faults
                .push(format!("{id}: {seq} has another hash"));
        }
        if let Some(first) = commands.insert((id.clone(), command.clone()), seq) {
            standing
                .faults
                .push(format!("{id}: {command} stands at {first} and {seq}"));
        }
        last.insert(id.clone(), (seq, row.get("hash"), row.get("at_ms")));
        standing
            .commands
            .insert((id, u64::try_from(seq).unwrap()), command);
    }
    let numbered: Vec<(Option<i64>, String, Vec<u8>)> =
        sqlx::query_as("SELECT number, stream_id, body FROM journal_facts ORDER BY number")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    for ((number, id, body), expected) in numbered.into_iter().zip(1..) {
        if number != Some(expected) {
            standing
                .faults
                .push(format!("fact {expected} has the number {number:?}"));
        }
        let command = String::from_utf8(body).unwrap();
        if !commands.contains_key(&(id.clone(), command.clone())) {
            standing
                .faults
                .push(format!("a fact without entry: {id} {command}"));
        }
        standing
            .facts
            .insert(u64::try_from(expected).unwrap(), command);
    }
    let open: Vec<(String, Option<i64>)> =
        sqlx::query_as("SELECT stream_id, deadline_ms FROM journal_open_streams")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    for (id, deadline) in open {
        let at = last.get(&id).map(|(_, _, at)| *at);
        if deadline != at {
            standing
                .faults
                .push(format!("{id} falls due at {deadline:?} instead of {at:?}"));
        }
    }
    standing
}

/// The hash of an entry with the one fact that [`entry`] gives it.
fn reckoned(row: &sqlx::postgres::PgRow) -> Vec<u8> {
    let command: String = row.get("command_id");
    let mut sum = Sha256::new();
    let mut bytes = |value: &[u8]| {
        sum.update((value.len() as u64).to_be_bytes());
        sum.update(value);
    };
    bytes(b"outflank-entry-1");
    bytes(&row.get::<Vec<u8>, _>("previous_hash"));
    bytes(row.get::<String, _>("stream_kind").as_bytes());
    bytes(row.get::<String, _>("stream_id").as_bytes());
    sum.update(row.get::<i64, _>("seq").to_be_bytes());
    sum.update(row.get::<i64, _>("at_ms").to_be_bytes());
    let mut bytes = |value: &[u8]| {
        sum.update((value.len() as u64).to_be_bytes());
        sum.update(value);
    };
    bytes(row.get::<String, _>("actor").as_bytes());
    bytes(command.as_bytes());
    sum.update(row.get::<i64, _>("schema_version").to_be_bytes());
    let mut bytes = |value: &[u8]| {
        sum.update((value.len() as u64).to_be_bytes());
        sum.update(value);
    };
    bytes(&row.get::<Vec<u8>, _>("body"));
    sum.update(1_u64.to_be_bytes());
    let mut bytes = |value: &[u8]| {
        sum.update((value.len() as u64).to_be_bytes());
        sum.update(value);
    };
    bytes(b"moved");
    bytes(command.as_bytes());
    sum.finalize().to_vec()
}

/// Returns when patience ends too: what has no number by then is a fault.
async fn wait_until_numbered(connection: &mut PgConnection) {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let waiting: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM journal_facts WHERE number IS NULL)")
                .fetch_one(&mut *connection)
                .await
                .unwrap();
        if !waiting {
            return;
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// Waits until so many facts have their numbers.
pub async fn numbered(journal: &dyn Journal, count: u64) {
    let mut head = journal.facts_head();
    within(
        "the facts are numbered",
        head.wait_for(|head| *head >= count),
    )
    .await
    .unwrap();
}

/// What has to come, if it comes in good time.
pub async fn within<T>(what: &str, comes: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, comes).await {
        Ok(come) => come,
        Err(_) => panic!("never: {what}"),
    }
}

/// Looks until it is so.
pub async fn eventually(what: &str, mut look: impl FnMut() -> bool) {
    let done = async {
        while !look() {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    within(what, done).await;
}
