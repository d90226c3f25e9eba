//! Protests.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::refusals::{Refusal, RulingsRefusal, ensure};
use crate::stream::checks::{check_id, known, rules_of};
use crate::stream::interests::touched::touched_by_protest;
use crate::stream::{Event, TournamentState, results};

const MOST_PROTESTS: usize = 1024;

/// A protest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtestFiling {
    /// Id of the protest.
    pub protest: String,
    /// Who protests.
    pub entrant: EntrantId,
    /// Against whom, if against anyone.
    pub against: Option<EntrantId>,
    /// The board it is about (round and table), if it is about one.
    pub board: Option<(u32, u32)>,
    /// Id of the recorded reason.
    pub reason: String,
    /// The account that files it.
    pub by: AccountId,
}

/// The decision of a protest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtestDecision {
    /// The protest.
    pub protest: String,
    /// Upheld, or dismissed.
    pub upheld: bool,
    /// The ruling it led to, if to one.
    pub ruling: Option<String>,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who decides.
    pub by: AccountId,
}

/// A protest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protest {
    /// What was protested.
    pub filing: ProtestFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The decision.
    pub decision: Option<ProtestDecision>,
    /// When it was decided, in ms since 1970.
    pub decided_at_ms: Option<i64>,
}

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
