//! Time controls.

use alloc::string::ToString;
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::refusal::{Milliseconds, Parameter, Value};

/// The longest time a clock may start with, ms: a day.
pub(crate) const MAX_TIME_MS: i64 = 24 * 60 * 60 * 1_000;
/// Most periods of a byo-yomi and most moves of a Canadian block.
const MAX_COUNT: u32 = 1_000;

/// How a player's time is counted. All times in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// All moves within one amount of time, no increment (`WOC IV.1`, `EGP IV.1`).
    SuddenDeath {
        /// Time a player and game, in milliseconds.
        main_ms: i64,
    },
    /// Every completed ply adds an increment; the first one after it was made.
    Fischer {
        /// Time before the first increment.
        main_ms: i64,
        /// What a completed ply adds.
        increment_ms: i64,
    },
    /// A completed ply gives back what it took, at most the delay. The flag falls when the clock
    /// is at 0, inside the delay too.
    Bronstein {
        /// Time a player and game.
        main_ms: i64,
        /// The most that a ply gets back.
        delay_ms: i64,
    },
    /// Main time, then periods: a ply inside a period costs nothing, a used-up period is gone,
    /// with the last one the flag falls (Japanese, `AGA V.E.14.b`).
    Byoyomi {
        /// Time before the first period.
        main_ms: i64,
        /// Periods.
        periods: u32,
        /// One period.
        period_ms: i64,
    },
    /// Main time, then blocks: so many plies within so much time, then a new block; a pressed
    /// pass counts as a ply (`AGA V.E.14.c`).
    Canadian {
        /// Time before the first block.
        main_ms: i64,
        /// Plies to make within a block.
        moves: u32,
        /// One block.
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

    /// True without increment, delay and overtime.
    #[must_use]
    pub const fn is_sudden_death(&self) -> bool {
        matches!(self, Self::SuddenDeath { .. })
    }

    /// The main time, in milliseconds.
    #[must_use]
    pub const fn main_ms(&self) -> i64 {
        match self {
            Self::SuddenDeath { main_ms }
            | Self::Fischer { main_ms, .. }
            | Self::Bronstein { main_ms, .. }
            | Self::Byoyomi { main_ms, .. }
            | Self::Canadian { main_ms, .. } => *main_ms,
        }
    }

    /// Whether every part is in range.
    pub(crate) fn is_sound(&self) -> bool {
        let part = |ms: i64| (0..=MAX_TIME_MS).contains(&ms);
        let parts = match *self {
            Self::SuddenDeath { .. } => true,
            Self::Fischer { increment_ms, .. } => part(increment_ms),
            Self::Bronstein { delay_ms, .. } => part(delay_ms),
            Self::Byoyomi {
                periods: count,
                period_ms: ms,
                ..
            }
            | Self::Canadian {
                moves: count,
                block_ms: ms,
                ..
            } => (1..=MAX_COUNT).contains(&count) && ms > 0 && part(ms),
        };
        part(self.main_ms()) && parts
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

impl Value for TimeControl {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.to_string())
    }
}
