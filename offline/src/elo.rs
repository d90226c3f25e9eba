//! `outflank elo FILE...`.

use std::path::Path;

use anyhow::Context;
use outflank_formats::Problem;
use outflank_formats::elo::{self, Departure, Rewritten};
use serde::Serialize;

use super::answer::Format;
use super::progress::Progress;
use super::{exit::Exit, output};
use crate::arguments;

#[derive(Serialize)]
struct Report {
    file: String,
    tournament: String,
    players: usize,
    games: usize,
    problems: Vec<Problem>,
    departures: Vec<Departure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten: Option<RewriteReport>,
}

#[derive(Serialize)]
struct RewriteReport {
    /// Where the strict form stands now; none where a file was there already.
    file: Option<String>,
    remaining: Vec<Departure>,
}

impl Report {
    fn has_findings(&self) -> bool {
        match &self.rewritten {
            Some(rewritten) => rewritten.file.is_none() || !rewritten.remaining.is_empty(),
            None => !self.problems.is_empty() || !self.departures.is_empty(),
        }
    }
}

pub fn run(args: &arguments::Elo) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut progress = Progress::new("rating files", args.files.len());
    let (mut reports, mut findings, mut games, mut departures) = (Vec::new(), false, 0, 0);
    for (index, path) in args.files.iter().enumerate() {
        let report = report(path, args.output.as_deref())?;
        findings |= report.has_findings();
        games += report.games;
        departures += report.departures.len();
        match args.format {
            Format::Text => print(&report)?,
            Format::Json => reports.push(report),
        }
        progress.at(index + 1);
    }
    match args.format {
        Format::Json => output::json(&reports)?,
        Format::Text => output::text_line(&format!(
            "{} files, {games} games, {departures} departures from the strict form",
            args.files.len()
        ))?,
    }
    Ok(Exit::of_findings(findings))
}

fn report(path: &Path, folder: Option<&Path>) -> anyhow::Result<Report> {
    let bytes = output::read(path)?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let parsed = elo::read(&bytes);
    let rewritten = match folder {
        Some(folder) => Some(store(folder, elo::rewrite(&bytes, &name))?),
        None => None,
    };
    Ok(Report {
        file: path.display().to_string(),
        tournament: parsed.value.tournament.clone(),
        players: parsed.value.players.len(),
        games: parsed.value.games().count(),
        problems: parsed.problems,
        departures: elo::strict_check(&bytes, &name),
        rewritten,
    })
}

/// Writes the new text under its new name unless a file stands there.
fn store(folder: &Path, rewritten: Rewritten) -> anyhow::Result<RewriteReport> {
    let path = folder.join(&rewritten.file_name);
    let taken = |error: &std::io::Error| error.kind() == std::io::ErrorKind::AlreadyExists;
    let file = match std::fs::File::create_new(&path) {
        Ok(mut file) => {
            std::io::Write::write_all(&mut file, rewritten.text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            Some(path.display().to_string())
        }
        Err(error) if taken(&error) => {
            output::note(&format!(
                "{} is there already and is left as it is",
                path.display()
            ));
            None
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
    };
    Ok(RewriteReport {
        file,
        remaining: rewritten.remaining,
    })
}

fn print(report: &Report) -> anyhow::Result<()> {
    let file = &report.file;
    for Departure {
        line, what, right, ..
    } in &report.departures
    {
        output::text_line(&format!("{file}:{line}: {what}; right: {right}"))?;
    }
    let Some(rewritten) = &report.rewritten else {
        return Ok(());
    };
    let Some(new) = &rewritten.file else {
        return Ok(());
    };
    output::text_line(&format!("{file}: rewritten as {new}"))?;
    for Departure {
        line, what, right, ..
    } in &rewritten.remaining
    {
        output::text_line(&format!("{new}:{line}: {what}; right: {right}"))?;
    }
    Ok(())
}
