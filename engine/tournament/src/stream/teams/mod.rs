//! National teams (WOC I.2): the nations, and late changes of theirs.

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
    /// No member of the federation: its players enter once the federation's council has admitted it.
    NonMember,
}

/// How a nation that is no member came to be admitted (WOC I.2.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NationApplication {
    /// The day the federation had the application, YYYY-MM-DD.
    pub applied_on: String,
    /// What its council decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<NationDecision>,
}

/// What the federation's council decided about a nation that is no member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NationDecision {
    /// The day, YYYY-MM-DD.
    pub decided_on: String,
    /// It may send players.
    pub admitted: bool,
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
    /// Its application, where it is no member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<NationApplication>,
}

impl Nation {
    /// Its players may enter: it is a member, or admitted.
    #[must_use]
    pub fn sends_players(&self) -> bool {
        let decision = self
            .application
            .as_ref()
            .and_then(|application| application.decision.as_ref());
        self.kind != NationKind::NonMember || decision.is_some_and(|decision| decision.admitted)
    }
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

/// A permission to change a nation's team late, as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermittedLateChange {
    /// The permission.
    pub permission: LateChangePermission,
    /// When it was given, in ms since 1970.
    pub at_ms: i64,
}

/// The nations that send players, and what they may change late.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Teams {
    /// The nations.
    pub nations: Vec<Nation>,
    /// The permissions to change a nation's team late.
    pub late_changes: Vec<PermittedLateChange>,
}

impl Teams {
    /// True when the director permitted to change that nation's team late.
    pub(super) fn late_change_permitted(&self, country: &str) -> bool {
        self.late_changes
            .iter()
            .any(|permitted| permitted.permission.country == country)
    }

    pub(super) fn decide(&mut self, country: &str, decision: &NationDecision) {
        let mut nations = self.nations.iter_mut();
        let nation = nations.find(|nation| nation.country == country);
        if let Some(application) = nation.and_then(|nation| nation.application.as_mut()) {
            application.decision = Some(decision.clone());
        }
    }
}
