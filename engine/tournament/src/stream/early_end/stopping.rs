//! The end of an event for good: abandoned, what was finished being kept, or cancelled, as if it had not taken place.

use crate::ids::AccountId;
use crate::refusals::{EarlyEndRefusal, LotsRefusal, Refusal, ensure};
use crate::stream::checks::{check_deviations, check_id, rules_of};
use crate::stream::early_end::shortening::{check_running, in_finals, rounds_deviation};
use crate::stream::early_end::unfinished::{annulled, rounds_after, settle};
use crate::stream::early_end::{Abandonment, EarlyEnd, EarlyEndKind, UnfinishedRound};
use crate::stream::evolve::fold;
use crate::stream::finals::announcement::contradictory;
use crate::stream::{Event, Phase, TournamentState, ending, obstacles};

pub(in crate::stream) fn may_abandon(state: &TournamentState) -> Result<(), Refusal> {
    check_running(state)
}

/// Every phase before the confirmation knows a cancellation.
pub(in crate::stream) fn may_cancel(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        matches!(state.phase(), Phase::Registration | Phase::Running),
        EarlyEndRefusal::NothingToCancel,
    )
}

/// Nothing more is played. What was finished is kept and listed, nobody is champion, and disputes are settled as the
/// results stand.
pub(in crate::stream) fn abandon(
    state: &TournamentState,
    act: &Abandonment,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &act.reason)?;
    ensure(
        act.unfinished != Some(UnfinishedRound::Completed),
        EarlyEndRefusal::NothingMoreIsPlayed,
    )?;
    let planned = state.planned_rounds();
    let (mut events, unfinished) = settle(state, act.unfinished.as_ref(), (&act.reason, now_ms))?;
    let rounds = rounds_after(state, unfinished).min(planned);
    ensure(rounds > 0, EarlyEndRefusal::NothingPlayed)?;
    events.extend(disputes_settled(&fold(state.clone(), &events), &act.reason));
    let (rule, mut deviations) = rounds_deviation(state, rounds)?;
    let without_finals = finals_unfinished(state, rounds)?;
    if without_finals {
        deviations.push(ending::without_finals(rules_of(state)?));
    }
    check_deviations(&deviations, act.accept_deviations)?;
    events.push(Event::EndedEarly(EarlyEnd {
        kind: EarlyEndKind::Abandoned,
        rounds,
        planned,
        unfinished,
        without_finals,
        ranking_confirmed: act.confirm_ranking,
        reason: act.reason.clone(),
        by: act.by.clone(),
        rule,
        deviations,
    }));
    if act.confirm_ranking {
        confirm(state, act, &mut events)?;
    }
    Ok(events)
}

/// The ranking after the finished rounds, with the lots that it wants, and no title.
fn confirm(
    state: &TournamentState,
    act: &Abandonment,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let mut stopped = fold(state.clone(), events);
    obstacles::before_confirmation(&stopped)?;
    let wanted = !stopped.finals_begun()
        && stopped.lots.order.is_none()
        && stopped.lots_wanted().map_err(contradictory)?;
    if wanted {
        let seed = act.seed.as_ref().ok_or(LotsRefusal::LotsNotDrawn)?;
        let drawn = ending::draw_lots(&stopped, seed)?;
        stopped = fold(stopped, &drawn);
        events.extend(drawn);
    }
    events.extend(ending::confirm(&stopped, true)?);
    Ok(())
}

/// The rules end with finals, and those are not played to their end.
fn finals_unfinished(state: &TournamentState, rounds: u32) -> Result<bool, Refusal> {
    let known = state
        .plan
        .as_ref()
        .is_some_and(|plan| !plan.finals.is_none());
    if !known || rounds < state.planned_rounds() || !in_finals(state) {
        return Ok(known);
    }
    let progress = state.finals_progress().map_err(contradictory)?;
    Ok(progress.is_none_or(|found| !found.is_over()))
}

fn disputes_settled(state: &TournamentState, reason: &str) -> Vec<Event> {
    let boards = state
        .rounds
        .iter()
        .flat_map(|round| round.boards.iter().map(|board| (round.number, board)));
    boards
        .filter(|(_, board)| board.dispute.is_some())
        .map(|(round, board)| Event::DisputeSettled {
            round,
            table: board.pairing.table,
            reason: reason.to_owned(),
        })
        .collect()
}

/// The event does not take place: every published round is annulled, and there is neither ranking nor rating file.
pub(in crate::stream) fn cancel(
    state: &TournamentState,
    annul_rounds: bool,
    reason: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    let published = state.rounds.len();
    ensure(
        published == 0 || annul_rounds,
        EarlyEndRefusal::RoundsPublished { rounds: published },
    )?;
    let mut after = state.clone();
    let mut events = Vec::new();
    while let Some(last) = after.rounds.last() {
        let gone = annulled(&after, last.number, reason);
        after = fold(after, &gone);
        events.extend(gone);
    }
    events.push(Event::EndedEarly(EarlyEnd {
        kind: EarlyEndKind::Cancelled,
        rounds: 0,
        planned: state.planned_rounds(),
        unfinished: None,
        without_finals: false,
        ranking_confirmed: false,
        reason: reason.to_owned(),
        by: by.clone(),
        rule: None,
        deviations: Vec::new(),
    }));
    Ok(events)
}
