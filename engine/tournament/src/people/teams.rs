//! How national teams are made up (WOC I.2).

use serde::{Deserialize, Serialize};

/// Teams. Sources: `teams` and its fields (`teams.most_players`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamRules {
    /// Every entrant plays for a nation that is entered, and the limits below hold. Otherwise an entrant's
    /// country is only information.
    pub by_nation: bool,
    /// Most players of a federation (WOC I.2.1).
    pub most_players: u32,
    /// Most players of one gender in a federation's team (WOC I.2.1).
    pub most_of_one_gender: u32,
    /// Most players of a nation with a contact person only (WOC I.2.1).
    pub contact_person_players: u32,
    /// The host may enter one player more when the number of entrants is odd (WOC I.2.1).
    pub host_additional_player: bool,
    /// Who plays for a nation declares that he is its citizen or has been resident there (WOC I.2.3).
    pub citizens_or_residents: bool,
    /// Days for which whoever is no citizen has been resident there, within the twelve months that end on the event's first
    /// day (WOC I.2.3: six months, read as 180 days).
    pub residence_days: u32,
    /// Days before the event until which a nation that is no member applies to send players (WOC I.2.1: one month, read
    /// as 30 days); 0: at any time.
    pub application_days: u32,
    /// Days before the event from which a change of a team needs the director's permission (WOC I.2.2:
    /// one month, read as 30 days); 0: no permission is needed.
    pub permission_needed_days: u32,
}

impl Default for TeamRules {
    /// No teams; the limits are those of WOC I.2 for when `by_nation` is set.
    fn default() -> Self {
        Self {
            by_nation: false,
            most_players: 4,
            most_of_one_gender: 3,
            contact_person_players: 1,
            host_additional_player: true,
            citizens_or_residents: false,
            residence_days: 180,
            application_days: 30,
            permission_needed_days: 30,
        }
    }
}

impl TeamRules {
    /// The teams of the World Othello Championship (WOC I.2).
    #[must_use]
    pub fn woc() -> Self {
        Self {
            by_nation: true,
            citizens_or_residents: true,
            ..Self::default()
        }
    }
}
