//! Two rule sets field by field.

use serde::Serialize;
use serde_json::Value;

use super::RuleSet;
use super::readings::fields;

/// A field in which two rule sets differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleSetDifference {
    /// The field, from the outermost in (`["scoring", "bye_discs"]`); the places of a list from 0.
    pub path: Vec<String>,
    /// The value in the one; `None` where it has no such field.
    pub old: Option<Value>,
    /// The value in the other; `None` where it has no such field.
    pub new: Option<Value>,
    /// The paragraph that sets the field in the text of the one.
    pub old_rule: Option<String>,
    /// The paragraph that sets it in the text of the other.
    pub new_rule: Option<String>,
}

impl RuleSetDifference {
    /// The field in one word (`scoring.bye_discs`).
    #[must_use]
    pub fn field(&self) -> String {
        self.path.join(".")
    }
}

/// What differs from the one to the other, in the order of the fields: each the innermost that differs. A list is told
/// place by place where both have as many rows, and whole otherwise; so is a value of another kind.
#[must_use]
pub fn compare_rule_sets(one: &RuleSet, other: &RuleSet) -> Vec<RuleSetDifference> {
    let mut found = Vec::new();
    let (old, new) = (fields(one), fields(other));
    gather(&mut Vec::new(), Some(&old), Some(&new), &mut found);
    for difference in &mut found {
        let field = difference.field();
        difference.old_rule = one.source(&field).map(str::to_owned);
        difference.new_rule = other.source(&field).map(str::to_owned);
    }
    found
}

fn gather(
    path: &mut Vec<String>,
    old: Option<&Value>,
    new: Option<&Value>,
    found: &mut Vec<RuleSetDifference>,
) {
    if old == new {
        return;
    }
    let Some(parts) = parts(old, new) else {
        found.push(RuleSetDifference {
            path: path.clone(),
            old: old.cloned(),
            new: new.cloned(),
            old_rule: None,
            new_rule: None,
        });
        return;
    };
    for (key, old, new) in parts {
        path.push(key);
        gather(path, old, new, found);
        path.pop();
    }
}

type Part<'a> = (String, Option<&'a Value>, Option<&'a Value>);

/// What two values are compared by; `None` where they are compared whole.
fn parts<'a>(old: Option<&'a Value>, new: Option<&'a Value>) -> Option<Vec<Part<'a>>> {
    match (old?, new?) {
        (Value::Object(old), Value::Object(new)) if old.get("kind") == new.get("kind") => {
            let only_new = new.keys().filter(|key| !old.contains_key(*key));
            let keys = old.keys().chain(only_new);
            let parts = keys.map(|key| (key.clone(), old.get(key), new.get(key)));
            Some(parts.collect())
        }
        (Value::Array(old), Value::Array(new)) if are_rows(old, new) => {
            let pairs = old.iter().zip(new).enumerate();
            let parts = pairs.map(|(at, (old, new))| (at.to_string(), Some(old), Some(new)));
            Some(parts.collect())
        }
        _ => None,
    }
}

fn are_rows(old: &[Value], new: &[Value]) -> bool {
    old.len() == new.len() && old.iter().chain(new).all(Value::is_object)
}
