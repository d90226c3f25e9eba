//! `outflank season FILE...`: the table of a season from its events' lists.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use outflank_tournament::{Fraction, HalfPoints, RuleSet, SeasonEvent, SeasonPlace, season_table};
use serde::{Deserialize, Serialize};

use super::event_file::{EventFile, with_event};
use super::final_list::final_list;
use super::{
    exit::{Exit, OrMisuse as _, misuse},
    output,
};
use crate::arguments;

/// A line of a list as `outflank standings` prints it; more fields may stand beside these.
#[derive(Deserialize)]
struct ListRow {
    rank: u32,
    id: u32,
    #[serde(default)]
    name: String,
    points: serde_json::Number,
}

#[derive(Serialize)]
struct SeasonRow {
    rank: u32,
    id: String,
    name: String,
    /// The sum of the results that count; a text where it is no decimal number.
    points: serde_json::Value,
    results: Vec<Counted>,
    explanation: String,
}

#[derive(Serialize)]
struct Counted {
    event: String,
    rank: u32,
    points: serde_json::Value,
    counts: bool,
}

/// The events so far, and what the players are called.
#[derive(Default)]
struct Season {
    events: Vec<SeasonEvent>,
    names: BTreeMap<String, String>,
}

pub fn run(args: &arguments::Season) -> anyhow::Result<Exit> {
    let rules = RuleSet::preset(&args.rule_set).or_misuse()?;
    if rules.season.points.is_empty() {
        return Err(misuse(format!(
            "rule set {} has no season points",
            rules.name
        )));
    }
    let mut season = Season::default();
    let mut findings = false;
    for file in &args.files {
        let verdict = if file
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            season.add_list(file)
        } else {
            let event = arguments::Event {
                file: file.clone(),
                rule_set: args.rule_set.clone(),
                withdrawn: Vec::new(),
            };
            with_event(&event, |event| season.add_event(file, event))
        }?;
        findings |= verdict == Exit::Findings;
    }
    let table = match season_table(&season.events, &rules.season) {
        Ok(table) => table,
        Err(problem) => {
            output::note(&problem.to_string());
            return Ok(Exit::Findings);
        }
    };
    let lines: Vec<SeasonRow> = table
        .into_iter()
        .map(|line| SeasonRow {
            rank: line.rank,
            name: season.names.get(&line.player).cloned().unwrap_or_default(),
            id: line.player,
            points: number(line.points),
            results: line
                .results
                .iter()
                .map(|result| Counted {
                    event: season
                        .events
                        .get(result.event)
                        .map_or_else(String::new, |event| event.name.clone()),
                    rank: result.rank,
                    points: number(result.points),
                    counts: result.counts,
                })
                .collect(),
            explanation: line.explanation,
        })
        .collect();
    args.answer.print(&lines)?;
    Ok(Exit::of_findings(findings))
}

impl Season {
    fn add_event(&mut self, file: &Path, event: &EventFile) -> anyhow::Result<Exit> {
        let ranking = final_list(event)?;
        if let Some(open) = &ranking.open {
            output::note(&format!("{}: {open}", file.display()));
        }
        let mut places = Vec::with_capacity(ranking.lines.len());
        for line in &ranking.lines {
            let Some(entrant) = event.entrants.get(line.player) else {
                continue;
            };
            let player = entrant.id.to_string();
            self.names.insert(player.clone(), entrant.name.clone());
            places.push(SeasonPlace {
                player,
                rank: line.rank,
                half_points: line.half_points,
            });
        }
        self.events.push(SeasonEvent {
            name: name_of(file),
            ranking: places,
        });
        Ok(Exit::of_findings(event.findings || ranking.open.is_some()))
    }

    /// A list printed by `outflank standings`, whose ranks may have been set right after finals.
    fn add_list(&mut self, file: &Path) -> anyhow::Result<Exit> {
        let lines: Vec<ListRow> = serde_json::from_slice(&output::read(file)?)
            .with_context(|| format!("{} is no list of standings", file.display()))
            .or_misuse()?;
        let mut ranking = Vec::new();
        for line in lines {
            let player = line.id.to_string();
            self.names.insert(player.clone(), line.name);
            ranking.push(SeasonPlace {
                half_points: half_points(&line.points).ok_or_else(|| {
                    misuse(format!(
                        "{}: {} points of player {player} are no whole or half points",
                        file.display(),
                        line.points
                    ))
                })?,
                player,
                rank: line.rank,
            });
        }
        self.events.push(SeasonEvent {
            name: name_of(file),
            ranking,
        });
        Ok(Exit::Good)
    }
}

/// Points of a list as half-points: "8" or "8.5".
fn half_points(points: &serde_json::Number) -> Option<HalfPoints> {
    let text = points.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
    let half = match fraction {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    let signed = if whole.starts_with('-') { -half } else { half };
    let halves = whole
        .parse::<i64>()
        .ok()?
        .checked_mul(2)?
        .checked_add(signed)?;
    Some(HalfPoints(halves))
}

fn name_of(file: &Path) -> String {
    file.file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// As a number where it has few decimals, else as a text ("33 1/3").
fn number(points: Fraction) -> serde_json::Value {
    let text = points.to_string();
    text.parse::<serde_json::Number>()
        .map_or_else(|_| text.into(), serde_json::Value::Number)
}
