//! Appeals: what is appealed, who hears it, what is decided.

pub(super) mod hearing;
pub(super) mod parties;
pub(super) mod standing;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::stream::{PenaltyRuling, ResultRecord};

/// What is appealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Appealed {
    /// A ruling.
    Ruling {
        /// Its id.
        ruling: String,
    },
    /// The decision of a protest.
    Protest {
        /// Its id.
        protest: String,
    },
}

/// An appeal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealFiling {
    /// Id of the appeal.
    pub appeal: String,
    /// What is appealed.
    pub against: Appealed,
    /// The entrant who appeals; `None`: a spectator.
    pub entrant: Option<EntrantId>,
    /// Id of the recorded reason.
    pub reason: String,
    /// The account that files it.
    pub by: AccountId,
}

/// The committee of an appeal (AGA: it selects one of its number as chair).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Committee {
    /// The appeal it hears.
    pub appeal: String,
    /// The chair, one of the members.
    pub chair: AccountId,
    /// The members, the chair among them.
    pub members: Vec<AccountId>,
    /// Who appoints it.
    pub by: AccountId,
}

/// What an upheld appeal does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AppealEffect {
    /// Nothing; the only effect of a dismissed appeal.
    Nothing,
    /// The ruling falls; a result that it changed is again what it was.
    Annul,
    /// The ruling falls, and another takes its place.
    Replace {
        /// The other ruling.
        ruling: PenaltyRuling,
    },
    /// The ruling falls, and a board has this result.
    Result {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The result.
        result: ResultRecord,
    },
}

impl AppealEffect {
    /// Its name in snake case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Annul => "annul",
            Self::Replace { .. } => "replace",
            Self::Result { .. } => "result",
        }
    }
}

/// The decision of an appeal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealDecision {
    /// The appeal.
    pub appeal: String,
    /// Upheld, or dismissed.
    pub upheld: bool,
    /// What it does.
    pub effect: AppealEffect,
    /// Id of the written decision.
    pub decision: String,
    /// Who decides: the chair of the committee, or the head arbiter.
    pub by: AccountId,
}

/// An appeal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// What was appealed.
    pub filing: AppealFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// Who hears it.
    pub committee: Option<Committee>,
    /// The ids of the testimony's records.
    pub testimony: Vec<String>,
    /// The decision.
    pub decision: Option<AppealDecision>,
    /// When it was decided, in ms since 1970.
    pub decided_at_ms: Option<i64>,
    /// It fell undecided: the game of what it is against counts as not played.
    pub fallen: bool,
}

impl Appeal {
    /// Whether it waits for its decision.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.decision.is_none() && !self.fallen
    }
}

/// The appeals committee of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealsCommittee {
    /// Its members.
    pub members: Vec<AccountId>,
    /// The chair, once there is one.
    pub chair: Option<AccountId>,
    /// Whom each member who said so wants as chair.
    pub named: BTreeMap<AccountId, AccountId>,
    /// Who appointed it.
    pub by: AccountId,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// The appeals of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Appeals {
    /// The appeals in their order.
    pub list: Vec<Appeal>,
    /// The committee that hears them as far as no other does.
    pub standing: Option<AppealsCommittee>,
}

impl Appeals {
    pub(in crate::stream) fn file(&mut self, filing: &AppealFiling, at_ms: i64) {
        self.list.push(Appeal {
            filing: filing.clone(),
            at_ms,
            committee: None,
            testimony: Vec::new(),
            decision: None,
            decided_at_ms: None,
            fallen: false,
        });
    }

    /// What is appealed against that ruling is appealed no more.
    pub(in crate::stream) fn fall(&mut self, ruling: &str) {
        for appeal in self.list.iter_mut().filter(|appeal| appeal.is_open()) {
            let Appealed::Ruling { ruling: against } = &appeal.filing.against else {
                continue;
            };
            appeal.fallen |= against == ruling;
        }
    }

    pub(in crate::stream) fn appoint(&mut self, committee: &Committee) {
        if let Some(known) = self.appeal_mut(&committee.appeal) {
            known.committee = Some(committee.clone());
        }
    }

    pub(in crate::stream) fn note_testimony(&mut self, appeal: &str, testimony: &str) {
        if let Some(known) = self.appeal_mut(appeal) {
            known.testimony.push(testimony.to_owned());
        }
    }

    /// Answers the ruling that falls.
    pub(in crate::stream) fn decide(
        &mut self,
        decision: &AppealDecision,
        at_ms: i64,
    ) -> Option<String> {
        let known = self.appeal_mut(&decision.appeal)?;
        known.decision = Some(decision.clone());
        known.decided_at_ms = Some(at_ms);
        match &known.filing.against {
            Appealed::Ruling { ruling }
                if decision.upheld && decision.effect != AppealEffect::Nothing =>
            {
                Some(ruling.clone())
            }
            Appealed::Ruling { .. } | Appealed::Protest { .. } => None,
        }
    }

    pub(in crate::stream) fn name_chair(&mut self, chair: &AccountId, by: &AccountId) {
        if let Some(known) = &mut self.standing {
            known.named.insert(by.clone(), chair.clone());
        }
    }

    pub(in crate::stream) fn select_chair(&mut self, chair: &AccountId) {
        if let Some(known) = &mut self.standing {
            known.chair = Some(chair.clone());
        }
    }

    fn appeal_mut(&mut self, id: &str) -> Option<&mut Appeal> {
        self.list.iter_mut().find(|known| known.filing.appeal == id)
    }
}
