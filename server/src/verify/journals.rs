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

/// The draws of the tournaments, repeated from what is public.
#[derive(Serialize, Default)]
struct Draws {
    tournaments: usize,
    /// Draws and what rests on them: rounds, chairs, lots; and final rankings.
    checked: usize,
    failures: Vec<DrawFailure>,
    /// What another edition of the engine decided, and this one decides otherwise: neither good nor bad.
    not_rederivable: Vec<DrawFailure>,
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
            && self.draws.failures.is_empty()
            && self.draws.not_rederivable.is_empty()
            && self.games.failures.is_empty()
            && self.results.failures.is_empty()
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
                    for check in checks.into_iter().filter(|check| !check.holds) {
                        let told = if check.rederivable {
                            &mut draws.failures
                        } else {
                            &mut draws.not_rederivable
                        };
                        told.push(DrawFailure {
                            stream: stream.clone(),
                            seq: Some(check.seq),
                            subject: check.subject,
                            what: check.detail,
                        });
                    }
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
        1 => "1 does not hold".to_owned(),
        number => format!("{number} do not hold"),
    })
}

/// Says nothing of a journal without tournaments.
fn print_draws(file: &str, draws: &Draws) -> anyhow::Result<()> {
    if draws.tournaments == 0 {
        return Ok(());
    }
    for failure in draws.failures.iter().chain(&draws.not_rederivable) {
        let entry = failure
            .seq
            .map_or_else(String::new, |seq| format!(", entry {seq}"));
        output::text_line(&format!(
            "{file}: {}{entry}, {}: {}",
            failure.stream, failure.subject, failure.what
        ))?;
    }
    let state = match draws.failures.len() {
        0 if !draws.not_rederivable.is_empty() => {
            format!(
                "{} not derived again, all else comes out the same",
                draws.not_rederivable.len()
            )
        }
        0 => "all comes out the same again".to_owned(),
        1 => "1 does not hold".to_owned(),
        number => format!("{number} do not hold"),
    };
    output::text_line(&format!(
        "{file}: {} tournaments, {} draws, rounds and rankings repeated: {state}",
        draws.tournaments, draws.checked
    ))
}
