//! Formats: their rows without gaps, their stages, the finals.

use super::bounds::{check_text, out_of_range, within};
use crate::finals::check_finals_format;
use crate::pairing::PairingModel;
use crate::plan::{MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS};
use crate::refusals::{Refusal, RuleSetRefusal};
use crate::rule_set::{FormatRow, RuleSet, StageFormat};

const MOST_CYCLES: u32 = 8;
const MOST_STAGES: usize = 8;
const MOST_ROWS: usize = 64;

pub(super) fn check_formats(rules: &RuleSet) -> Result<(), Refusal> {
    if let Some(rounds) = rules.rounds {
        check_rounds(rounds)?;
    }
    if rules.formats.len().max(rules.other_formats.len()) > MOST_ROWS {
        return Err(out_of_range("the number of formats", &1, &MOST_ROWS));
    }
    let mut next = Some(2);
    for row in &rules.formats {
        if next != Some(row.from_entrants) {
            let wanted = next.map_or_else(
                || "no further row".to_owned(),
                |next| format!("a row from {next} entrants"),
            );
            return Err(RuleSetRefusal::FormatsGap {
                from: row.from_entrants,
                wanted,
            }
            .into());
        }
        next = row.to_entrants.map(|most| most.saturating_add(1));
    }
    if next.is_some_and(|next| next <= MAX_ENTRANTS) {
        return Err(RuleSetRefusal::FormatsEnd { most: MAX_ENTRANTS }.into());
    }
    for row in rules.formats.iter().chain(&rules.other_formats) {
        check_row(rules, row)?;
    }
    Ok(())
}

fn check_rounds(rounds: u32) -> Result<(), Refusal> {
    if (1..=MAX_QUALIFICATION_ROUNDS).contains(&rounds) {
        return Ok(());
    }
    Err(RuleSetRefusal::RoundsOutOfRange {
        rounds,
        most: MAX_QUALIFICATION_ROUNDS,
    }
    .into())
}

fn check_row(rules: &RuleSet, row: &FormatRow) -> Result<(), Refusal> {
    check_text("a format's paragraph", &row.rule)?;
    if row.to_entrants.is_some_and(|most| most < row.from_entrants) {
        return Err(RuleSetRefusal::FormatBackwards {
            from: row.from_entrants,
        }
        .into());
    }
    if row.stages.is_empty() || row.stages.len() > MOST_STAGES {
        return Err(RuleSetRefusal::StagesOutOfRange {
            from: row.from_entrants,
            most: MOST_STAGES,
        }
        .into());
    }
    for (index, stage) in row.stages.iter().enumerate() {
        match *stage {
            StageFormat::RoundRobin { cycles } => {
                within("the number of cycles", cycles, 1..=MOST_CYCLES)?;
                if index > 0 {
                    return Err(RuleSetRefusal::RoundRobinLater.into());
                }
            }
            StageFormat::RoundRobinOrSwiss { rounds } => {
                check_rounds(rounds)?;
                if row.stages.len() > 1 {
                    return Err(RuleSetRefusal::StageByRounds.into());
                }
            }
            StageFormat::Swiss {
                rounds,
                modified,
                continues,
            } => {
                check_rounds(rounds)?;
                if continues != (index > 0) {
                    return Err(RuleSetRefusal::SwissContinues.into());
                }
                if modified && !has_modified_levels(rules) {
                    return Err(RuleSetRefusal::ModifiedLevelsMissing.into());
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
