//! Spectators' reports of irregularities (WOC I.5, EGP I.3.5, MSO 1.3), monitors' claims (AGA V.E.13), and their answers.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::people::{OfficialRole, Power};
use crate::refusals::{OfficialsRefusal, Refusal, RulingsRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::{EntryHeader, Event, TournamentState, results};

const MOST_REPORTS: usize = 1024;
/// Of one account within the window.
const MOST_AT_ONCE: usize = 3;
const WINDOW_MINUTES: i64 = 10;
const MINUTE_MS: i64 = 60_000;

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

    const fn power(self) -> Power {
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
#[derive(Debug, Clone, PartialEq, Eq)]
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

pub(in crate::stream) fn may_report(state: &TournamentState) -> Result<(), Refusal> {
    results::check_published(state)?;
    let finished = state.rounds.last().filter(|round| round.finished);
    if let Some(round) = finished.map(|round| round.number) {
        return Err(OfficialsRefusal::RoundNotRunning { round }.into());
    }
    ensure(
        state.rulings.reports.len() < MOST_REPORTS,
        OfficialsRefusal::EventFullOfReports { most: MOST_REPORTS },
    )
}

pub(in crate::stream) fn may_answer(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !state.rulings.reports.is_empty(),
        OfficialsRefusal::NoReport,
    )
}

pub(in crate::stream) fn file(
    state: &TournamentState,
    filing: &ReportFiling,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    check_id("the report", &filing.report)?;
    check_id("the report's text", &filing.text)?;
    check_id("the account", filing.by.as_str())?;
    if state.report(&filing.report).is_some() {
        return Err(OfficialsRefusal::ReportExists {
            report_id: filing.report.clone(),
        }
        .into());
    }
    let (round, table) = (filing.round, filing.table);
    let board = results::board(state, round, table)?;
    let known = state.round(round);
    ensure(
        known.is_some_and(|known| !known.finished && known.starts_at_ms <= now_ms),
        OfficialsRefusal::RoundNotRunning { round },
    )?;
    let plays = state.stake_of(&filing.by).entrants;
    let players = [&board.pairing.black, &board.pairing.white];
    ensure(
        !players.into_iter().any(|player| plays.contains(player)),
        OfficialsRefusal::PlayerOfBoard,
    )?;
    ensure(
        !state.expelled_from_room(&filing.by, now_ms),
        OfficialsRefusal::SentOut,
    )?;
    if let Some(claim) = filing.claim {
        check_claim(state, filing, claim)?;
    }
    check_rate(state, &filing.by, now_ms)?;
    Ok(vec![Event::IrregularityReported(filing.clone())])
}

/// A claim is a monitor's, by a power of his, at his tables.
fn check_claim(
    state: &TournamentState,
    filing: &ReportFiling,
    claim: TimeClaim,
) -> Result<(), Refusal> {
    let appointment = state.appointment_of(&filing.by);
    let may = appointment.is_some_and(|office| {
        office.role == OfficialRole::Monitor
            && office.limits.allow(claim.power())
            && office.limits.tables.hold((filing.round, filing.table))
    });
    ensure(
        may,
        OfficialsRefusal::NotYourClaim {
            claim: claim.name().to_owned(),
        },
    )
}

/// Claims are not counted: a monitor makes as many as flags fall.
fn check_rate(state: &TournamentState, by: &AccountId, now_ms: i64) -> Result<(), Refusal> {
    let since_ms = now_ms.saturating_sub(WINDOW_MINUTES.saturating_mul(MINUTE_MS));
    let recent = state.rulings.reports.iter().rev().filter(|report| {
        report.filing.by == *by && report.filing.claim.is_none() && report.at_ms > since_ms
    });
    ensure(
        recent.count() < MOST_AT_ONCE,
        OfficialsRefusal::TooManyReports {
            most: MOST_AT_ONCE,
            minutes: WINDOW_MINUTES,
        },
    )
}

pub(in crate::stream) fn answer(
    state: &TournamentState,
    answer: &ReportAnswer,
) -> Result<Vec<Event>, Refusal> {
    let Some(report) = state.report(&answer.report) else {
        return Err(OfficialsRefusal::UnknownReport {
            report_id: answer.report.clone(),
        }
        .into());
    };
    if report.answer.is_some() {
        return Err(OfficialsRefusal::ReportAnswered {
            report_id: answer.report.clone(),
        }
        .into());
    }
    check_id("the account", answer.by.as_str())?;
    if let Some(reason) = &answer.reason {
        check_id("the reason", reason)?;
    }
    match &answer.outcome {
        ReportOutcome::Noted => {}
        ReportOutcome::ActedUpon {
            ruling: None,
            interruption: None,
        } => return Err(OfficialsRefusal::ActedUponNothing.into()),
        ReportOutcome::ActedUpon {
            ruling,
            interruption,
        } => {
            if let Some(id) = ruling.as_ref().filter(|id| state.ruling(id).is_none()) {
                return Err(RulingsRefusal::UnknownRuling {
                    ruling_id: id.clone(),
                }
                .into());
            }
            if let Some(id) = interruption {
                check_id("the interruption", id)?;
            }
        }
        ReportOutcome::Dismissed => ensure(
            answer.reason.is_some(),
            OfficialsRefusal::DismissedWithoutReason,
        )?,
    }
    Ok(vec![Event::ReportAnswered(answer.clone())])
}

impl TournamentState {
    /// A report by id.
    #[must_use]
    pub fn report(&self, id: &str) -> Option<&Report> {
        self.rulings
            .reports
            .iter()
            .find(|known| known.filing.report == id)
    }

    pub(in crate::stream) fn apply_to_reports(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::IrregularityReported(filing) => self.rulings.reports.push(Report {
                filing: filing.clone(),
                at_ms: header.at_ms,
                answer: None,
                answered_at_ms: None,
            }),
            Event::ReportAnswered(answer) => {
                let mut reports = self.rulings.reports.iter_mut();
                let known = reports.find(|known| known.filing.report == answer.report);
                if let Some(known) = known {
                    known.answer = Some(answer.clone());
                    known.answered_at_ms = Some(header.at_ms);
                }
            }
            _ => {}
        }
    }
}
