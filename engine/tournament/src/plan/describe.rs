//! Formats in words.

use super::{PlannedStage, StagePlan};
use crate::finals::{FinalsFormat, MatchFormat};
use crate::rule_set::{FormatRow, RuleSet, StageFormat};

/// One row of the table of formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRow {
    /// Fewest entrants.
    pub from: u32,
    /// Most entrants; `None`: no bound.
    pub to: Option<u32>,
    /// The stages and finals, one sentence each.
    pub text: String,
    /// The paragraph that sets the format.
    pub rule: String,
}

impl StagePlan {
    /// The stages and what follows them, one plain sentence each.
    #[must_use]
    pub fn describe(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.stages.iter().map(stage_sentence).collect();
        sentences.extend(finals_sentences(&self.finals));
        sentences
    }
}

/// The formats of a rule set in words, by number of entrants. A number of rounds set by the director is
/// not among them: see [`stage_plan`](crate::stage_plan).
#[must_use]
pub fn plan_table(rules: &RuleSet) -> Vec<PlanRow> {
    rules
        .formats
        .iter()
        .map(|row| PlanRow {
            from: row.from_entrants,
            to: row.to_entrants,
            text: sentences(row.stages.iter().map(format_sentence), &row.finals),
            rule: row.rule.clone(),
        })
        .collect()
}

/// A row's format for that number of entrants, in words.
pub(crate) fn describe_format(row: &FormatRow, entrants: u32) -> String {
    let stages = super::own_stages(row, entrants);
    sentences(stages.iter().map(stage_sentence), &row.finals)
}

fn sentences(stages: impl Iterator<Item = String>, finals: &FinalsFormat) -> String {
    let all: Vec<String> = stages.chain(finals_sentences(finals)).collect();
    all.join(" ")
}

fn stage_sentence(stage: &PlannedStage) -> String {
    match *stage {
        PlannedStage::RoundRobin { cycles, rounds } => {
            format!("{}, {}.", round_robin_words(cycles), rounds_words(rounds))
        }
        PlannedStage::Swiss {
            rounds,
            modified,
            continues,
        } => swiss_sentence(rounds, modified, continues),
    }
}

fn format_sentence(stage: &StageFormat) -> String {
    match *stage {
        StageFormat::RoundRobin { cycles } => format!("{}.", round_robin_words(cycles)),
        StageFormat::RoundRobinOrSwiss { rounds } => format!(
            "Round robin or Swiss system, {}: a round robin if they are enough for one.",
            rounds_words(rounds)
        ),
        StageFormat::Swiss {
            rounds,
            modified,
            continues,
        } => swiss_sentence(rounds, modified, continues),
    }
}

fn round_robin_words(cycles: u32) -> String {
    match cycles {
        1 => "Round robin".to_owned(),
        2 => "Double round robin".to_owned(),
        3 => "Triple round robin".to_owned(),
        more => format!("Round robin of {more} cycles"),
    }
}

fn swiss_sentence(rounds: u32, modified: bool, continues: bool) -> String {
    let name = if modified {
        "Modified Swiss system"
    } else {
        "Swiss system"
    };
    let rounds = rounds_words(rounds);
    if continues {
        return format!(
            "{name}, {rounds}: points run on, and a pair that meets again reverses its colours."
        );
    }
    format!("{name}, {rounds}.")
}

fn rounds_words(rounds: u32) -> String {
    if rounds == 1 {
        "1 round".to_owned()
    } else {
        format!("{rounds} rounds")
    }
}

fn finals_sentences(finals: &FinalsFormat) -> Vec<String> {
    let mut found = Vec::new();
    if finals.playoffs.is_some() {
        found.push("Playoffs for the last places in the finals where points are equal.".to_owned());
    }
    if let Some(semi_finals) = finals.semi_finals {
        let side = finals.side_swiss.map_or_else(String::new, |side| {
            format!(
                ", beside a Swiss system of {} for the others",
                rounds_words(side.rounds)
            )
        });
        let games = games_words(semi_finals);
        found.push(format!("Semi-finals 1-4 and 2-3, {games}{side}."));
    }
    if let Some(last) = finals.final_match {
        let third = finals.third_place.map_or_else(String::new, |third| {
            format!(", and a match for third place, {}", games_words(third))
        });
        found.push(format!("A final, {}{third}.", games_words(last)));
    }
    if let Some(women) = finals.women {
        let games = games_words(women.final_match);
        found.push(format!(
            "A women's final, {games}, unless a woman is in the semi-finals."
        ));
    }
    if finals.tie_playoffs.is_some() {
        found.push("Tied players may play for the better place.".to_owned());
    }
    found
}

fn games_words(one: MatchFormat) -> String {
    match one.games {
        1 => "one game".to_owned(),
        3 => "best of three games".to_owned(),
        games => format!("{games} games"),
    }
}
