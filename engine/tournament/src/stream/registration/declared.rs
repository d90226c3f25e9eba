//! What an entrant declares of himself, and what is noted of his entry: citizenship or residence, membership, the rules
//! accepted, the federation's agreement, the fee.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::rule_set::RuleSet;

/// Why an entrant may play for his nation (WOC I.2.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Representation {
    /// He is its citizen.
    Citizen,
    /// He has been resident there.
    Resident {
        /// When.
        residences: Vec<Residence>,
    },
}

/// A time of residence in a nation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Residence {
    /// Its first day, YYYY-MM-DD.
    pub from: String,
    /// Its last day, YYYY-MM-DD; `None`: it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// That somebody accepts the rules of the event. The rules and the time are the decision's, not the asker's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedRules {
    /// Who says so: the entrant's own account, or an official's.
    pub by: AccountId,
    /// On whose word an official does: id of a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_word_of: Option<String>,
    /// Name of the rule set.
    #[serde(default)]
    pub rule_set: String,
    /// Version of its preset's data.
    #[serde(default)]
    pub version: u32,
    /// Which rules of the event, from 1: each change makes another edition.
    #[serde(default)]
    pub edition: u32,
    /// When, in ms since 1970.
    #[serde(default)]
    pub at_ms: i64,
}

impl AcceptedRules {
    /// As asked: by whom, and on whose word where an official says so.
    #[must_use]
    pub fn asked(by: AccountId, on_word_of: Option<String>) -> Self {
        Self {
            by,
            on_word_of,
            rule_set: String::new(),
            version: 0,
            edition: 0,
            at_ms: 0,
        }
    }
}

/// What an entrant declares; what nobody asks for here is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Declared {
    /// Why he may play for his nation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub representation: Option<Representation>,
    /// The program is a member of the association (AGA VI.C.3).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub computer_member: bool,
    /// So is whoever operates it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub operator_member: bool,
    /// He accepts the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceptance: Option<AcceptedRules>,
}

impl Declared {
    /// True where nothing is declared.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether the federation agrees to an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FederationAgreement {
    /// It does.
    pub agrees: bool,
    /// Who said so for it: id of a record.
    pub said_by: String,
    /// Who noted it.
    pub by: AccountId,
}

/// Whether the fee is paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeNote {
    /// It is.
    pub paid: bool,
    /// Who noted it.
    pub by: AccountId,
}

/// What is known of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EntryFacts {
    /// What the entrant declares.
    pub declared: Declared,
    /// The federation's agreement, and when it was noted, in ms since 1970.
    pub agreement: Option<(FederationAgreement, i64)>,
    /// The fee, and when it was noted, in ms since 1970.
    pub fee: Option<(FeeNote, i64)>,
    /// The published rounds in which he was held back from the pairing.
    pub held_rounds: Vec<u32>,
}

impl EntryFacts {
    /// Why the entrant is not paired: for want of the federation's agreement, or of the fee.
    #[must_use]
    pub fn held_back(&self, rules: &RuleSet) -> bool {
        let agreed = self.agreement.as_ref().is_some_and(|(one, _)| one.agrees);
        let paid = self.fee.as_ref().is_some_and(|(note, _)| note.paid);
        let entry = &rules.entry;
        (entry.federation_agreement && !agreed)
            || (entry.paid_before_pairing && !entry.fee.is_empty() && !paid)
    }
}
