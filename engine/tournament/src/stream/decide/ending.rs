//! The end of an event: lots for the last ties, and the confirmation of its ranking.

use super::{reveal, rules_of};
use crate::draw::{Draw, Seed};
use crate::ids::EntrantId;
use crate::refusal::Refusal;
use crate::rule_set::Departure;
use crate::standings::Standing;
use crate::stream::event::{Event, RankingLine};
use crate::stream::round::RoundState;
use crate::stream::state::TournamentState;

pub(super) fn draw_lots(state: &TournamentState, seed: &Seed) -> Result<Vec<Event>, Refusal> {
    check_played(state)?;
    if state.lots.is_some() {
        return Err(Refusal::by_rule(
            "lots_already_drawn",
            "EGP II.3",
            "Lots are drawn once, and they are drawn.",
        ));
    }
    if !ranked(state)?.iter().any(|standing| standing.tied) {
        return Err(Refusal::by_rule(
            "no_ties",
            "EGP II.3",
            "Points, BQ and discs leave no tie; there is nothing to draw lots for.",
        ));
    }
    let revealed = reveal(state, seed, "final ties")?;
    let mut order: Vec<EntrantId> = state
        .entrants
        .iter()
        .map(|entrant| entrant.id.clone())
        .collect();
    order.sort();
    Draw::new(seed, "lots").shuffle(&mut order);
    Ok(vec![revealed, Event::LotsDrawn { order }])
}

pub(super) fn confirm(
    state: &TournamentState,
    without_finals: bool,
) -> Result<Vec<Event>, Refusal> {
    let rules = rules_of(state)?;
    check_played(state)?;
    let mut departures = Vec::new();
    if !rules.finals(state.entrant_count()).is_none() {
        if !without_finals {
            return Err(Refusal::by_rule(
                "finals_unavailable",
                "EGP II.1",
                "The rules end with a final and a game for third place, which cannot be run here yet; \
                 confirm the event without finals, which departs from the text.",
            ));
        }
        departures.push(Departure {
            value: "finals".to_owned(),
            rule: rules.sources.get("finals").cloned(),
            detail: "The text ends with a final and a game for third place; none were played here."
                .to_owned(),
        });
    }
    let list = ranked(state)?;
    if list.iter().any(|standing| standing.tied) {
        return Err(Refusal::by_rule(
            "lots_not_drawn",
            "EGP II.3",
            "Players are equal on points, BQ and discs; draw lots before the ranking is confirmed.",
        ));
    }
    let ranking = list.iter().map(|standing| line(state, standing)).collect();
    Ok(vec![Event::TournamentConfirmed {
        ranking,
        departures,
    }])
}

/// All planned rounds are finished, or fewer than two entrants are left to play them.
fn check_played(state: &TournamentState) -> Result<(), Refusal> {
    let finished = state
        .rounds
        .iter()
        .all(|round| round.state() == RoundState::Finished);
    let last = state.rounds.last().map_or(0, |round| round.number);
    let planned = state.planned_rounds();
    let none_left = state.present().count() < 2;
    if state.plan.is_some() && finished && (last >= planned || none_left) {
        return Ok(());
    }
    Err(Refusal::new(
        "rounds_left",
        if state.plan.is_none() {
            "No round has been played; publish round 1 first.".to_owned()
        } else if finished {
            format!("Only {last} of {planned} rounds are played; play the others first.")
        } else {
            format!("Round {last} is not finished; finish it first.")
        },
    ))
}

fn ranked(state: &TournamentState) -> Result<Vec<Standing>, Refusal> {
    state.standings().map_err(|problem| {
        Refusal::new(
            "contradictory_results",
            format!("The results cannot be ranked: {problem}."),
        )
    })
}

fn line(state: &TournamentState, standing: &Standing) -> RankingLine {
    RankingLine {
        entrant: state
            .entrants
            .get(standing.player)
            .map_or_else(|| EntrantId(String::new()), |entrant| entrant.id.clone()),
        place: standing.place,
        rank: standing.rank,
        half_points: standing.half_points,
        bq_halves: standing.bq_halves,
        discs: standing.discs,
    }
}
