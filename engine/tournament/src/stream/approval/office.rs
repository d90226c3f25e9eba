//! What the rating office did with an event, as its events tell it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::stream::{Event, FileCause};

/// What rating officers have done with an event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingOffice {
    /// The release in force.
    pub release: Option<Release>,
    /// When its file was first released, in ms since 1970.
    pub first_released_ms: Option<i64>,
    /// Who released it last, whatever became of it since: what changes of it is released by another.
    pub last_officer: Option<AccountId>,
    /// The last return, where nothing came of it yet.
    pub returned: Option<Returned>,
    /// What changed of the file since the release in force, oldest first.
    pub pending: Vec<PendingChange>,
    /// When an approval was withdrawn that no other followed, in ms since 1970.
    pub withdrawn_ms: Option<i64>,
    /// Complaints about how it was directed, by id.
    pub complaints: BTreeMap<String, Complaint>,
    /// When its standing last changed, in ms since 1970.
    pub since_ms: i64,
}

/// The release of a rating file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The officer.
    pub by: AccountId,
    /// Id of the recorded reason.
    pub reason: String,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The version of the ranking that was looked at, from 1.
    pub ranking_version: u32,
    /// The entrants whose numbers the players list did not know then.
    pub unlisted: BTreeSet<EntrantId>,
}

/// A rating file given back to the director.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// The officer.
    pub by: AccountId,
    /// Id of the recorded reason.
    pub reason: String,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// A change of a released file that waits for another officer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingChange {
    /// What changed.
    pub cause: FileCause,
    /// Id of the recorded reason.
    pub reason: Option<String>,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// A complaint about how an event was directed (AGA commentary IV.E).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// Who complains.
    pub by: AccountId,
    /// Id of the recorded text.
    pub text: String,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The answer, once it is given.
    pub answer: Option<Returned>,
}

impl RatingOffice {
    /// Takes in what an event changes. `held_back` says that no version of the file follows from it by itself.
    pub(in crate::stream) fn take(&mut self, event: &Event, at_ms: i64, held_back: bool) {
        if let Some(change) = event.file_change() {
            let correction = change.cause.is_correction();
            let first = held_back && self.pending.is_empty();
            if !correction || first || self.returned.is_some() {
                self.since_ms = at_ms;
            }
            if correction {
                self.returned = None;
                if held_back {
                    self.pending.push(PendingChange {
                        cause: change.cause,
                        reason: change.reason.map(str::to_owned),
                        at_ms,
                    });
                }
            }
        }
        match event {
            Event::TournamentCreated { .. } => self.since_ms = at_ms,
            Event::EventApproved { .. } => self.withdrawn_ms = None,
            Event::ApprovalWithdrawn { .. } => {
                self.withdrawn_ms = Some(at_ms);
                self.take_back();
            }
            Event::ApprovalLapsed { .. } => self.take_back(),
            Event::RatingFileReleased {
                reason,
                by,
                ranking_version,
                unlisted,
            } => {
                self.release = Some(Release {
                    by: by.clone(),
                    reason: reason.clone(),
                    at_ms,
                    ranking_version: *ranking_version,
                    unlisted: unlisted.clone(),
                });
                self.first_released_ms.get_or_insert(at_ms);
                self.last_officer = Some(by.clone());
                self.returned = None;
                self.pending.clear();
            }
            Event::RatingFileReturned { reason, by } => {
                self.since_ms = at_ms;
                self.returned = Some(Returned {
                    by: by.clone(),
                    reason: reason.clone(),
                    at_ms,
                });
            }
            Event::ComplaintFiled {
                complaint,
                text,
                by,
            } => {
                let filed = Complaint {
                    by: by.clone(),
                    text: text.clone(),
                    at_ms,
                    answer: None,
                };
                self.complaints.insert(complaint.clone(), filed);
            }
            Event::ComplaintAnswered {
                complaint,
                text,
                by,
            } => {
                if let Some(known) = self.complaints.get_mut(complaint) {
                    known.answer = Some(Returned {
                        by: by.clone(),
                        reason: text.clone(),
                        at_ms,
                    });
                }
            }
            _ => {}
        }
    }

    fn take_back(&mut self) {
        self.release = None;
        self.pending.clear();
        self.returned = None;
    }
}
