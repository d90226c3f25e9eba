//! Appeals: filed in time, heard by the body of the rules, decided once (MSO 4.3, AGA).

use super::{check_id, entrants::known, entry::fold, paragraph, penalties, results, rules_of};
use crate::ids::AccountId;
use crate::people::{AppealBody, AppealRules};
use crate::refusal::Refusal;
use crate::stream::event::{
    AppealDecision, AppealEffect, AppealFiling, Appealed, Committee, Event, Offender, OfficialRole,
};
use crate::stream::ruling::{Appeal, Ruling, RulingStatus};
use crate::stream::state::TournamentState;

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

pub(super) fn file(
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
        return Err(Refusal::new(
            "appeal_exists",
            format!("There is an appeal {:?} already.", filing.appeal),
        ));
    }
    let appealed = |appeal: &Appeal| appeal.filing.against == filing.against;
    if state.appeals.iter().any(appealed) {
        return Err(Refusal::new(
            "already_appealed",
            "This decision has been appealed; the decision of the appeal is final.",
        )
        .under(paragraph(state, "penalties.appeals")));
    }
    if state.appeals.len() >= MOST_APPEALS {
        return Err(Refusal::new(
            "too_many_appeals",
            format!("A tournament takes {MOST_APPEALS} appeals at most."),
        ));
    }
    let target = target(state, &filing.against)?;
    let on_himself = target.ruling.is_some_and(|ruling| {
        matches!(&ruling.act.whom, Offender::Spectator { account } if *account == filing.by)
    });
    if filing.entrant.is_none() && !on_himself {
        return Err(Refusal::new(
            "not_concerned",
            "A spectator appeals only against a ruling on himself; name the entrant who appeals.",
        )
        .under(paragraph(state, "penalties.appeals")));
    }
    let waited = now_ms.saturating_sub(target.decided_at_ms);
    let paired_on = target
        .board
        .is_some_and(|(round, _)| results::later_round(state, round).is_some());
    let late = if rules.window_ms.is_some_and(|window| waited > window) {
        Some("The time in which this decision could be appealed is over.")
    } else if rules.before_next_pairing && paired_on {
        Some(
            "An appeal about a result comes before the next pairing, and the next round is paired.",
        )
    } else {
        None
    };
    if let Some(late) = late {
        return Err(
            Refusal::new("appeal_too_late", late).under(paragraph(state, "penalties.appeals"))
        );
    }
    Ok(vec![Event::AppealFiled(filing.clone())])
}

pub(super) fn appoint(
    state: &TournamentState,
    committee: &Committee,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    let appeal = open(state, &committee.appeal)?;
    let rule = || paragraph(state, "penalties.appeals");
    let office = state.officials.get(&committee.by);
    let may = match rules.body {
        AppealBody::Committee => matches!(
            office,
            Some(OfficialRole::HeadDirector | OfficialRole::Organiser)
        ),
        AppealBody::HeadArbiter if !rules.referral_to_committee => {
            return Err(Refusal::new(
                "no_committee",
                "The rules have appeals heard by the head arbiter, and by no committee.",
            )
            .under(rule()));
        }
        AppealBody::HeadArbiter => matches!(
            office,
            Some(OfficialRole::HeadArbiter | OfficialRole::Organiser)
        ),
    };
    if !may {
        return Err(Refusal::new(
            "may_not_appoint",
            "A committee is appointed by the organiser, or by the head official of the appeal.",
        )
        .under(rule()));
    }
    let mut members = committee.members.clone();
    members.sort();
    members.dedup();
    if members.is_empty()
        || members.len() != committee.members.len()
        || members.len() > MOST_MEMBERS
        || !members.contains(&committee.chair)
    {
        return Err(Refusal::new(
            "bad_committee",
            format!(
                "A committee has 1 to {MOST_MEMBERS} members, each once, and one of them is the chair."
            ),
        )
        .under(rule()));
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
        return Err(Refusal::new(
            "committee_partial",
            "Neither who ruled nor who appeals sits on the committee.",
        )
        .under(rule()));
    }
    Ok(vec![Event::CommitteeAppointed(committee.clone())])
}

pub(super) fn note_testimony(
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
    if !hears && !state.officials.contains_key(by) {
        return Err(Refusal::new(
            "may_not_note_testimony",
            "Testimony is noted by the committee that hears the appeal, or by an official.",
        )
        .under(paragraph(state, "penalties.appeals")));
    }
    check_id("the testimony's record", testimony)?;
    check_id("the account", by.as_str())?;
    if known.testimony.iter().any(|record| record == testimony)
        || known.testimony.len() >= MOST_TESTIMONY
    {
        return Err(Refusal::new(
            "testimony_noted",
            format!(
                "This testimony is noted already, or there are {MOST_TESTIMONY} of them in this appeal."
            ),
        ));
    }
    Ok(vec![Event::TestimonyNoted {
        appeal: appeal.to_owned(),
        testimony: testimony.to_owned(),
        by: by.clone(),
    }])
}

pub(super) fn decide(
    state: &TournamentState,
    decision: &AppealDecision,
) -> Result<Vec<Event>, Refusal> {
    let rules = appeal_rules(state)?;
    let appeal = open(state, &decision.appeal)?;
    check_id("the written decision", &decision.decision)?;
    let target = target(state, &appeal.filing.against)?;
    check_body(state, rules, appeal, &target, &decision.by)?;
    if !decision.upheld && decision.effect != AppealEffect::Nothing {
        return Err(Refusal::new(
            "effect_of_dismissed_appeal",
            "A dismissed appeal changes nothing.",
        ));
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
            return Err(Refusal::new(
                "no_ruling_to_annul",
                "The decision of a protest is no ruling; say what takes its place.",
            ));
        }
        AppealEffect::Replace { ruling } if ruling.by != decision.by => {
            return Err(Refusal::new(
                "may_not_rule",
                "The ruling that takes the other's place is that of who decides the appeal.",
            ));
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
    let rule = || paragraph(state, "penalties.appeals");
    if let Some(committee) = &appeal.committee {
        if committee.chair != *by {
            return Err(Refusal::new(
                "not_the_chair",
                "The chair communicates the committee's decision.",
            )
            .under(rule()));
        }
        if rules.body == AppealBody::Committee && appeal.testimony.is_empty() {
            return Err(Refusal::new(
                "testimony_missing",
                "The committee hears the parties before it decides; note their testimony.",
            )
            .under(rule()));
        }
        return Ok(());
    }
    if rules.body == AppealBody::Committee {
        return Err(Refusal::new(
            "committee_missing",
            "A committee decides this appeal; appoint it first.",
        )
        .under(rule()));
    }
    let office = state.officials.get(by);
    let arbiter_ruled = state.officials.get(target.decided_by) == Some(&OfficialRole::HeadArbiter);
    let may = match office {
        Some(OfficialRole::HeadArbiter) => !arbiter_ruled,
        Some(OfficialRole::Organiser) => arbiter_ruled,
        _ => false,
    };
    if may && by != target.decided_by {
        return Ok(());
    }
    Err(Refusal::new(
        "may_not_decide_appeal",
        "The head arbiter decides appeals, and the organiser those against his own rulings.",
    )
    .under(rule()))
}

fn appeal_rules(state: &TournamentState) -> Result<&AppealRules, Refusal> {
    rules_of(state)?.penalties.appeals.as_ref().ok_or_else(|| {
        Refusal::new(
            "decision_final",
            "The director's decision is final; the rules know no appeal.",
        )
        .under(paragraph(state, "penalties.appeals"))
    })
}

fn open<'a>(state: &'a TournamentState, id: &str) -> Result<&'a Appeal, Refusal> {
    let appeal = state
        .appeal(id)
        .ok_or_else(|| Refusal::new("unknown_appeal", format!("There is no appeal {id:?}.")))?;
    if appeal.decision.is_some() {
        return Err(Refusal::new(
            "appeal_decided",
            format!("Appeal {id:?} is decided, and its decision final."),
        )
        .under(paragraph(state, "penalties.appeals")));
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
                Refusal::new(
                    "unknown_ruling",
                    format!("There is no ruling {ruling:?} in force."),
                )
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
                Refusal::new(
                    "unknown_protest",
                    format!("There is no decided protest {protest:?}."),
                )
            }),
    }
}
