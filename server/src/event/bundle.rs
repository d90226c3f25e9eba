//! A saved event: one file of lines, signed.
//!
//! The first line names the format, the second is the manifest, the third the signature under it. Then come the
//! entries of every stream, one a line, then the rows of every table, in the order in which the manifest lists them
//! with their number and digest.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufWriter, Write as _},
    path::Path,
};

use anyhow::{Context as _, bail, ensure};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use outflank_access::identifier;
use outflank_journal::moving::{self, StoredEntry};
use outflank_offline::exit::{OrMisuse as _, misuse};
use serde::{Deserialize, Serialize};

use super::{
    content::{self, Carried, EntryLine, Owner},
    trust::Signers,
};

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

#[derive(Serialize, Deserialize)]
struct Signed {
    public_key: String,
    signature: String,
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

/// A file that is not there until it is whole. Dropped before, it leaves nothing.
pub struct Unfinished<'p> {
    path: &'p Path,
    part: std::path::PathBuf,
    file: Option<File>,
}

impl<'p> Unfinished<'p> {
    /// Begins a file that nobody but its owner can read.
    pub fn begin(path: &'p Path) -> anyhow::Result<Self> {
        ensure!(
            !path.exists(),
            "{} is there already; name another file",
            path.display()
        );
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = std::path::PathBuf::from(name);
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&part);
        let file = file.with_context(|| format!("{} cannot be written", part.display()))?;
        Ok(Self {
            path,
            part,
            file: Some(file),
        })
    }

    /// Writes it; from then on it is there.
    pub fn finish(mut self, lines: &[&str]) -> anyhow::Result<()> {
        let cannot = || format!("{} cannot be written", self.path.display());
        let file = self.file.take().with_context(cannot)?;
        let mut writer = BufWriter::new(file);
        for line in lines {
            writer.write_all(line.as_bytes()).with_context(cannot)?;
            writer.write_all(b"\n").with_context(cannot)?;
        }
        let file = writer.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).with_context(cannot)?;
        std::fs::rename(&self.part, self.path).with_context(cannot)
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        // Nothing is there once it was renamed.
        let _ = std::fs::remove_file(&self.part);
    }
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
    let signed = serde_json::to_string(&Signed {
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

/// Reads a saved event if every byte of it is as one of these signed it.
pub fn read(path: &Path, signers: &Signers) -> anyhow::Result<Bundle> {
    let name = path.display();
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read {name}"))
        .or_misuse()?;
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(misuse(format!("{name} is no saved event")));
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name} is no saved event"))?;
    let lines: Vec<&str> = text.lines().collect();
    let [first, described, signed, rest @ ..] = &lines[..] else {
        bail!("{name} is no saved event");
    };
    check_format(first).with_context(|| name.to_string())?;
    let (manifest, public_key) =
        check_signature(described, signed, signers).with_context(|| name.to_string())?;
    let mut reading = Reading {
        lines: rest,
        number: 3,
    };
    let mut streams = Vec::with_capacity(manifest.streams.len());
    for section in &manifest.streams {
        let stream = reading.stream(section);
        streams.push(stream.with_context(|| name.to_string())?);
    }
    let mut records = Vec::with_capacity(manifest.records.len());
    for section in &manifest.records {
        let carried = reading.records(section);
        records.push(carried.with_context(|| name.to_string())?);
    }
    ensure!(
        reading.lines.is_empty(),
        "{name}, line {}: it was added to the file after it was signed",
        reading.number + 1
    );
    Ok(Bundle {
        manifest,
        public_key,
        streams,
        records,
    })
}

fn check_format(first: &str) -> anyhow::Result<()> {
    let number = first.strip_prefix(MAGIC).context("it is no saved event")?;
    match number.parse::<u32>() {
        Ok(FORMAT) => Ok(()),
        Ok(newer) => bail!(
            "it was saved in format {newer} by another version of this program, which reads format {FORMAT}: load it \
             with that version, or a newer one"
        ),
        Err(_) => bail!("it is no saved event"),
    }
}

fn check_signature(
    described: &str,
    signed: &str,
    signers: &Signers,
) -> anyhow::Result<(Manifest, String)> {
    let broken = "line 3: the signature does not fit the manifest in line 2: the file was altered";
    let signed: Signed = serde_json::from_str(signed).context(broken)?;
    signers.check(&signed.public_key)?;
    let public_key = URL_SAFE_NO_PAD.decode(&signed.public_key).context(broken)?;
    let public_key: [u8; 32] = public_key.try_into().map_err(|_| anyhow::anyhow!(broken))?;
    let public_key = VerifyingKey::from_bytes(&public_key).context(broken)?;
    let signature = URL_SAFE_NO_PAD.decode(&signed.signature).context(broken)?;
    let signature = Signature::from_slice(&signature).context(broken)?;
    if public_key
        .verify_strict(described.as_bytes(), &signature)
        .is_err()
    {
        bail!(broken);
    }
    let manifest: Manifest =
        serde_json::from_str(described).context("line 2: the manifest cannot be read")?;
    ensure!(
        manifest.format == FORMAT,
        "line 1: the file says that its format is {FORMAT}, its manifest says {}",
        manifest.format
    );
    Ok((manifest, signed.public_key))
}

/// The lines that are not read yet, and the number of the last that is.
struct Reading<'l> {
    lines: &'l [&'l str],
    number: usize,
}

impl<'l> Reading<'l> {
    fn take(&mut self, number: usize, what: &str) -> anyhow::Result<&'l [&'l str]> {
        let Some((section, rest)) = self.lines.split_at_checked(number) else {
            bail!(
                "it ends at line {} in the middle of {what}: a part is missing",
                self.number + self.lines.len()
            );
        };
        self.lines = rest;
        self.number += number;
        Ok(section)
    }

    fn stream(&mut self, section: &StreamSection) -> anyhow::Result<Vec<StoredEntry>> {
        let before = self.number;
        let lines = self.take(section.entries, &section.stream)?;
        let mut entries = Vec::with_capacity(lines.len());
        for (at, line) in lines.iter().enumerate() {
            let altered = || format!("line {}: {} was altered", before + at + 1, section.stream);
            let line: EntryLine = serde_json::from_str(line).with_context(altered)?;
            let stored = line.stored().with_context(altered)?;
            ensure!(stored.entry.stream.to_string() == section.stream, altered());
            entries.push(stored);
        }
        moving::check(&entries)
            .with_context(|| format!("lines {} to {} were altered", before + 1, self.number))?;
        let last = entries.last().map(|last| last.entry.hash.to_string());
        ensure!(
            last.as_ref() == Some(&section.last_hash) && digest(lines) == section.sha256,
            "lines {} to {}: {} is not what was signed",
            before + 1,
            self.number,
            section.stream
        );
        Ok(entries)
    }

    fn records(&mut self, section: &RecordSection) -> anyhow::Result<Carried> {
        let before = self.number;
        let table = section.service.table(&section.table);
        let table = table.with_context(|| format!("{} is no table of records", section.table))?;
        let lines = self.take(section.rows, &section.table)?;
        ensure!(
            digest(lines) == section.sha256,
            "lines {} to {}: the rows of {} are not what was signed",
            before + 1,
            self.number,
            section.table
        );
        let mut rows = Vec::with_capacity(lines.len());
        for (at, line) in lines.iter().enumerate() {
            let row = content::row(table, line);
            rows.push(row.with_context(|| format!("line {}", before + at + 1))?);
        }
        Ok(Carried {
            owner: section.service,
            table,
            rows,
            first_line: before + 1,
        })
    }
}
