//! The journal as it stands in Postgres, read by Postgres's own client: no line of the server's is in between.

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

use outflank_testbed::Postgres;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The first word of what every hash is of.
const CHAIN_FORMAT: &[u8] = b"outflank-entry-1";

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The kind of the stream.
    pub kind: String,
    /// The stream.
    pub stream: String,
    /// Its place in it.
    pub seq: u64,
    /// Cluster time of the decision, ms since 1970.
    pub at_ms: i64,
    /// Who caused it.
    pub actor: String,
    /// The command's id.
    pub command_id: String,
    /// The version of what the entry holds.
    pub version: i64,
    /// The facts that are told with it: their kinds and what they hold.
    pub facts: Vec<(String, Vec<u8>)>,
    /// What the entry holds, as it is stored.
    pub body: String,
    /// The events.
    pub events: Vec<Value>,
    /// The hash that it says the row before has.
    pub previous_hash: String,
    /// The hash that it says it has.
    pub hash: String,
    /// The hash that it has, by the tests' own reckoning.
    pub reckoned: String,
}

/// Everything in the streams of one kind, by stream and seq, each stream handed over whole.
pub fn each_stream(postgres: &Postgres, schema: &str, kind: &str, mut take: impl FnMut(Vec<Row>)) {
    let query = format!(
        "COPY (SELECT stream_id, seq, at_ms, actor, command_id, schema_version, encode(body, 'hex'), \
             encode(previous_hash, 'hex'), encode(hash, 'hex'), \
             coalesce((SELECT string_agg(kind || ':' || encode(f.body, 'hex'), ',' ORDER BY place) \
                 FROM {schema}.journal_facts f WHERE (f.stream_kind, f.stream_id, f.seq) = \
                     (e.stream_kind, e.stream_id, e.seq)), '') \
         FROM {schema}.journal_entries e WHERE stream_kind = '{kind}' ORDER BY stream_id, seq, hash) TO STDOUT"
    );
    let mut asked = psql(postgres, &query);
    let mut child = asked.stdout(Stdio::piped()).spawn().expect("psql runs");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut stream: Vec<Row> = Vec::new();
    for line in lines {
        let row = row(kind, &line.expect("text"));
        if stream
            .first()
            .is_some_and(|first| first.stream != row.stream)
        {
            take(std::mem::take(&mut stream));
        }
        stream.push(row);
    }
    if !stream.is_empty() {
        take(stream);
    }
    assert!(child.wait().expect("its end").success(), "psql failed");
}

/// Has Postgres carry out statements as its superuser; answers what it printed.
///
/// # Errors
/// What it said if it failed.
pub fn execute(postgres: &Postgres, statements: &str) -> Result<String, String> {
    let done = psql(postgres, statements).output().expect("psql runs");
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
    }
}

fn psql(postgres: &Postgres, statements: &str) -> Command {
    let mut command = Command::new(postgres.programs().join("psql"));
    command
        .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
        .args(["--set", "ON_ERROR_STOP=1", "--dbname", &postgres.url()])
        .args(["--command", statements])
        .stdin(Stdio::null());
    command
}

fn row(kind: &str, line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [
        stream,
        seq,
        at_ms,
        actor,
        command_id,
        version,
        body,
        previous_hash,
        hash,
        facts,
    ] = fields[..]
    else {
        panic!("psql answered {line}");
    };
    let body = bytes(body);
    let number = |text: &str| text.parse::<i64>().expect("a number");
    let facts = facts.split(',').filter(|fact| !fact.is_empty());
    let facts = facts.map(|fact| {
        let (kind, body) = fact.rsplit_once(':').expect("a kind and a body");
        (kind.to_owned(), bytes(body))
    });
    let mut row = Row {
        kind: kind.to_owned(),
        stream: stream.to_owned(),
        seq: seq.parse().expect("a number"),
        at_ms: number(at_ms),
        actor: actor.to_owned(),
        command_id: command_id.to_owned(),
        version: number(version),
        facts: facts.collect(),
        events: serde_json::from_slice(&body).unwrap_or_default(),
        body: String::from_utf8_lossy(&body).into_owned(),
        previous_hash: previous_hash.to_owned(),
        hash: hash.to_owned(),
        reckoned: String::new(),
    };
    row.reckoned = row.reckon();
    row
}

impl Row {
    /// The hash of what the row holds and of the row before.
    #[must_use]
    pub fn reckon(&self) -> String {
        let mut chain = Chain(Sha256::new());
        chain.bytes(CHAIN_FORMAT);
        chain.bytes(&bytes(&self.previous_hash));
        chain.bytes(self.kind.as_bytes());
        chain.bytes(self.stream.as_bytes());
        chain.integer(i64::try_from(self.seq).expect("a short stream"));
        chain.integer(self.at_ms);
        chain.bytes(self.actor.as_bytes());
        chain.bytes(self.command_id.as_bytes());
        chain.integer(self.version);
        chain.bytes(self.body.as_bytes());
        chain.integer(i64::try_from(self.facts.len()).expect("a few"));
        for (kind, body) in &self.facts {
            chain.bytes(kind.as_bytes());
            chain.bytes(body);
        }
        let hash = chain.0.finalize();
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len() / 2).map(|at| &hex[2 * at..2 * at + 2]);
    digits
        .map(|two| u8::from_str_radix(two, 16).expect("a hexadecimal number"))
        .collect()
}

struct Chain(Sha256);

impl Chain {
    fn integer(&mut self, value: i64) {
        self.0.update(value.to_be_bytes());
    }

    fn bytes(&mut self, value: &[u8]) {
        self.integer(i64::try_from(value.len()).expect("a length"));
        self.0.update(value);
    }
}
