//! Time controls by stage.

pub use outflank_othello::TimeControl;
use serde::{Deserialize, Serialize};

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
