//! `outflank verify FILE|ADDRESS`.

use anyhow::Context;
use serde::Serialize;

use super::{Verdict, output, verify_export};
use crate::cli::{self, Format};

#[derive(Serialize)]
struct Report {
    file: String,
    streams: u64,
    entries: u64,
    facts: u64,
    breaks: Vec<Break>,
}

#[derive(Serialize)]
struct Break {
    stream: String,
    seq: i64,
    what: String,
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Verdict> {
    if verify_export::is_export(&args.target) {
        return verify_export::run(args);
    }
    let report = journal(std::path::Path::new(&args.target))?;
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Text => print(&report)?,
    }
    Ok(Verdict::of(!report.breaks.is_empty()))
}

/// Walks the hash chains of a journal database, which is only read.
fn journal(path: &std::path::Path) -> anyhow::Result<Report> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let report = runtime
        .block_on(outflank_journal::verify_file(path))
        .with_context(|| format!("{} cannot be verified", path.display()))?;
    Ok(Report {
        file: path.display().to_string(),
        streams: report.streams,
        entries: report.entries,
        facts: report.facts,
        breaks: report
            .breaks
            .iter()
            .map(|found| Break {
                stream: found.stream.to_string(),
                seq: found.seq,
                what: found.fault.to_string(),
            })
            .collect(),
    })
}

fn print(report: &Report) -> anyhow::Result<()> {
    let Report {
        file,
        streams,
        entries,
        facts,
        breaks,
    } = report;
    for Break { stream, seq, what } in breaks {
        output::text_line(&format!("{file}: {stream}, entry {seq}: {what}"))?;
    }
    let state = match breaks.len() {
        0 => "every chain is sound".to_owned(),
        1 => "1 break".to_owned(),
        number => format!("{number} breaks"),
    };
    output::text_line(&format!(
        "{file}: {streams} streams, {entries} entries, {facts} facts: {state}"
    ))
}
