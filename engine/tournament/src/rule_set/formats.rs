//! Formats by number of entrants.

use serde::{Deserialize, Serialize};

use crate::finals::FinalsFormat;

/// The stages for a range of numbers of entrants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatRow {
    /// Fewest entrants.
    pub from_entrants: u32,
    /// Most entrants; `None`: no bound.
    pub to_entrants: Option<u32>,
    /// The qualification's stages in order.
    pub stages: Vec<StageFormat>,
    /// What follows the qualification.
    pub finals: FinalsFormat,
    /// The paragraph ("EGP II.2").
    pub rule: String,
}

impl FormatRow {
    /// Whether that number of entrants is the row's.
    #[must_use]
    pub fn holds(&self, entrants: u32) -> bool {
        self.from_entrants <= entrants && self.to_entrants.is_none_or(|most| entrants <= most)
    }
}

/// The format of one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StageFormat {
    /// Everyone meets everyone once a cycle; every second cycle with colours swapped.
    RoundRobin {
        /// Number of cycles.
        cycles: u32,
    },
    /// A round robin of that many rounds where they are enough for one, the last cycle cut short, else
    /// a Swiss system: N, a bye included, is at most twice half of the rounds, rounded up (PAPP).
    RoundRobinOrSwiss {
        /// Number of rounds.
        rounds: u32,
    },
    /// A Swiss system.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// Modified: equal points come before new opponents.
        modified: bool,
        /// The points of the stage before run on and its pairs have met before; a pair that meets again
        /// reverses its colours.
        continues: bool,
    },
}
