use std::fmt;

use outflank_othello::{
    DefaultPolicy, GameRules, LagCredit, PassMode, RuleText, TimeControl, refusal::Milliseconds,
};
use serde::{Deserialize, Serialize};

use crate::{Refusal, Variant};

/// The least time a player and game, ms.
pub const SHORTEST_MAIN_MS: i64 = 30_000;
/// The most, ms.
pub const LONGEST_MAIN_MS: i64 = 3_600_000;
/// The most that a move adds, ms.
pub const LONGEST_INCREMENT_MS: i64 = 60_000;
/// A seat may stay empty for so long after the start, ms.
const ABSENCE_LIMIT_MS: i64 = 20_000;
/// Each side has so long for its first move, ms: who does not make it keeps nobody at the table.
const FIRST_MOVE_LIMIT_MS: i64 = 30_000;
/// Network time that is credited, ms: for one ply, and for a game.
const LAG_A_MOVE_MS: i64 = 500;
const LAG_A_GAME_MS: i64 = 15_000;

/// What is played, and how long: seeks of the same terms may fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// What.
    pub variant: Variant,
    /// Time a player and game, ms, in whole seconds.
    pub main_ms: i64,
    /// What each move adds, ms, in whole seconds; 0 = nothing.
    pub increment_ms: i64,
}

/// The terms of Othello that the lobby offers by one press each.
pub const QUICK: [Terms; 4] = [quick(1, 0), quick(3, 2), quick(5, 0), quick(10, 5)];

const fn quick(minutes: i64, seconds: i64) -> Terms {
    Terms {
        variant: Variant::Othello,
        main_ms: minutes * 60_000,
        increment_ms: seconds * 1_000,
    }
}

impl Terms {
    /// Refuses times out of range.
    ///
    /// # Errors
    /// `main_time_out_of_range`, `increment_out_of_range`.
    pub fn check(&self) -> Result<(), Refusal> {
        let whole = |ms: i64| ms % 1_000 == 0;
        if !(SHORTEST_MAIN_MS..=LONGEST_MAIN_MS).contains(&self.main_ms) || !whole(self.main_ms) {
            return Err(Refusal::MainTimeOutOfRange {
                least_ms: Milliseconds(SHORTEST_MAIN_MS),
                most_ms: Milliseconds(LONGEST_MAIN_MS),
            });
        }
        if !(0..=LONGEST_INCREMENT_MS).contains(&self.increment_ms) || !whole(self.increment_ms) {
            return Err(Refusal::IncrementOutOfRange {
                most_ms: Milliseconds(LONGEST_INCREMENT_MS),
            });
        }
        Ok(())
    }

    /// How the clocks run.
    #[must_use]
    pub const fn time_control(&self) -> TimeControl {
        let Self {
            main_ms,
            increment_ms,
            ..
        } = *self;
        if increment_ms == 0 {
            TimeControl::SuddenDeath { main_ms }
        } else {
            TimeControl::Fischer {
                main_ms,
                increment_ms,
            }
        }
    }

    /// The rules of a game under these terms: a fallen flag loses all discs, passes are made by the server, anybody may
    /// watch, whoever does not come within 20 s or makes no first move within 30 s is absent, and a result stands as soon as it is there.
    #[must_use]
    pub fn game_rules(&self) -> GameRules {
        GameRules {
            lag: LagCredit {
                per_move_ms: LAG_A_MOVE_MS,
                per_game_ms: LAG_A_GAME_MS,
                covers_reading: true,
            },
            absence_limit_ms: Some(ABSENCE_LIMIT_MS),
            confirm_within_ms: 0,
            premoves: true,
            goal: self.variant.goal(),
            opening: self.variant.opening(),
            size: self.variant.size(),
            handicap: self.variant.handicap(),
            first_move_limit_ms: Some(FIRST_MOVE_LIMIT_MS),
            ..GameRules::new(
                self.time_control(),
                DefaultPolicy::LossOfAllDiscs,
                PassMode::Automatic,
                RuleText::House,
            )
        }
    }
}

/// `othello/300+5`: the variant, and both times in seconds.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (main_s, increment_s) = (self.main_ms / 1_000, self.increment_ms / 1_000);
        write!(f, "{}/{main_s}+{increment_s}", self.variant)
    }
}
