//! National teams (WOC I.2).

pub(super) mod nations;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// What kind of member a nation is (WOC I.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NationKind {
    /// A national federation: a full team.
    Federation,
    /// A nation with a contact person.
    ContactPerson,
}

/// A nation that sends players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nation {
    /// Its country code, as its players' registrations have it.
    pub country: String,
    /// What kind of member it is.
    pub kind: NationKind,
    /// It holds the event.
    pub host: bool,
}

/// The director's permission to change a nation's team late (WOC I.2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateChangePermission {
    /// Id of the ruling.
    pub ruling: String,
    /// The nation.
    pub country: String,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who permits it.
    pub by: AccountId,
}

/// The nations that send players, and what they may change late.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Teams {
    /// The nations.
    pub nations: Vec<Nation>,
    /// The permissions to change a nation's team late.
    pub late_changes: Vec<LateChangePermission>,
}
