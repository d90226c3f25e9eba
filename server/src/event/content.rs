//! Entries and rows as lines of a saved event.

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_identity::Moving as People;
use outflank_journal::{
    Entry, Hash, NewFact, StreamId,
    moving::StoredEntry,
    records::{Column, Rows, Table, Value},
};
use outflank_pairing::Moving as Tournaments;
use outflank_play::Moving as Tables;
use serde::{Deserialize, Serialize};

/// Whose records a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    Identity,
    Pairing,
    Play,
}

impl Owner {
    /// The table of this name, if its rows are carried.
    pub fn table(self, name: &str) -> Option<&'static Table> {
        let found = |table: &&'static Table| table.name == name;
        match self {
            Self::Identity => People::tables().find(found),
            Self::Pairing => Tournaments::tables().find(found),
            Self::Play => Tables::tables().find(found),
        }
    }
}

/// An entry as a line. Bodies are JSON, which a text holds byte for byte.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryLine {
    stream: [String; 2],
    seq: u64,
    at_ms: i64,
    actor: String,
    command_id: String,
    schema_version: u32,
    body: String,
    facts: Vec<FactLine>,
    previous_hash: String,
    hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactLine {
    kind: String,
    body: String,
}

impl EntryLine {
    /// The line of a stored entry.
    pub fn of(StoredEntry { entry, facts }: &StoredEntry) -> anyhow::Result<Self> {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec());
            text.with_context(|| format!("entry {} of {} is no text", entry.seq, entry.stream))
        };
        let facts = facts.iter().map(|fact| {
            Ok(FactLine {
                kind: fact.kind.clone(),
                body: text(&fact.body)?,
            })
        });
        Ok(Self {
            stream: [entry.stream.kind.clone(), entry.stream.id.clone()],
            seq: entry.seq,
            at_ms: entry.at_ms,
            actor: entry.actor.clone(),
            command_id: entry.command_id.clone(),
            schema_version: entry.schema_version,
            body: text(&entry.body)?,
            facts: facts.collect::<anyhow::Result<_>>()?,
            previous_hash: entry.previous_hash.to_string(),
            hash: entry.hash.to_string(),
        })
    }

    /// The entry of a line.
    pub fn stored(self) -> anyhow::Result<StoredEntry> {
        let [kind, id] = self.stream;
        let fact = |fact: FactLine| NewFact {
            kind: fact.kind,
            body: fact.body.into_bytes(),
        };
        Ok(StoredEntry {
            entry: Entry {
                stream: StreamId::new(kind, id),
                seq: self.seq,
                at_ms: self.at_ms,
                actor: self.actor,
                command_id: self.command_id,
                schema_version: self.schema_version,
                body: self.body.into_bytes(),
                previous_hash: hash(&self.previous_hash)?,
                hash: hash(&self.hash)?,
            },
            facts: self.facts.into_iter().map(fact).collect(),
        })
    }
}

fn hash(text: &str) -> anyhow::Result<Hash> {
    let digit = |at: usize| {
        let digits = text.get(at..at.saturating_add(2));
        u8::from_str_radix(digits.unwrap_or("-"), 16)
    };
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = digit(place * 2).context("a hash is not written in hexadecimal")?;
    }
    if text.len() != 64 {
        bail!("a hash does not have 64 digits");
    }
    Ok(Hash(bytes))
}

/// A row of a table as a line.
pub fn row_line(row: &[Value]) -> serde_json::Value {
    let cell = |value: &Value| -> serde_json::Value {
        match value {
            Value::Text(text) => text.clone().into(),
            Value::Integer(number) => (*number).into(),
            Value::Bytes(bytes) => bytes
                .as_ref()
                .map(|bytes| URL_SAFE_NO_PAD.encode(bytes))
                .into(),
            Value::Truth(truth) => (*truth).into(),
        }
    };
    row.iter().map(cell).collect()
}

/// The row of a line.
pub fn row(table: &Table, line: &str) -> anyhow::Result<Vec<Value>> {
    let cells: Vec<serde_json::Value> = serde_json::from_str(line)?;
    if cells.len() != table.columns.len() {
        bail!(
            "it has {} values, {} has {} columns",
            cells.len(),
            table.name,
            table.columns.len()
        );
    }
    let cells = table.columns.iter().zip(cells);
    cells
        .map(|((name, column), cell)| {
            value(*column, cell).with_context(|| format!("its {name} is something else"))
        })
        .collect()
}

fn value(column: Column, cell: serde_json::Value) -> anyhow::Result<Value> {
    Ok(match column {
        Column::Text => Value::Text(serde_json::from_value(cell)?),
        Column::Integer => Value::Integer(serde_json::from_value(cell)?),
        Column::Truth => Value::Truth(serde_json::from_value(cell)?),
        Column::Bytes => {
            let text: Option<String> = serde_json::from_value(cell)?;
            let bytes = text.map(|text| URL_SAFE_NO_PAD.decode(text)).transpose()?;
            Value::Bytes(bytes)
        }
    })
}

/// Rows of a table, and whose they are.
pub struct Carried {
    pub owner: Owner,
    pub table: &'static Table,
    pub rows: Rows,
    /// The line of the first, in a file that was read.
    pub first_line: usize,
}

impl Carried {
    /// What one service's records are.
    pub fn of(owner: Owner, carried: Vec<(&'static Table, Rows)>) -> impl Iterator<Item = Self> {
        carried.into_iter().map(move |(table, rows)| Self {
            owner,
            table,
            rows,
            first_line: 0,
        })
    }
}
