//! `outflank verify` on journals: are the hash chains whole, do the draws and signatures in them hold?

use anyhow::Context as _;
use outflank_journal::{JournalError, JournalLocation};
use serde::Serialize;

use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
    output,
};

use super::draws::{Draws, state};
use crate::cli;

#[derive(Serialize)]
struct Report {
    file: String,
    streams: u64,
    entries: u64,
    facts: u64,
    breaks: Vec<Break>,
    draws: Draws,
    games: Games,
    results: Results,
}

/// Games repeated by the rules from what their entries tell.
#[derive(Serialize)]
struct Games {
    games: usize,
    /// Acts that were decided again, with what their clocks were charged.
    acts: usize,
    /// Discs that were checked.
    discs: usize,
    failures: Vec<ResultFailure>,
}

/// Results that both players confirmed, under the server's signature.
#[derive(Serialize)]
struct Results {
    countersigned: usize,
    failures: Vec<ResultFailure>,
}

#[derive(Serialize)]
struct ResultFailure {
    stream: String,
    seq: u64,
    what: String,
}

#[derive(Serialize)]
struct Break {
    stream: String,
    seq: i64,
    what: String,
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Exit> {
    let reports = journals(&args.target).or_misuse()?;
    match (args.format, &reports[..]) {
        (Format::Json, [report]) => output::json(report)?,
        (Format::Json, reports) => output::json(&Journals { journals: reports })?,
        (Format::Text, reports) => reports.iter().try_for_each(print)?,
    }
    Ok(Exit::of_findings(!reports.iter().all(Report::holds)))
}

/// The journals of a database.
#[derive(Serialize)]
struct Journals<'r> {
    journals: &'r [Report],
}

/// Walks the hash chains of journals, which are only read, and repeats the draws in them.
fn journals(target: &str) -> anyhow::Result<Vec<Report>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(async {
        let mut reports = Vec::new();
        for place in places(target).await? {
            let report = journal(&place).await;
            reports.push(report.with_context(|| format!("{place} cannot be verified"))?);
        }
        Ok(reports)
    })
}

/// Every journal of a Postgres database, or the one in a file.
async fn places(target: &str) -> anyhow::Result<Vec<JournalLocation>> {
    if !is_database(target) {
        return Ok(vec![JournalLocation::File(target.into())]);
    }
    let schemas = outflank_journal::journals_in(target).await?;
    let place = |schema| JournalLocation::Schema {
        url: target.to_owned(),
        schema,
    };
    Ok(schemas.into_iter().map(place).collect())
}

fn is_database(target: &str) -> bool {
    target.starts_with("postgres://") || target.starts_with("postgresql://")
}

async fn journal(place: &JournalLocation) -> Result<Report, JournalError> {
    let report = place.verify().await?;
    let draws = outflank_pairing::check_draws(place).await?;
    let games = outflank_play::repeat_games(place).await?;
    let results = outflank_play::check_results(place).await?;
    let failure = |(stream, seq, what)| ResultFailure { stream, seq, what };
    Ok(Report {
        file: place.to_string(),
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
        draws: Draws::of(draws),
        games: Games {
            games: games.games,
            acts: games.decided,
            discs: games.plies,
            failures: games.failures.into_iter().map(failure).collect(),
        },
        results: Results {
            countersigned: results.checked,
            failures: results.failures.into_iter().map(failure).collect(),
        },
    })
}

impl Report {
    fn holds(&self) -> bool {
        self.breaks.is_empty()
            && self.draws.hold()
            && self.games.failures.is_empty()
            && self.results.failures.is_empty()
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    let Report {
        file,
        streams,
        entries,
        facts,
        breaks,
        draws,
        games,
        results,
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
    ))?;
    print_draws(file, draws)?;
    print_games(file, games)?;
    print_results(file, results)
}

/// Says nothing of a journal without games.
fn print_games(file: &str, games: &Games) -> anyhow::Result<()> {
    if games.games == 0 {
        return Ok(());
    }
    let state = stated(file, &games.failures, "all comes out the same again")?;
    output::text_line(&format!(
        "{file}: {} games, {} acts and {} discs repeated: {state}",
        games.games, games.acts, games.discs
    ))
}

/// Says nothing of a journal without countersigned results.
fn print_results(file: &str, results: &Results) -> anyhow::Result<()> {
    if results.countersigned == 0 {
        return Ok(());
    }
    let state = stated(file, &results.failures, "every signature holds")?;
    output::text_line(&format!(
        "{file}: {} results countersigned: {state}",
        results.countersigned
    ))
}

/// Prints what fails, and says how many do.
fn stated(file: &str, failures: &[ResultFailure], none: &str) -> anyhow::Result<String> {
    for ResultFailure { stream, seq, what } in failures {
        output::text_line(&format!("{file}: {stream}, entry {seq}: {what}"))?;
    }
    Ok(match failures.len() {
        0 => none.to_owned(),
        number => state(number, 0),
    })
}

/// Says nothing of a journal without tournaments.
fn print_draws(file: &str, draws: &Draws) -> anyhow::Result<()> {
    if draws.tournaments == 0 {
        return Ok(());
    }
    let (failures, others) = (&draws.failures, &draws.not_rederivable);
    for failure in failures.iter().chain(others) {
        output::text_line(&format!("{file}: {failure}"))?;
    }
    let state = state(failures.len(), others.len());
    output::text_line(&format!(
        "{file}: {} tournaments, {} draws, rounds and rankings repeated: {state}",
        draws.tournaments, draws.checked
    ))
}
