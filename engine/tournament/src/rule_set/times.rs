//! Time controls by stage.

use serde::{Deserialize, Serialize};

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
    /// Sudden death of that many minutes.
    #[must_use]
    pub fn minutes(minutes: u32) -> Self {
        Self::SuddenDeath {
            main_ms: i64::from(minutes) * 60_000,
        }
    }

    /// Main time of each player, in ms.
    #[must_use]
    pub fn main_ms(self) -> i64 {
        let Self::SuddenDeath { main_ms } = self;
        main_ms
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
