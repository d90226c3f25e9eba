//! Taking a published round back before it starts.

use crate::refusals::{Refusal, ResultsRefusal, RoundsRefusal};
use crate::stream::checks::check_id;
use crate::stream::{Event, TournamentState};

/// A round without results that has not started.
pub(in crate::stream) fn may_unpublish(
    state: &TournamentState,
    now_ms: i64,
) -> Result<(), Refusal> {
    let Some(last) = state.rounds.last() else {
        return Err(ResultsRefusal::NoRoundPublished.into());
    };
    let round = last.number;
    if last.finished || last.boards.iter().any(|board| board.result().is_some()) {
        return Err(RoundsRefusal::RoundHasResults { round }.into());
    }
    if now_ms >= last.starts_at_ms {
        return Err(RoundsRefusal::RoundStarted { round }.into());
    }
    Ok(())
}

pub(in crate::stream) fn unpublish(
    state: &TournamentState,
    round: u32,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let last = state.rounds.last().map_or(0, |last| last.number);
    if last != round {
        return Err(RoundsRefusal::NotTheLastRound { last }.into());
    }
    check_id("the reason", reason)?;
    Ok(taken_back(state, reason))
}

/// The last round taken back.
pub(in crate::stream) fn taken_back(state: &TournamentState, reason: &str) -> Vec<Event> {
    let round = state.rounds.last().map_or(0, |last| last.number);
    let mut events = vec![Event::RoundUnpublished {
        round,
        reason: reason.to_owned(),
        announcement_stands: true,
    }];
    events.extend(withdrawn_since(state, round));
    events
}

/// Who withdrew while a round was published does not play it when it is paired again, nor another of its number.
pub(in crate::stream) fn withdrawn_since(
    state: &TournamentState,
    round: u32,
) -> impl Iterator<Item = Event> {
    let withdrawn = state
        .entrants
        .iter()
        .filter(move |entrant| entrant.withdrawn_from.is_some_and(|from| from > round));
    withdrawn.map(move |entrant| Event::EntrantWithdrawn {
        entrant: entrant.id.clone(),
        from_round: round,
    })
}
