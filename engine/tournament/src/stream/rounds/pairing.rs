//! What a director sets of a round himself, and what a round is paired from.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::rule_set::TimeControl;
use crate::swiss::Cost;

/// One table that the director sets himself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManualPair {
    /// Who has black.
    pub black: EntrantId,
    /// Who has white.
    pub white: EntrantId,
}

/// A whole round set by the director: everyone present is in it once.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ManualPairing {
    /// The tables, first to last.
    pub pairs: Vec<ManualPair>,
    /// Who has a bye.
    #[serde(default)]
    pub byes: Vec<EntrantId>,
}

/// Two entrants that the director puts together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedPair {
    /// One of them.
    pub one: EntrantId,
    /// The other.
    pub two: EntrantId,
    /// Which of them has black; `None` leaves the colours to the pairing.
    #[serde(default)]
    pub black: Option<EntrantId>,
}

/// What the director fixes of a round; the pairing completes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RoundConstraints {
    /// Pairs that are to play.
    #[serde(default)]
    pub locked: Vec<FixedPair>,
    /// Pairs that are not to play.
    #[serde(default)]
    pub forbidden: Vec<(EntrantId, EntrantId)>,
    /// Who is to have the bye.
    #[serde(default)]
    pub bye: Option<EntrantId>,
    /// Who is not to have the bye.
    #[serde(default)]
    pub no_bye: Vec<EntrantId>,
}

impl RoundConstraints {
    /// True when nothing is fixed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the director's hand in a round cost against the pairing without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingEdit {
    /// What he fixed; empty where he set every table.
    #[serde(default)]
    pub constraints: RoundConstraints,
    /// He set every table himself.
    pub whole: bool,
    /// What the pairing without his hand would have cost.
    pub unedited_cost: Cost,
    /// The cost of the round less that, level by level; levels without a difference are left out.
    pub difference: Cost,
}

/// An entrant's score before the first round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartingScore {
    /// The entrant.
    pub entrant: EntrantId,
    /// The score.
    pub half_points: HalfPoints,
}

/// A player's own time control in one round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerClock {
    /// The player.
    pub entrant: EntrantId,
    /// His time control.
    pub time_control: TimeControl,
}
