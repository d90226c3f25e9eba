//! Time controls by stage.

use std::fmt;

use outflank_othello::refusal::Milliseconds;
use serde::{Deserialize, Serialize};

/// A time control. Every control goes with every default policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// One stock of time for the whole game, no increment (WOC IV.1, EGP IV.1).
    SuddenDeath {
        /// Time of each player, in ms.
        main_ms: i64,
    },
    /// An increment after every move.
    Fischer {
        /// Time of each player at the start, in ms.
        main_ms: i64,
        /// Added after each move, in ms.
        increment_ms: i64,
    },
    /// A delay in every move that costs nothing; what is not used of it is not saved.
    Bronstein {
        /// Time of each player, in ms.
        main_ms: i64,
        /// Free time of each move, in ms.
        delay_ms: i64,
    },
    /// Japanese overtime: a move inside a period costs nothing, each used-up period is gone (AGA V.E.14).
    Byoyomi {
        /// Time of each player before the periods, in ms; 0: periods from the start.
        main_ms: i64,
        /// Number of periods.
        periods: u32,
        /// Length of a period, in ms.
        period_ms: i64,
    },
    /// Canadian overtime: blocks of moves, each in its time (AGA V.E.14).
    Canadian {
        /// Time of each player before the blocks, in ms; 0: blocks from the start.
        main_ms: i64,
        /// Moves of a block; a pass that is pressed counts as one.
        moves: u32,
        /// Time of a block, in ms.
        block_ms: i64,
    },
}

impl TimeControl {
    /// Sudden death of that many minutes.
    #[must_use]
    pub fn minutes(minutes: u32) -> Self {
        Self::SuddenDeath {
            main_ms: i64::from(minutes) * 60_000,
        }
    }

    /// Main time of each player, in ms, without increments and overtime.
    #[must_use]
    pub fn main_ms(self) -> i64 {
        match self {
            Self::SuddenDeath { main_ms }
            | Self::Fischer { main_ms, .. }
            | Self::Bronstein { main_ms, .. }
            | Self::Byoyomi { main_ms, .. }
            | Self::Canadian { main_ms, .. } => main_ms,
        }
    }

    /// True without increment, delay and overtime.
    #[must_use]
    pub fn is_sudden_death(self) -> bool {
        matches!(self, Self::SuddenDeath { .. })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Milliseconds(self.main_ms()))?;
        match *self {
            Self::SuddenDeath { .. } => Ok(()),
            Self::Fischer { increment_ms, .. } => {
                write!(f, " and {} after each move", Milliseconds(increment_ms))
            }
            Self::Bronstein { delay_ms, .. } => {
                write!(f, " and {} free in each move", Milliseconds(delay_ms))
            }
            Self::Byoyomi {
                periods, period_ms, ..
            } => write!(f, " and {periods} periods of {}", Milliseconds(period_ms)),
            Self::Canadian {
                moves, block_ms, ..
            } => write!(f, " and {moves} moves in every {}", Milliseconds(block_ms)),
        }
    }
}

/// Time controls by stage (WOC IV.1, EGP IV.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControls {
    /// Round robins, Swiss rounds, side games and extra rounds.
    pub qualification: TimeControl,
    /// Playoffs for a place in the semi-finals, and for a place that is tied.
    pub playoffs: TimeControl,
    /// Semi-finals.
    pub semi_finals: TimeControl,
    /// The game for third place.
    pub third_place: TimeControl,
    /// The final.
    #[serde(rename = "final")]
    pub final_match: TimeControl,
    /// Women's playoffs.
    pub womens_playoffs: TimeControl,
    /// The women's final.
    pub womens_final: TimeControl,
}

impl TimeControls {
    /// The same control in every stage.
    #[must_use]
    pub fn all(control: TimeControl) -> Self {
        Self {
            qualification: control,
            playoffs: control,
            semi_finals: control,
            third_place: control,
            final_match: control,
            womens_playoffs: control,
            womens_final: control,
        }
    }

    /// Every control with its field's path in the rule set.
    #[must_use]
    pub fn by_field(&self) -> [(&'static str, TimeControl); 7] {
        [
            ("time_controls.qualification", self.qualification),
            ("time_controls.playoffs", self.playoffs),
            ("time_controls.semi_finals", self.semi_finals),
            ("time_controls.third_place", self.third_place),
            ("time_controls.final", self.final_match),
            ("time_controls.womens_playoffs", self.womens_playoffs),
            ("time_controls.womens_final", self.womens_final),
        ]
    }
}
