//! Protests, and disputes of results.

use super::{check_id, entrants::known, paragraph, results, rules_of};
use crate::ids::EntrantId;
use crate::refusal::Refusal;
use crate::stream::event::{Event, ProtestDecision, ProtestFiling};
use crate::stream::round::Dispute;
use crate::stream::state::TournamentState;

const MOST_PROTESTS: usize = 1024;

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
        return Err(Refusal::new(
            "protest_exists",
            format!("There is a protest {:?} already.", filing.protest),
        ));
    }
    if state.protests.len() >= MOST_PROTESTS {
        return Err(Refusal::new(
            "too_many_protests",
            format!("A tournament takes {MOST_PROTESTS} protests at most."),
        ));
    }
    Ok(vec![Event::ProtestFiled(filing.clone())])
}

pub(super) fn decide(
    state: &TournamentState,
    decision: &ProtestDecision,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &decision.reason)?;
    let Some(protest) = state.protest(&decision.protest) else {
        return Err(Refusal::new(
            "unknown_protest",
            format!("There is no protest {:?}.", decision.protest),
        ));
    };
    if protest.decision.is_some() {
        return Err(Refusal::new(
            "protest_decided",
            format!("Protest {:?} is decided already.", decision.protest),
        ));
    }
    let office = state.officials.get(&decision.by);
    let rules = &rules_of(state)?.penalties;
    if !office.is_some_and(|role| rules.imposed_by.contains(role)) {
        return Err(Refusal::new(
            "may_not_rule",
            "Protests are decided by the officials whom the rules name, and by nobody else.",
        )
        .under(paragraph(state, "penalties.imposed_by")));
    }
    if let Some(ruling) = &decision.ruling
        && state.ruling(ruling).is_none()
    {
        return Err(Refusal::new(
            "unknown_ruling",
            format!("There is no ruling {ruling:?}; impose it first."),
        ));
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
        return Err(Refusal::new(
            "not_at_table",
            format!("Only the players of table {table} of round {round} can dispute its result."),
        ));
    }
    if board.result().is_none() {
        return Err(Refusal::new(
            "no_result_to_dispute",
            format!("Table {table} of round {round} has no result yet."),
        ));
    }
    if board.dispute.is_some() {
        return Err(Refusal::new(
            "already_disputed",
            format!("The result of table {table} of round {round} is disputed already."),
        ));
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
        return Err(Refusal::new(
            "hold_unchanged",
            format!("The dispute at table {table} of round {round} stands so already."),
        ));
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
    board.dispute.as_ref().ok_or_else(|| {
        Refusal::new(
            "not_disputed",
            format!("Nobody disputes the result of table {table} of round {round}."),
        )
    })
}
