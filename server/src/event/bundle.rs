//! A saved event: one file of lines, signed.
//!
//! The first line names the format, the second is the manifest, the third the signature under it. Then come the
//! entries of every stream, one a line, then the rows of every table, in the order in which the manifest lists them
//! with their number and digest.

mod read;
mod seal;
mod unfinished;

use std::{collections::BTreeMap, fs::File, path::Path};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_access::identifier;
use outflank_journal::moving::StoredEntry;
use serde::{Deserialize, Serialize};

use super::content::{self, Carried, EntryLine, Owner};

pub use read::read;
#[cfg(test)]
pub use seal::{lines, opened};
pub use unfinished::Unfinished;

/// What every saved event begins with; the number of its format follows.
const MAGIC: &str = "outflank event bundle ";
/// The format that this program writes and reads.
const FORMAT: u32 = 1;

/// What a saved event is and holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format of the file, the same as in its first line.
    pub format: u32,
    /// The program that saved it.
    pub program: String,
    /// Which move.
    pub move_id: String,
    /// The tournament.
    pub tournament_id: String,
    /// Its name.
    pub tournament: String,
    /// Where it goes, in the director's words.
    pub to: String,
    /// When it was saved, ms since 1970.
    pub saved_at_ms: i64,
    /// The streams: the tournament's first, then its games'.
    pub streams: Vec<StreamSection>,
    /// The records.
    pub records: Vec<RecordSection>,
}

/// One stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamSection {
    /// Its name.
    pub stream: String,
    /// How many entries.
    pub entries: usize,
    /// The hash of the last.
    pub last_hash: String,
    /// SHA-256 of its lines, hexadecimal.
    pub sha256: String,
}

/// The rows of one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSection {
    /// Whose table.
    pub service: Owner,
    /// Its name.
    pub table: String,
    /// How many rows.
    pub rows: usize,
    /// SHA-256 of its lines, hexadecimal.
    pub sha256: String,
}

/// A saved event whose every byte is as it was signed.
pub struct Bundle {
    pub manifest: Manifest,
    /// The key that signed it, base64url.
    pub public_key: String,
    /// The tournament's stream first.
    pub streams: Vec<Vec<StoredEntry>>,
    pub records: Vec<Carried>,
}

impl Bundle {
    /// Takes the rows of these tables out, and answers how many those were.
    pub fn leave(&mut self, tables: &[&str]) -> BTreeMap<&'static str, usize> {
        let (left, taken) = std::mem::take(&mut self.records)
            .into_iter()
            .partition(|carried| {
                carried.owner == Owner::Identity && tables.contains(&carried.table.name)
            });
        self.records = taken;
        let left: Vec<Carried> = left;
        left.iter()
            .filter(|carried| !carried.rows.is_empty())
            .map(|carried| (carried.table.name, carried.rows.len()))
            .collect()
    }
}

/// What is known of an event before it is written.
pub struct Head {
    pub move_id: String,
    pub tournament_id: String,
    pub tournament: String,
    pub to: String,
    pub saved_at_ms: i64,
}

/// Writes an event, signed by this key; answers its manifest.
pub fn write(
    file: Unfinished<'_>,
    head: Head,
    streams: &[Vec<StoredEntry>],
    records: &[Carried],
    key: &SigningKey,
) -> anyhow::Result<Manifest> {
    let mut lines = Vec::new();
    let mut stream_sections = Vec::with_capacity(streams.len());
    for entries in streams {
        let from = lines.len();
        for stored in entries {
            lines.push(serde_json::to_string(&EntryLine::of(stored)?)?);
        }
        let last = entries.last().context("a stream is empty")?;
        stream_sections.push(StreamSection {
            stream: last.entry.stream.to_string(),
            entries: entries.len(),
            last_hash: last.entry.hash.to_string(),
            sha256: digest(&lines[from..]),
        });
    }
    let mut record_sections = Vec::with_capacity(records.len());
    for carried in records {
        let from = lines.len();
        for row in &carried.rows {
            lines.push(serde_json::to_string(&content::row_line(row))?);
        }
        record_sections.push(RecordSection {
            service: carried.owner,
            table: carried.table.name.to_owned(),
            rows: carried.rows.len(),
            sha256: digest(&lines[from..]),
        });
    }
    let manifest = Manifest {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        move_id: head.move_id,
        tournament_id: head.tournament_id,
        tournament: head.tournament,
        to: head.to,
        saved_at_ms: head.saved_at_ms,
        streams: stream_sections,
        records: record_sections,
    };
    let described = serde_json::to_string(&manifest)?;
    let signed = serde_json::to_string(&seal::Signed {
        public_key: URL_SAFE_NO_PAD.encode(key.verifying_key().as_bytes()),
        signature: URL_SAFE_NO_PAD.encode(key.sign(described.as_bytes()).to_bytes()),
    })?;
    let first = format!("{MAGIC}{FORMAT}");
    let mut all: Vec<&str> = vec![&first, &described, &signed];
    all.extend(lines.iter().map(String::as_str));
    file.finish(&all)?;
    Ok(manifest)
}

fn digest<S: AsRef<str>>(lines: &[S]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.as_ref());
        text.push('\n');
    }
    identifier::hex(&identifier::secret_digest(&text))
}

/// Whether a file calls itself a saved event.
pub fn is_bundle(path: &Path) -> bool {
    use std::io::Read as _;
    let mut begin = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == MAGIC.as_bytes()
}
