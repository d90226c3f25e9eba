//! Why a command was refused.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A refusal: a stable code for programs, a sentence for people, and the paragraph that says so.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{detail}")]
pub struct Refusal {
    /// Stable snake_case code.
    pub code: String,
    /// One sentence: what was wrong, where, and what would be right.
    pub detail: String,
    /// The paragraph of the rules that refuses it ("EGP II.6"), where a rule does.
    pub rule: Option<String>,
}

impl Refusal {
    pub(crate) fn new(code: &str, detail: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            detail: detail.into(),
            rule: None,
        }
    }

    pub(crate) fn by_rule(code: &str, rule: &str, detail: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            detail: detail.into(),
            rule: Some(rule.to_owned()),
        }
    }

    /// The same refusal under the paragraph that says so, where one does.
    pub(crate) fn under(mut self, rule: Option<String>) -> Self {
        self.rule = rule;
        self
    }
}
