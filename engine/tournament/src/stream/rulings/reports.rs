//! Spectators' reports of irregularities (WOC I.5, EGP I.3.5, MSO 1.3), monitors' claims (AGA V.E.13), and their answers.

use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::refusals::{OfficialsRefusal, Refusal, RulingsRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::{
    Event, Report, ReportAnswer, ReportFiling, ReportOutcome, TimeClaim, TournamentState, results,
};

/// Of everybody, claims left out.
const MOST_REPORTS: usize = 4096;
/// Of those with neither seat nor office, all together.
const MOST_OF_STRANGERS: usize = 2048;
/// So many of these at most wait for an answer.
const MOST_OF_STRANGERS_OPEN: usize = 256;
/// Of all monitors.
const MOST_CLAIMS: usize = 4096;
/// Of one account within the window.
const MOST_AT_ONCE: usize = 3;
const WINDOW_MINUTES: i64 = 10;
const MINUTE_MS: i64 = 60_000;

pub(in crate::stream) fn may_report(state: &TournamentState) -> Result<(), Refusal> {
    results::check_published(state)?;
    let finished = state.rounds.last().filter(|round| round.finished);
    match finished.map(|round| round.number) {
        Some(round) => Err(OfficialsRefusal::RoundNotRunning { round }.into()),
        None => Ok(()),
    }
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
    let round = filing.round;
    let board = results::board(state, filing.board())?;
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
    match filing.claim {
        Some(claim) => check_claim(state, filing, claim)?,
        None => check_rate(state, &filing.by, now_ms)?,
    }
    check_room(state, filing)?;
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
            && office.limits.tables.hold(filing.board())
    });
    ensure(
        may,
        OfficialsRefusal::NotYourClaim {
            claim: claim.name().to_owned(),
        },
    )
}

/// Whoever fills the event with reports keeps no monitor from his claims, and strangers keep nobody of the event from theirs.
fn check_room(state: &TournamentState, filing: &ReportFiling) -> Result<(), Refusal> {
    let is_claim = filing.claim.is_some();
    let reports = state.rulings.reports.iter();
    let same = reports.filter(|report| report.filing.claim.is_some() == is_claim);
    let most = if is_claim { MOST_CLAIMS } else { MOST_REPORTS };
    let full = |most| OfficialsRefusal::EventFullOfReports { most };
    ensure(same.clone().count() < most, full(most))?;
    if is_claim || !is_stranger(state, &filing.by) {
        return Ok(());
    }
    let strangers = same.filter(|report| is_stranger(state, &report.filing.by));
    let open = strangers.clone().filter(|report| report.answer.is_none());
    ensure(
        open.count() < MOST_OF_STRANGERS_OPEN,
        OfficialsRefusal::StrangersReportsWait {
            most: MOST_OF_STRANGERS_OPEN,
        },
    )?;
    ensure(
        strangers.count() < MOST_OF_STRANGERS,
        full(MOST_OF_STRANGERS),
    )
}

fn is_stranger(state: &TournamentState, account: &AccountId) -> bool {
    let roles = state.role_of(account);
    roles.official.is_none() && roles.entrant.is_none()
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
}
