//! Where a text is silent or contradicts itself: what is read here, beside the option that changes it.

use serde::Serialize;
use serde_json::Value;

use super::reading_texts::{ENTRY_READINGS, TABLE_READINGS};
use super::{RuleSet, presets};

/// One reading of a rule set's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The field of the rule set that changes it ("scoring.bye_discs").
    pub value: String,
    /// Its short plain name.
    pub name: String,
    /// The paragraph that leaves it open; `None` where no text speaks of it.
    pub rule: Option<String>,
    /// What is read here, in one sentence.
    pub detail: String,
    /// Whether the rule set has another value than this reading.
    pub changed: bool,
}

/// The readings of the rule set's text, each beside the field that changes it. Changing one is no
/// deviation.
#[must_use]
pub fn readings(rules: &RuleSet) -> Vec<Reading> {
    let Some(found) = presets::find(&rules.based_on) else {
        return Vec::new();
    };
    let preset = (found.rule_set)();
    let (given, known) = (fields(rules), fields(&preset));
    found
        .readings
        .iter()
        .chain(TABLE_READINGS)
        .chain(ENTRY_READINGS)
        .map(|reading| Reading {
            value: reading.value.to_owned(),
            name: reading.name.to_owned(),
            rule: preset.sources.get(reading.value).cloned(),
            detail: reading.detail.to_owned(),
            changed: at(&given, reading.value) != at(&known, reading.value),
        })
        .collect()
}

/// Whether a field is one of the preset's readings, and so free.
pub(super) fn is_reading(based_on: &str, value: &str) -> bool {
    presets::find(based_on).is_some_and(|found| {
        let shared = TABLE_READINGS.iter().chain(ENTRY_READINGS);
        let mut readings = found.readings.iter().chain(shared);
        readings.any(|reading| reading.value == value)
    })
}

/// The rule set as JSON, in which fields are found by their paths.
pub(super) fn fields(rules: &RuleSet) -> Value {
    serde_json::to_value(rules).unwrap_or(Value::Null)
}

/// The value at a path ("scoring.bye_discs").
pub(super) fn at<'a>(fields: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.')
        .try_fold(fields, |value, key| value.get(key))
}
