//! Policies of a single game, and scores that do not come from a board.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::standings::BrightwellConstant;

/// What a flag's fall does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefaultPolicy {
    /// The game is lost; both get two minutes more and play on for the score (WOC IV.6).
    PlayOnForScore,
    /// Lost 64-0.
    LossOfAllDiscs,
    /// Lost with the board's score, at least 33-31.
    LossOnBoard,
    /// Lost; the winner plays on for both sides.
    WinnerPlaysOn,
}

/// What becomes of a player who does not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AbsencePolicy {
    /// Only the clock decides.
    ClockOnly,
    /// The game is lost after a wait.
    Limit {
        /// The wait in ms from the round's start.
        after_ms: i64,
    },
}

/// How a forced pass is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassPolicy {
    /// The player passes himself, on his own time.
    Explicit,
    /// The turn goes back by itself.
    Automatic,
}

/// Scores that do not come from a board, and the constant of the tie-break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scoring {
    /// Half-points of a bye.
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub bye_half_points: HalfPoints,
    /// Discs of a bye in the disc-count.
    pub bye_discs: u32,
    /// Half-points of a planned round in which an entrant who has not withdrawn has neither a board nor a bye; what late
    /// entrants and announced absences are granted counts where it is more.
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub missed_round_half_points: HalfPoints,
    /// The constant C of the Brightwell Quotient.
    pub brightwell_constant: BrightwellConstant,
}

/// Rounds after the published ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraRounds {
    /// None.
    None,
    /// While more than one perfect score stands, those players play on; their points count (MSO).
    WhilePerfectScores,
}
