//! The pairing policies of a rule set.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::papp::PappPenalties;
use crate::swiss::PairingLevel;

/// How a rule set pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingRules {
    /// What makes one Swiss pairing better than another.
    pub model: PairingModel,
    /// How the first round of a Swiss system is paired.
    #[serde(default)]
    pub first_round: FirstRound,
    /// The table of a round robin.
    #[serde(default)]
    pub round_robin_table: RoundRobinTable,
    /// Scores before the first round.
    #[serde(default)]
    pub start: StartingScores,
}

impl PairingRules {
    /// Pairing by these levels alone, in a modified system too.
    #[must_use]
    pub fn by_levels(levels: &[PairingLevel]) -> Self {
        Self {
            model: PairingModel::Levels {
                levels: levels.to_vec(),
                modified_levels: Vec::new(),
            },
            first_round: FirstRound::default(),
            round_robin_table: RoundRobinTable::default(),
            start: StartingScores::default(),
        }
    }
}

/// What makes one Swiss pairing better than another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PairingModel {
    /// Levels, each settled over all complete pairings before the next counts (WOC II.6.2, EGP II.4.1).
    Levels {
        /// The levels of an unmodified Swiss system, first to last.
        levels: Vec<PairingLevel>,
        /// The levels of a modified Swiss system, first to last; empty: those of the unmodified one.
        #[serde(default)]
        modified_levels: Vec<PairingLevel>,
    },
    /// The smallest sum of PAPP's penalties.
    Papp(PappPenalties),
}

/// How the first round of a Swiss system is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRound {
    /// By lot among the pairings that are best by the model (with no round played, all are equal).
    #[default]
    Random,
    /// Group A against group B by lot, A alternately black and white, the rest by lot (WOC II.6.1).
    WocGroups,
    /// By rating, the best of the upper half against the best of the lower half.
    RatedSlide,
    /// By rating, the best against the last.
    RatedFold,
    /// By rating, the best against the second.
    RatedAdjacent,
    /// The director makes every pair.
    Manual,
}

/// The table of a round robin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundRobinTable {
    /// One player fixed, the others rotating as one circle (EGP II.4.2).
    #[default]
    Circle,
    /// The table of PAPP.
    Papp,
    /// The Berger table.
    Berger,
}

/// Scores before the first round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StartingScores {
    /// Everyone starts at 0.
    #[default]
    None,
    /// Bands of ratings start at different scores, which count to the end (AGA, Swiss-McMahon).
    McMahon {
        /// The bands; a player belongs to the one with the highest `from_rating` that he reaches, or
        /// below all of them starts at 0.
        bands: Vec<McMahonBand>,
        /// Rating from which all start together, at the score of the bar's own band; `None`: no bar.
        bar: Option<i32>,
    },
    /// Players of the upper groups are paired as if they had more points in the first rounds; the
    /// points never count in the ranking.
    Accelerated(Acceleration),
}

/// A band of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct McMahonBand {
    /// The lowest rating of the band.
    pub from_rating: i32,
    /// Score before the first round.
    pub half_points: HalfPoints,
}

/// Acceleration by groups of equal size in the order of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceleration {
    /// Number of groups.
    pub groups: u32,
    /// Half-points that each group stands above the next lower one.
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub step_half_points: HalfPoints,
    /// Number of accelerated rounds.
    pub rounds: u32,
}
