//! `outflank verify` on a saved event: does the signature fit, and every entry and row what was signed?

use std::path::Path;

use anyhow::Context as _;
use outflank_identity::PROOFS;
use outflank_journal::Entry;
use outflank_pairing::check_tournament;
use outflank_play::{RepeatedGames, repeat};
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
    /// Draws, pairings and rankings that were decided again, and acts of games.
    repeated: usize,
    /// What does not come out again, a sentence each.
    findings: Vec<String>,
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
            repeated: 0,
            findings: Vec::new(),
            fault: Some(format!("{error:#}")),
        },
    };
    match (args.format, &read) {
        (Format::Json, _) => output::json(&report)?,
        (Format::Text, Err(error)) => output::text_line(&format!("{error:#}"))?,
        (Format::Text, Ok((bundle, left))) => {
            report.findings.iter().try_for_each(|finding| {
                output::text_line(&format!("{}: {finding}", report.target))
            })?;
            output::text_line(&format!(
                "{}: {}, {} streams, {} entries, {} rows: as {} signed it{}; {} draws, pairings, rankings and acts repeated, {}{}",
                report.target,
                bundle.manifest.tournament,
                report.streams,
                report.entries,
                report.rows,
                bundle.public_key,
                super::trust(args.key.is_some()),
                report.repeated,
                match report.findings.len() {
                    0 => "all comes out the same again".to_owned(),
                    number => format!("{number} do not come out the same"),
                },
                match left {
                    0 => String::new(),
                    left =>
                        format!(". {left} rows of passwords, sessions and keys are loaded nowhere"),
                }
            ))?;
        }
    }
    Ok(Exit::of_findings(
        report.fault.is_some() || !report.findings.is_empty(),
    ))
}

/// Decides everything in the event's streams again that they tell whole: how much that was, and what does not come out the
/// same.
fn repeated(bundle: &Bundle) -> (usize, Vec<String>) {
    let (mut count, mut findings) = (0, Vec::new());
    let mut games = RepeatedGames::default();
    for stored in &bundle.streams {
        let entries: Vec<Entry> = stored.iter().map(|stored| stored.entry.clone()).collect();
        let Some(first) = entries.first() else {
            continue;
        };
        let stream = first.stream.clone();
        match stream.kind.as_str() {
            "tournament" => match check_tournament(&entries) {
                Ok(checks) => {
                    count += checks.len();
                    let failed = checks.into_iter().filter(|check| !check.holds);
                    findings.extend(failed.map(|check| {
                        let (seq, subject) = (check.seq, check.subject);
                        format!("{stream}, entry {seq}, {subject}: {}", check.detail)
                    }));
                }
                Err(what) => findings.push(format!("{stream}: {what}")),
            },
            "game" => repeat(&stream.id, &entries, &mut games),
            _ => {}
        }
    }
    let failures = games.failures.into_iter();
    findings.extend(failures.map(|(stream, seq, what)| format!("{stream}, entry {seq}: {what}")));
    (count + games.decided, findings)
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
        let (repeated, findings) = repeated(bundle);
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
            repeated,
            findings,
            fault: None,
        }
    }
}
