//! Who is not there as a round is published (WOC I.4.2). It is listed, and sanctions nobody.

use crate::stream::{
    Absence, BoardPurpose, EntrantState, Event, MissingCause, MissingEntrant, TournamentState,
};

pub(super) fn listed(state: &TournamentState, events: &[Event]) -> Option<Event> {
    let (round, pairings) = events.iter().find_map(|event| match event {
        Event::RoundPublished {
            round, pairings, ..
        } => Some((*round, pairings)),
        _ => None,
    })?;
    let everybodys = pairings
        .iter()
        .all(|pairing| pairing.purpose == BoardPurpose::Qualification);
    let concerned = state.entrants.iter().filter(|entrant| {
        let in_event =
            entrant.from_round <= round && entrant.withdrawn_from.is_none_or(|from| round < from);
        let seated = || {
            let mut pairings = pairings.iter();
            pairings.any(|pairing| pairing.colour_of(&entrant.id).is_some())
        };
        in_event && (everybodys || seated())
    });
    let missing: Vec<MissingEntrant> = concerned
        .filter_map(|entrant| {
            Some(MissingEntrant {
                entrant: entrant.id.clone(),
                cause: cause(state, entrant, round)?,
            })
        })
        .collect();
    (!missing.is_empty()).then_some(Event::MissingEntrantsListed { round, missing })
}

/// What says that he is not there, as far as anything does.
fn cause(state: &TournamentState, entrant: &EntrantState, round: u32) -> Option<MissingCause> {
    if entrant.absences.contains_key(&round) {
        return Some(MissingCause::AbsenceAnnounced);
    }
    if let Some(list) = state.presence.check_ins.get(&round) {
        let there = list.checked_in.contains(&entrant.id);
        return (!there).then_some(MissingCause::NotCheckedIn);
    }
    let boards = state.rounds.iter().rev().flat_map(|round| &round.boards);
    let mut own = boards.filter(|board| board.pairing.colour_of(&entrant.id).is_some());
    let last = own.next()?;
    let absent = match last.result()?.absent {
        Absence::Nobody => false,
        Absence::Both => true,
        Absence::Black => last.pairing.black == entrant.id,
        Absence::White => last.pairing.white == entrant.id,
    };
    absent.then_some(MissingCause::DidNotAppear)
}
