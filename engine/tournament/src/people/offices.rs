//! Whose office an act is among the directors, and what a director who plays may not do.

use serde::{Deserialize, Serialize};

use super::OfficialRole;

/// The offices of acts that the directors do not all share; penalties have their own
/// ([`PenaltyRules::imposed_by`](super::PenaltyRules::imposed_by)). Where whoever holds an office has an interest in the
/// act himself, it passes to a director who has none. Sources: `offices` and its fields (`offices.clocks`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfficeRules {
    /// Who changes what clocks show (WOC IV.4, IV.7).
    pub clocks: Vec<OfficialRole>,
    /// Who enters a result over a game that is being played.
    pub live_results: Vec<OfficialRole>,
    /// Who confirms the event.
    pub confirmation: Vec<OfficialRole>,
    /// A director who plays does not rule on other entrants of his stage either; otherwise he does, and it is noted.
    pub rivals_refused: bool,
}

impl Default for OfficeRules {
    /// The directors share everything.
    fn default() -> Self {
        let directors = vec![OfficialRole::HeadDirector, OfficialRole::Assistant];
        Self {
            clocks: directors.clone(),
            live_results: directors.clone(),
            confirmation: directors,
            rivals_refused: false,
        }
    }
}

impl OfficeRules {
    /// WOC and EGP: the tournament director changes clocks; results over live games and the confirmation are read as
    /// his too.
    #[must_use]
    pub fn othello() -> Self {
        let head = vec![OfficialRole::HeadDirector];
        Self {
            clocks: head.clone(),
            live_results: head.clone(),
            confirmation: head,
            rivals_refused: false,
        }
    }
}
