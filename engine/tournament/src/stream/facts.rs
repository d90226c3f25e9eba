//! What a tournament is.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// The public facts of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TournamentFacts {
    /// Name of the event.
    pub name: String,
    /// Country it is held in.
    pub country: String,
    /// First day, YYYY-MM-DD.
    pub date: String,
    /// Who holds it, where that is somebody else than whoever founded it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<AccountId>,
    /// Which leg of a series it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<Leg>,
    /// The event that it is a rehearsal of: nothing of it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal_of: Option<String>,
}

/// An event's place in a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leg {
    /// Id of the series.
    pub series: String,
    /// Which leg, from 1.
    pub number: u32,
}
