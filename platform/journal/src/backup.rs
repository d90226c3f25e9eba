//! Copies of whole stores as they are at one instant, while servers run on them, and stores made of such copies.
//!
//! The instant is the same for every store of an installation, so no service is ahead of another in a copy. A store
//! that was made of a copy has a name of its own (its epoch): whoever had read further in its feed reads it again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::records;
use crate::{JournalError, Records, sqlite};

pub use crate::postgres::{check_restorable, dump_schemas, restore_schema};

/// Hashes read at once.
const PAGE: u32 = 20_000;

/// What a journal holds, so that two can be compared byte for byte: every entry's hash covers its header, its body and
/// its facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// How many entries.
    pub entries: u64,
    /// SHA-256, hexadecimal, over a line for each entry in the order of streams and numbers: stream kind, stream id,
    /// number and hash, parted by tabs.
    pub sha256: String,
}

/// A table of records as it was copied from Postgres.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpedTable {
    /// Its name.
    pub table: String,
    /// Its columns, in the order of the file.
    pub columns: Vec<String>,
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
}

/// A schema as it was copied from Postgres. Tables come after those they refer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpedSchema {
    /// Its name: that of the service.
    pub schema: String,
    /// What its journal holds.
    pub content: Content,
    /// Its tables.
    pub tables: Vec<DumpedTable>,
}

/// A digest that is fed bit by bit.
#[derive(Default)]
pub(crate) struct Feeding {
    digest: Sha256,
    lines: u64,
}

impl Feeding {
    pub fn line(&mut self, (kind, id, seq, hash): (&str, &str, i64, &[u8])) {
        let mut line = format!("{kind}\t{id}\t{seq}\t");
        for byte in hash {
            // Writing to a String cannot fail.
            let _ = write!(line, "{byte:02x}");
        }
        line.push('\n');
        self.digest.update(&line);
        self.lines = self.lines.saturating_add(1);
    }

    /// Whole lines of that form.
    pub fn text(&mut self, text: &[u8]) {
        self.digest.update(text);
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        self.lines = self.lines.saturating_add(lines as u64);
    }

    pub fn content(self) -> Content {
        Content {
            entries: self.lines,
            sha256: hex(&self.digest.finalize()),
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What the journal beside these records holds.
///
/// # Errors
/// When it cannot be read.
pub async fn content(records: &Records) -> Result<Content, JournalError> {
    let mut feeding = Feeding::default();
    let mut after = (String::new(), String::new(), 0_i64);
    loop {
        let page = records::query_as::<(String, String, i64, Vec<u8>)>(
            "SELECT stream_kind, stream_id, seq, hash FROM journal_entries \
             WHERE (stream_kind, stream_id, seq) > ($1, $2, $3) \
             ORDER BY stream_kind, stream_id, seq LIMIT $4",
        )
        .bind(&after.0)
        .bind(&after.1)
        .bind(after.2)
        .bind(PAGE)
        .fetch_all(records.read())
        .await
        .map_err(JournalError::storage("read the hashes of its entries"))?;
        for (kind, id, seq, hash) in &page {
            feeding.line((kind, id, *seq, hash));
        }
        match page.into_iter().next_back() {
            Some((kind, id, seq, _)) => after = (kind, id, seq),
            None => return Ok(feeding.content()),
        }
    }
}

/// Copies SQLite journals, each to its new file, as all of them are at one instant. Whoever writes to them waits for
/// that instant only, not for the copying.
///
/// # Errors
/// When one cannot be read, or its copy not be written.
pub async fn copy_files(files: &[(PathBuf, PathBuf)]) -> Result<(), JournalError> {
    sqlite::copy_files(files).await
}

/// Names the journal in a SQLite file anew.
///
/// # Errors
/// When it cannot be written.
pub async fn renew_file(path: &Path) -> Result<(), JournalError> {
    sqlite::renew_file(path).await
}
