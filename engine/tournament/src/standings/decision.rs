//! What put a player behind the one above him, in a sentence.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::rules::TieBreak;
use crate::half_points::fraction;

/// Why a player stands where he stands: what parts him from the neighbour above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Index of the neighbour above in the table.
    pub above: usize,
    /// Index of the player himself.
    pub below: usize,
    /// What parts them.
    pub by: PartedBy,
    /// They share a rank all the same.
    pub equal_rank: bool,
}

/// What parts two neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartedBy {
    /// A criterion.
    Criterion {
        /// The criterion.
        criterion: TieBreak,
        /// The neighbour's value, in the criterion's unit.
        above: i64,
        /// The player's value.
        below: i64,
    },
    /// The player lost to another of the tied, the neighbour did not (AGA).
    LostToAnotherOfTheTied,
    /// A ruling dropped the player (MSO 5.1).
    DroppedPositions {
        /// Finishing positions dropped.
        positions: u32,
    },
    /// The player is disqualified and stands behind everybody who is not.
    Disqualified,
    /// The finals: their matches, or who was in them.
    Finals,
    /// Nothing: they are equal on every criterion.
    Nothing,
}

impl Decision {
    /// What parts them, as a word: `equal`, `equal_points`, `lots`, `criterion`, `head_to_head`, `dropped`,
    /// `disqualified` or `finals`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.by {
            PartedBy::Nothing => "equal",
            _ if self.equal_rank => "equal_points",
            PartedBy::Criterion {
                criterion: TieBreak::Lots,
                ..
            } => "lots",
            PartedBy::Criterion { .. } => "criterion",
            PartedBy::LostToAnotherOfTheTied => "head_to_head",
            PartedBy::DroppedPositions { .. } => "dropped",
            PartedBy::Disqualified => "disqualified",
            PartedBy::Finals => "finals",
        }
    }

    /// What the sentence is made of beside the two, by name.
    #[must_use]
    pub fn parameters(&self) -> Map<String, Value> {
        let named = |name: &str, value: Value| (name.to_owned(), value);
        match (self.code(), self.by) {
            (
                "criterion",
                PartedBy::Criterion {
                    criterion,
                    above,
                    below,
                },
            ) => Map::from_iter([
                named("criterion", criterion.short_name().into()),
                named("above", criterion.text(above).into()),
                named("below", criterion.text(below).into()),
            ]),
            ("dropped", PartedBy::DroppedPositions { positions }) => {
                Map::from_iter([named("positions", positions.into())])
            }
            _ => Map::new(),
        }
    }

    /// One plain English sentence; `name` gives the name of the player with that index in the table.
    #[must_use]
    pub fn sentence(&self, name: impl Fn(usize) -> String) -> String {
        let (above, below) = (name(self.above), name(self.below));
        match self.by {
            PartedBy::Nothing => {
                format!("{below} is equal with {above}: the same on every criterion.")
            }
            _ if self.equal_rank => format!("{below} is equal with {above}: same points."),
            PartedBy::Criterion {
                criterion: TieBreak::Lots,
                ..
            } => format!("{above} is ahead of {below} by lot."),
            PartedBy::Criterion {
                criterion,
                above: more,
                below: less,
            } => format!(
                "{above} is ahead of {below} on {}, {} against {}.",
                criterion.short_name(),
                criterion.text(more),
                criterion.text(less)
            ),
            PartedBy::LostToAnotherOfTheTied => format!(
                "{above} is ahead of {below} on head-to-head: {below} lost to another of the tied."
            ),
            PartedBy::Disqualified => {
                format!("{above} is ahead of {below}, who is disqualified.")
            }
            PartedBy::Finals => format!("{above} is ahead of {below} by the finals."),
            PartedBy::DroppedPositions { positions } => {
                let noun = if positions == 1 {
                    "position"
                } else {
                    "positions"
                };
                format!("{above} is ahead of {below}, whom a ruling dropped by {positions} {noun}.")
            }
        }
    }
}

impl TieBreak {
    /// A value of this criterion as text: half-units and quarters as decimals, the BQ always with one.
    #[must_use]
    pub fn text(self, value: i64) -> String {
        match self {
            Self::DiscCount | Self::Lots | Self::FewestTimeouts => value.to_string(),
            Self::SonnebornBerger | Self::SumOfDefeatedOpponentsScores => fraction(value, 4),
            Self::BrightwellQuotient if value % 2 == 0 => format!("{}.0", fraction(value, 2)),
            Self::ScoreAgainstCommonOpponents if value > 0 => format!("+{}", fraction(value, 2)),
            _ => fraction(value, 2),
        }
    }
}
