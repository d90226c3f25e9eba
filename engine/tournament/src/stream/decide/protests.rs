//! Protests, and disputes of results.

use super::{check_id, entrants::known, results, rules_of};
use crate::ids::EntrantId;
use crate::refusals::{Refusal, ResultsRefusal, RulingsRefusal, ensure};
use crate::stream::event::{Event, ProtestDecision, ProtestFiling};
use crate::stream::round::Dispute;
use crate::stream::state::TournamentState;
use crate::stream::touched::touched_by_protest;

const MOST_PROTESTS: usize = 1024;

pub(super) fn may_file(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.protests.len() < MOST_PROTESTS,
        RulingsRefusal::TooManyProtests {
            most: MOST_PROTESTS,
        },
    )
}

pub(super) fn may_decide(state: &TournamentState) -> Result<(), Refusal> {
    ensure(!state.protests.is_empty(), RulingsRefusal::NoProtest)
}

/// Some result is disputed.
pub(super) fn check_disputed(state: &TournamentState) -> Result<(), Refusal> {
    results::check_published(state)?;
    let mut boards = state.rounds.iter().flat_map(|round| &round.boards);
    ensure(
        boards.any(|board| board.dispute.is_some()),
        ResultsRefusal::NothingDisputed,
    )
}

pub(super) fn file(state: &TournamentState, filing: &ProtestFiling) -> Result<Vec<Event>, Refusal> {
    check_id("the protest", &filing.protest)?;
    check_id("the reason", &filing.reason)?;
    check_id("the account", filing.by.as_str())?;
    known(state, &filing.entrant)?;
    if let Some(against) = &filing.against {
        known(state, against)?;
    }
    if let Some((round, table)) = filing.board {
        results::board(state, round, table)?;
    }
    if state.protest(&filing.protest).is_some() {
        return Err(RulingsRefusal::ProtestExists {
            protest_id: filing.protest.clone(),
        }
        .into());
    }
    Ok(vec![Event::ProtestFiled(filing.clone())])
}

pub(super) fn decide(
    state: &TournamentState,
    decision: &ProtestDecision,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &decision.reason)?;
    let Some(protest) = state.protest(&decision.protest) else {
        return Err(RulingsRefusal::UnknownProtest {
            protest_id: decision.protest.clone(),
        }
        .into());
    };
    if protest.decision.is_some() {
        return Err(RulingsRefusal::ProtestDecided {
            protest_id: decision.protest.clone(),
        }
        .into());
    }
    let rules = &rules_of(state)?.penalties;
    let touched = touched_by_protest(state, &protest.filing);
    if !state.holds_office(&decision.by, &rules.imposed_by, &touched) {
        return Err(RulingsRefusal::MayNotDecideProtest.into());
    }
    if let Some(ruling) = &decision.ruling
        && state.ruling(ruling).is_none()
    {
        return Err(RulingsRefusal::UnknownRuling {
            ruling_id: ruling.clone(),
        }
        .into());
    }
    Ok(vec![Event::ProtestDecided(decision.clone())])
}

pub(super) fn dispute(
    state: &TournamentState,
    (round, table): (u32, u32),
    entrant: &EntrantId,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let board = results::board(state, round, table)?;
    check_id("the reason", reason)?;
    if board.pairing.black != *entrant && board.pairing.white != *entrant {
        return Err(ResultsRefusal::NotAtTable { table, round }.into());
    }
    if board.result().is_none() {
        return Err(ResultsRefusal::NoResultToDispute { table, round }.into());
    }
    if board.dispute.is_some() {
        return Err(ResultsRefusal::AlreadyDisputed { table, round }.into());
    }
    Ok(vec![Event::ResultDisputed {
        round,
        table,
        entrant: entrant.clone(),
        reason: reason.to_owned(),
    }])
}

pub(super) fn hold_pairing(
    state: &TournamentState,
    (round, table): (u32, u32),
    held: bool,
) -> Result<Vec<Event>, Refusal> {
    if open_dispute(state, round, table)?.holds_pairing == held {
        return Err(ResultsRefusal::HoldUnchanged { table, round }.into());
    }
    Ok(vec![Event::PairingHeld { round, table, held }])
}

pub(super) fn settle(
    state: &TournamentState,
    (round, table): (u32, u32),
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    open_dispute(state, round, table)?;
    check_id("the reason", reason)?;
    Ok(vec![Event::DisputeSettled {
        round,
        table,
        reason: reason.to_owned(),
    }])
}

fn open_dispute(state: &TournamentState, round: u32, table: u32) -> Result<&Dispute, Refusal> {
    let board = results::board(state, round, table)?;
    board
        .dispute
        .as_ref()
        .ok_or_else(|| ResultsRefusal::NotDisputed { table, round }.into())
}
