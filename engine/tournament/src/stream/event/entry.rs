//! An entrant's registration.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};

/// The categories that an entrant belongs to, besides the open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Categories {
    /// A woman.
    pub woman: bool,
    /// By year of birth a junior.
    pub junior: bool,
    /// By year of birth a senior.
    pub senior: bool,
}

/// An entrant as registered. `from_round` and `missed_half_points` are the decision's, not the asker's:
/// a command leaves them at their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Registration {
    /// The entrant.
    pub entrant: EntrantId,
    /// Country code; the nation he plays for, where teams are by nation.
    pub country: Option<String>,
    /// Rating at registration.
    pub rating: Option<i32>,
    /// A computer program.
    pub computer: bool,
    /// Who operates the program: id of a record.
    #[serde(default)]
    pub operator: Option<String>,
    /// Categories.
    #[serde(default)]
    pub categories: Categories,
    /// The federation number is confirmed.
    #[serde(default)]
    pub federation_number_confirmed: bool,
    /// The host's additional player against an odd number (WOC I.2.1).
    #[serde(default)]
    pub additional: bool,
    /// Entered himself; the director entered the others.
    #[serde(default)]
    pub self_entry: bool,
    /// The first round he can play, from 1; 0: from the start.
    #[serde(default)]
    pub from_round: u32,
    /// What each round before that scores, in half-points.
    #[serde(default)]
    pub missed_half_points: u32,
    /// The number and rating of the federation's list that he came with.
    #[serde(default, skip_serializing_if = "ListClaim::is_none")]
    pub list_claim: ListClaim,
}

/// What is known of the number and rating of the federation's list that an entrant came with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ListClaim {
    /// He came with none, or before anybody was asked.
    #[default]
    None,
    /// He says so himself.
    Open,
    /// Somebody vouches for it.
    Confirmed {
        /// Who.
        by: AccountId,
    },
}

impl ListClaim {
    /// True where nothing is claimed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

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

/// A round from which an entrant is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentRound {
    /// Round, from 1.
    pub round: u32,
    /// What it scores, in half-points.
    pub half_points: u32,
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
