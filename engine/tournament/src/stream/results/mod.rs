//! Results of boards, and the end of a round.

pub(super) mod absence;
pub(super) mod amend;
pub(super) mod disputes;
pub(super) mod entered;
pub(super) mod record;
mod result_table;

use crate::board_ref::BoardRef;
use crate::ids::EntrantId;
use crate::refusals::{Refusal, ResultsRefusal, ensure};
use crate::result_kind::ResultKind;
use crate::rule_set::Variant;
use crate::stream::checks::{check_id, rules_of};
use crate::stream::results::absence::absent_too_often;
use crate::stream::{
    Absence, Board, Event, PublishedPairing, ResultRecord, RoundState, TournamentState,
};
use crate::table::Colour;

pub(in crate::stream) fn record(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    result: &ResultRecord,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let board = board(state, at)?;
    if board.result().is_some() {
        return Err(ResultsRefusal::ResultAlreadyRecorded { table, round }.into());
    }
    let result = checked(state, round, &board.pairing, result)?;
    absence::check_entered(state, round, &result, now_ms)?;
    let absent = match result.kind {
        ResultKind::Walkover => Absence::Nobody,
        _ => result.absent,
    };
    let mut events = vec![Event::ResultRecorded {
        round,
        table,
        result,
    }];
    events.extend(absent_too_often(state, &board.pairing, absent));
    Ok(events)
}

/// Takes a game's result back: an official has it go on, or annulled it.
pub(in crate::stream) fn withdraw(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    game: &str,
) -> Result<Vec<Event>, Refusal> {
    let board = board(state, at)?;
    let Some(in_force) = board.result() else {
        return Err(ResultsRefusal::NoResultToWithdraw { table, round }.into());
    };
    if in_force.game.as_deref() != Some(game) {
        return Err(ResultsRefusal::ResultNotOfGame { table, round }.into());
    }
    if state.round(round).is_some_and(|known| known.finished) {
        return Err(ResultsRefusal::RoundResultsStand { round }.into());
    }
    Ok(vec![Event::ResultWithdrawn {
        round,
        table,
        game: game.to_owned(),
    }])
}

/// An official enters another result; that somebody did not appear waits for the limit here too.
pub(in crate::stream) fn correct_entered(
    state: &TournamentState,
    at: BoardRef,
    result: &ResultRecord,
    reason: &str,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let events = correct(state, at, result, reason)?;
    absence::check_entered(state, at.round, result, now_ms)?;
    Ok(events)
}

pub(in crate::stream) fn correct(
    state: &TournamentState,
    at: BoardRef,
    result: &ResultRecord,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let (board, _) = decided(state, at)?;
    let result = checked(state, at.round, &board.pairing, result)?;
    change(state, at, result, reason)
}

/// Another result, which stood before or comes of a ruling.
pub(in crate::stream) fn change(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
    result: ResultRecord,
    reason: &str,
) -> Result<Vec<Event>, Refusal> {
    let (_, in_force) = decided(state, at)?;
    if *in_force == result {
        return Err(ResultsRefusal::ResultUnchanged { table, round }.into());
    }
    check_id("the reason", reason)?;
    Ok(vec![Event::ResultCorrected {
        round,
        table,
        result,
        reason: reason.to_owned(),
        after_pairing_of: later_round(state, round),
    }])
}

/// A board and its result.
fn decided(
    state: &TournamentState,
    at @ BoardRef { round, table }: BoardRef,
) -> Result<(&Board, &ResultRecord), Refusal> {
    let board = board(state, at)?;
    let in_force = board.result();
    in_force
        .map(|result| (board, result))
        .ok_or_else(|| ResultsRefusal::NoResultToCorrect { table, round }.into())
}

/// Some round is published.
pub(in crate::stream) fn check_published(state: &TournamentState) -> Result<(), Refusal> {
    ensure(!state.rounds.is_empty(), ResultsRefusal::NoRoundPublished)
}

/// The last round has all its results, and is not finished.
pub(in crate::stream) fn may_finish(state: &TournamentState) -> Result<(), Refusal> {
    check_published(state)?;
    let Some(last) = state.rounds.last() else {
        return Ok(());
    };
    check_unfinished(state, last.number)?;
    if last.state() == RoundState::Complete {
        return Ok(());
    }
    Err(ResultsRefusal::BoardsOpen {
        round: last.number,
        tables: last.open_tables().map(|table| table.to_string()).collect(),
    }
    .into())
}

/// That round is published and goes on.
pub(in crate::stream) fn check_unfinished(
    state: &TournamentState,
    round: u32,
) -> Result<(), Refusal> {
    let known = state.round(round).ok_or_else(|| unknown_round(round))?;
    match known.state() {
        RoundState::Finished => Err(ResultsRefusal::RoundAlreadyFinished { round }.into()),
        RoundState::Complete | RoundState::Open => Ok(()),
    }
}

/// The last published round, where it is later than that one: its pairing rests on the old result and stays.
pub(in crate::stream) fn later_round(state: &TournamentState, round: u32) -> Option<u32> {
    let last = state.rounds.last()?.number;
    (last > round).then_some(last)
}

pub(in crate::stream) fn board(
    state: &TournamentState,
    BoardRef { round, table }: BoardRef,
) -> Result<&Board, Refusal> {
    let known = state.round(round).ok_or_else(|| unknown_round(round))?;
    known.board(table).ok_or_else(|| {
        ResultsRefusal::UnknownTable {
            round,
            table,
            tables: known.boards.len(),
        }
        .into()
    })
}

/// Somebody lost it: it is no draw.
const fn is_decided(kind: ResultKind) -> bool {
    matches!(kind, ResultKind::Forfeit)
}

fn unknown_round(round: u32) -> Refusal {
    ResultsRefusal::UnknownRound { round }.into()
}

/// The result as it stands on that board: where a draw is somebody's win, a drawn game stays one, 32-32, and
/// he is its winner (WOC IV.9, EGP IV.9).
fn checked(
    state: &TournamentState,
    round: u32,
    pairing: &PublishedPairing,
    result: &ResultRecord,
) -> Result<ResultRecord, Refusal> {
    check_walkover(state, round, pairing, result)?;
    let drawn = result.absent == Absence::Nobody
        && result.kind != ResultKind::DoubleForfeit
        && result.black_discs == result.white_discs;
    let draw_winner = pairing.winner_of_draw().filter(|_| drawn);
    let mut by_discs = result.clone();
    if draw_winner.is_some() && result.winner == draw_winner {
        by_discs.winner = None;
    }
    check_result(&by_discs, &rules_of(state)?.variant)?;
    Ok(ResultRecord {
        winner: draw_winner.or(by_discs.winner),
        ..by_discs
    })
}

/// A walkover is for the opponent of who withdrew or was put out by that round; the scores of the rounds before stand
/// (WOC II.7).
fn check_walkover(
    state: &TournamentState,
    round: u32,
    pairing: &PublishedPairing,
    result: &ResultRecord,
) -> Result<(), Refusal> {
    if result.kind != ResultKind::Walkover {
        return Ok(());
    }
    let gone: &[&EntrantId] = match result.absent {
        Absence::Nobody => &[],
        Absence::Black => &[&pairing.black],
        Absence::White => &[&pairing.white],
        Absence::Both => &[&pairing.black, &pairing.white],
    };
    for &entrant in gone {
        let entrant_id = entrant.clone();
        let left = state
            .entrant(entrant)
            .and_then(|known| known.withdrawn_from);
        match left {
            // The first round without him is the next after the one that he left.
            Some(from) if from > round.saturating_add(1) => {
                return Err(ResultsRefusal::WalkoverBeforeWithdrawal { entrant_id, round }.into());
            }
            Some(_) => {}
            None => return Err(ResultsRefusal::WalkoverWithoutWithdrawal { entrant_id }.into()),
        }
    }
    Ok(())
}

/// Discs add up to the board's squares with the empties counted, and the winner is the one with more; who was absent
/// has lost with none, and if both were absent, or forfeit, nobody scores.
fn check_result(result: &ResultRecord, variant: &Variant) -> Result<(), Refusal> {
    if result
        .game
        .as_deref()
        .is_some_and(|id| check_id("the game", id).is_err())
    {
        check_id("the game", result.game.as_deref().unwrap_or_default())?;
    }
    let (black, white) = (result.black_discs, result.white_discs);
    let squares = variant.squares();
    let won_by = |colour| variant.discs_for(colour, squares);
    let expected = match result.absent {
        Absence::Nobody if result.kind == ResultKind::DoubleForfeit => (black, white) == (0, 0),
        Absence::Nobody if result.kind.somebody_absent() => false,
        Absence::Nobody if is_decided(result.kind) && black == white => false,
        Absence::Black | Absence::White | Absence::Both
            if matches!(
                result.kind,
                ResultKind::Adjudicated | ResultKind::Forfeit | ResultKind::DoubleForfeit
            ) =>
        {
            false
        }
        Absence::Nobody => black.checked_add(white) == Some(squares),
        Absence::Black => (black, white) == won_by(Colour::White),
        Absence::White => (black, white) == won_by(Colour::Black),
        Absence::Both => (black, white) == (0, 0),
    };
    ensure(
        expected && result.winner == variant.winner(black, white),
        ResultsRefusal::ResultInconsistent {
            black,
            white,
            squares,
            half: variant.half(),
        },
    )
}
