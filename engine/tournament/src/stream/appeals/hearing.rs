//! Appeals: filed in time, heard by the body of the rules, decided once (MSO 4.3, AGA).

use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::people::{AppealBody, AppealRules};
use crate::refusals::{AppealsRefusal, Refusal, ensure};
use crate::stream::checks::{check_id, known, rules_of};
use crate::stream::evolve::fold;
use crate::stream::rulings::penalties;
use crate::stream::{
    Appeal, AppealDecision, AppealEffect, AppealFiling, Appealed, Committee, Event, Offender,
    Ruling, RulingStatus, TournamentState, results,
};

const MOST_APPEALS: usize = 1024;
const MOST_MEMBERS: usize = 15;
const MOST_TESTIMONY: usize = 256;

/// What is appealed, as far as an appeal depends on it.
struct Target<'a> {
    decided_at_ms: i64,
    decided_by: &'a AccountId,
    board: Option<(u32, u32)>,
    ruling: Option<&'a Ruling>,
}

pub(in crate::stream) fn may_file(state: &TournamentState) -> Result<(), Refusal> {
    appeal_rules(state)?;
    ensure(
        state.appeals.list.len() < MOST_APPEALS,
        AppealsRefusal::TooManyAppeals { most: MOST_APPEALS },
    )
}

/// Some appeal was filed.
pub(in crate::stream) fn may_hear(state: &TournamentState) -> Result<(), Refusal> {
    ensure(!state.appeals.list.is_empty(), AppealsRefusal::NoAppeal)
}

pub(in crate::stream) fn file(
    state: &TournamentState,
    filing: &AppealFiling,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    check_id("the appeal", &filing.appeal)?;
    check_id("the reason", &filing.reason)?;
    check_id("the account", filing.by.as_str())?;
    if let Some(entrant) = &filing.entrant {
        known(state, entrant)?;
    }
    if state.appeal(&filing.appeal).is_some() {
        return Err(AppealsRefusal::AppealExists {
            appeal_id: filing.appeal.clone(),
        }
        .into());
    }
    let appealed = |appeal: &Appeal| appeal.filing.against == filing.against;
    if state.appeals.list.iter().any(appealed) {
        return Err(AppealsRefusal::AlreadyAppealed.into());
    }
    let target = target(state, &filing.against)?;
    let on_himself = target.ruling.is_some_and(|ruling| {
        matches!(&ruling.act.whom, Offender::Spectator { account } if *account == filing.by)
    });
    if filing.entrant.is_none() && !on_himself {
        return Err(AppealsRefusal::NotConcerned.into());
    }
    let waited = now_ms.saturating_sub(target.decided_at_ms);
    let paired_on = target
        .board
        .is_some_and(|(round, _)| results::later_round(state, round).is_some());
    if rules.window_ms.is_some_and(|window| waited > window) {
        return Err(AppealsRefusal::WindowOver.into());
    }
    if rules.before_next_pairing && paired_on {
        return Err(AppealsRefusal::NextRoundPaired.into());
    }
    Ok(vec![Event::AppealFiled(filing.clone())])
}

pub(in crate::stream) fn appoint(
    state: &TournamentState,
    committee: &Committee,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    let appeal = open(state, &committee.appeal)?;
    let office = state.offices.held.get(&committee.by);
    let may = match rules.body {
        AppealBody::Committee => matches!(
            office,
            Some(OfficialRole::HeadDirector | OfficialRole::Organiser)
        ),
        AppealBody::HeadArbiter if !rules.referral_to_committee => {
            return Err(AppealsRefusal::NoCommittee.into());
        }
        AppealBody::HeadArbiter => matches!(
            office,
            Some(OfficialRole::HeadArbiter | OfficialRole::Organiser)
        ),
    };
    if !may {
        return Err(AppealsRefusal::MayNotAppoint.into());
    }
    let mut members = committee.members.clone();
    members.sort();
    members.dedup();
    if members.is_empty()
        || members.len() != committee.members.len()
        || members.len() > MOST_MEMBERS
        || !members.contains(&committee.chair)
    {
        return Err(AppealsRefusal::BadCommittee { most: MOST_MEMBERS }.into());
    }
    for member in &members {
        check_id("the member's account", member.as_str())?;
    }
    let decided_by = target(state, &appeal.filing.against)?.decided_by;
    let appellant = appeal.filing.entrant.as_ref();
    let plays = |member: &AccountId| {
        appellant.is_some() && state.role_of(member).entrant.as_ref() == appellant
    };
    if members.contains(decided_by)
        || members.contains(&appeal.filing.by)
        || members.iter().any(plays)
    {
        return Err(AppealsRefusal::CommitteePartial.into());
    }
    Ok(vec![Event::CommitteeAppointed(committee.clone())])
}

pub(in crate::stream) fn note_testimony(
    state: &TournamentState,
    appeal: &str,
    testimony: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let known = open(state, appeal)?;
    let hears = known
        .committee
        .as_ref()
        .is_some_and(|committee| committee.members.contains(by));
    if !hears && !state.offices.held.contains_key(by) {
        return Err(AppealsRefusal::MayNotNoteTestimony.into());
    }
    check_id("the testimony's record", testimony)?;
    check_id("the account", by.as_str())?;
    if known.testimony.iter().any(|record| record == testimony)
        || known.testimony.len() >= MOST_TESTIMONY
    {
        return Err(AppealsRefusal::TestimonyNoted {
            most: MOST_TESTIMONY,
        }
        .into());
    }
    Ok(vec![Event::TestimonyNoted {
        appeal: appeal.to_owned(),
        testimony: testimony.to_owned(),
        by: by.clone(),
    }])
}

pub(in crate::stream) fn decide(
    state: &TournamentState,
    decision: &AppealDecision,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    let appeal = open(state, &decision.appeal)?;
    check_id("the written decision", &decision.decision)?;
    let target = target(state, &appeal.filing.against)?;
    check_body(state, rules, appeal, &target, &decision.by)?;
    if !decision.upheld && decision.effect != AppealEffect::Nothing {
        return Err(AppealsRefusal::EffectOfDismissedAppeal.into());
    }
    let decided = Event::AppealDecided(decision.clone());
    let mut after = fold(state.clone(), std::slice::from_ref(&decided));
    let mut events = vec![decided];
    let reason = &decision.decision;
    let with_board = !matches!(decision.effect, AppealEffect::Result { .. });
    if decision.effect != AppealEffect::Nothing
        && let Some(ruling) = target.ruling
    {
        let undone = penalties::undone(&after, ruling, reason, with_board)?;
        after = fold(after, &undone);
        events.extend(undone);
    }
    match &decision.effect {
        AppealEffect::Nothing => {}
        AppealEffect::Annul if target.ruling.is_some() => {}
        AppealEffect::Annul => {
            return Err(AppealsRefusal::NoRulingToAnnul.into());
        }
        AppealEffect::Replace { ruling } if ruling.by != decision.by => {
            return Err(AppealsRefusal::ReplacedByAnother.into());
        }
        AppealEffect::Replace { ruling } => events.extend(penalties::replaced(&after, ruling)?),
        AppealEffect::Result {
            round,
            table,
            result,
        } => {
            let has_result = results::board(&after, *round, *table)?.result().is_some();
            events.extend(if has_result {
                results::correct(&after, *round, *table, result, reason)?
            } else {
                results::record(&after, *round, *table, result)?
            });
        }
    }
    Ok(events)
}

/// The committee's chair decides where there is one; else the head arbiter, or the organiser where the
/// head arbiter ruled himself.
fn check_body(
    state: &TournamentState,
    rules: &AppealRules,
    appeal: &Appeal,
    target: &Target<'_>,
    by: &AccountId,
) -> Result<(), Refusal> {
    if let Some(committee) = &appeal.committee {
        if committee.chair != *by {
            return Err(AppealsRefusal::NotTheChair.into());
        }
        if rules.body == AppealBody::Committee && appeal.testimony.is_empty() {
            return Err(AppealsRefusal::TestimonyMissing.into());
        }
        return Ok(());
    }
    if rules.body == AppealBody::Committee {
        return Err(AppealsRefusal::CommitteeMissing.into());
    }
    let office = state.offices.held.get(by);
    let arbiter_ruled =
        state.offices.held.get(target.decided_by) == Some(&OfficialRole::HeadArbiter);
    let may = match office {
        Some(OfficialRole::HeadArbiter) => !arbiter_ruled,
        Some(OfficialRole::Organiser) => arbiter_ruled,
        _ => false,
    };
    ensure(
        may && by != target.decided_by,
        AppealsRefusal::MayNotDecideAppeal,
    )
}

fn appeal_rules(state: &TournamentState) -> Result<&AppealRules, Refusal> {
    rules_of(state)?
        .penalties
        .appeals
        .as_ref()
        .ok_or_else(|| AppealsRefusal::DecisionFinal.into())
}

fn open<'a>(state: &'a TournamentState, id: &str) -> Result<&'a Appeal, Refusal> {
    let appeal = state
        .appeal(id)
        .ok_or_else(|| AppealsRefusal::UnknownAppeal {
            appeal_id: id.to_owned(),
        })?;
    if appeal.decision.is_some() {
        return Err(AppealsRefusal::AppealDecided {
            appeal_id: id.to_owned(),
        }
        .into());
    }
    Ok(appeal)
}

fn target<'a>(state: &'a TournamentState, against: &Appealed) -> Result<Target<'a>, Refusal> {
    match against {
        Appealed::Ruling { ruling } => state
            .ruling(ruling)
            .filter(|known| known.status == RulingStatus::InForce)
            .map(|known| Target {
                decided_at_ms: known.at_ms,
                decided_by: &known.act.by,
                board: known.act.penalty.board(),
                ruling: Some(known),
            })
            .ok_or_else(|| {
                AppealsRefusal::NoRulingInForce {
                    ruling_id: ruling.clone(),
                }
                .into()
            }),
        Appealed::Protest { protest } => state
            .protest(protest)
            .and_then(|known| {
                Some(Target {
                    decided_at_ms: known.decided_at_ms?,
                    decided_by: &known.decision.as_ref()?.by,
                    board: known.filing.board,
                    ruling: None,
                })
            })
            .ok_or_else(|| {
                AppealsRefusal::ProtestNotDecided {
                    protest_id: protest.clone(),
                }
                .into()
            }),
    }
}
