//! Protests.

use crate::people::Power;
use crate::refusals::{Refusal, RulingsRefusal, ensure};
use crate::stream::checks::{check_id, known, rules_of};
use crate::stream::interests::touched::touched_by_protest;
use crate::stream::{Event, ProtestDecision, ProtestFiling, TournamentState, results};

const MOST_PROTESTS: usize = 1024;

pub(in crate::stream) fn may_file(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.rulings.protests.len() < MOST_PROTESTS,
        RulingsRefusal::TooManyProtests {
            most: MOST_PROTESTS,
        },
    )
}

pub(in crate::stream) fn may_decide(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !state.rulings.protests.is_empty(),
        RulingsRefusal::NoProtest,
    )
}

pub(in crate::stream) fn file(
    state: &TournamentState,
    filing: &ProtestFiling,
) -> Result<Vec<Event>, Refusal> {
    check_id("the protest", &filing.protest)?;
    check_id("the reason", &filing.reason)?;
    check_id("the account", filing.by.as_str())?;
    known(state, &filing.entrant)?;
    if let Some(against) = &filing.against {
        known(state, against)?;
    }
    if let Some(board) = filing.board {
        results::board(state, board)?;
    }
    if state.protest(&filing.protest).is_some() {
        return Err(RulingsRefusal::ProtestExists {
            protest_id: filing.protest.clone(),
        }
        .into());
    }
    Ok(vec![Event::ProtestFiled(filing.clone())])
}

pub(in crate::stream) fn decide(
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
    if !state.holds_office(
        &decision.by,
        &rules.imposed_by,
        (Power::Penalties, &touched),
    ) {
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
