//! The rule sets of contests: data, checked before they hold.

use std::ops::RangeInclusive;

use outflank_othello::refusal::Milliseconds;
use serde::{Deserialize, Serialize};

use crate::{Refusal, Terms};

const MINUTE_MS: i64 = 60_000;
pub(super) const HOUR_MS: i64 = 60 * MINUTE_MS;
pub(super) const DAY_MS: i64 = 24 * HOUR_MS;

/// How long an arena pairs, ms.
pub const ARENA_LENGTHS_MS: RangeInclusive<i64> = 10 * MINUTE_MS..=12 * HOUR_MS;
/// A contest begins at most so long after it was founded, ms.
pub const LONGEST_AHEAD_MS: i64 = 30 * DAY_MS;
/// Points for a win are at most so many.
pub const MOST_POINTS: u8 = 10;
/// Two who are one win of an arena apart are so many rating points apart, whatever a win brings there.
const WIN_APART: i64 = 100;
/// A streak begins after at most so many wins.
pub const LONGEST_STREAK: u32 = 10;
/// Places above that may be challenged are at most so many.
pub const FARTHEST_REACH: u32 = 20;
/// How long the two of a challenge have for their game, ms.
pub const PLAY_WITHIN_MS: RangeInclusive<i64> = HOUR_MS..=30 * DAY_MS;
/// How long two rest from each other at most, ms.
pub const LONGEST_REST_MS: i64 = 30 * DAY_MS;

/// The rule set of a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestRules {
    /// What is played.
    pub terms: Terms,
    /// Programs may play: their accounts, and lines that an API key opened.
    #[serde(default)]
    pub programs: bool,
    /// How.
    pub form: Form,
}

/// What kind of contest it is, with that kind's rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Form {
    /// For a fixed time everybody plays game after game.
    Arena(ArenaRules),
    /// A standing order of players.
    Ladder(LadderRules),
}

/// The rules of an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaRules {
    /// How long players are paired, ms, in whole minutes. Games that were booked by then count.
    pub length_ms: i64,
    /// Points for a win.
    pub win: u8,
    /// Points for a draw.
    pub draw: u8,
    /// Points for a loss.
    pub loss: u8,
    /// After so many wins in a row each game counts double, until one is not won; 0 = none does.
    #[serde(default)]
    pub streak: u32,
}

/// The rules of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderRules {
    /// How many places above one may challenge.
    pub reach: u32,
    /// The game has to begin within this time of the challenge, ms, in whole hours.
    pub play_within_ms: i64,
    /// The same two do not challenge each other for so long after a challenge has ended, ms, in whole hours.
    #[serde(default)]
    pub rest_ms: i64,
    /// What becomes of the place that is won.
    pub taking: Taking,
}

/// What becomes of the place that is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taking {
    /// The winner has it, and whoever stood between moves down one.
    Insert,
    /// The two change places.
    Swap,
}

impl ContestRules {
    /// Refuses what cannot be played by.
    ///
    /// # Errors
    /// Those of [`Terms::check`]; `bad_contest_rules`.
    pub fn check(&self) -> Result<(), Refusal> {
        self.terms.check()?;
        match &self.form {
            Form::Arena(rules) => rules.check(),
            Form::Ladder(rules) => rules.check(),
        }
    }

    /// The rules of an arena, where it is one.
    #[must_use]
    pub const fn arena(&self) -> Option<&ArenaRules> {
        match &self.form {
            Form::Arena(rules) => Some(rules),
            Form::Ladder(_) => None,
        }
    }

    /// The rules of a ladder, where it is one.
    #[must_use]
    pub const fn ladder(&self) -> Option<&LadderRules> {
        match &self.form {
            Form::Arena(_) => None,
            Form::Ladder(rules) => Some(rules),
        }
    }

    /// Whether a program may play, or somebody over a line that an API key opened.
    ///
    /// # Errors
    /// `no_programs`.
    pub const fn admit(&self, is_program: bool) -> Result<(), Refusal> {
        if is_program && !self.programs {
            return Err(Refusal::NoPrograms);
        }
        Ok(())
    }
}

impl ArenaRules {
    /// What tells how far whoever has so many points of it is from others, in rating points.
    pub(crate) fn height(&self, points: u32) -> i64 {
        // Nobody founds one without points for a win; by other rules nothing is divided by 0 all the same.
        i64::from(points) * WIN_APART / i64::from(self.win.max(1))
    }

    fn check(&self) -> Result<(), Refusal> {
        let (least, most) = (*ARENA_LENGTHS_MS.start(), *ARENA_LENGTHS_MS.end());
        if !ARENA_LENGTHS_MS.contains(&self.length_ms) || self.length_ms % MINUTE_MS != 0 {
            return Err(Refusal::ArenaLength {
                least_ms: Milliseconds(least),
                most_ms: Milliseconds(most),
            });
        }
        let points = self.win > 0
            && self.win <= MOST_POINTS
            && self.draw <= self.win
            && self.loss <= self.draw;
        if !points {
            return Err(Refusal::ArenaPoints {
                most: usize::from(MOST_POINTS),
            });
        }
        if self.streak > LONGEST_STREAK {
            return Err(Refusal::ArenaStreak {
                most: i64::from(LONGEST_STREAK),
            });
        }
        Ok(())
    }
}

impl LadderRules {
    fn check(&self) -> Result<(), Refusal> {
        if !(1..=FARTHEST_REACH).contains(&self.reach) {
            return Err(Refusal::LadderReach {
                most: i64::from(FARTHEST_REACH),
            });
        }
        let (least, most) = (*PLAY_WITHIN_MS.start(), *PLAY_WITHIN_MS.end());
        if !PLAY_WITHIN_MS.contains(&self.play_within_ms) || self.play_within_ms % HOUR_MS != 0 {
            return Err(Refusal::LadderTime {
                least_ms: Milliseconds(least),
                most_ms: Milliseconds(most),
            });
        }
        if !(0..=LONGEST_REST_MS).contains(&self.rest_ms) || self.rest_ms % HOUR_MS != 0 {
            return Err(Refusal::LadderRest {
                most_ms: Milliseconds(LONGEST_REST_MS),
            });
        }
        Ok(())
    }
}
