//! Disputes of results.

use crate::board_ref::BoardRef;
use crate::ids::EntrantId;
use crate::refusals::{Refusal, ResultsRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::{Dispute, Event, TournamentState, results};

/// Some result is disputed.
pub(in crate::stream) fn check_disputed(state: &TournamentState) -> Result<(), Refusal> {
    results::check_published(state)?;
    let mut boards = state.rounds.iter().flat_map(|round| &round.boards);
    ensure(
        boards.any(|board| board.dispute.is_some()),
        ResultsRefusal::NothingDisputed,
    )
}

pub(in crate::stream) fn dispute(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    entrant: &EntrantId,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let board = results::board(state, at)?;
    check_id("the reason", reason)?;
    if board.pairing.black != *entrant && board.pairing.white != *entrant {
        return Err(ResultsRefusal::NotAtTable { table, round }.into());
    }
    if board.result().is_none() {
        return Err(ResultsRefusal::NoResultToDispute { table, round }.into());
    }
    // What was disputed here comes back from its table, maybe after the decision: it is the same dispute.
    let was_decided = |dispute: &Dispute| dispute.entrant == *entrant && dispute.reason == reason;
    let mut decided = board.decided_disputes.iter().map(|one| &one.dispute);
    if board.dispute.is_some() || decided.any(was_decided) {
        return Err(ResultsRefusal::AlreadyDisputed { table, round }.into());
    }
    Ok(vec![Event::ResultDisputed {
        round,
        table,
        entrant: entrant.clone(),
        reason: reason.to_owned(),
    }])
}

pub(in crate::stream) fn hold_pairing(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    held: bool,
) -> Result<Vec<Event>, Refusal> {
    if open_dispute(state, at)?.holds_pairing == held {
        return Err(ResultsRefusal::HoldUnchanged { table, round }.into());
    }
    Ok(vec![Event::PairingHeld { round, table, held }])
}

pub(in crate::stream) fn settle(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    open_dispute(state, at)?;
    check_id("the reason", reason)?;
    Ok(vec![Event::DisputeSettled {
        round,
        table,
        reason: reason.to_owned(),
    }])
}

fn open_dispute(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
) -> Result<&Dispute, Refusal> {
    let board = results::board(state, at)?;
    board
        .dispute
        .as_ref()
        .ok_or_else(|| ResultsRefusal::NotDisputed { table, round }.into())
}
