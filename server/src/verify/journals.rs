//! `outflank verify` on journals: are the hash chains whole, do the draws and signatures in them hold?

use anyhow::Context as _;
use outflank_journal::{JournalError, JournalLocation};
use outflank_pairing::TournamentDraws;
use serde::Serialize;

use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
    output,
};

use crate::cli;

#[derive(Serialize)]
struct Report {
    file: String,
    streams: u64,
    entries: u64,
    facts: u64,
    breaks: Vec<Break>,
    draws: Draws,
    results: Results,
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

/// The draws of the tournaments, repeated from what is public.
#[derive(Serialize, Default)]
struct Draws {
    tournaments: usize,
    /// Draws and what rests on them: rounds, chairs, lots.
    checked: usize,
    failures: Vec<DrawFailure>,
}

#[derive(Serialize)]
struct DrawFailure {
    stream: String,
    /// The entry; none where the stream cannot be read.
    seq: Option<u64>,
    subject: String,
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
    let results = outflank_play::check_results(place).await?;
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
        results: Results {
            countersigned: results.checked,
            failures: results
                .failures
                .into_iter()
                .map(|(stream, seq, what)| ResultFailure { stream, seq, what })
                .collect(),
        },
    })
}

impl Report {
    fn holds(&self) -> bool {
        self.breaks.is_empty() && self.draws.failures.is_empty() && self.results.failures.is_empty()
    }
}

impl Draws {
    fn of(tournaments: Vec<TournamentDraws>) -> Self {
        let mut draws = Self {
            tournaments: tournaments.len(),
            ..Self::default()
        };
        for TournamentDraws { stream, checks } in tournaments {
            let stream = stream.to_string();
            match checks {
                Ok(checks) => {
                    draws.checked += checks.len();
                    let failed = checks.into_iter().filter(|check| !check.holds);
                    draws.failures.extend(failed.map(|check| DrawFailure {
                        stream: stream.clone(),
                        seq: Some(check.seq),
                        subject: check.subject,
                        what: check.detail,
                    }));
                }
                Err(what) => draws.failures.push(DrawFailure {
                    stream,
                    seq: None,
                    subject: "stream".to_owned(),
                    what,
                }),
            }
        }
        draws
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
    print_results(file, results)
}

/// Says nothing of a journal without countersigned results.
fn print_results(file: &str, results: &Results) -> anyhow::Result<()> {
    for ResultFailure { stream, seq, what } in &results.failures {
        output::text_line(&format!("{file}: {stream}, entry {seq}: {what}"))?;
    }
    if results.countersigned == 0 {
        return Ok(());
    }
    let state = match results.failures.len() {
        0 => "every signature holds".to_owned(),
        1 => "1 does not hold".to_owned(),
        number => format!("{number} do not hold"),
    };
    output::text_line(&format!(
        "{file}: {} results countersigned: {state}",
        results.countersigned
    ))
}

/// Says nothing of a journal without tournaments.
fn print_draws(file: &str, draws: &Draws) -> anyhow::Result<()> {
    if draws.tournaments == 0 {
        return Ok(());
    }
    for failure in &draws.failures {
        let entry = failure
            .seq
            .map_or_else(String::new, |seq| format!(", entry {seq}"));
        output::text_line(&format!(
            "{file}: {}{entry}, {}: {}",
            failure.stream, failure.subject, failure.what
        ))?;
    }
    let state = match draws.failures.len() {
        0 => "every draw comes out the same again".to_owned(),
        1 => "1 does not hold".to_owned(),
        number => format!("{number} do not hold"),
    };
    output::text_line(&format!(
        "{file}: {} tournaments, {} draws and rounds repeated: {state}",
        draws.tournaments, draws.checked
    ))
}
