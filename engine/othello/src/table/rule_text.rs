//! The text that a game is played under.

use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// The text a game is played under, for the paragraphs that refusals cite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleText {
    /// European Grand Prix rules.
    Egp,
    /// World Othello Championship rules.
    Woc,
    /// A house's own rules: no paragraph is cited.
    House,
}

impl RuleText {
    /// A paragraph of section IV, which both texts number alike: `"EGP IV.5"`.
    #[must_use]
    pub fn conduct(self, paragraph: u8) -> Option<String> {
        self.paragraph(&format!("IV.{paragraph}"))
    }

    /// A paragraph that both texts number alike: `"EGP IV.5"`.
    pub(crate) fn paragraph(self, place: &str) -> Option<String> {
        match self {
            Self::Egp => Some(format!("EGP {place}")),
            Self::Woc => Some(format!("WOC {place}")),
            Self::House => None,
        }
    }
}
