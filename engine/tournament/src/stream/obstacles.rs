//! What stands between the tournament and its next round or its confirmation.

use crate::refusals::{AppealsRefusal, CheckInRefusal, Refusal, ResultsRefusal, RulingsRefusal};
use crate::rule_set::Deviation;
use crate::stream::approval::approving;
use crate::stream::checks::{paragraph, rules_of};
use crate::stream::teams::nations;
use crate::stream::{RulingStatus, TournamentState};

/// Checks that nobody is still to check in for the next round.
pub(super) fn check_check_in(state: &TournamentState) -> Result<(), Refusal> {
    let round = state.next_round();
    match state.presence.check_ins.get(&round) {
        Some(list) if list.open => Err(CheckInRefusal::CheckInOpen { round }.into()),
        None if state.check_in_wanted(round) => {
            Err(CheckInRefusal::CheckInMissing { round }.into())
        }
        _ => Ok(()),
    }
}

/// Checks, before round 1, that the nations' players can be paired.
pub(super) fn check_nations(state: &TournamentState) -> Result<(), Refusal> {
    if state.plan.is_some() {
        return Ok(());
    }
    nations::check_even(state)
}

/// What publishing the next round now departs from: open appeals that come before it, and what was to be announced before
/// round 1 and was not.
pub(super) fn overridden_by_pairing(state: &TournamentState) -> Result<Vec<Deviation>, Refusal> {
    let round = state.next_round();
    let mut overridden = Vec::new();
    if state.plan.is_none() {
        overridden.extend(state.announcements.unannounced(rules_of(state)?));
    }
    let before_pairing = state
        .rule_set
        .as_ref()
        .and_then(|rules| rules.penalties.appeals.as_ref())
        .is_some_and(|appeals| appeals.before_next_pairing);
    if !before_pairing {
        return Ok(overridden);
    }
    let open = state
        .open_appeals()
        .map(|appeal| {
            let detail = format!(
                "An appeal is decided before the next pairing; appeal {:?} is open and round {round} is paired.",
                appeal.filing.appeal
            );
            let rule = paragraph(state, "penalties.appeals");
            Deviation::new("penalties.appeals.before_next_pairing", rule, detail)
                .with("appeal_id", appeal.filing.appeal.as_str())
                .with("round", round)
        });
    overridden.extend(open);
    Ok(overridden)
}

/// Checks that nothing that could change the ranking is open.
pub(super) fn before_confirmation(state: &TournamentState) -> Result<(), Refusal> {
    let disputed = state.rounds.iter().find_map(|round| {
        let board = round.boards.iter().find(|board| board.dispute.is_some())?;
        Some((round.number, board.pairing.table))
    });
    if let Some((round, table)) = disputed {
        return Err(ResultsRefusal::DisputeUnsettled { table, round }.into());
    }
    check_proceedings(state)?;
    approving::check_claims(state)
}

/// Checks that no protest, appeal or proposed penalty waits for its decision.
pub(super) fn check_proceedings(state: &TournamentState) -> Result<(), Refusal> {
    let protest = state
        .rulings
        .protests
        .iter()
        .find(|known| known.decision.is_none());
    if let Some(protest) = protest {
        return Err(RulingsRefusal::ProtestOpen {
            protest_id: protest.filing.protest.clone(),
        }
        .into());
    }
    if let Some(appeal) = state.open_appeals().next() {
        return Err(AppealsRefusal::AppealOpen {
            appeal_id: appeal.filing.appeal.clone(),
        }
        .into());
    }
    let proposed = state
        .rulings
        .list
        .iter()
        .find(|ruling| ruling.status == RulingStatus::Proposed);
    if let Some(ruling) = proposed {
        return Err(RulingsRefusal::ReviewOpen {
            ruling_id: ruling.act.ruling.clone(),
        }
        .into());
    }
    Ok(())
}

/// Checks that no dispute holds the next round up.
pub(super) fn check_disputes(state: &TournamentState) -> Result<(), Refusal> {
    let held = state.rounds.iter().find_map(|round| {
        let board = round.boards.iter().find(|board| {
            board
                .dispute
                .as_ref()
                .is_some_and(|dispute| dispute.holds_pairing)
        })?;
        Some((round.number, board.pairing.table))
    });
    match held {
        None => Ok(()),
        Some((round, table)) => Err(ResultsRefusal::DisputeOpen { table, round }.into()),
    }
}
