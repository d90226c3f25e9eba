//! Fewer rounds of the qualification, and an end after those that are finished. The Brightwell constant stays as the
//! plan had it.

use crate::plan::shortened;
use crate::refusals::{EarlyEndRefusal, FinalsRefusal, Refusal, ensure};
use crate::rule_set::{Deviation, ExtraRounds};
use crate::stream::checks::{check_deviations, check_id, rules_of};
use crate::stream::early_end::unfinished::{rounds_after, settle};
use crate::stream::early_end::{
    EarlyEnd, EarlyEndKind, EarlyFinish, RoundFate, Shortening, UnfinishedRound,
};
use crate::stream::{Event, Phase, TournamentState, ending};

/// The qualification goes on.
pub(in crate::stream) fn may_shorten(state: &TournamentState) -> Result<(), Refusal> {
    check_running(state)?;
    ensure(
        !state.qualification_over(),
        EarlyEndRefusal::QualificationOver,
    )
}

/// Something is left to be played.
pub(in crate::stream) fn may_end_early(state: &TournamentState) -> Result<(), Refusal> {
    check_running(state)
}

pub(super) fn check_running(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        state.phase() == Phase::Running,
        EarlyEndRefusal::NothingPlayed,
    )
}

pub(in crate::stream) fn shorten(
    state: &TournamentState,
    act: &Shortening,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &act.reason)?;
    let (planned, least) = (state.planned_rounds(), state.next_round().saturating_sub(1));
    ensure(
        (least.max(1)..planned).contains(&act.rounds),
        EarlyEndRefusal::NotShorter {
            least: least.max(1),
            most: planned.saturating_sub(1),
        },
    )?;
    let (rule, deviations) = rounds_deviation(state, act.rounds)?;
    check_deviations(&deviations, act.accept_deviations)?;
    Ok(vec![Event::EndedEarly(EarlyEnd {
        kind: EarlyEndKind::Shortened,
        rounds: act.rounds,
        planned,
        unfinished: None,
        without_finals: false,
        ranking_confirmed: false,
        reason: act.reason.clone(),
        by: act.by.clone(),
        rule,
        deviations,
    })])
}

pub(in crate::stream) fn end_early(
    state: &TournamentState,
    act: &EarlyFinish,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &act.reason)?;
    let planned = state.planned_rounds();
    let finals = in_finals(state);
    ensure(
        !finals || act.without_finals,
        EarlyEndRefusal::QualificationOver,
    )?;
    let without = if act.without_finals {
        finals_left_out(state, act.unfinished.as_ref())?
    } else {
        Vec::new()
    };
    let (mut events, unfinished) = settle(state, act.unfinished.as_ref(), (&act.reason, now_ms))?;
    let rounds = rounds_after(state, unfinished).min(planned);
    ensure(rounds > 0, EarlyEndRefusal::NothingPlayed)?;
    ensure(
        rounds < planned || act.without_finals,
        EarlyEndRefusal::NotEarly { rounds },
    )?;
    let (rule, mut deviations) = rounds_deviation(state, rounds)?;
    deviations.extend(without);
    check_deviations(&deviations, act.accept_deviations)?;
    events.push(Event::EndedEarly(EarlyEnd {
        kind: EarlyEndKind::EndedEarly,
        rounds,
        planned,
        unfinished,
        without_finals: act.without_finals,
        ranking_confirmed: false,
        reason: act.reason.clone(),
        by: act.by.clone(),
        rule,
        deviations,
    }));
    Ok(events)
}

/// Every round of the qualification is finished: what is left are finals or extra rounds, or nothing.
pub(super) fn in_finals(state: &TournamentState) -> bool {
    let published = state.next_round().saturating_sub(1);
    published > state.planned_rounds() || state.finals_begun() || state.qualification_over()
}

/// That the finals of the rules are not played, or not to their end; that extra rounds are not is found at the
/// confirmation. Where the rules know neither, there is nothing to leave out; nor is there twice, but a round that was to
/// be completed can be settled otherwise.
fn finals_left_out(
    state: &TournamentState,
    unfinished: Option<&UnfinishedRound>,
) -> Result<Vec<Deviation>, Refusal> {
    let rules = rules_of(state)?;
    let format = state.plan.as_ref().map(|plan| plan.finals);
    let finals = format.is_some_and(|format| !format.is_none());
    let playoffs = format.is_some_and(|format| format.tie_playoffs.is_some());
    let extra = rules.extra_rounds == ExtraRounds::WhilePerfectScores;
    let settled = unfinished.is_some_and(|chosen| chosen.fate() != RoundFate::Completed);
    ensure(
        (finals || playoffs || extra) && (settled || !state.early_ends.without_finals()),
        FinalsRefusal::NoFinalsDue,
    )?;
    let left_out = || ending::without_finals(rules);
    Ok(finals.then(left_out).into_iter().collect())
}

/// The paragraph that fixes the number of rounds, and what departs from it by that number.
pub(super) fn rounds_deviation(
    state: &TournamentState,
    rounds: u32,
) -> Result<(Option<String>, Vec<Deviation>), Refusal> {
    let rules = rules_of(state)?;
    let Some(plan) = &state.plan else {
        return Ok((None, Vec::new()));
    };
    if rounds >= state.planned_rounds() {
        return Ok((None, Vec::new()));
    }
    Ok(shortened(rules, plan, rounds))
}
