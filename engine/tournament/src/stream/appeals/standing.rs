//! The committee that stands beforehand: appointed with its members, its chair selected by them, the default of appeals
//! (AGA IV, MSO 4.3).

use std::collections::BTreeMap;

use crate::ids::AccountId;
use crate::interest::{Answer, Deed, InterestTable};
use crate::people::{AppealBody, AppealRules, OfficialRole};
use crate::refusals::{AppealsRefusal, Refusal, ensure};
use crate::stake::Touched;
use crate::stream::checks::check_id;
use crate::stream::{Committee, EntryHeader, Event, TournamentState};

const MOST_MEMBERS: usize = 15;

/// The appeals committee of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppealsCommittee {
    /// Its members.
    pub members: Vec<AccountId>,
    /// The chair, once there is one.
    pub chair: Option<AccountId>,
    /// Whom each member who said so wants as chair.
    pub named: BTreeMap<AccountId, AccountId>,
    /// Who appointed it.
    pub by: AccountId,
    /// When, in ms since 1970.
    pub at_ms: i64,
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

pub(in crate::stream) fn appoint(
    state: &TournamentState,
    members: &[AccountId],
    chair: Option<&AccountId>,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_appoints(state, super::hearing::appeal_rules(state)?, by)?;
    check_members(members, chair)?;
    let same = state.appeals.standing.as_ref().is_some_and(|known| {
        known.members == members && (chair.is_none() || known.chair.as_ref() == chair)
    });
    ensure(!same, AppealsRefusal::CommitteeUnchanged)?;
    let appointed = Event::AppealsCommitteeAppointed {
        members: members.to_vec(),
        chair: chair.cloned(),
        by: by.clone(),
    };
    Ok(with_defaults(state, appointed, (members, chair, by)))
}

pub(in crate::stream) fn may_dissolve(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.appeals.standing.is_some(),
        AppealsRefusal::NoStandingCommittee,
    )
}

pub(in crate::stream) fn dissolve(
    state: &TournamentState,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_appoints(state, super::hearing::appeal_rules(state)?, by)?;
    Ok(vec![Event::AppealsCommitteeDissolved { by: by.clone() }])
}

/// A member says whom he wants as chair. Whom more than half of the members want is the chair.
pub(in crate::stream) fn name_chair(
    state: &TournamentState,
    chair: &AccountId,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let Some(known) = &state.appeals.standing else {
        return Err(AppealsRefusal::NoStandingCommittee.into());
    };
    ensure(known.members.contains(by), AppealsRefusal::NotAMember)?;
    ensure(
        known.members.contains(chair),
        AppealsRefusal::BadCommittee { most: MOST_MEMBERS },
    )?;
    ensure(
        known.named.get(by) != Some(chair),
        AppealsRefusal::ChairNamedAlready,
    )?;
    let named = Event::ChairNamed {
        chair: chair.clone(),
        by: by.clone(),
    };
    let others = known.named.iter().filter(|(member, _)| *member != by);
    let votes = others.filter(|(_, wanted)| *wanted == chair).count();
    let is_selected = (votes + 1) * 2 > known.members.len();
    if !is_selected || known.chair.as_ref() == Some(chair) {
        return Ok(vec![named]);
    }
    let selected = Event::ChairSelected {
        chair: chair.clone(),
    };
    let body = (known.members.as_slice(), Some(chair), &known.by);
    let mut events = vec![named];
    events.extend(with_defaults(state, selected, body));
    Ok(events)
}

/// What makes the committee able to hear, and the open appeals without a committee that it hears from now on.
fn with_defaults(
    state: &TournamentState,
    event: Event,
    (members, chair, by): (&[AccountId], Option<&AccountId>, &AccountId),
) -> Vec<Event> {
    let mut events = vec![event];
    let Some(chair) = chair.filter(|_| is_default(state)) else {
        return events;
    };
    let open = state.open_appeals();
    for appeal in open.filter(|appeal| appeal.committee.is_none()) {
        let parties = Parties {
            decided_by: super::hearing::decided_by(state, &appeal.filing.against),
            appellant: &appeal.filing.by,
            touched: state.touched_by_appealed(&appeal.filing.against),
            entrant: appeal.filing.entrant.as_ref(),
        };
        if !members.iter().any(|member| parties.concern(state, member)) {
            events.push(Event::CommitteeAppointed(Committee {
                appeal: appeal.filing.appeal.clone(),
                chair: chair.clone(),
                members: members.to_vec(),
                by: by.clone(),
            }));
        }
    }
    events
}

/// Whether appeals go to a committee of themselves, and not by the head arbiter's word.
fn is_default(state: &TournamentState) -> bool {
    super::hearing::appeal_rules(state).is_ok_and(|rules| rules.body == AppealBody::Committee)
}

/// Whose matter an appeal is.
pub(in crate::stream) struct Parties<'a> {
    pub decided_by: Option<&'a AccountId>,
    pub appellant: &'a AccountId,
    pub entrant: Option<&'a crate::ids::EntrantId>,
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

impl TournamentState {
    pub(in crate::stream) fn apply_to_committee(&mut self, header: &EntryHeader, event: &Event) {
        match event {
            Event::AppealsCommitteeAppointed { members, chair, by } => {
                self.appeals.standing = Some(AppealsCommittee {
                    members: members.clone(),
                    chair: chair.clone(),
                    named: BTreeMap::new(),
                    by: by.clone(),
                    at_ms: header.at_ms,
                });
            }
            Event::AppealsCommitteeDissolved { .. } => self.appeals.standing = None,
            Event::ChairNamed { chair, by } => {
                if let Some(known) = &mut self.appeals.standing {
                    known.named.insert(by.clone(), chair.clone());
                }
            }
            Event::ChairSelected { chair } => {
                if let Some(known) = &mut self.appeals.standing {
                    known.chair = Some(chair.clone());
                }
            }
            _ => {}
        }
    }
}
