//! What is known about the players' connections, and what it can and cannot show.

mod document;
mod gather;
mod observation;
mod onlookers;
mod records;
mod reports;
mod verdict;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use document::{csv, json};
pub(crate) use gather::{Evidence, Others, SeatEvidence};
pub(crate) use observation::{Observation, Observed, Onlooker};
pub(crate) use records::EvidenceRecords;

/// Something the officials of a round were told at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Alert {
    pub id: String,
    pub tournament: String,
    pub round: u32,
    pub at_ms: i64,
    /// "mass_stall", "server_fault", "round_frozen", "round_released", "penalty_not_applied".
    pub code: String,
    /// One sentence.
    pub text: String,
    /// What the sentence is made of, by name.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub parameters: Value,
    pub games: Vec<String>,
}
