//! Absences that withdraw an entrant.

use crate::ids::EntrantId;
use crate::stream::checks::{known, rules_of};
use crate::stream::{Absence, Event, PublishedPairing, TournamentState};

/// The absent of a board who have now been absent too often, where the rules say so (a house's limit).
pub(in crate::stream) fn absent_too_often(
    state: &TournamentState,
    pairing: &PublishedPairing,
    absent: Absence,
) -> Vec<Event> {
    let limit = rules_of(state)
        .ok()
        .and_then(|rules| rules.entry.no_shows_until_withdrawn);
    let Some(most) = limit else {
        return Vec::new();
    };
    let missing = match absent {
        Absence::Nobody => vec![],
        Absence::Black => vec![&pairing.black],
        Absence::White => vec![&pairing.white],
        Absence::Both => vec![&pairing.black, &pairing.white],
    };
    missing
        .into_iter()
        .filter(|entrant| no_shows(state, entrant).saturating_add(1) >= most)
        .filter(|entrant| known(state, entrant).is_ok_and(|entry| entry.withdrawn_from.is_none()))
        .map(|entrant| Event::EntrantWithdrawn {
            entrant: entrant.clone(),
            from_round: state.next_round(),
        })
        .collect()
}

fn no_shows(state: &TournamentState, entrant: &EntrantId) -> u32 {
    let missed = state
        .rounds
        .iter()
        .flat_map(|round| &round.boards)
        .filter(|board| {
            board.result().is_some_and(|result| match result.absent {
                Absence::Nobody => false,
                Absence::Black => board.pairing.black == *entrant,
                Absence::White => board.pairing.white == *entrant,
                Absence::Both => board.pairing.black == *entrant || board.pairing.white == *entrant,
            })
        });
    u32::try_from(missed.count()).unwrap_or(u32::MAX)
}
