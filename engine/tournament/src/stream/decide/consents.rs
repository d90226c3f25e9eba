//! Consents to acts of officials who have an interest in them.

use super::{check_id, entrants::known, results};
use crate::interest::{Consent, Deed, Interest};
use crate::refusals::{InterestRefusal, Refusal, ensure};
use crate::stream::event::{Event, OfficialRole};
use crate::stream::state::TournamentState;

const MOST_CONSENTS: usize = 256;

pub(super) fn may_consent(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.consents.len() < MOST_CONSENTS,
        InterestRefusal::TooManyConsents {
            most: MOST_CONSENTS,
        },
    )
}

/// Who consents is the holder of a seat in question, or a director without an interest. What the command says of the
/// holder is not looked at.
pub(super) fn give(state: &TournamentState, asked: &Consent) -> Result<Vec<Event>, Refusal> {
    check_id("the consent", &asked.consent)?;
    check_id("the official's account", asked.official.as_str())?;
    if Deed::named(&asked.act).is_none() {
        return Err(InterestRefusal::UnknownDeed {
            act: asked.act.chars().take(64).collect(),
        }
        .into());
    }
    match (asked.board, &asked.entrant) {
        (Some((round, table)), None) => {
            results::board(state, round, table)?;
        }
        (None, Some(entrant)) => {
            known(state, entrant)?;
        }
        (None, None) => {}
        (Some(_), Some(_)) => return Err(InterestRefusal::NothingInQuestion.into()),
    }
    let touched = state.touched_at(asked.board, asked.entrant.as_ref());
    let holder = state
        .role_of(&asked.by)
        .entrant
        .filter(|own| touched.iter().any(|one| one.entrants.contains(own)));
    let directs = state
        .officials
        .get(&asked.by)
        .is_some_and(|role| OfficialRole::directs(*role));
    let second = directs && state.officer(&asked.by, None).interest(&touched) == Interest::None;
    ensure(
        asked.by != asked.official && (holder.is_some() || second),
        InterestRefusal::MayNotConsent,
    )?;
    Ok(vec![Event::ConsentGiven(Consent {
        holder,
        ..asked.clone()
    })])
}
