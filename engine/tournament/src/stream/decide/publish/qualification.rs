//! Pairing a round of the qualification: round robins and Swiss systems, by the rules or by hand.

use super::draw::RoundDraw;
use super::{Paired, Publication, edit};
use crate::draw::{Draw, Seed};
use crate::ids::EntrantId;
use crate::pairing::PairingConstraints;
use crate::plan::PlannedStage;
use crate::refusal::Refusal;
use crate::round_robin::seat_round_robin;
use crate::rule_set::RuleSet;
use crate::stream::event::Event;
use crate::stream::state::TournamentState;
use crate::swiss::{Cost, PairingError, SwissRequest, pair_swiss, pairing_cost};

/// The round to be paired.
pub(super) struct Pairing<'a> {
    pub state: &'a TournamentState,
    pub rules: &'a RuleSet,
    pub publication: &'a Publication<'a>,
    pub stage: u32,
    pub planned: &'a PlannedStage,
    pub within: u32,
}

pub(super) fn pair(pairing: &Pairing<'_>, draw: &mut RoundDraw<'_>) -> Result<Paired, Refusal> {
    match pairing.planned {
        PlannedStage::RoundRobin { .. } => round_robin(pairing, draw),
        PlannedStage::Swiss { .. } => swiss(pairing, draw),
    }
}

fn round_robin(pairing: &Pairing<'_>, draw: &mut RoundDraw<'_>) -> Result<Paired, Refusal> {
    let state = pairing.state;
    if !pairing.publication.constraints.is_empty() {
        return Err(Refusal::new(
            "round_robin_fixed",
            "The chairs settle every round of a round robin; set the whole round by hand instead.",
        ));
    }
    let chairs = if let Some(chairs) = state.chairs.get(&pairing.stage) {
        chairs.clone()
    } else {
        let chairs = drawn_chairs(state, &draw.key()?, pairing.stage);
        draw.events.push(Event::SeatsDrawn {
            stage: pairing.stage,
            chairs: chairs.clone(),
        });
        chairs
    };
    let round = state.next_round();
    let seated: Vec<Option<EntrantId>> = chairs
        .iter()
        .map(|id| {
            let entrant = state.entrant(id)?;
            state.plays(entrant, round).then(|| id.clone())
        })
        .collect();
    let round = seat_round_robin(
        pairing.rules.pairing.round_robin_table,
        &seated,
        pairing.within,
    );
    let Some(manual) = pairing.publication.manual else {
        return Ok(Paired {
            games: round.games,
            byes: round.byes,
            cost: Cost::new(),
            edit: None,
            departures: Vec::new(),
        });
    };
    let (pairs, byes) = edit::whole(state, &present(state), manual)?;
    Ok(Paired {
        games: games(state, &pairs),
        byes: ids(state, &byes),
        cost: Cost::new(),
        edit: Some(edit::record(
            pairing.publication.constraints,
            true,
            &Cost::new(),
            Cost::new(),
        )),
        departures: Vec::new(),
    })
}

/// Seats by lot: the entrants in the order of their ids, shuffled.
fn drawn_chairs(state: &TournamentState, key: &Seed, stage: u32) -> Vec<EntrantId> {
    let mut chairs: Vec<EntrantId> = state.present().map(|entrant| entrant.id.clone()).collect();
    chairs.sort();
    Draw::new(key, &format!("chairs {stage}")).shuffle(&mut chairs);
    chairs
}

fn swiss(pairing: &Pairing<'_>, draw: &mut RoundDraw<'_>) -> Result<Paired, Refusal> {
    let state = pairing.state;
    let publication = pairing.publication;
    let table = state.result_table();
    let present = present(state);
    let key = draw.key()?;
    let request = SwissRequest::new(&table, &present, pairing.rules.levels(false), &key);
    let refusals = PairingConstraints {
        forbidden: refused(state, &present, &request)?,
        ..PairingConstraints::default()
    };
    let request = SwissRequest {
        constraints: &refusals,
        ..request
    };
    let mut conditions = edit::conditions(state, &present, publication.constraints)?;
    conditions.forbidden.extend(&refusals.forbidden);
    let found = pair_swiss(&request).map_err(|problem| unpairable(&problem))?;
    let (pairs, byes, cost) = if let Some(manual) = publication.manual {
        let (pairs, byes) = edit::whole(state, &present, manual)?;
        let cost = pairing_cost(&request, &pairs, byes.first().copied())
            .map_err(|problem| unpairable(&problem))?;
        (pairs, byes, cost)
    } else if publication.constraints.is_empty() {
        (
            found.pairs.clone(),
            found.bye.into_iter().collect(),
            found.cost.clone(),
        )
    } else {
        let held = pair_swiss(&SwissRequest {
            constraints: &conditions,
            ..request
        })
        .map_err(|problem| unpairable(&problem))?;
        (held.pairs, held.bye.into_iter().collect(), held.cost)
    };
    let edited = publication.manual.is_some() || !publication.constraints.is_empty();
    Ok(Paired {
        games: games(state, &pairs),
        byes: ids(state, &byes),
        edit: edited.then(|| {
            edit::record(
                publication.constraints,
                publication.manual.is_some(),
                &cost,
                found.cost,
            )
        }),
        cost,
        departures: Vec::new(),
    })
}

/// The entrants who play, as indexes.
fn present(state: &TournamentState) -> Vec<usize> {
    let round = state.next_round();
    let entrants = state.entrants.iter().enumerate();
    entrants
        .filter(|(_, entrant)| state.plays(entrant, round))
        .map(|(index, _)| index)
        .collect()
}

/// The pairs that refusals of computer programs forbid, as indexes of entrants who play. Where a pairing
/// under all of them has a bye, who plays a program rather than have the bye refuses none (AGA).
fn refused(
    state: &TournamentState,
    present: &[usize],
    request: &SwissRequest<'_>,
) -> Result<Vec<(usize, usize)>, Refusal> {
    let indexes = |pairs: Vec<(EntrantId, EntrantId)>| -> Vec<(usize, usize)> {
        pairs
            .iter()
            .filter_map(|(human, program)| {
                Some((
                    *state.entrant_index.get(human)?,
                    *state.entrant_index.get(program)?,
                ))
            })
            .filter(|(human, program)| present.contains(human) && present.contains(program))
            .collect()
    };
    let all = indexes(state.forbidden_pairs());
    if all.is_empty() {
        return Ok(all);
    }
    let conditions = PairingConstraints {
        forbidden: all.clone(),
        ..PairingConstraints::default()
    };
    let found = pair_swiss(&SwissRequest {
        constraints: &conditions,
        ..*request
    })
    .map_err(|problem| unpairable(&problem))?;
    let bye = found.bye.and_then(|index| state.entrants.get(index));
    Ok(bye.map_or(all, |entrant| {
        indexes(state.forbidden_pairs_against_bye(&entrant.id))
    }))
}

fn games(state: &TournamentState, pairs: &[(usize, usize)]) -> Vec<(EntrantId, EntrantId)> {
    let id = |index: usize| Some(state.entrants.get(index)?.id.clone());
    pairs
        .iter()
        .filter_map(|&(black, white)| Some((id(black)?, id(white)?)))
        .collect()
}

fn ids(state: &TournamentState, players: &[usize]) -> Vec<EntrantId> {
    players
        .iter()
        .filter_map(|&index| Some(state.entrants.get(index)?.id.clone()))
        .collect()
}

fn unpairable(problem: &PairingError) -> Refusal {
    Refusal::by_rule(
        "unpairable",
        "EGP II.4.1",
        format!("The round cannot be paired: {problem}."),
    )
}
