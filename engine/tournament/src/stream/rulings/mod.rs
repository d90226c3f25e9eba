//! Rulings and protests.

pub(super) mod exclusion;
mod in_force;
pub(super) mod penalties;
pub(super) mod penalty;
pub(super) mod protests;
pub(super) mod report;
pub(super) mod reports;

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::stream::{PenaltyRuling, Report, ReportAnswer, ReportFiling};

/// A protest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtestFiling {
    /// Id of the protest.
    pub protest: String,
    /// Who protests.
    pub entrant: EntrantId,
    /// Against whom, if against anyone.
    pub against: Option<EntrantId>,
    /// The board it is about, if it is about one.
    pub board: Option<BoardRef>,
    /// Id of the recorded reason.
    pub reason: String,
    /// The account that files it.
    pub by: AccountId,
}

/// The decision of a protest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtestDecision {
    /// The protest.
    pub protest: String,
    /// Upheld, or dismissed.
    pub upheld: bool,
    /// The ruling it led to, if to one.
    pub ruling: Option<String>,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who decides.
    pub by: AccountId,
}

/// A protest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protest {
    /// What was protested.
    pub filing: ProtestFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The decision.
    pub decision: Option<ProtestDecision>,
    /// When it was decided, in ms since 1970.
    pub decided_at_ms: Option<i64>,
}

/// Where a ruling stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RulingStatus {
    /// Waits for a senior organiser's review.
    Proposed,
    /// Applies.
    InForce,
    /// The review refused it.
    Refused,
    /// Fell on appeal.
    Annulled,
}

/// A ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// What was ruled.
    pub act: PenaltyRuling,
    /// Where it stands.
    pub status: RulingStatus,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// Sequence number of the entry that imposed it, or proposed it.
    pub seq: u64,
    /// Who reviewed it.
    pub reviewed_by: Option<AccountId>,
    /// How many results its board had had before it.
    pub results_before: usize,
    /// The account that played for the entrant then, or the spectator's.
    pub account: Option<AccountId>,
    /// The entrant had withdrawn before it, not put out by another ruling that was in force then.
    pub withdrawn_before: bool,
}

/// The rulings, protests and reports of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rulings {
    /// The rulings in their order.
    pub list: Vec<Ruling>,
    /// The protests in their order.
    pub protests: Vec<Protest>,
    /// The reports of irregularities in their order.
    pub reports: Vec<Report>,
}

impl Rulings {
    pub(super) fn review(&mut self, ruling: &str, confirmed: bool, by: &AccountId) {
        if let Some(known) = self.ruling_mut(ruling) {
            known.reviewed_by = Some(by.clone());
            if !confirmed {
                known.status = RulingStatus::Refused;
            }
        }
    }

    /// A ruling that was proposed takes the place of its proposal.
    fn impose(&mut self, mut ruling: Ruling) {
        match self.ruling_mut(&ruling.act.ruling) {
            Some(known) => {
                ruling.reviewed_by.clone_from(&known.reviewed_by);
                *known = ruling;
            }
            None => self.list.push(ruling),
        }
    }

    pub(super) fn annul(&mut self, ruling: &str) {
        if let Some(fallen) = self.ruling_mut(ruling) {
            fallen.status = RulingStatus::Annulled;
        }
    }

    pub(super) fn file(&mut self, filing: &ProtestFiling, at_ms: i64) {
        self.protests.push(Protest {
            filing: filing.clone(),
            at_ms,
            decision: None,
            decided_at_ms: None,
        });
    }

    pub(super) fn decide(&mut self, decision: &ProtestDecision, at_ms: i64) {
        let mut protests = self.protests.iter_mut();
        if let Some(known) = protests.find(|known| known.filing.protest == decision.protest) {
            known.decision = Some(decision.clone());
            known.decided_at_ms = Some(at_ms);
        }
    }

    pub(super) fn report(&mut self, filing: &ReportFiling, at_ms: i64) {
        self.reports.push(Report {
            filing: filing.clone(),
            at_ms,
            answer: None,
            answered_at_ms: None,
        });
    }

    pub(super) fn answer(&mut self, answer: &ReportAnswer, at_ms: i64) {
        let mut reports = self.reports.iter_mut();
        if let Some(known) = reports.find(|known| known.filing.report == answer.report) {
            known.answer = Some(answer.clone());
            known.answered_at_ms = Some(at_ms);
        }
    }

    fn ruling_mut(&mut self, id: &str) -> Option<&mut Ruling> {
        self.list.iter_mut().find(|known| known.act.ruling == id)
    }
}
