//! What a rule set says about the tables: credit for slow lines, calls for the director, spectators and the
//! confirmation of results.

pub use outflank_othello::Spectators;
use serde::{Deserialize, Serialize};

/// How much of a line's measured delay is given back to a player, and of what his client was slow to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LagCredit {
    /// The most for one move, in ms; 0: none.
    pub per_move_ms: i64,
    /// The most for one player's whole game, in ms; 0: none.
    pub per_game_ms: i64,
    /// What his client is slow to read counts with the line's delay, under the same two limits. Where it does not, as
    /// in rule sets before version 4, it is not charged at all.
    #[serde(default)]
    pub covers_reading: bool,
}

impl LagCredit {
    /// No credit.
    #[must_use]
    pub fn none() -> Self {
        Self {
            per_move_ms: 0,
            per_game_ms: 0,
            covers_reading: false,
        }
    }
}

/// What a player's call for the director does (WOC IV.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectorCall {
    /// Both clocks stand until an official answers.
    pub stops_clocks: bool,
    /// How long they stand at most, in ms.
    pub longest_ms: i64,
    /// How many calls of one player in one game stop the clocks; later ones are still told.
    pub most_per_player: u32,
    /// The board is hidden from players and spectators while a call holds the clocks.
    #[serde(default)]
    pub hides_board: bool,
}

/// What an announcement is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnouncementKind {
    /// Anything else.
    General,
    /// The rules are amended (MSO 3.2).
    RulesAmended,
    /// The timetable is moved.
    TimetableMoved,
    /// What monitors do (AGA V.E.13.d).
    Monitors,
    /// Time allowances, overtime and how the clocks are operated (AGA V.E.2).
    TimeRules,
}

impl AnnouncementKind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::General,
        Self::RulesAmended,
        Self::TimetableMoved,
        Self::Monitors,
        Self::TimeRules,
    ];

    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::RulesAmended => "rules_amended",
            Self::TimetableMoved => "timetable_moved",
            Self::Monitors => "monitors",
            Self::TimeRules => "time_rules",
        }
    }

    /// It is made with the act that it tells of, and never by itself.
    #[must_use]
    pub const fn is_made_with_an_act(self) -> bool {
        matches!(self, Self::RulesAmended | Self::TimetableMoved)
    }

    /// What is announced, as a sentence about it begins.
    pub(crate) const fn subject(self) -> &'static str {
        match self {
            Self::General => "Something is",
            Self::RulesAmended => "Amended rules are",
            Self::TimetableMoved => "A moved timetable is",
            Self::Monitors => "The role of monitors is",
            Self::TimeRules => "Time allowances, overtime and the operation of the clocks are",
        }
    }
}
