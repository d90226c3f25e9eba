//! The entrants: what they registered with, and what became of them.

pub(super) mod correction;
pub(super) mod days;
pub(super) mod declared;
pub(super) mod declaring;
mod entrants;
pub(super) mod entry;
pub(super) mod seats;
pub(super) mod terms;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};
use crate::lists::Categories;
use crate::rule_set::Deviation;
use crate::stake::LeftSeat;
use crate::stream::registration::declared::{Declared, EntryFacts, Representation};
use crate::stream::{Accommodation, IssuedCode, stored_form::pairs};

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
    /// What each round before that scores.
    #[serde(default, deserialize_with = "HalfPoints::not_negative")]
    pub missed_half_points: HalfPoints,
    /// The number and rating of the federation's list that he came with.
    #[serde(default, skip_serializing_if = "ListClaim::is_none")]
    pub list_claim: ListClaim,
    /// What he declares.
    #[serde(default, skip_serializing_if = "Declared::is_nothing")]
    pub declared: Declared,
    /// The second confirmation that an entry outside the text needs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accept_deviations: bool,
    /// Where the entry departs from the text: the decision's.
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "departures")]
    pub deviations: Vec<Deviation>,
}

/// What is right of an entrant. His name is kept beside the stream.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EntrantCorrection {
    /// The entrant.
    pub entrant: EntrantId,
    /// He has another name from now on.
    pub renamed: bool,
    /// Country code; the nation he plays for, where teams are by nation.
    pub country: Option<String>,
    /// Rating at registration.
    pub rating: Option<i32>,
    /// Categories.
    pub categories: Categories,
    /// Why he may play for that nation, where it is another; `None`: what he declared stays, of the same nation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub representation: Option<Representation>,
    /// What is known of his number of the federation's list, where he has another from now on, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<CorrectedNumber>,
    /// Whether he is the host's additional player, where that is said; `None`: as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additional: Option<bool>,
    /// Id of the recorded reason.
    pub reason: String,
    /// The second confirmation that an entry outside the text needs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accept_deviations: bool,
    /// Where the entry departs from the text now: the decision's.
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "departures")]
    pub deviations: Vec<Deviation>,
}

/// What is known of another number of the federation's list. The number is kept beside the stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedNumber {
    /// Who corrects it vouches for it; false: he has none.
    pub confirmed: bool,
    /// Who vouches for it, where the event asks.
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

/// One entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantState {
    /// Id.
    pub id: EntrantId,
    /// Country code.
    pub country: Option<String>,
    /// Rating at registration.
    pub rating: Option<i32>,
    /// A computer program.
    pub computer: bool,
    /// The account that plays.
    pub account: Option<AccountId>,
    /// Who operates that account, where it is a program's.
    pub account_operator: Option<AccountId>,
    /// The entry that gave it the seat.
    pub seated_seq: u64,
    /// First round without the entrant, from 1.
    pub withdrawn_from: Option<u32>,
    /// The entry that withdrew him last.
    pub withdrawn_seq: u64,
    /// Who operates the program: id of a record.
    pub operator: Option<String>,
    /// Id of the record that holds the program's parameters.
    pub parameters: Option<String>,
    /// Categories.
    pub categories: Categories,
    /// The federation number is confirmed.
    pub federation_number_confirmed: bool,
    /// The host's additional player (WOC I.2.1).
    pub additional: bool,
    /// The first round he can play, from 1; 0: from the start.
    pub from_round: u32,
    /// What each round before that scores.
    pub missed_half_points: HalfPoints,
    /// The rounds he is absent from, and what they score.
    pub absences: BTreeMap<u32, HalfPoints>,
    /// Refuses computer programs; true: but plays one rather than have the bye.
    pub refuses_computers: Option<bool>,
    /// What is granted for his special needs.
    pub accommodation: Accommodation,
    /// The number and rating of the federation's list that he came with.
    pub list_claim: ListClaim,
    /// What he declared at his entry, and what is noted of it.
    pub entry: EntryFacts,
    /// The code for his seat that was made last.
    pub code: Option<IssuedCode>,
}

/// An invitation to enter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The account that is invited; `None`: it was taken down without it.
    pub account: Option<AccountId>,
    /// Since when, in ms since 1970.
    pub at_ms: i64,
}

/// Who may put himself on the list, who waits, and who sits where.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Who is invited to put himself on the list.
    pub invited: BTreeMap<EntrantId, Invitation>,
    /// Who waits for a place, first come first.
    pub waiting: Vec<Registration>,
    /// The entrant whose seat an account holds.
    pub(in crate::stream) seats: BTreeMap<AccountId, EntrantId>,
    /// The seats that accounts held and gave up once a round was paired, and the last that was.
    #[serde(with = "pairs")]
    pub left_seats: BTreeMap<(AccountId, EntrantId), u32>,
}

impl Entry {
    /// The entry of somebody who waits for a place.
    pub(in crate::stream) fn waits(&self, entrant: &EntrantId) -> Option<&Registration> {
        self.waiting.iter().find(|waits| waits.entrant == *entrant)
    }

    pub(super) fn waits_no_longer(&mut self, entrant: &EntrantId) {
        self.waiting.retain(|waits| waits.entrant != *entrant);
    }

    pub(super) fn leave(&mut self, entrant: &EntrantId, left: &LeftSeat) {
        for by in std::iter::once(&left.by).chain(&left.operator) {
            let key = (by.clone(), entrant.clone());
            self.left_seats.insert(key, left.through_round);
        }
    }
}

impl EntrantState {
    pub(super) fn new(registration: &Registration) -> Self {
        Self {
            id: registration.entrant.clone(),
            country: registration.country.clone(),
            rating: registration.rating,
            computer: registration.computer,
            account: None,
            account_operator: None,
            seated_seq: 0,
            withdrawn_from: None,
            withdrawn_seq: 0,
            operator: registration.operator.clone(),
            parameters: None,
            categories: registration.categories,
            federation_number_confirmed: registration.federation_number_confirmed,
            additional: registration.additional,
            from_round: registration.from_round,
            missed_half_points: registration.missed_half_points,
            absences: BTreeMap::new(),
            refuses_computers: None,
            accommodation: Accommodation::default(),
            code: None,
            list_claim: registration.list_claim.clone(),
            entry: EntryFacts {
                declared: registration.declared.clone(),
                ..EntryFacts::default()
            },
        }
    }

    /// What he declared of another nation stands no longer.
    pub(super) fn correct(&mut self, correction: &EntrantCorrection) {
        if self.country != correction.country || correction.representation.is_some() {
            let declared = &mut self.entry.declared;
            declared
                .representation
                .clone_from(&correction.representation);
        }
        self.country.clone_from(&correction.country);
        self.rating = correction.rating;
        self.categories = correction.categories;
        if let Some(number) = &correction.number {
            self.federation_number_confirmed = number.confirmed;
            self.list_claim = number.list_claim.clone();
        }
        if let Some(additional) = correction.additional {
            self.additional = additional;
        }
    }

    /// True when the entrant can play a round: entered, not withdrawn, not announced absent.
    #[must_use]
    pub fn plays(&self, round: u32) -> bool {
        self.from_round <= round
            && self.withdrawn_from.is_none_or(|from| round < from)
            && !self.absences.contains_key(&round)
    }

    /// What a round scores in which the entrant has neither a board nor a bye.
    #[must_use]
    pub fn granted_half_points(&self, round: u32) -> HalfPoints {
        if self.withdrawn_from.is_some_and(|from| from <= round) {
            HalfPoints::ZERO
        } else if round < self.from_round {
            self.missed_half_points
        } else {
            self.absences.get(&round).copied().unwrap_or_default()
        }
    }
}
