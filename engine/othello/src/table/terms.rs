use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// How a player's time is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// All moves within one amount of time, no increment (`WOC IV.1`, `EGP IV.1`).
    SuddenDeath {
        /// Time a player and game, in milliseconds.
        main_ms: i64,
    },
}

impl TimeControl {
    /// What a clock shows before the game, in milliseconds.
    #[must_use]
    pub const fn initial_ms(&self) -> i64 {
        match self {
            Self::SuddenDeath { main_ms } => *main_ms,
        }
    }
}

/// What happens when a flag falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DefaultPolicy {
    /// The win is fixed for the opponent, both clocks get two minutes, play goes on for the score
    /// (`WOC IV.6`, `EGP IV.6`).
    Woc,
}

/// Whether a player without a move has to acknowledge it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassMode {
    /// The player presses the clock; until then it runs and can flag (`WOC IV.4`, `EGP IV.4`).
    Explicit,
    /// The server passes at once, at no cost of time.
    Automatic,
}

/// The text a game is played under, for the paragraphs that refusals cite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleText {
    /// European Grand Prix rules.
    Egp,
    /// World Othello Championship rules.
    Woc,
    /// A house's own rules: no paragraph is cited.
    House,
}

impl RuleText {
    /// A paragraph of section IV, which both texts number alike: `"EGP IV.5"`.
    #[must_use]
    pub fn conduct(self, paragraph: u8) -> Option<String> {
        match self {
            Self::Egp => Some(format!("EGP IV.{paragraph}")),
            Self::Woc => Some(format!("WOC IV.{paragraph}")),
            Self::House => None,
        }
    }
}

/// What the rule set gives to one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// How time is counted.
    pub time_control: TimeControl,
    /// What a fallen flag costs.
    pub default_policy: DefaultPolicy,
    /// Whether passes are pressed.
    pub pass_mode: PassMode,
    /// The text that refusals cite.
    pub text: RuleText,
}

/// Where in an event a game belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The tournament's id, opaque here.
    pub tournament: String,
    /// Round, from 1.
    pub round: u32,
    /// Table, from 1.
    pub table: u32,
    /// Game of a match at that table, from 1.
    pub game: u32,
}
