//! Rule sets as data: named, versioned values that compose format, time controls, scoring, tie-breaks,
//! pairing and default policies. A director may copy a preset and change any value.

mod departures;
mod egp;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::finals::FinalsFormat;
use crate::people::{EntryRules, PenaltyRules, TeamRules};
use crate::refusal::Refusal;
use crate::standings::TieBreak;
use crate::swiss::PairingLevel;

pub use departures::{Departure, check_rule_set, departures};

/// The rules of one tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleSet {
    /// The preset this value is or was copied from (`egp-2020`).
    pub name: String,
    /// Version of the preset's data.
    pub version: u32,
    /// Formats by number of entrants.
    pub formats: Vec<FormatRow>,
    /// Number of qualification rounds set by the director; `None`: as the formats say.
    pub rounds: Option<u32>,
    /// What follows the qualification.
    pub finals: FinalsFormat,
    /// Time controls by stage.
    pub time_controls: TimeControls,
    /// What a flag's fall does.
    pub default_policy: DefaultPolicy,
    /// What becomes of a player who does not come.
    pub absence_policy: AbsencePolicy,
    /// How a forced pass is made.
    pub pass_policy: PassPolicy,
    /// Scores of byes and the constant of the tie-break.
    pub scoring: Scoring,
    /// The ranking criteria, first to last.
    pub tie_breaks: Vec<TieBreak>,
    /// The levels of a Swiss pairing, first to last.
    pub pairing_levels: Vec<PairingLevel>,
    /// Who may enter.
    #[serde(default)]
    pub entry: EntryRules,
    /// How teams are made up.
    #[serde(default)]
    pub teams: TeamRules,
    /// Penalties, protests and appeals.
    #[serde(default)]
    pub penalties: PenaltyRules,
    /// Notice before a round's start, in ms; a shorter one is a departure.
    pub round_notice_ms: i64,
    /// Season points by final rank, first to last; places beyond the list score 0.
    pub season_points: Vec<u32>,
    /// Source paragraph of each value, by its field ("time_controls.qualification" -> "EGP IV.1").
    pub sources: BTreeMap<String, String>,
}

/// The stages for a range of numbers of entrants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormatRow {
    /// Fewest entrants.
    pub from_entrants: u32,
    /// Most entrants; `None`: no bound.
    pub to_entrants: Option<u32>,
    /// The qualification's stages in order.
    pub stages: Vec<StageFormat>,
    /// The paragraph ("EGP II.2").
    pub rule: String,
}

/// The format of one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StageFormat {
    /// Everyone meets everyone once a cycle; every second cycle with colours swapped.
    RoundRobin {
        /// Number of cycles.
        cycles: u32,
    },
    /// A Swiss system.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// Modified: equal points come before new opponents.
        modified: bool,
        /// The points of the stage before run on and its pairs have met before; a pair that meets again
        /// reverses its colours.
        continues: bool,
    },
    /// Semi-final matches 1-4 and 2-3, while the rest play on.
    SemiFinals {
        /// Games of a match.
        games: u32,
    },
}

/// A time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// One stock of time for the whole game.
    SuddenDeath {
        /// Time of each player, in ms.
        main_ms: i64,
    },
}

impl TimeControl {
    /// Main time of each player, in ms.
    #[must_use]
    pub fn main_ms(self) -> i64 {
        let Self::SuddenDeath { main_ms } = self;
        main_ms
    }
}

/// Time controls by stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControls {
    /// Round robins and Swiss rounds.
    pub qualification: TimeControl,
    /// Semi-finals.
    pub semi_finals: TimeControl,
    /// The final and the game for third place.
    pub finals: TimeControl,
}

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

/// Scores that do not come from a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scoring {
    /// Discs of a bye in the disc-count.
    pub bye_discs: u32,
    /// The constant C of the Brightwell Quotient.
    pub brightwell_constant: u32,
}

impl RuleSet {
    /// The rules of the European Grand Prix, version 3.0 of January 2020.
    #[must_use]
    pub fn egp_2020() -> Self {
        egp::egp_2020()
    }

    /// The preset of that name.
    ///
    /// # Errors
    /// `unknown_rule_set` for a name without a preset.
    pub fn preset(name: &str) -> Result<Self, Refusal> {
        match name {
            egp::NAME => Ok(Self::egp_2020()),
            other => Err(Refusal::new(
                "unknown_rule_set",
                format!("There is no rule set {other:?} here; choose {}.", egp::NAME),
            )),
        }
    }
}
