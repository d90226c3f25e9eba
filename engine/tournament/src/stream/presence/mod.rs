//! Who is there, round by round.

pub(super) mod accommodation;
pub(super) mod attendance;
pub(super) mod missing;
mod present;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use missing::MissingEntrant;

use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};

/// A round from which an entrant is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentRound {
    /// Round, from 1.
    pub round: u32,
    /// What it scores.
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub half_points: HalfPoints,
}

/// The check-in of one round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CheckInList {
    /// Entrants can check in.
    pub open: bool,
    /// Who has.
    pub checked_in: BTreeSet<EntrantId>,
}

/// Who is there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Presence {
    /// The check-ins by round.
    pub check_ins: BTreeMap<u32, CheckInList>,
    /// Who was not there as each round was published, by its last publication.
    pub missing: BTreeMap<u32, Vec<MissingEntrant>>,
}

impl Presence {
    pub(super) fn check_in(&mut self, round: u32) -> &mut CheckInList {
        self.check_ins.entry(round).or_default()
    }
}

/// What a player with special needs is granted (WOC IV.10).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Accommodation {
    /// Time on top of his clock in every game, in ms.
    pub extra_ms: i64,
    /// The account that may move for him.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assistant: Option<AccountId>,
    /// He cannot see the board well: moves are transferred to the primary board.
    #[serde(default)]
    pub sight_impaired: bool,
}
