//! Whether a value is within its bounds.

use std::ops::RangeInclusive;

use outflank_othello::refusal::{Milliseconds, Value};

use crate::refusals::{Refusal, RuleSetRefusal};

pub(super) const LONGEST_MS: i64 = 30 * 24 * 3_600_000;
pub(super) const RATINGS: RangeInclusive<i32> = -10_000..=10_000;
const LONGEST_TEXT: usize = 200;

pub(super) fn out_of_range(what: &str, least: &impl Value, most: &impl Value) -> Refusal {
    RuleSetRefusal::OutOfRange {
        what: what.to_owned(),
        least: least.parameter(),
        most: most.parameter(),
    }
    .into()
}

pub(in crate::rule_set) fn within<T: PartialOrd + Copy + Value>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), Refusal> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(out_of_range(what, range.start(), range.end()))
}

pub(super) fn within_time(what: &str, ms: i64, range: RangeInclusive<i64>) -> Result<(), Refusal> {
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

pub(in crate::rule_set) fn check_text(what: &str, text: &str) -> Result<(), Refusal> {
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
