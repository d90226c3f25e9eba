//! What becomes of the round that is not finished.

use std::collections::BTreeMap;

use crate::board_ref::BoardRef;
use crate::ids::EntrantId;
use crate::refusals::{EarlyEndRefusal, Refusal, ResultsRefusal, ensure};
use crate::result_kind::ResultKind;
use crate::stream::checks::rules_of;
use crate::stream::early_end::{AdjudicatedBoard, SettledRound, UnfinishedRound};
use crate::stream::results::absence::stayed_away;
use crate::stream::rounds::unpublish::withdrawn_since;
use crate::stream::{
    Board, EnteredResult, Event, Round, RoundFate, RoundState, TournamentState, results,
};

/// What the director's choice does to the round that is not finished, and that round with its fate.
pub(super) fn settle(
    state: &TournamentState,
    chosen: Option<&UnfinishedRound>,
    (reason, now_ms): (&str, i64),
) -> Result<(Vec<Event>, Option<SettledRound>), Refusal> {
    let last = state.rounds.last();
    let open = last.filter(|last| last.state() != RoundState::Finished);
    let (round, chosen) = match (open, chosen) {
        (None, None) => return Ok((Vec::new(), None)),
        (None, Some(_)) => return Err(EarlyEndRefusal::NoRoundUnfinished.into()),
        (Some(round), None) => {
            let round = round.number;
            return Err(EarlyEndRefusal::RoundFateNotChosen { round }.into());
        }
        (Some(round), Some(chosen)) => (round, chosen),
    };
    let events = match chosen {
        UnfinishedRound::Completed => Vec::new(),
        UnfinishedRound::Adjudicated { boards } => adjudicated(state, round, boards, now_ms)?,
        UnfinishedRound::Annulled => annulled(state, round.number, reason),
    };
    let settled = SettledRound {
        round: round.number,
        fate: chosen.fate(),
    };
    Ok((events, Some(settled)))
}

/// The finished rounds once that is done.
pub(super) fn rounds_after(state: &TournamentState, settled: Option<SettledRound>) -> u32 {
    let published = state.next_round().saturating_sub(1);
    match settled.map(|settled| settled.fate) {
        Some(RoundFate::Annulled) => published.saturating_sub(1),
        Some(RoundFate::Completed | RoundFate::Adjudicated) | None => published,
    }
}

/// The last round annulled: who withdrew while it was published does not play the next, but nobody is out of the event by
/// an absence from a round that counts as never published.
pub(super) fn annulled(state: &TournamentState, round: u32, reason: &str) -> Vec<Event> {
    let mut events = vec![Event::RoundAnnulled {
        round,
        reason: reason.to_owned(),
    }];
    events.extend(
        withdrawn_since(state, round).map(|withdrawn| match withdrawn {
            Event::EntrantWithdrawn { entrant, .. } if out_by_absence(state, round, &entrant) => {
                Event::EntrantReinstated { entrant }
            }
            withdrawn => withdrawn,
        }),
    );
    events
}

/// An absence from that round withdrew him, and no ruling put him out besides.
fn out_by_absence(state: &TournamentState, round: u32, entrant: &EntrantId) -> bool {
    let withdrawn = state.entrant(entrant).map(|known| known.withdrawn_seq);
    let mut boards = state
        .round(round)
        .into_iter()
        .flat_map(|known| &known.boards);
    let with_it = |board: &Board| {
        let mut results = board.results.iter();
        results.any(|known| {
            Some(known.seq) == withdrawn && stayed_away(&known.result, &board.pairing, entrant)
        })
    };
    state.put_out_by(entrant).next().is_none() && boards.any(with_it)
}

fn adjudicated(
    state: &TournamentState,
    round: &Round,
    boards: &[AdjudicatedBoard],
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let number = round.number;
    // An adjudicated board counts as a game, and nobody can have begun one.
    ensure(
        now_ms >= round.starts_at_ms,
        EarlyEndRefusal::RoundNotStarted { round: number },
    )?;
    let mut scores: BTreeMap<u32, u32> = BTreeMap::new();
    for board in boards {
        if scores.insert(board.table, board.black_discs).is_some() {
            let table = board.table;
            return Err(EarlyEndRefusal::AdjudicatedTwice { table }.into());
        }
    }
    let missing: Vec<String> = round
        .open_tables()
        .filter(|table| !scores.contains_key(table))
        .map(|table| table.to_string())
        .collect();
    if !missing.is_empty() {
        let (round, tables) = (number, missing);
        return Err(ResultsRefusal::BoardsOpen { round, tables }.into());
    }
    let variant = rules_of(state)?.variant;
    let mut events = Vec::new();
    for (table, black_discs) in scores {
        let entered = EnteredResult {
            kind: ResultKind::Adjudicated,
            black_discs: Some(black_discs),
            lost_by: None,
        };
        let result = entered.record(&variant)?;
        let board = BoardRef::new(number, table);
        events.extend(results::record(state, board, &result, now_ms)?);
    }
    events.push(Event::RoundFinished { round: number });
    Ok(events)
}
