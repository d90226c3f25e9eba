//! Who writes what an event says of itself, and how often.

use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::refusals::{Refusal, TournamentRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::{Description, Event, TournamentState};

/// How often an event is described at most.
const MOST_DESCRIPTIONS: usize = 100;

/// There is room for another.
pub(in crate::stream) fn may_describe(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.descriptions.made().len() < MOST_DESCRIPTIONS,
        TournamentRefusal::TooManyDescriptions {
            most: MOST_DESCRIPTIONS,
        },
    )
}

/// The directors describe the event, and whoever holds it.
pub(in crate::stream) fn describe(
    state: &TournamentState,
    description: &Description,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    let office = state.role_of(by).official;
    let holds = state
        .facts
        .as_ref()
        .and_then(|facts| facts.organiser.as_ref())
        == Some(by);
    ensure(
        holds || office.is_some_and(|role| role.directs() || role == OfficialRole::Organiser),
        TournamentRefusal::MayNotDescribe,
    )?;
    for (name, text) in description.by_name() {
        text.map_or(Ok(()), |id| check_id(name, id))?;
    }
    ensure(
        *description != state.descriptions.in_force(),
        TournamentRefusal::DescriptionUnchanged,
    )?;
    Ok(vec![Event::TournamentDescribed {
        description: description.clone(),
        by: by.clone(),
    }])
}
