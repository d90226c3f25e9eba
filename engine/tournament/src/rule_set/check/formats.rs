//! Formats: their rows without gaps, their stages, the finals.

use super::{check_text, out_of_range, within};
use crate::finals::check_finals_format;
use crate::pairing::PairingModel;
use crate::plan::{MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS};
use crate::refusal::Refusal;
use crate::rule_set::{FormatRow, RuleSet, StageFormat};

const MOST_CYCLES: u32 = 8;
const MOST_STAGES: usize = 8;
const MOST_ROWS: usize = 64;

pub(super) fn check_formats(rules: &RuleSet) -> Result<(), Refusal> {
    if let Some(rounds) = rules.rounds {
        check_rounds(rounds)?;
    }
    if rules.formats.len().max(rules.other_formats.len()) > MOST_ROWS {
        return Err(out_of_range("the number of formats", 1, MOST_ROWS));
    }
    let mut next = Some(2);
    for row in &rules.formats {
        if next != Some(row.from_entrants) {
            let wanted = next.map_or_else(
                || "no further row".to_owned(),
                |next| format!("a row from {next} entrants"),
            );
            return Err(incomplete(format!(
                "The formats have a row from {} entrants where {wanted} is wanted; they must follow \
                 one another without gaps or overlaps.",
                row.from_entrants
            )));
        }
        next = row.to_entrants.map(|most| most.saturating_add(1));
    }
    if next.is_some_and(|next| next <= MAX_ENTRANTS) {
        return Err(incomplete(format!(
            "The formats must go from 2 to {MAX_ENTRANTS} entrants; give the last row no upper bound."
        )));
    }
    for row in rules.formats.iter().chain(&rules.other_formats) {
        check_row(rules, row)?;
    }
    Ok(())
}

fn incomplete(detail: impl Into<String>) -> Refusal {
    Refusal::new("formats_incomplete", detail)
}

fn check_rounds(rounds: u32) -> Result<(), Refusal> {
    if (1..=MAX_QUALIFICATION_ROUNDS).contains(&rounds) {
        return Ok(());
    }
    Err(Refusal::new(
        "rounds_out_of_range",
        format!("{rounds} rounds cannot be played; set 1 to {MAX_QUALIFICATION_ROUNDS}."),
    ))
}

fn check_row(rules: &RuleSet, row: &FormatRow) -> Result<(), Refusal> {
    check_text("a format's paragraph", &row.rule)?;
    if row.to_entrants.is_some_and(|most| most < row.from_entrants) {
        return Err(incomplete(format!(
            "A format goes from {} entrants to fewer; its upper bound must not lie below.",
            row.from_entrants
        )));
    }
    if row.stages.is_empty() || row.stages.len() > MOST_STAGES {
        return Err(incomplete(format!(
            "The format from {} entrants must have 1 to {MOST_STAGES} stages.",
            row.from_entrants
        )));
    }
    for (index, stage) in row.stages.iter().enumerate() {
        match *stage {
            StageFormat::RoundRobin { cycles } => {
                within("the number of cycles", cycles, 1..=MOST_CYCLES)?;
                if index > 0 {
                    return Err(incomplete(
                        "A round robin can only be the first stage; more of it is more cycles.",
                    ));
                }
            }
            StageFormat::RoundRobinOrSwiss { rounds } => {
                check_rounds(rounds)?;
                if row.stages.len() > 1 {
                    return Err(incomplete(
                        "A round robin or Swiss system by the number of rounds is the only stage.",
                    ));
                }
            }
            StageFormat::Swiss {
                rounds,
                modified,
                continues,
            } => {
                check_rounds(rounds)?;
                if continues != (index > 0) {
                    return Err(incomplete(
                        "A Swiss system continues a stage exactly where it is not the first one.",
                    ));
                }
                if modified && !has_modified_levels(rules) {
                    return Err(Refusal::new(
                        "pairing_levels_wrong",
                        "A modified Swiss system needs the levels of one; give modified_levels.",
                    ));
                }
            }
        }
    }
    check_finals_format(&row.finals)
}

fn has_modified_levels(rules: &RuleSet) -> bool {
    match &rules.pairing.model {
        PairingModel::Levels {
            modified_levels, ..
        } => !modified_levels.is_empty(),
        PairingModel::Papp(_) => true,
    }
}
