//! Who was not there as a round was published.

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;

/// What said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingCause {
    /// He had announced his absence.
    AbsenceAnnounced,
    /// There was a check-in for the round, and he did not check in.
    NotCheckedIn,
    /// There was none, and to his last game he did not appear.
    DidNotAppear,
}

impl MissingCause {
    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AbsenceAnnounced => "absence_announced",
            Self::NotCheckedIn => "not_checked_in",
            Self::DidNotAppear => "did_not_appear",
        }
    }
}

/// An entrant who was not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingEntrant {
    /// Who.
    pub entrant: EntrantId,
    /// What said so.
    pub cause: MissingCause,
}
