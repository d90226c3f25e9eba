//! A departure from a text.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A value outside the text: the event does not conform to its rules.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Deviation {
    /// The field of the rule set, or the act.
    pub value: String,
    /// The paragraph departed from; `None` where only our preset's reading is changed.
    pub rule: Option<String>,
    /// One sentence: what the text says and what was set.
    pub detail: String,
    /// What the sentence is made of, by name; none in what earlier releases put on record.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
}

impl Deviation {
    pub(crate) fn new(value: impl Into<String>, rule: Option<String>, detail: String) -> Self {
        Self {
            value: value.into(),
            rule,
            detail,
            parameters: Map::new(),
        }
    }

    /// The same deviation with one more of what its sentence is made of.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }

    /// What makes it the same deviation, whichever release put it on record.
    fn key(&self) -> (&str, Option<&str>, &str) {
        (&self.value, self.rule.as_deref(), &self.detail)
    }
}

impl PartialEq for Deviation {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Deviation {}

impl PartialOrd for Deviation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Deviation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
