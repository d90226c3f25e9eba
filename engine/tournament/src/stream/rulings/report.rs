//! What reports of irregularities say, and what becomes of them.

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::ids::AccountId;
use crate::people::Power;

/// What a monitor claims of a clock (AGA V.E.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeClaim {
    /// A player has missed an overtime control (13.b).
    Overtime,
    /// A player has missed a basic time control (13.c).
    BasicTime,
}

impl TimeClaim {
    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overtime => "overtime",
            Self::BasicTime => "basic_time",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Overtime, Self::BasicTime]
            .into_iter()
            .find(|claim| claim.name() == name)
    }

    pub(super) const fn power(self) -> Power {
        match self {
            Self::Overtime => Power::OvertimeClaims,
            Self::BasicTime => Power::TimeClaims,
        }
    }
}

/// A report of an irregularity at a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportFiling {
    /// Id of the report.
    pub report: String,
    /// Round, from 1.
    pub round: u32,
    /// Table, from 1.
    pub table: u32,
    /// Id of the record that says what was seen.
    pub text: String,
    /// What a monitor claims, where it is a claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<TimeClaim>,
    /// Who reports.
    pub by: AccountId,
}

impl ReportFiling {
    /// The board that it is about.
    #[must_use]
    pub const fn board(&self) -> BoardRef {
        BoardRef::new(self.round, self.table)
    }
}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReportOutcome {
    /// It is noted, and nothing follows.
    Noted,
    /// Something followed: a ruling, an interruption of the game, or both.
    ActedUpon {
        /// The ruling's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ruling: Option<String>,
        /// The interruption's id, as the table has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interruption: Option<String>,
    },
    /// It is dismissed, for a reason.
    Dismissed,
}

/// An official's answer to a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportAnswer {
    /// The report.
    pub report: String,
    /// What became of it.
    pub outcome: ReportOutcome,
    /// Id of the recorded reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who answers.
    pub by: AccountId,
}

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What was reported.
    pub filing: ReportFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The answer.
    pub answer: Option<ReportAnswer>,
    /// When it was answered, in ms since 1970.
    pub answered_at_ms: Option<i64>,
}
