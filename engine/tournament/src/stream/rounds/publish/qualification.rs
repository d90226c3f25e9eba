//! Pairing a round of the qualification: round robins and Swiss systems, by the rules or by hand.

use super::swiss_round::present;
use crate::draw::{Lottery, Seed};
use crate::ids::EntrantId;
use crate::pairing;
use crate::pairing::{PairingConstraints, PairingRequest};
use crate::plan::{PlannedStage, paragraph};
use crate::refusals::{Refusal, RoundsRefusal};
use crate::round_robin::{chairs_from_first_round, seat_round_robin};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::finals::announcement::contradictory;
use crate::stream::rounds::publish::draw::{RoundDraw, stand_in};
use crate::stream::rounds::publish::{Paired, Publication, SwissRound, edit, unpairable};
use crate::stream::{Event, StartingScore, TournamentState};
use crate::swiss::{Cost, SwissPairing, judge_pairing, pair_round};

/// The round to be paired.
pub(super) struct Pairing<'a> {
    pub state: &'a TournamentState,
    pub rules: &'a RuleSet,
    pub publication: &'a Publication<'a>,
    pub stage: u32,
    pub planned: &'a PlannedStage,
    pub within: u32,
    pub rule: &'a String,
    pub scores: &'a [StartingScore],
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
        return Err(RoundsRefusal::RoundRobinFixed.into());
    }
    let present = present(state);
    let whole = pairing
        .publication
        .manual
        .map(|manual| edit::whole(state, &present, manual))
        .transpose()?;
    let chairs = match state.seeding.chairs.get(&pairing.stage) {
        Some(chairs) => chairs.clone(),
        None => {
            let chairs = match whole
                .as_ref()
                .and_then(|round| manual_chairs(pairing, round))
            {
                Some(chairs) if pairing.within == 1 => chairs,
                _ => drawn_chairs(state, &draw.key()?, pairing.stage),
            };
            draw.events.push(Event::SeatsDrawn {
                stage: pairing.stage,
                chairs: chairs.clone(),
            });
            chairs
        }
    };
    let seated: Vec<Option<EntrantId>> = chairs
        .iter()
        .map(|id| {
            let index = state.index_of(id)?;
            present.contains(&index).then(|| id.clone())
        })
        .collect();
    let round = seat_round_robin(
        pairing.rules.pairing.round_robin_table,
        &seated,
        pairing.within,
    );
    let Some((pairs, byes)) = whole else {
        return Ok(Paired {
            games: round.games,
            byes: round.byes,
            ..Paired::default()
        });
    };
    Ok(Paired {
        games: games(state, &pairs),
        byes: ids(state, &byes),
        edit: Some(edit::whole_record(Cost::new(), Cost::new())),
        deviations: vec![set_manually(state.next_round(), pairing.rule)],
        cost: Cost::new(),
    })
}

fn set_manually(round: u32, rule: &str) -> Deviation {
    let detail = format!(
        "The chairs of a round robin are drawn and settle its rounds; the director set round {round} by hand."
    );
    Deviation::new("pairing.round_robin", paragraph(rule), detail).with("round", round)
}

/// The chairs that give the first round that the director set.
fn manual_chairs(
    pairing: &Pairing<'_>,
    (pairs, byes): &edit::WholeRound,
) -> Option<Vec<EntrantId>> {
    let bye = match byes.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => return None,
    };
    let table = pairing.rules.pairing.round_robin_table;
    let chairs = chairs_from_first_round(table, pairs, bye)?;
    Some(ids(pairing.state, &chairs))
}

/// Seats by lot: the entrants in the order of their ids, shuffled.
fn drawn_chairs(state: &TournamentState, key: &Seed, stage: u32) -> Vec<EntrantId> {
    let mut chairs: Vec<EntrantId> = state.present().map(|entrant| entrant.id.clone()).collect();
    chairs.sort();
    Lottery::new(key, &format!("chairs {stage}")).shuffle(&mut chairs);
    chairs
}

fn swiss(pairing: &Pairing<'_>, draw: &mut RoundDraw<'_>) -> Result<Paired, Refusal> {
    let state = pairing.state;
    let publication = pairing.publication;
    let whole = publication
        .manual
        .map(|manual| edit::whole(state, &present(state), manual))
        .transpose()?;
    let key = match whole {
        // A whole pairing by hand draws nothing: the cost of the best one is the same under any key.
        Some(_) => stand_in(state.next_round()),
        None => draw.key()?,
    };
    let (planned, within) = (pairing.planned, pairing.within);
    let round = SwissRound::new(state, pairing.rules, planned, within, pairing.scores, key);
    let request = round.request();
    let mut deviations = Vec::new();
    let mut standing = PairingConstraints::default();
    let (pairs, byes) = match whole {
        Some((pairs, byes)) => {
            deviations.extend(round.refusals_overridden(&pairs, &byes));
            (pairs, byes)
        }
        None => {
            let conditions = round.conditions(publication.constraints)?;
            let held = pair_round(&PairingRequest {
                constraints: &conditions,
                ..request
            })
            .map_err(unpairable)?;
            if publication.constraints.is_empty() {
                return Ok(found(state, held));
            }
            standing = round.standing_conditions()?;
            (held.pairs, held.bye.into_iter().collect())
        }
    };
    edit::check_byes(round.present.len(), &byes)?;
    let request = PairingRequest {
        constraints: &standing,
        ..request
    };
    let bye = byes.first().copied();
    let judged =
        judge_pairing(&request, &pairs, bye, &pairing.rules.sources).map_err(unpairable)?;
    deviations.extend(edit::breaches(state.next_round(), &judged));
    Ok(Paired {
        games: games(state, &pairs),
        byes: ids(state, &byes),
        edit: Some(edit::record(publication, &judged)),
        deviations,
        cost: judged.cost,
    })
}

fn found(state: &TournamentState, pairing: SwissPairing) -> Paired {
    Paired {
        games: games(state, &pairing.pairs),
        byes: ids(state, &pairing.bye.into_iter().collect::<Vec<_>>()),
        cost: pairing.cost,
        ..Paired::default()
    }
}

/// The Swiss round of those players beside the semi-finals: meetings, byes and floats count from the side
/// rounds on, colours run on, and who met in the qualification plays with reversed colours (EGP II.2).
pub(super) fn side_swiss(
    state: &TournamentState,
    rules: &RuleSet,
    players: &[usize],
    draw: &mut RoundDraw<'_>,
) -> Result<Paired, Refusal> {
    let table = state.result_table();
    let since = state.planned_rounds().saturating_add(1);
    let key = draw.key()?;
    let pairing = pair_round(&PairingRequest {
        since_round: since,
        reverse_colours_before: since,
        bye_half_points: rules.scoring.bye_half_points,
        ..PairingRequest::new(&table, players, &rules.pairing, &key)
    })
    .map_err(unpairable)?;
    Ok(found(state, pairing))
}

/// The extra round of the perfect scores (MSO).
pub(super) fn extra_round(
    state: &TournamentState,
    perfect: &[usize],
    draw: &mut RoundDraw<'_>,
) -> Result<Paired, Refusal> {
    let ranking: Vec<usize> = state
        .list_standings()
        .map_err(contradictory)?
        .iter()
        .map(|standing| standing.player)
        .filter(|&player| {
            let entrant = state.entrants.get(player);
            entrant.is_some_and(|entrant| entrant.withdrawn_from.is_none())
        })
        .collect();
    let key = draw.key()?;
    let pairing =
        pairing::extra_round(&state.result_table(), &ranking, perfect, &key).map_err(unpairable)?;
    pairing
        .map(|pairing| found(state, pairing))
        .ok_or_else(|| RoundsRefusal::NoExtraRound.into())
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
