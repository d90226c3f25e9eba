//! Formats in words.

use serde_json::{Map, Value};

use super::{PlannedStage, StagePlan};
use crate::finals::{FinalsFormat, MatchFormat};
use crate::rule_set::{FormatRow, RuleSet, StageFormat};

/// One sentence on a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatSentence {
    /// The sentence.
    pub text: String,
    /// What it says, as a word: `round_robin`, `swiss`, `final`.
    pub code: &'static str,
    /// What the sentence is made of, by name.
    pub parameters: Map<String, Value>,
}

impl FormatSentence {
    fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            code,
            parameters: Map::new(),
        }
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

/// One row of the table of formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRow {
    /// Fewest entrants.
    pub from: u32,
    /// Most entrants; `None`: no bound.
    pub to: Option<u32>,
    /// The stages and finals, one sentence each.
    pub sentences: Vec<FormatSentence>,
    /// The paragraph that sets the format.
    pub rule: String,
}

impl StagePlan {
    /// The stages and what follows them, one plain sentence each.
    #[must_use]
    pub fn describe(&self) -> Vec<String> {
        texts(self.sentences())
    }

    /// The same sentences with what they are made of.
    #[must_use]
    pub fn sentences(&self) -> Vec<FormatSentence> {
        sentences(self.stages.iter().map(stage_sentence), &self.finals)
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
            sentences: sentences(row.stages.iter().map(format_sentence), &row.finals),
            rule: row.rule.clone(),
        })
        .collect()
}

/// A row's format for that number of entrants, in words.
pub(crate) fn describe_format(row: &FormatRow, entrants: u32) -> String {
    let stages = super::own_stages(row, entrants);
    texts(sentences(stages.iter().map(stage_sentence), &row.finals)).join(" ")
}

fn texts(sentences: Vec<FormatSentence>) -> Vec<String> {
    sentences.into_iter().map(|one| one.text).collect()
}

fn sentences(
    stages: impl Iterator<Item = FormatSentence>,
    finals: &FinalsFormat,
) -> Vec<FormatSentence> {
    stages.chain(finals_sentences(finals)).collect()
}

fn stage_sentence(stage: &PlannedStage) -> FormatSentence {
    match *stage {
        PlannedStage::RoundRobin { cycles, rounds } => {
            let text = format!("{}, {}.", round_robin_words(cycles), rounds_words(rounds));
            FormatSentence::new("round_robin", text)
                .with("cycles", cycles)
                .with("rounds", rounds)
        }
        PlannedStage::Swiss {
            rounds,
            modified,
            continues,
        } => swiss_sentence(rounds, modified, continues),
    }
}

fn format_sentence(stage: &StageFormat) -> FormatSentence {
    match *stage {
        StageFormat::RoundRobin { cycles } => {
            let text = format!("{}.", round_robin_words(cycles));
            FormatSentence::new("round_robin", text).with("cycles", cycles)
        }
        StageFormat::RoundRobinOrSwiss { rounds } => {
            let text = format!(
                "Round robin or Swiss system, {}: a round robin if they are enough for one.",
                rounds_words(rounds)
            );
            FormatSentence::new("round_robin_or_swiss", text).with("rounds", rounds)
        }
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

fn swiss_sentence(rounds: u32, modified: bool, continues: bool) -> FormatSentence {
    let name = if modified {
        "Modified Swiss system"
    } else {
        "Swiss system"
    };
    let length = rounds_words(rounds);
    let text = if continues {
        format!(
            "{name}, {length}: points run on, and a pair that meets again reverses its colours."
        )
    } else {
        format!("{name}, {length}.")
    };
    FormatSentence::new("swiss", text)
        .with("rounds", rounds)
        .with("modified", modified)
        .with("continues", continues)
}

fn rounds_words(rounds: u32) -> String {
    if rounds == 1 {
        "1 round".to_owned()
    } else {
        format!("{rounds} rounds")
    }
}

fn finals_sentences(finals: &FinalsFormat) -> Vec<FormatSentence> {
    let mut found = Vec::new();
    if finals.playoffs.is_some() {
        let text = "Playoffs for the last places in the finals where points are equal.";
        found.push(FormatSentence::new("playoffs", text));
    }
    if let Some(semi_finals) = finals.semi_finals {
        let games = games_words(semi_finals);
        let side = finals.side_swiss.map(|side| side.rounds);
        let beside = side.map_or_else(String::new, |rounds| {
            format!(
                ", beside a Swiss system of {} for the others",
                rounds_words(rounds)
            )
        });
        let text = format!("Semi-finals 1-4 and 2-3, {games}{beside}.");
        found.push(
            FormatSentence::new("semi_finals", text)
                .with("games", semi_finals.games)
                .with("side_rounds", side),
        );
    }
    if let Some(last) = finals.final_match {
        let third = finals.third_place.map(|third| third.games);
        let and_third = finals.third_place.map_or_else(String::new, |third| {
            format!(", and a match for third place, {}", games_words(third))
        });
        let text = format!("A final, {}{and_third}.", games_words(last));
        found.push(
            FormatSentence::new("final", text)
                .with("games", last.games)
                .with("third_place_games", third),
        );
    }
    if let Some(women) = finals.women {
        let games = games_words(women.final_match);
        let text = format!("A women's final, {games}, unless a woman is in the semi-finals.");
        let games = women.final_match.games;
        found.push(FormatSentence::new("womens_final", text).with("games", games));
    }
    if finals.tie_playoffs.is_some() {
        let text = "Tied players may play for the better place.";
        found.push(FormatSentence::new("tie_playoffs", text));
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
