//! Whose matter an appeal is, who may hear it, and which committee hears it of itself.

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::interest::{Answer, Deed, InterestTable};
use crate::people::{AppealBody, AppealRules, OfficialRole};
use crate::refusals::{AppealsRefusal, Refusal, ensure};
use crate::stake::Touched;
use crate::stream::checks::{check_id, rules_of};
use crate::stream::{Appealed, Committee, Event, Ruling, RulingStatus, TournamentState};

pub(super) const MOST_MEMBERS: usize = 15;

/// What is appealed, as far as an appeal depends on it.
pub(super) struct Target<'a> {
    pub decided_at_ms: i64,
    pub decided_by: &'a AccountId,
    pub board: Option<BoardRef>,
    pub ruling: Option<&'a Ruling>,
}

pub(in crate::stream) fn appeal_rules(state: &TournamentState) -> Result<&AppealRules, Refusal> {
    rules_of(state)?
        .penalties
        .appeals
        .as_ref()
        .ok_or_else(|| AppealsRefusal::DecisionFinal.into())
}

/// Who appoints committees.
pub(in crate::stream) fn check_appoints(
    state: &TournamentState,
    rules: &AppealRules,
    by: &AccountId,
) -> Result<(), Refusal> {
    let office = state.offices.held.get(by);
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
    ensure(may, AppealsRefusal::MayNotAppoint)
}

/// Members, each once, the chair among them.
pub(in crate::stream) fn check_members(
    members: &[AccountId],
    chair: Option<&AccountId>,
) -> Result<(), Refusal> {
    let mut once = members.to_vec();
    once.sort();
    once.dedup();
    ensure(
        !once.is_empty()
            && once.len() == members.len()
            && once.len() <= MOST_MEMBERS
            && chair.is_none_or(|chair| once.contains(chair)),
        AppealsRefusal::BadCommittee { most: MOST_MEMBERS },
    )?;
    members
        .iter()
        .try_for_each(|member| check_id("the member's account", member.as_str()))
}

/// Who decided what is appealed.
pub(super) fn decided_by<'a>(
    state: &'a TournamentState,
    against: &Appealed,
) -> Option<&'a AccountId> {
    target(state, against).ok().map(|target| target.decided_by)
}

pub(super) fn target<'a>(
    state: &'a TournamentState,
    against: &Appealed,
) -> Result<Target<'a>, Refusal> {
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

/// Whether appeals go to a committee of themselves, and not by the head arbiter's word.
pub(super) fn is_default(state: &TournamentState) -> bool {
    appeal_rules(state).is_ok_and(|rules| rules.body == AppealBody::Committee)
}

/// Whose matter an appeal is.
pub(in crate::stream) struct Parties<'a> {
    pub decided_by: Option<&'a AccountId>,
    pub appellant: &'a AccountId,
    pub entrant: Option<&'a EntrantId>,
    pub touched: Vec<Touched>,
}

impl Parties<'_> {
    /// Whether somebody ruled or appeals himself.
    pub(in crate::stream) fn are(&self, state: &TournamentState, member: &AccountId) -> bool {
        let plays = || state.role_of(member).entrant;
        self.decided_by == Some(member)
            || self.appellant == member
            || (self.entrant.is_some() && plays().as_ref() == self.entrant)
    }

    /// Whether somebody is a party, or has an interest by which the table refuses him the decision.
    pub(in crate::stream) fn concern(&self, state: &TournamentState, member: &AccountId) -> bool {
        if self.are(state, member) {
            return true;
        }
        let Some(rules) = &state.rule_set else {
            return false;
        };
        let interest = state.officer(member, None).interest(&self.touched);
        let answer = InterestTable::default().answer(Deed::DecideAppeal, interest, rules);
        matches!(answer, Answer::Consent | Answer::Refused)
    }
}

/// The standing committee as that of an appeal; `None` where there is none with a chair, or a member has an interest.
pub(in crate::stream) fn committee_for(
    state: &TournamentState,
    appeal: &str,
    parties: &Parties<'_>,
) -> Option<Committee> {
    let known = state.appeals.standing.as_ref()?;
    let chair = known.chair.clone()?;
    let mut members = known.members.iter();
    (!members.any(|member| parties.concern(state, member))).then(|| Committee {
        appeal: appeal.to_owned(),
        chair,
        members: known.members.clone(),
        by: known.by.clone(),
    })
}

/// The committee that hears an appeal as soon as it is filed.
pub(in crate::stream) fn default_for(
    state: &TournamentState,
    appeal: &str,
    parties: &Parties<'_>,
) -> Option<Event> {
    let committee = committee_for(state, appeal, parties).filter(|_| is_default(state));
    committee.map(Event::CommitteeAppointed)
}
