//! Whether a rule set holds together and can be run.

mod formats;
mod pairing;
mod people;
mod tables;

use std::ops::RangeInclusive;

use outflank_othello::refusal::{Milliseconds, Value};

use super::RuleSet;
use crate::refusals::{Refusal, RuleSetRefusal};

use formats::check_formats;
use pairing::{check_pairing, check_ranking, check_scoring};
use people::{check_money, check_people};
use tables::{check_conduct, check_times, check_variant};

pub use tables::check_time_control;

const LONGEST_MS: i64 = 30 * 24 * 3_600_000;
const MOST_SOURCES: usize = 512;
const LONGEST_TEXT: usize = 200;
const RATINGS: RangeInclusive<i32> = -10_000..=10_000;

/// Checks that a rule set holds together and can be run.
///
/// # Errors
/// `unknown_rule_set`, `formats_incomplete`, `finals_out_of_range`, `finals_incomplete`,
/// `time_control_out_of_range`, `rounds_out_of_range`, `rule_set_out_of_range`, `pairing_levels_wrong`,
/// `wrong_penalties`, `tie_breaks_wrong` or `penalties_wrong`, each for the first fault found.
pub fn check_rule_set(rules: &RuleSet) -> Result<(), Refusal> {
    RuleSet::preset(&rules.based_on)?;
    check_text("the rule set's name", &rules.name)?;
    check_formats(rules)?;
    check_times(rules)?;
    check_conduct(rules)?;
    check_variant(rules)?;
    check_scoring(rules)?;
    check_pairing(rules)?;
    check_ranking(rules)?;
    check_people(rules)?;
    check_money(rules)?;
    if rules.sources.len() > MOST_SOURCES {
        return Err(out_of_range("the number of sources", &0, &MOST_SOURCES));
    }
    for (key, source) in &rules.sources {
        check_text("a source's field", key)?;
        check_text("a source", source)?;
    }
    Ok(())
}

fn out_of_range(what: &str, least: &impl Value, most: &impl Value) -> Refusal {
    RuleSetRefusal::OutOfRange {
        what: what.to_owned(),
        least: least.parameter(),
        most: most.parameter(),
    }
    .into()
}

fn within<T: PartialOrd + Copy + Value>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), Refusal> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(out_of_range(what, range.start(), range.end()))
}

fn within_time(what: &str, ms: i64, range: RangeInclusive<i64>) -> Result<(), Refusal> {
    if range.contains(&ms) {
        return Ok(());
    }
    Err(RuleSetRefusal::TimeOutOfRange {
        what: what.to_owned(),
        least_ms: Milliseconds(*range.start()),
        most_ms: Milliseconds(*range.end()),
    }
    .into())
}

fn check_text(what: &str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > LONGEST_TEXT || text.chars().any(char::is_control) {
        return Err(RuleSetRefusal::TextOutOfRange {
            what: what.to_owned(),
            most: LONGEST_TEXT,
        }
        .into());
    }
    Ok(())
}
