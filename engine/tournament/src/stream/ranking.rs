//! The final ranking, and its versions.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};

/// One line of the confirmed ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankingLine {
    /// The entrant.
    pub entrant: EntrantId,
    /// Strict place, from 1.
    pub place: u32,
    /// Rank as printed; equal points may share it.
    pub rank: u32,
    /// Points.
    pub half_points: HalfPoints,
    /// Brightwell Quotient, in half-units.
    pub bq_halves: i64,
    /// Disc-count.
    pub discs: i64,
    /// Titles won.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<Title>,
}

/// A title of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Title {
    /// First of the final ranking.
    Champion,
    /// First of the women (WOC III.5).
    WomensChampion,
    /// The best junior, where the rules have the title.
    YouthChampion,
    /// The best senior, likewise.
    SeniorChampion,
}

/// One version of the final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankingVersion {
    /// From 1, which is the confirmation.
    pub version: u32,
    /// The ranking.
    pub ranking: Vec<RankingLine>,
    /// Id of the recorded reason of an amendment.
    pub reason: Option<String>,
    /// Who amended it.
    pub by: Option<AccountId>,
    /// When, in ms since 1970.
    pub at_ms: i64,
}
