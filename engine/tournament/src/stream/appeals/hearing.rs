//! Appeals: filed in time, heard by the body of the rules, decided once (MSO 4.3, AGA).

use crate::board_ref::BoardRef;
use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::people::{AppealBody, AppealRules};
use crate::refusals::{AppealsRefusal, Refusal, ensure};
use crate::stream::appeals::parties::{
    Parties, Target, appeal_rules, check_appoints, check_members, committee_for, default_for,
    target,
};
use crate::stream::checks::{check_id, known};
use crate::stream::evolve::fold;
use crate::stream::rulings::penalties;
use crate::stream::{
    Appeal, AppealDecision, AppealEffect, AppealFiling, Committee, Event, Offender,
    TournamentState, results,
};

const MOST_APPEALS: usize = 1024;
const MOST_TESTIMONY: usize = 256;

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
        .is_some_and(|board| results::later_round(state, board.round).is_some());
    if rules.window_ms.is_some_and(|window| waited > window) {
        return Err(AppealsRefusal::WindowOver.into());
    }
    if rules.before_next_pairing && paired_on {
        return Err(AppealsRefusal::NextRoundPaired.into());
    }
    let parties = Parties {
        decided_by: Some(target.decided_by),
        appellant: &filing.by,
        entrant: filing.entrant.as_ref(),
        touched: state.touched_by_appealed(&filing.against),
    };
    let filed = Event::AppealFiled(filing.clone());
    let heard = default_for(state, &filing.appeal, &parties);
    Ok(std::iter::once(filed).chain(heard).collect())
}

pub(in crate::stream) fn appoint(
    state: &TournamentState,
    committee: &Committee,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    let appeal = open(state, &committee.appeal)?;
    check_appoints(state, rules, &committee.by)?;
    let against = &appeal.filing.against;
    let parties = Parties {
        decided_by: Some(target(state, against)?.decided_by),
        appellant: &appeal.filing.by,
        entrant: appeal.filing.entrant.as_ref(),
        touched: state.touched_by_appealed(against),
    };
    if committee.members.is_empty() {
        return standing_for(state, committee, &parties);
    }
    check_members(&committee.members, Some(&committee.chair))?;
    let mut members = committee.members.iter();
    ensure(
        !members.any(|member| parties.concern(state, member)),
        AppealsRefusal::CommitteePartial,
    )?;
    Ok(vec![Event::CommitteeAppointed(committee.clone())])
}

/// The standing committee as that of an appeal, by whose word it is.
fn standing_for(
    state: &TournamentState,
    asked: &Committee,
    parties: &Parties<'_>,
) -> Result<Vec<Event>, Refusal> {
    let known = state.appeals.standing.as_ref();
    if known.is_none_or(|known| known.chair.is_none()) {
        return Err(AppealsRefusal::NoStandingCommittee.into());
    }
    match committee_for(state, &asked.appeal, parties) {
        Some(found) => Ok(vec![Event::CommitteeAppointed(Committee {
            by: asked.by.clone(),
            ..found
        })]),
        None => Err(AppealsRefusal::CommitteePartial.into()),
    }
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
            let at = BoardRef::new(*round, *table);
            let has_result = results::board(&after, at)?.result().is_some();
            events.extend(if has_result {
                results::correct(&after, at, result, reason)?
            } else {
                results::record(&after, at, result, i64::MAX)?
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
    if appeal.fallen {
        return Err(AppealsRefusal::AppealFallen {
            appeal_id: id.to_owned(),
        }
        .into());
    }
    Ok(appeal)
}
