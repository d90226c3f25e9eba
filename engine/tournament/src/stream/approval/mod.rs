//! An event's approval for ratings, and what is known of its entrants on the federation's list.

pub(super) mod approving;
mod file_changes;
mod office;
mod rating_checks;
pub(super) mod releasing;
mod standing;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};

pub use file_changes::{FileCause, FileChange};
pub use office::{Complaint, PendingChange, RatingOffice, Release, Returned};
pub use rating_checks::{CheckWeight, RatingCheck, RatingCheckKind};
pub use standing::RatingStanding;

/// What an entrant is on the federation's players list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "listed", rename_all = "snake_case")]
pub enum Listing {
    /// The player that he says he is.
    AsClaimed,
    /// Another player of it.
    Another {
        /// That player's rating.
        rating: Option<i32>,
    },
    /// Nobody: a new player, without a rating.
    Nobody,
}

/// Why an approval stands no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LapseCause {
    /// An entrant has another number of the players list, or none.
    NumberChanged {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant has another name.
    Renamed {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A director signed for results that no game gave.
    ResultsSigned,
    /// The event came from another server, whose administrators are not this one's.
    Moved,
}

/// A rating officer's approval of an event for ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    /// Who approved it.
    pub by: AccountId,
    /// Id of the recorded reason.
    pub reason: String,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The federation whose officer that was, by its code; `None` = an administrator of an earlier program.
    pub federation: Option<String>,
    /// Whom it saw on the list of entrants.
    pub seen: BTreeSet<EntrantId>,
    /// Why it stands no longer, and since when (ms since 1970), until an officer approves anew.
    pub lapsed: Option<(LapseCause, i64)>,
}
