//! Pairing and publishing the next round.

use super::{check_departures, reveal, rules_of};
use crate::draw::{Draw, Seed};
use crate::ids::EntrantId;
use crate::plan::{PlannedStage, StagePlan, stage_plan};
use crate::refusal::Refusal;
use crate::round_robin::seat_round_robin;
use crate::rule_set::{Departure, RuleSet};
use crate::stream::event::{Event, PublishedPairing};
use crate::stream::round::RoundState;
use crate::stream::state::{TournamentState, round_purpose};
use crate::swiss::{Cost, PairingError, SwissRequest, pair_swiss};

/// What a round is published with.
pub(super) struct Publication {
    pub starts_at_ms: i64,
    pub now_ms: i64,
    pub seed: Option<Seed>,
    pub accept_departures: bool,
}

/// A paired round in the entrants' ids.
struct Paired {
    games: Vec<(EntrantId, EntrantId)>,
    byes: Vec<EntrantId>,
    cost: Cost,
}

pub(super) fn publish(
    state: &TournamentState,
    publication: &Publication,
) -> Result<Vec<Event>, Refusal> {
    let rules = rules_of(state)?;
    check_last_round_finished(state)?;
    let mut events = Vec::new();
    let plan = match &state.plan {
        Some(plan) => plan.clone(),
        None => {
            let entrants = u32::try_from(state.entrants.len()).unwrap_or(u32::MAX);
            let plan = stage_plan(rules, entrants)?;
            events.push(Event::RegistrationClosed { plan: plan.clone() });
            plan
        }
    };
    let round = state.next_round();
    let (stage, planned, within) = plan.stage_of(round).ok_or_else(|| all_played(&plan))?;
    if state.present().count() < 2 {
        return Err(Refusal::by_rule(
            "too_few_present",
            "EGP II.6",
            "Fewer than two entrants are left; confirm the tournament instead.",
        ));
    }
    let departures = short_notice(rules, publication);
    let confirm: Vec<Departure> = plan.departures.iter().chain(&departures).cloned().collect();
    check_departures(state, &confirm, publication.accept_departures)?;

    let mut draw = None;
    let paired = match planned {
        PlannedStage::RoundRobin { .. } => {
            let chairs = if let Some(chairs) = state.chairs.get(&stage) {
                chairs.clone()
            } else {
                let seed = needed_seed(publication, round)?;
                events.push(reveal(state, &seed, &round_purpose(round))?);
                draw = state.draws_revealed.checked_add(1);
                let chairs = drawn_chairs(state, &seed, stage);
                events.push(Event::SeatsDrawn {
                    stage,
                    chairs: chairs.clone(),
                });
                chairs
            };
            pair_round_robin(state, &chairs, within)
        }
        PlannedStage::Swiss { .. } => {
            let seed = needed_seed(publication, round)?;
            events.push(reveal(state, &seed, &round_purpose(round))?);
            draw = state.draws_revealed.checked_add(1);
            pair_swiss_round(state, rules, &seed)?
        }
    };
    events.push(Event::RoundPublished {
        round,
        stage,
        starts_at_ms: publication.starts_at_ms.max(publication.now_ms),
        pairings: tables(paired.games),
        byes: paired.byes,
        cost: paired.cost,
        draw,
        departures,
    });
    Ok(events)
}

fn check_last_round_finished(state: &TournamentState) -> Result<(), Refusal> {
    let Some(last) = state.rounds.last() else {
        return Ok(());
    };
    if last.state() == RoundState::Finished {
        return Ok(());
    }
    Err(Refusal::new(
        "round_unfinished",
        format!(
            "Round {} is not finished; finish it before the next is published.",
            last.number
        ),
    ))
}

fn all_played(plan: &StagePlan) -> Refusal {
    Refusal::by_rule(
        "all_rounds_played",
        &plan.rule,
        format!(
            "All {} rounds are published; there is no further round.",
            plan.rounds()
        ),
    )
}

fn short_notice(rules: &RuleSet, publication: &Publication) -> Vec<Departure> {
    let notice = publication
        .starts_at_ms
        .saturating_sub(publication.now_ms)
        .max(0);
    if notice >= rules.round_notice_ms {
        return Vec::new();
    }
    vec![Departure {
        value: "round_notice_ms".to_owned(),
        rule: rules.sources.get("round_notice_ms").cloned(),
        detail: format!(
            "The rules want {} ms of notice before a round; {notice} ms are given.",
            rules.round_notice_ms
        ),
    }]
}

fn needed_seed(publication: &Publication, round: u32) -> Result<Seed, Refusal> {
    publication.seed.ok_or_else(|| {
        Refusal::new(
            "seed_missing",
            format!("Round {round} is drawn by lot; give the next link of the hash chain."),
        )
    })
}

/// Seats by lot: the entrants in the order of their ids, shuffled.
fn drawn_chairs(state: &TournamentState, seed: &Seed, stage: u32) -> Vec<EntrantId> {
    let mut chairs: Vec<EntrantId> = state.present().map(|entrant| entrant.id.clone()).collect();
    chairs.sort();
    Draw::new(seed, &format!("chairs {stage}")).shuffle(&mut chairs);
    chairs
}

/// A withdrawn entrant's chair is the bye (EGP II.6).
fn pair_round_robin(state: &TournamentState, chairs: &[EntrantId], within: u32) -> Paired {
    let seated: Vec<Option<EntrantId>> = chairs
        .iter()
        .map(|id| {
            let entrant = state.entrant(id)?;
            entrant.withdrawn_from.is_none().then(|| id.clone())
        })
        .collect();
    let round = seat_round_robin(&seated, within);
    Paired {
        games: round.games,
        byes: round.byes,
        cost: Cost::new(),
    }
}

fn pair_swiss_round(
    state: &TournamentState,
    rules: &RuleSet,
    seed: &Seed,
) -> Result<Paired, Refusal> {
    let table = state.result_table();
    let present: Vec<usize> = (0..state.entrants.len())
        .filter(|&index| state.entrants[index].withdrawn_from.is_none())
        .collect();
    let pairing = pair_swiss(&SwissRequest::new(
        &table,
        &present,
        &rules.pairing_levels,
        seed,
    ))
    .map_err(|problem| unpairable(&problem))?;
    let id = |index: usize| state.entrants[index].id.clone();
    Ok(Paired {
        games: pairing
            .pairs
            .iter()
            .map(|&(black, white)| (id(black), id(white)))
            .collect(),
        byes: pairing.bye.map(id).into_iter().collect(),
        cost: pairing.cost,
    })
}

fn unpairable(problem: &PairingError) -> Refusal {
    Refusal::by_rule(
        "unpairable",
        "EGP II.4.1",
        format!("The round cannot be paired: {problem}."),
    )
}

fn tables(games: Vec<(EntrantId, EntrantId)>) -> Vec<PublishedPairing> {
    (1_u32..)
        .zip(games)
        .map(|(table, (black, white))| PublishedPairing {
            table,
            black,
            white,
        })
        .collect()
}
