//! `outflank verify` on a saved event: does the signature fit, and every entry and row what was signed?

use std::path::Path;

use serde::Serialize;

use outflank_offline::{Format, exit::Exit, output};

use crate::{
    cli,
    event::bundle::{self, Bundle},
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
    fault: Option<String>,
}

/// Whether this is a saved event.
pub fn is_event(target: &str) -> bool {
    bundle::is_bundle(Path::new(target))
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Exit> {
    let read = bundle::read(Path::new(&args.target), args.key.as_deref());
    let report = match &read {
        Ok(bundle) => Report::of(&args.target, bundle),
        Err(error) => Report {
            target: args.target.clone(),
            tournament: None,
            public_key: None,
            saved_at_ms: None,
            streams: 0,
            entries: 0,
            rows: 0,
            fault: Some(format!("{error:#}")),
        },
    };
    match (args.format, &read) {
        (Format::Json, _) => output::json(&report)?,
        (Format::Text, Err(error)) => output::text_line(&format!("{error:#}"))?,
        (Format::Text, Ok(bundle)) => output::text_line(&format!(
            "{}: {}, {} streams, {} entries, {} rows: as {} signed it",
            report.target,
            bundle.manifest.tournament,
            report.streams,
            report.entries,
            report.rows,
            bundle.public_key
        ))?,
    }
    Ok(Exit::of_findings(report.fault.is_some()))
}

impl Report {
    fn of(target: &str, bundle: &Bundle) -> Self {
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
            fault: None,
        }
    }
}
