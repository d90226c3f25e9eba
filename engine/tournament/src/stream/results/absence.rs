//! Absences: the limit that the rules set for them, and those that withdraw an entrant.

use outflank_othello::refusal::Milliseconds;

use crate::ids::EntrantId;
use crate::refusals::{CheckInRefusal, Refusal};
use crate::result_kind::ResultKind;
use crate::rule_set::AbsencePolicy;
use crate::stream::checks::{known, rules_of, rules_of_round};
use crate::stream::{Absence, Event, PublishedPairing, ResultRecord, TournamentState};

/// The players of a round have had their time to appear.
pub(in crate::stream) fn check_limit(
    state: &TournamentState,
    round: u32,
    after_ms: i64,
    now_ms: i64,
) -> Result<(), Refusal> {
    let starts_at_ms = state.round(round).map_or(0, |known| known.starts_at_ms);
    if now_ms < starts_at_ms.saturating_add(after_ms) {
        return Err(CheckInRefusal::AbsenceLimitRunning {
            round,
            after_ms: Milliseconds(after_ms),
        }
        .into());
    }
    Ok(())
}

/// An official enters that somebody did not appear: where the rules of that round set a limit for that, it is over.
pub(in crate::stream) fn check_entered(
    state: &TournamentState,
    round: u32,
    result: &ResultRecord,
    now_ms: i64,
) -> Result<(), Refusal> {
    match rules_of_round(state, round)?.absence_policy {
        AbsencePolicy::Limit { after_ms }
            if result.kind == ResultKind::NoShow && result.game.is_none() =>
        {
            check_limit(state, round, after_ms, now_ms)
        }
        _ => Ok(()),
    }
}

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
            let result = board.result();
            result.is_some_and(|result| stayed_away(result, &board.pairing, entrant))
        });
    u32::try_from(missed.count()).unwrap_or(u32::MAX)
}

/// He did not come to that board; whoever withdrew did not stay away.
pub(in crate::stream) fn stayed_away(
    result: &ResultRecord,
    pairing: &PublishedPairing,
    entrant: &EntrantId,
) -> bool {
    if result.kind == ResultKind::Walkover {
        return false;
    }
    match result.absent {
        Absence::Nobody => false,
        Absence::Black => pairing.black == *entrant,
        Absence::White => pairing.white == *entrant,
        Absence::Both => pairing.black == *entrant || pairing.white == *entrant,
    }
}
