//! Who is there: check-in, announced absences, no-shows, and whom a human refuses to play.

use crate::board_ref::BoardRef;
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::plan::MAX_QUALIFICATION_ROUNDS;
use crate::refusals::{CheckInRefusal, Refusal, ensure};
use crate::result_kind::ResultKind;
use crate::rule_set::AbsencePolicy;
use crate::stream::checks::{check_id, known, rules_of, rules_of_round};
use crate::stream::{
    Absence, AbsentRound, EntrantState, Event, LostBy, ResultRecord, TournamentState,
    results::{self, absence},
};

/// The points of a round are 2 half-points; an absence never scores more.
const MOST_GRANTED: HalfPoints = HalfPoints::WIN;
/// Rounds of finals count on after the qualification's.
const LAST_ROUND: u32 = 2 * MAX_QUALIFICATION_ROUNDS;

pub(in crate::stream) fn may_open_check_in(state: &TournamentState) -> Result<(), Refusal> {
    match check_in_open(state) {
        Ok(()) => Err(CheckInRefusal::CheckInAlreadyOpen {
            round: state.next_round(),
        }
        .into()),
        Err(_) => Ok(()),
    }
}

/// The check-in for the next round is open.
pub(in crate::stream) fn check_in_open(state: &TournamentState) -> Result<(), Refusal> {
    let round = state.next_round();
    ensure(
        state
            .presence
            .check_ins
            .get(&round)
            .is_some_and(|list| list.open),
        CheckInRefusal::CheckInNotOpened { round },
    )
}

pub(in crate::stream) fn open_check_in(
    state: &TournamentState,
    round: u32,
) -> Result<Vec<Event>, Refusal> {
    if round != state.next_round() {
        return Err(CheckInRefusal::CheckInOutOfOrder {
            round: state.next_round(),
        }
        .into());
    }
    Ok(vec![Event::CheckInOpened { round }])
}

pub(in crate::stream) fn check_in(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    still_in(state, entrant)?;
    let round = state.next_round();
    let list = state.presence.check_ins.get(&round);
    if list.is_some_and(|list| list.checked_in.contains(entrant)) {
        return Err(CheckInRefusal::AlreadyCheckedIn {
            entrant_id: entrant.clone(),
            round,
        }
        .into());
    }
    Ok(vec![Event::EntrantCheckedIn {
        round,
        entrant: entrant.clone(),
    }])
}

pub(in crate::stream) fn close_check_in(
    state: &TournamentState,
    round: u32,
) -> Result<Vec<Event>, Refusal> {
    if !state
        .presence
        .check_ins
        .get(&round)
        .is_some_and(|list| list.open)
    {
        return Err(CheckInRefusal::CheckInClosed { round }.into());
    }
    Ok(vec![Event::CheckInClosed { round }])
}

pub(in crate::stream) fn announce_absence(
    state: &TournamentState,
    entrant: &EntrantId,
    rounds: &[u32],
) -> Result<Vec<Event>, Refusal> {
    let entry = still_in(state, entrant)?;
    let rules = &rules_of(state)?.entry;
    let next = state.next_round();
    let last = match state.planned_rounds() {
        0 => LAST_ROUND,
        planned => planned.max(next),
    };
    let mut sorted = rounds.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.is_empty()
        || sorted.len() != rounds.len()
        || sorted.iter().any(|round| !(next..=last).contains(round))
    {
        return Err(CheckInRefusal::BadRounds { first: next, last }.into());
    }
    if let Some(round) = sorted
        .iter()
        .find(|round| entry.absences.contains_key(round))
    {
        return Err(CheckInRefusal::AlreadyAbsent {
            entrant_id: entrant.clone(),
            round: *round,
        }
        .into());
    }
    let scored = entry
        .absences
        .values()
        .filter(|&&scored| scored > HalfPoints::ZERO)
        .count();
    let left = rules.scored_absences.map_or(usize::MAX, |most| {
        usize::try_from(most).unwrap_or(usize::MAX)
    });
    let left = left.saturating_sub(scored);
    let granted = rules.announced_absence_half_points.min(MOST_GRANTED);
    let rounds = sorted
        .iter()
        .enumerate()
        .map(|(index, &round)| AbsentRound {
            round,
            half_points: if index < left {
                granted
            } else {
                HalfPoints::ZERO
            },
        })
        .collect();
    Ok(vec![Event::AbsenceAnnounced {
        entrant: entrant.clone(),
        rounds,
    }])
}

pub(in crate::stream) fn may_close_check_in(state: &TournamentState) -> Result<(), Refusal> {
    let round = state.next_round();
    let open = state.presence.check_ins.values().any(|list| list.open);
    ensure(open, CheckInRefusal::CheckInClosed { round })
}

pub(in crate::stream) fn may_end_absence(state: &TournamentState) -> Result<(), Refusal> {
    let round = state.next_round();
    let absent = |entry: &EntrantState| entry.absences.range(round..).next().is_some();
    ensure(
        state.entrants.iter().any(absent),
        CheckInRefusal::NobodyAway { round },
    )
}

pub(in crate::stream) fn end_absence(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    let entry = still_in(state, entrant)?;
    let next = state.next_round();
    if entry.absences.range(next..).next().is_none() {
        return Err(CheckInRefusal::NotAbsent {
            entrant_id: entrant.clone(),
            round: next,
        }
        .into());
    }
    Ok(vec![Event::AbsenceEnded {
        entrant: entrant.clone(),
        from_round: next,
    }])
}

pub(in crate::stream) fn may_record_no_show(state: &TournamentState) -> Result<(), Refusal> {
    let mut versions = state.rule_versions.iter();
    let limited =
        versions.any(|known| matches!(known.rule_set.absence_policy, AbsencePolicy::Limit { .. }));
    ensure(limited, CheckInRefusal::NoAbsenceLimit)?;
    results::check_published(state)
}

/// Who did not appear within the rules' limit loses all discs without having played; one absent too often has
/// withdrawn, where the rules say so.
pub(in crate::stream) fn no_show(
    state: &TournamentState,
    board: BoardRef,
    absent: Absence,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    // A round keeps the limit that it was published under.
    let rules = rules_of_round(state, board.round)?;
    let AbsencePolicy::Limit { after_ms } = rules.absence_policy else {
        return Err(CheckInRefusal::NoAbsenceLimit.into());
    };
    results::board(state, board)?;
    absence::check_limit(state, board.round, after_ms, now_ms)?;
    let lost_by = match absent {
        Absence::Nobody => return Err(CheckInRefusal::NobodyAbsent.into()),
        Absence::Black => LostBy::Black,
        Absence::White => LostBy::White,
        Absence::Both => LostBy::Both,
    };
    let result = ResultRecord::lost(lost_by, ResultKind::NoShow, &rules.variant);
    results::record(state, board, &result, now_ms)
}

pub(in crate::stream) fn may_refuse_computers(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        rules_of(state)?.entry.computers.may_be_refused,
        CheckInRefusal::ComputersNotRefusable,
    )
}

pub(in crate::stream) fn may_accept_computers(state: &TournamentState) -> Result<(), Refusal> {
    let refuses = |entry: &EntrantState| entry.refuses_computers.is_some();
    ensure(
        state.entrants.iter().any(refuses),
        CheckInRefusal::NobodyRefuses,
    )
}

pub(in crate::stream) fn may_set_parameters(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.entrants.iter().any(|entry| entry.computer),
        CheckInRefusal::NoComputer,
    )
}

pub(in crate::stream) fn refuse_computers(
    state: &TournamentState,
    entrant: &EntrantId,
    rather_than_bye: bool,
) -> Result<Vec<Event>, Refusal> {
    let entry = still_in(state, entrant)?;
    if entry.computer {
        return Err(CheckInRefusal::EntrantIsComputer.into());
    }
    if entry.refuses_computers == Some(rather_than_bye) {
        return Err(CheckInRefusal::ComputersRefusedAlready {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::ComputersRefused {
        entrant: entrant.clone(),
        rather_than_bye,
    }])
}

pub(in crate::stream) fn accept_computers(
    state: &TournamentState,
    entrant: &EntrantId,
) -> Result<Vec<Event>, Refusal> {
    if known(state, entrant)?.refuses_computers.is_none() {
        return Err(CheckInRefusal::ComputersNotRefused {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(vec![Event::ComputersAccepted {
        entrant: entrant.clone(),
    }])
}

pub(in crate::stream) fn set_parameters(
    state: &TournamentState,
    entrant: &EntrantId,
    parameters: &str,
) -> Result<Vec<Event>, Refusal> {
    let entry = known(state, entrant)?;
    check_id("the parameters' record", parameters)?;
    if !entry.computer {
        return Err(CheckInRefusal::NotAComputer {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    let playing = state.rounds.iter().any(|round| {
        round.boards.iter().any(|board| {
            board.result().is_none()
                && (board.pairing.black == *entrant || board.pairing.white == *entrant)
        })
    });
    let computers = &rules_of(state)?.entry.computers;
    if playing && computers.parameters_between_rounds_only {
        return Err(CheckInRefusal::ComputerPlaying.into());
    }
    Ok(vec![Event::ComputerParametersSet {
        entrant: entrant.clone(),
        parameters: parameters.to_owned(),
    }])
}

/// An entrant who has not withdrawn.
fn still_in<'a>(
    state: &'a TournamentState,
    entrant: &EntrantId,
) -> Result<&'a EntrantState, Refusal> {
    let entry = known(state, entrant)?;
    if entry.withdrawn_from.is_some() {
        return Err(CheckInRefusal::Withdrawn {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    Ok(entry)
}
