//! A saved event, read.

use std::path::Path;

use anyhow::{Context as _, ensure};
use outflank_journal::moving::{self, StoredEntry};
use outflank_offline::exit::{OrMisuse as _, misuse};

use super::{
    Bundle, MAGIC, RecordSection, StreamSection,
    seal::{self, Broken, Lines, Sealed},
};
use crate::event::{
    content::{self, Carried, EntryLine},
    trust::Signers,
};

/// Reads a saved event if every byte of it is as one of these signed it.
pub fn read(path: &Path, signers: &Signers) -> anyhow::Result<Bundle> {
    let name = path.display();
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read {name}"))
        .or_misuse()?;
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(misuse(format!("{name} is no saved event")));
    }
    whole(&bytes, signers).with_context(|| name.to_string())
}

fn whole(bytes: &[u8], signers: &Signers) -> anyhow::Result<Bundle> {
    let lines = seal::lines(bytes)?;
    let sealed = seal::opened(&lines, signers).map_err(|broken| match broken {
        Broken::Said(error) => error,
        Broken::Section {
            manifest,
            place,
            lines,
        } => {
            let streams = manifest.streams.len();
            match (
                manifest.streams.get(place),
                manifest.records.get(place.saturating_sub(streams)),
            ) {
                (Some(section), _) => what_is_other(section, lines),
                (None, section) => {
                    let table = section.map_or("a table", |section| &section.table);
                    lines.not_signed(&format!("the rows of {table} are"))
                }
            }
        }
    })?;
    let Sealed {
        manifest,
        public_key,
        sections,
    } = sealed;
    let mut sections = sections.into_iter();
    let streams = manifest.streams.iter().zip(&mut sections);
    let streams = streams
        .map(|(section, lines)| entries(section, lines))
        .collect::<anyhow::Result<_>>()?;
    let records = manifest.records.iter().zip(sections);
    let records = records
        .map(|(section, lines)| rows(section, lines))
        .collect::<anyhow::Result<_>>()?;
    Ok(Bundle {
        manifest,
        public_key,
        streams,
        records,
    })
}

/// Which line of a stream is not what was signed.
fn what_is_other(section: &StreamSection, lines: Lines<'_>) -> anyhow::Error {
    match entries(section, lines) {
        Err(error) => error,
        Ok(_) => lines.not_signed(&format!("{} is", section.stream)),
    }
}

fn entries(section: &StreamSection, lines: Lines<'_>) -> anyhow::Result<Vec<StoredEntry>> {
    let mut entries = Vec::with_capacity(lines.lines.len());
    for (at, line) in lines.lines.iter().enumerate() {
        let altered = || {
            let line = lines.before + at + 1;
            format!("line {line}: {} was altered", section.stream)
        };
        let line: EntryLine = serde_json::from_str(line).with_context(altered)?;
        let stored = line.stored().with_context(altered)?;
        ensure!(stored.entry.stream.to_string() == section.stream, altered());
        entries.push(stored);
    }
    moving::check(&entries).with_context(|| format!("{} were altered", lines.named()))?;
    let last = entries.last().map(|last| last.entry.hash.to_string());
    ensure!(
        last.as_ref() == Some(&section.last_hash),
        lines.not_signed(&format!("{} is", section.stream))
    );
    Ok(entries)
}

fn rows(section: &RecordSection, lines: Lines<'_>) -> anyhow::Result<Carried> {
    let table = section.service.table(&section.table);
    let table = table.with_context(|| format!("{} is no table of records", section.table))?;
    let rows = lines.lines.iter().enumerate().map(|(at, line)| {
        let number = lines.before + at + 1;
        content::row(table, line).with_context(|| format!("line {number}"))
    });
    Ok(Carried {
        owner: section.service,
        table,
        rows: rows.collect::<anyhow::Result<_>>()?,
        first_line: lines.before + 1,
    })
}

impl Lines<'_> {
    fn named(self) -> String {
        let last = self.before + self.lines.len();
        format!("lines {} to {last}", self.before + 1)
    }

    fn not_signed(self, what: &str) -> anyhow::Error {
        anyhow::anyhow!("{}: {what} not what was signed", self.named())
    }
}
