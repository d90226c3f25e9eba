//! What several decisions ask first.

use crate::ids::{EntrantId, MAX_ID_BYTES};
use crate::refusals::{Refusal, RegistrationRefusal, TournamentRefusal, ensure};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::{Act, EntrantState, Phase, TournamentState};

/// The paragraph for a key of the rule set's sources ("penalties.time"), or for the nearest key above it.
pub(super) fn paragraph(state: &TournamentState, key: &str) -> Option<String> {
    let rules = state.rule_set.as_ref()?;
    rules.source(key).map(str::to_owned)
}

/// What gives an event a place among those that count, or people a place in it, is not done to a rehearsal.
pub(super) fn check_counts(state: &TournamentState, act: Act) -> Result<(), Refusal> {
    let counts = matches!(
        act,
        Act::ApproveEvent
            | Act::WithdrawApproval
            | Act::ReleaseRatingFile
            | Act::ReturnRatingFile
            | Act::FileComplaint
            | Act::AnswerComplaint
            | Act::InviteEntrant
    );
    ensure(
        !(counts && state.is_rehearsal()),
        TournamentRefusal::Rehearsal,
    )
}

/// The rules in force; present in every phase but `Absent`.
pub(super) fn rules_of(state: &TournamentState) -> Result<&RuleSet, Refusal> {
    state
        .rule_set
        .as_ref()
        .ok_or_else(|| TournamentRefusal::TournamentAbsent.into())
}

/// The rules that a round was published under; those in force where it is still to come.
pub(super) fn rules_of_round(state: &TournamentState, round: u32) -> Result<&RuleSet, Refusal> {
    state
        .rules_of_round(round)
        .map_or_else(|| rules_of(state), Ok)
}

pub(crate) fn check_id(what: &str, id: &str) -> Result<(), Refusal> {
    if id.is_empty() || id.len() > MAX_ID_BYTES || id.chars().any(char::is_control) {
        return Err(TournamentRefusal::BadId {
            what: what.to_owned(),
            most: MAX_ID_BYTES,
        }
        .into());
    }
    Ok(())
}

pub(super) fn check_registration_open(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.phase() == Phase::Registration,
        RegistrationRefusal::RegistrationClosed,
    )
}

pub(super) fn unknown_entrant(id: &EntrantId) -> Refusal {
    RegistrationRefusal::UnknownEntrant {
        entrant_id: id.clone(),
    }
    .into()
}

/// What the rules or their plan depart from stands from one act to the next: it is confirmed once.
pub(super) fn not_on_record(state: &TournamentState, deviations: Vec<Deviation>) -> Vec<Deviation> {
    let mut fresh = deviations;
    fresh.retain(|found| !state.deviations.contains(found));
    fresh
}

/// Deviations need the second confirmation. Those of an act need it at each: one like it before says nothing of this
/// one.
pub(super) fn check_deviations(deviations: &[Deviation], accepted: bool) -> Result<(), Refusal> {
    let Some(first) = deviations.first() else {
        return Ok(());
    };
    if accepted {
        return Ok(());
    }
    let details: Vec<&str> = deviations
        .iter()
        .map(|found| found.detail.as_str())
        .collect();
    let unconfirmed = TournamentRefusal::DeviationUnconfirmed {
        deviations: details.join(" "),
    };
    Err(Refusal::from(unconfirmed).under(first.rule.clone()))
}

pub(super) fn known<'a>(
    state: &'a TournamentState,
    id: &EntrantId,
) -> Result<&'a EntrantState, Refusal> {
    state.entrant(id).ok_or_else(|| unknown_entrant(id))
}
