//! An event that another program told: its list, and its rating file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use outflank_formats::elo::{self, CreationTime, creator_line};
use outflank_formats::event::{SubmissionHeading, ToldEvent};
use outflank_formats::papp::country;
use outflank_formats::{CivilDate, Problem};
use outflank_tournament::{RuleSet, Standing, StandingsRules};
use serde::Serialize;

use super::output;

/// What a tool answers of such an event.
#[derive(Serialize)]
pub struct Answer {
    pub tournament: String,
    pub date: Option<String>,
    /// Rounds that are over.
    pub rounds: usize,
    pub planned_rounds: Option<u32>,
    /// The round that has begun and is not over.
    pub unfinished_round: Option<usize>,
    /// The constant that the list is reckoned with.
    pub constant: u32,
    pub standings: Vec<Line>,
    pub findings: Vec<Finding>,
    /// The files that were written.
    pub written: Vec<String>,
}

/// A line of the list, as `outflank standings` has it.
#[derive(Serialize)]
pub struct Line {
    rank: u32,
    id: u32,
    name: String,
    country: Option<String>,
    points: serde_json::Number,
    bq: serde_json::Number,
    discs: i64,
    left: bool,
}

/// Something that could not be taken as it stood, or could not be told.
#[derive(Serialize)]
pub struct Finding {
    pub file: String,
    #[serde(flatten)]
    pub problem: Problem,
}

impl Finding {
    /// Says it on stderr.
    pub fn note(&self) {
        let Problem { line, what, .. } = &self.problem;
        output::note(&format!("{}:{line}: {what}", self.file));
    }
}

/// What a rating file says that the event does not.
pub struct Sent<'a> {
    pub sender: &'a str,
    pub country: Option<&'a str>,
}

impl Answer {
    pub fn of(event: &ToldEvent, rules: &StandingsRules, list: &[Standing]) -> Self {
        let over = event.rounds.iter().filter(|round| round.over).count();
        let lines = list.iter().filter_map(|standing| {
            let entrant = event.entrants.get(standing.player)?;
            Some(Line {
                rank: standing.rank,
                id: entrant.number,
                name: entrant.name(),
                country: entrant.country.clone(),
                points: output::halves(standing.half_points.0),
                bq: output::halves(standing.bq_halves),
                discs: standing.discs,
                left: entrant.left,
            })
        });
        Self {
            tournament: event.name.clone(),
            date: event.first_day.map(|day| day.to_string()),
            rounds: over,
            planned_rounds: event.planned_rounds,
            unfinished_round: event
                .rounds
                .iter()
                .position(|round| !round.over)
                .map(|place| place + 1),
            constant: rules.brightwell_constant,
            standings: lines.collect(),
            findings: Vec::new(),
            written: Vec::new(),
        }
    }
}

/// The rules of the list: the event's own constant before the rule set's, and what the command line says before both.
pub fn rules(event: &ToldEvent, rule_set: &RuleSet, constant: Option<u32>) -> StandingsRules {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let played = count(event.rounds.len());
    let rounds = event.planned_rounds.unwrap_or(played).max(played);
    let mut rules = rule_set.standings_rules(count(event.entrants.len()), rounds);
    let own = event.constant.and_then(|constant| constant.whole());
    if let Some(constant) = constant.or(own) {
        rules.brightwell_constant = constant;
    }
    rules
}

/// Writes the rating file into the folder, unless a file of its name is there; what it cannot say is a finding.
pub fn write_rating_file(
    event: &ToldEvent,
    list: &[Standing],
    sent: &Sent<'_>,
    folder: &Path,
) -> anyhow::Result<Result<String, Vec<String>>> {
    let Some(first_day) = event.first_day else {
        let sentence = "the event has no date, which a rating file begins with and is named by";
        return Ok(Err(vec![sentence.to_owned()]));
    };
    let told = event.country.as_deref().unwrap_or_default();
    let heading = SubmissionHeading {
        country: match (sent.country, country(told)) {
            (Some(name), _) => name.to_owned(),
            (None, Some(country)) => country.name.to_owned(),
            (None, None) => told.to_owned(),
        },
        first_day,
        sender: sent.sender.to_owned(),
        creator: creator_line(env!("CARGO_PKG_VERSION")),
        created: now()?,
    };
    let submission = event.submission(heading, list);
    match elo::write(&submission) {
        Ok(text) => write(folder, &submission.file_name(), &text).map(Ok),
        Err(obstacles) => {
            let sentences = obstacles.iter().map(ToString::to_string);
            Ok(Err(sentences.collect()))
        }
    }
}

/// Writes a new file; one that is there is left as it is, which is an error.
pub fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<String> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let path = folder.join(name);
    let mut file = std::fs::File::create_new(&path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    std::io::Write::write_all(&mut file, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path.display().to_string())
}

/// The minute, by the clock of the world.
fn now() -> anyhow::Result<CreationTime> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let minutes = since.context("the clock stands before 1970")?.as_secs() / 60;
    let days = i64::try_from(minutes / 1_440).unwrap_or(i64::MAX);
    let day =
        CivilDate::of_days_since_1970(days).context("the clock stands beyond the year 9999")?;
    let of_day = u16::try_from(minutes % 1_440).unwrap_or(0);
    let small = |number: u16| u8::try_from(number).unwrap_or(0);
    Ok(CreationTime {
        day,
        hour: small(of_day / 60),
        minute: small(of_day % 60),
    })
}
