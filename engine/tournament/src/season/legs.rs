//! A leg as it stands, with the event that it is played as.

use super::{Known, LegEvent, SeasonLeg, State};
use crate::refusals::{Refusal, SeasonRefusal, ensure};

/// A leg that was set and is not called off.
pub(super) fn standing_leg(state: &State, number: u32) -> Result<&SeasonLeg, Refusal> {
    check_number(state, number)?;
    let leg = state.legs.get(&number);
    let leg = leg.ok_or(SeasonRefusal::LegNotSet { leg: number })?;
    let called_off = SeasonRefusal::LegCalledOff { leg: number };
    ensure(leg.called_off.is_none(), called_off)?;
    Ok(leg)
}

pub(super) fn check_number(state: &State, leg: u32) -> Result<(), Refusal> {
    let legs = state.terms.legs;
    let unknown = SeasonRefusal::UnknownLeg { leg, legs };
    ensure((1..=legs).contains(&leg), unknown)
}

/// How the event that a leg is played as stands; `None` where it has none.
pub(super) fn event_of<'a>(
    leg: &SeasonLeg,
    known: &'a Known,
) -> Result<Option<&'a LegEvent>, Refusal> {
    let Some(linked) = &leg.event else {
        return Ok(None);
    };
    let event = known.events.get(&linked.tournament);
    let unknown = SeasonRefusal::UnknownLegEvent {
        tournament_id: linked.tournament.clone(),
    };
    event.map(Some).ok_or_else(|| unknown.into())
}

/// Nothing is changed of a leg whose final ranking is confirmed.
pub(super) fn check_not_played(event: Option<&LegEvent>, leg: u32) -> Result<(), Refusal> {
    let played = event.is_some_and(|event| event.ranking_version.is_some());
    ensure(!played, SeasonRefusal::LegPlayed { leg })
}
