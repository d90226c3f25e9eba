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
    /// Monitor of clocks and overtime (AGA V.E.12, V.E.13).
    Monitor,
    /// Senior organiser or chair, who reviews disqualifications (MSO 5.2).
    Organiser,
    /// Head arbiter, to whom rulings are appealed (MSO 4.3).
    HeadArbiter,
}

impl OfficialRole {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::HeadDirector,
        Self::Assistant,
        Self::TableJudge,
        Self::Monitor,
        Self::Organiser,
        Self::HeadArbiter,
    ];

    /// Its name as the contract has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HeadDirector => "head_director",
            Self::Assistant => "assistant_director",
            Self::TableJudge => "table_judge",
            Self::Monitor => "monitor",
            Self::Organiser => "organiser",
            Self::HeadArbiter => "head_arbiter",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// True for the directors, who run the event: the head director and the assistants.
    #[must_use]
    pub fn directs(self) -> bool {
        matches!(self, Self::HeadDirector | Self::Assistant)
    }
}
