//! Taking a published round back before it starts.

use super::check_id;
use crate::refusal::Refusal;
use crate::stream::event::Event;
use crate::stream::state::TournamentState;

pub(super) fn unpublish(
    state: &TournamentState,
    round: u32,
    reason: &str,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let Some(last) = state.rounds.last() else {
        return Err(Refusal::new(
            "unknown_round",
            format!("Round {round} is not published."),
        ));
    };
    if last.number != round {
        return Err(Refusal::new(
            "not_the_last_round",
            format!(
                "Only the round published last can be taken back; that is round {}.",
                last.number
            ),
        ));
    }
    if last.finished || last.boards.iter().any(|board| board.result().is_some()) {
        return Err(Refusal::new(
            "round_has_results",
            format!("Round {round} has results and stands; correct a result where one is wrong."),
        ));
    }
    if now_ms >= last.starts_at_ms {
        return Err(Refusal::new(
            "round_started",
            format!("Round {round} has started and stands; pairings change before the start only."),
        ));
    }
    check_id("the reason", reason)?;
    let mut events = vec![Event::RoundUnpublished {
        round,
        reason: reason.to_owned(),
    }];
    // Who withdrew while it was published does not play it when it is paired again.
    let withdrawn = state
        .entrants
        .iter()
        .filter(|entrant| entrant.withdrawn_from.is_some_and(|from| from > round));
    events.extend(withdrawn.map(|entrant| Event::EntrantWithdrawn {
        entrant: entrant.id.clone(),
        from_round: round,
    }));
    Ok(events)
}
