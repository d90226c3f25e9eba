//! A federation as a stream of its own: its name, its rating officers, and whom it lets direct rated events.

mod decide;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

pub use decide::decide;

/// A federation: of a nation, or a confederation of nations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FederationState {
    /// Its code; empty = not known yet.
    pub code: String,
    /// Id of its recorded name.
    pub name: String,
    /// The nations of a confederation, ISO 3166 alpha-3; none = of the one nation that its code names.
    pub members: BTreeSet<String>,
    /// Its rating officers, each with the time of the appointment, in ms since 1970.
    pub officers: BTreeMap<AccountId, i64>,
    /// Whom it lets direct rated events.
    pub directors: BTreeMap<AccountId, ApprovedDirector>,
}

/// Why and by whom somebody may direct rated events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovedDirector {
    /// The officer who approved them.
    pub by: AccountId,
    /// The reason, in the officer's words.
    pub reason: String,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// What can be asked of a federation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FederationCommand {
    /// Make it known.
    Register {
        /// Its code.
        code: String,
        /// Its name.
        name: String,
        /// The nations of a confederation.
        members: Vec<String>,
    },
    /// Give it another name and other members.
    Change {
        /// Its name.
        name: String,
        /// The nations of a confederation.
        members: Vec<String>,
    },
    /// Make somebody its rating officer.
    AppointOfficer {
        /// The account.
        account: AccountId,
    },
    /// End that office.
    DismissOfficer {
        /// The account.
        account: AccountId,
    },
    /// Let somebody direct rated events.
    ApproveDirector {
        /// The account.
        account: AccountId,
        /// Why.
        reason: String,
        /// The officer.
        by: AccountId,
    },
    /// Let them no longer.
    WithdrawDirector {
        /// The account.
        account: AccountId,
        /// Why.
        reason: String,
        /// The officer.
        by: AccountId,
    },
}

/// What happened to a federation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FederationEvent {
    /// It became known.
    Registered {
        /// Its code.
        code: String,
        /// Its name.
        name: String,
        /// The nations of a confederation.
        members: BTreeSet<String>,
    },
    /// It has another name or other members.
    Changed {
        /// Its name.
        name: String,
        /// The nations of a confederation.
        members: BTreeSet<String>,
    },
    /// Somebody became its rating officer.
    OfficerAppointed {
        /// The account.
        account: AccountId,
    },
    /// Somebody is its rating officer no longer.
    OfficerDismissed {
        /// The account.
        account: AccountId,
    },
    /// Somebody may direct rated events.
    DirectorApproved {
        /// The account.
        account: AccountId,
        /// Why.
        reason: String,
        /// The officer.
        by: AccountId,
    },
    /// Somebody may no longer.
    DirectorWithdrawn {
        /// The account.
        account: AccountId,
        /// Why.
        reason: String,
        /// The officer.
        by: AccountId,
    },
}

impl FederationState {
    /// Whether it is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.code.is_empty()
    }

    /// Whether its officers decide on events held in that nation.
    #[must_use]
    pub fn covers(&self, nation: &str) -> bool {
        self.is_known() && (self.code == nation || self.members.contains(nation))
    }

    /// The state after an event at that time, in ms since 1970; nothing is judged.
    #[must_use]
    pub fn evolve(mut self, at_ms: i64, event: &FederationEvent) -> Self {
        match event {
            FederationEvent::Registered {
                code,
                name,
                members,
            } => {
                self.code.clone_from(code);
                self.name.clone_from(name);
                self.members.clone_from(members);
            }
            FederationEvent::Changed { name, members } => {
                self.name.clone_from(name);
                self.members.clone_from(members);
            }
            FederationEvent::OfficerAppointed { account } => {
                self.officers.insert(account.clone(), at_ms);
            }
            FederationEvent::OfficerDismissed { account } => {
                self.officers.remove(account);
            }
            FederationEvent::DirectorApproved {
                account,
                reason,
                by,
            } => {
                let approved = ApprovedDirector {
                    by: by.clone(),
                    reason: reason.clone(),
                    at_ms,
                };
                self.directors.insert(account.clone(), approved);
            }
            FederationEvent::DirectorWithdrawn { account, .. } => {
                self.directors.remove(account);
            }
        }
        self
    }
}
