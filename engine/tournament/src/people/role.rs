//! The offices of a tournament.

use serde::{Deserialize, Serialize};

/// What an official of a tournament is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfficialRole {
    /// Head tournament director: final in every ruling (EGP V.1).
    HeadDirector,
    /// Assistant of the director (EGP I.2.3).
    Assistant,
    /// Table judge (WOC I.3, IV.2).
    TableJudge,
    /// Senior organiser or chair, who reviews disqualifications (MSO 5.2).
    Organiser,
    /// Head arbiter, to whom rulings are appealed (MSO 4.3).
    HeadArbiter,
}

impl OfficialRole {
    /// True for the directors, who run the event: the head director and the assistants.
    #[must_use]
    pub fn directs(self) -> bool {
        matches!(self, Self::HeadDirector | Self::Assistant)
    }
}
