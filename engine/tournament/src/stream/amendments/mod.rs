//! Rules amended after round 1, from the next round on; what has been paired and played stays as it was.

pub(super) mod amending;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::plan::StagePlan;
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::stored_form::shared;

/// An amendment as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesAmendment {
    /// The rules as they are to be, whole.
    pub rule_set: RuleSet,
    /// Id of the recorded reason.
    pub reason: String,
    /// Id of the record that holds what is announced of it (MSO 3.2).
    pub announcement: String,
    /// The head director.
    pub by: AccountId,
    /// The second confirmation that rules outside their text need.
    pub accept_deviations: bool,
}

/// Rules that were amended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmendedRules {
    /// The rules, whole.
    pub rule_set: RuleSet,
    /// The first round under them, from 1.
    pub from_round: u32,
    /// The stages, where they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<StagePlan>,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who amended them.
    pub by: AccountId,
    /// The number of the announcement.
    pub announcement: u32,
    /// Where they depart from their text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
}

/// One version of an event's rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleVersion {
    /// The rules.
    #[serde(with = "shared")]
    pub rule_set: Arc<RuleSet>,
    /// The first round under them, from 1.
    pub from_round: u32,
    /// Id of the recorded reason; `None` of the first version.
    pub reason: Option<String>,
    /// Who amended them; nobody of the first version.
    pub by: Option<AccountId>,
    /// The number of the announcement; `None` of the first version.
    pub announcement: Option<u32>,
    /// Since when they stand, ms since 1970.
    pub at_ms: i64,
}

impl RuleVersion {
    pub(super) fn first(rule_set: &RuleSet, at_ms: i64) -> Self {
        Self {
            rule_set: Arc::new(rule_set.clone()),
            from_round: 1,
            reason: None,
            by: None,
            announcement: None,
            at_ms,
        }
    }
}

impl AmendedRules {
    pub(super) fn version(&self, at_ms: i64) -> RuleVersion {
        RuleVersion {
            rule_set: Arc::new(self.rule_set.clone()),
            from_round: self.from_round,
            reason: Some(self.reason.clone()),
            by: Some(self.by.clone()),
            announcement: Some(self.announcement),
            at_ms,
        }
    }
}
