//! `outflank verify` on a saved event: does the signature fit, and every entry and row what was signed?

use std::path::Path;

use anyhow::Context as _;
use outflank_identity::PROOFS;
use outflank_journal::{Entry, records::Value};
use outflank_pairing::{TournamentDraws, check_tournament};
use outflank_play::{
    Countersignatures, RepeatedGames, SigningKeys, check_countersignatures, repeat,
};
use serde::Serialize;

use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
    output,
};

use super::{
    draws::{Draws, state},
    rating_files,
};
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
    /// Results that both players confirmed, with the signatures on them.
    countersigned: usize,
    /// Rating files that follow from the entries, byte for byte.
    rating_files: usize,
    /// What does not come out again, a sentence each.
    findings: Vec<String>,
    /// What another edition of the engine decided, and this one decides otherwise: neither good nor bad. A sentence each.
    not_rederivable: Vec<String>,
    fault: Option<String>,
}

/// Whether this is a saved event.
pub fn is_event(target: &str) -> bool {
    bundle::is_bundle(Path::new(target))
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Exit> {
    let read = read(Path::new(&args.target), args.key.as_deref());
    let mut report = match &read {
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
            countersigned: 0,
            rating_files: 0,
            findings: Vec::new(),
            not_rederivable: Vec::new(),
            fault: Some(format!("{error:#}")),
        },
    };
    if let (Ok((bundle, _)), Some(published)) = (&read, &args.rating_files) {
        let compared = rating_files::compared(bundle, published).or_misuse()?;
        report.rating_files = compared.same;
        report.findings.extend(compared.findings);
    }
    match (args.format, &read) {
        (Format::Json, _) => output::json(&report)?,
        (Format::Text, Err(error)) => output::text_line(&format!("{error:#}"))?,
        (Format::Text, Ok((bundle, left))) => {
            let (findings, others) = (&report.findings, &report.not_rederivable);
            for finding in findings.iter().chain(others) {
                output::text_line(&format!("{}: {finding}", report.target))?;
            }
            output::text_line(&format!(
                "{}: {}, {} streams, {} entries, {} rows: as {} signed it{}; {} draws, pairings, rankings and acts repeated, {} countersignatures checked{}: {}{}",
                report.target,
                bundle.manifest.tournament,
                report.streams,
                report.entries,
                report.rows,
                bundle.public_key,
                super::trust(args.key.is_some()),
                report.repeated,
                report.countersigned,
                match report.rating_files {
                    0 => String::new(),
                    1 => ", 1 rating file made again".to_owned(),
                    files => format!(", {files} rating files made again"),
                },
                state(findings.len(), others.len()),
                match left {
                    0 => String::new(),
                    left =>
                        format!(". {left} rows of passwords, sessions and keys are loaded nowhere"),
                }
            ))?;
        }
    }
    Ok(Exit::of_findings(
        report.fault.is_some() || !report.findings.is_empty() || !report.not_rederivable.is_empty(),
    ))
}

/// What the streams of an event come to when everything in them is decided again that they tell whole.
struct Repeated {
    draws: Draws,
    games: RepeatedGames,
    signed: Countersignatures,
}

fn repeated(bundle: &Bundle) -> Repeated {
    let mut tournaments = Vec::new();
    let (mut games, mut signed) = (RepeatedGames::default(), Countersignatures::default());
    let keys = signing_keys(bundle);
    for stored in &bundle.streams {
        let entries: Vec<Entry> = stored.iter().map(|stored| stored.entry.clone()).collect();
        let Some(first) = entries.first() else {
            continue;
        };
        let stream = first.stream.clone();
        match stream.kind.as_str() {
            "tournament" => tournaments.push(TournamentDraws {
                checks: check_tournament(&entries),
                stream,
            }),
            "game" => {
                repeat(&stream.id, &entries, &mut games);
                check_countersignatures(&stream.id, &entries, &keys, &mut signed);
            }
            _ => {}
        }
    }
    Repeated {
        draws: Draws::of(tournaments),
        games,
        signed,
    }
}

/// The keys of the servers that the event was at, under which its results are signed.
fn signing_keys(bundle: &Bundle) -> SigningKeys {
    let tables = bundle.records.iter();
    let carried = tables.filter(|carried| carried.table.name == "signing_keys");
    SigningKeys::read(carried.flat_map(|carried| {
        let mut columns = carried.table.columns.iter();
        let place = columns.position(|(name, _)| *name == "public_key");
        let rows = carried.rows.iter();
        rows.filter_map(move |row| match row.get(place?) {
            Some(Value::Text(Some(key))) => Some(key.as_str()),
            _ => None,
        })
    }))
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
        let Repeated {
            draws,
            games,
            signed,
        } = repeated(bundle);
        let of_draws = draws.failures.iter().map(ToString::to_string);
        let failures = games.failures.into_iter().chain(signed.failures);
        let of_games = failures.map(|(stream, seq, what)| format!("{stream}, entry {seq}: {what}"));
        let others = draws.not_rederivable.iter().map(ToString::to_string);
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
            repeated: draws.checked + games.decided,
            countersigned: signed.checked,
            rating_files: 0,
            findings: of_draws.chain(of_games).collect(),
            not_rederivable: others.collect(),
            fault: None,
        }
    }
}
