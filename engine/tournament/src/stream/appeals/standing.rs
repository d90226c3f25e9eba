//! The committee that stands beforehand: appointed with its members, its chair selected by them (AGA IV, MSO 4.3).

use crate::ids::AccountId;
use crate::refusals::{AppealsRefusal, Refusal, ensure};
use crate::stream::appeals::parties::{
    MOST_MEMBERS, Parties, appeal_rules, check_appoints, check_members, decided_by, is_default,
};
use crate::stream::{Committee, Event, TournamentState};

pub(in crate::stream) fn appoint(
    state: &TournamentState,
    members: &[AccountId],
    chair: Option<&AccountId>,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_appoints(state, appeal_rules(state)?, by)?;
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
    check_appoints(state, appeal_rules(state)?, by)?;
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
            decided_by: decided_by(state, &appeal.filing.against),
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
