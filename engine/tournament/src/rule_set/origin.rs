//! The saved rule set that an event's rules were taken from.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::check::{check_text, within};
use crate::refusals::Refusal;

/// A version of a saved rule set: where an event's rules come from. The event holds the rules whole, whatever becomes of
/// the saved ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleSetOrigin {
    /// The saved rule set.
    pub rule_set_id: String,
    /// What it was called when the event took its rules.
    pub name: String,
    /// Which version of it, from 1.
    pub version: u32,
}

impl RuleSetOrigin {
    /// Whether it can name a saved rule set at all.
    ///
    /// # Errors
    /// `rule_set_out_of_range`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        check_text("the saved rule set's id", &self.rule_set_id)?;
        check_text("the saved rule set's name", &self.name)?;
        within("the saved rule set's version", self.version, 1..=u32::MAX)
    }
}

/// Where an event's rules come from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RuleSetOrigins {
    /// The saved rule set that the rules in force are a version of.
    pub in_force: Option<RuleSetOrigin>,
    /// Every version of a saved rule set that was ever in force.
    pub ever: BTreeSet<RuleSetOrigin>,
}

impl RuleSetOrigins {
    /// Other rules come into force, from there.
    pub(crate) fn take(&mut self, origin: Option<&RuleSetOrigin>) {
        self.in_force = origin.cloned();
        self.ever.extend(origin.cloned());
    }
}
