//! `outflank verify` on a saved event: does the signature fit, and every entry and row what was signed?

use std::path::Path;

use anyhow::Context as _;
use outflank_identity::PROOFS;
use serde::Serialize;

use outflank_offline::{Format, exit::Exit, output};

use crate::{
    cli,
    event::{
        belonging,
        bundle::{self, Bundle},
        trust::Signers,
    },
};

#[derive(Serialize)]
struct Report {
    target: String,
    tournament: Option<String>,
    public_key: Option<String>,
    saved_at_ms: Option<i64>,
    streams: usize,
    entries: usize,
    rows: usize,
    /// Rows of what proves a person, in files of earlier versions: nobody loads them.
    left_behind: usize,
    fault: Option<String>,
}

/// Whether this is a saved event.
pub fn is_event(target: &str) -> bool {
    bundle::is_bundle(Path::new(target))
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Exit> {
    let read = read(Path::new(&args.target), args.key.as_deref());
    let report = match &read {
        Ok((bundle, left)) => Report::of(&args.target, bundle, *left),
        Err(error) => Report {
            target: args.target.clone(),
            tournament: None,
            public_key: None,
            saved_at_ms: None,
            streams: 0,
            entries: 0,
            rows: 0,
            left_behind: 0,
            fault: Some(format!("{error:#}")),
        },
    };
    match (args.format, &read) {
        (Format::Json, _) => output::json(&report)?,
        (Format::Text, Err(error)) => output::text_line(&format!("{error:#}"))?,
        (Format::Text, Ok((bundle, left))) => output::text_line(&format!(
            "{}: {}, {} streams, {} entries, {} rows: as {} signed it{}{}",
            report.target,
            bundle.manifest.tournament,
            report.streams,
            report.entries,
            report.rows,
            bundle.public_key,
            match args.key {
                Some(_) => "",
                None =>
                    ". Whether that key is to be trusted is not checked: name the right one with --key",
            },
            match left {
                0 => String::new(),
                left => format!(". {left} rows of passwords, sessions and keys are loaded nowhere"),
            }
        ))?,
    }
    Ok(Exit::of_findings(report.fault.is_some()))
}

/// The event, and how many rows of it are loaded nowhere.
fn read(path: &Path, key: Option<&str>) -> anyhow::Result<(Bundle, usize)> {
    let signers = key.map_or(Signers::Anybody, |key| Signers::Only(key.to_owned()));
    let mut bundle = bundle::read(path, &signers)?;
    let left = bundle.leave(&PROOFS).values().sum();
    belonging::check(&bundle).with_context(|| path.display().to_string())?;
    Ok((bundle, left))
}

impl Report {
    fn of(target: &str, bundle: &Bundle, left_behind: usize) -> Self {
        Self {
            target: target.to_owned(),
            tournament: Some(bundle.manifest.tournament.clone()),
            public_key: Some(bundle.public_key.clone()),
            saved_at_ms: Some(bundle.manifest.saved_at_ms),
            streams: bundle.streams.len(),
            entries: bundle.streams.iter().map(Vec::len).sum(),
            rows: bundle
                .records
                .iter()
                .map(|carried| carried.rows.len())
                .sum(),
            left_behind,
            fault: None,
        }
    }
}
