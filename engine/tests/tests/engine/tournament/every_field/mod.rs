//! Every field of a rule set changes something: each is set to another valid value, and something that people see of an
//! event is another then. The fields are those that rule sets are written with, so a new one needs its row here.

mod course;
mod formats;
mod pairings;
mod people;
mod seen;
mod tables;
mod written;

use std::collections::BTreeSet;

use outflank_tournament::*;
use serde_json::Value;

/// One field, set to another value in a rule set, and what is seen of the event.
pub(super) struct Row {
    /// The field; parts of lists by brackets ("formats[].rule").
    field: String,
    /// Where it is set in the rule set as written; places in lists by number ("formats.0.rule").
    at: &'static str,
    base: fn() -> RuleSet,
    to: Value,
    seen: fn(&RuleSet) -> String,
}

pub(super) fn row(
    at: &'static str,
    base: fn() -> RuleSet,
    to: impl Into<Value>,
    seen: fn(&RuleSet) -> String,
) -> Row {
    Row {
        field: field_of(at),
        at,
        base,
        to: to.into(),
        seen,
    }
}

impl Row {
    /// The field that is set with what stands around it: no other value holds alone.
    fn of(self, field: &str) -> Self {
        Self {
            field: field.to_owned(),
            ..self
        }
    }
}

fn rows() -> Vec<Row> {
    let mut all = course::rows();
    all.extend(formats::rows());
    all.extend(pairings::rows());
    all.extend(people::rows());
    all
}

/// "formats.0.rule" as "formats[].rule".
fn field_of(at: &str) -> String {
    let mut field = String::new();
    for key in at.split('.') {
        if key.bytes().all(|byte| byte.is_ascii_digit()) {
            field.push_str("[]");
        } else {
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(key);
        }
    }
    field
}

#[test]
fn each_field_has_its_row() {
    let mut shown: BTreeSet<String> = rows().into_iter().map(|row| row.field).collect();
    shown.extend(tables::FIELDS.iter().map(|&field| field.to_owned()));
    shown.extend(written::FIELDS.iter().map(|&field| field.to_owned()));
    let fields = written::fields();
    let without: Vec<&String> = fields.difference(&shown).collect();
    assert!(without.is_empty(), "fields without a row: {without:#?}");
    let gone: Vec<&String> = shown.difference(&fields).collect();
    assert!(gone.is_empty(), "rows without a field: {gone:#?}");
}

/// The rule set of a row with its field set; what is wrong with the row where none comes of it.
fn changed(row: &Row) -> Result<(RuleSet, RuleSet), String> {
    let base = (row.base)();
    check_rule_set(&base).map_err(|refusal| refusal.detail())?;
    let mut written = serde_json::to_value(&base).map_err(|problem| problem.to_string())?;
    let place = written.pointer_mut(&format!("/{}", row.at.replace('.', "/")));
    let place = place.ok_or("it is not written")?;
    if *place == row.to {
        return Err("it is set already".to_owned());
    }
    *place = row.to.clone();
    let changed: RuleSet =
        serde_json::from_value(written).map_err(|problem| problem.to_string())?;
    check_rule_set(&changed).map_err(|refusal| refusal.detail())?;
    Ok((base, changed))
}

/// Places in rule sets, and a value for each that is valid there.
pub fn values() -> Vec<(&'static str, Value)> {
    rows().into_iter().map(|row| (row.at, row.to)).collect()
}

/// A rule set and the same with one field set otherwise, under the field's place.
pub fn pairs() -> Vec<(String, RuleSet, RuleSet)> {
    let pair = |row: Row| {
        let (base, changed) = changed(&row).unwrap();
        (row.at.to_owned(), base, changed)
    };
    rows().into_iter().map(pair).collect()
}

#[test]
fn each_field_changes_something_that_is_seen() {
    let mut wrong = Vec::new();
    for row in rows() {
        match changed(&row) {
            Err(problem) => wrong.push(format!("{}: {problem}", row.field)),
            Ok((base, changed)) if (row.seen)(&base) == (row.seen)(&changed) => {
                wrong.push(format!("{}: nothing is seen of it", row.field));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
