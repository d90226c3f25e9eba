//! The director's hand in a round: whole manual pairings, and conditions that the pairing completes.

use std::collections::BTreeSet;

use crate::ids::EntrantId;
use crate::pairing::{LockedPair, PairingConstraints};
use crate::refusals::{Refusal, RoundsRefusal, ensure};
use crate::rule_set::Deviation;
use crate::stream::checks::unknown_entrant;
use crate::stream::rounds::publish::Publication;
use crate::stream::{ManualPairing, PairingEdit, RoundConstraints, TournamentState};
use crate::swiss::{Cost, PairingJudgement};

/// A whole pairing leaves nothing to complete.
pub(super) fn check_one_manual_way(publication: &Publication<'_>) -> Result<(), Refusal> {
    ensure(
        publication.manual.is_none() || publication.constraints.is_empty(),
        RoundsRefusal::ManualAndConstraints,
    )
}

/// (black, white) by table, and the byes.
pub(super) type WholeRound = (Vec<(usize, usize)>, Vec<usize>);

/// The tables and byes of a whole manual pairing, as indexes of the entrants.
pub(super) fn whole(
    state: &TournamentState,
    present: &[usize],
    manual: &ManualPairing,
) -> Result<WholeRound, Refusal> {
    let mut named = BTreeSet::new();
    let mut take = |id: &EntrantId| -> Result<usize, Refusal> {
        let index = present_index(state, present, id)?;
        if named.insert(index) {
            return Ok(index);
        }
        Err(RoundsRefusal::ManualNamedTwice {
            entrant_id: id.clone(),
        }
        .into())
    };
    let mut pairs = Vec::with_capacity(manual.pairs.len());
    for pair in &manual.pairs {
        pairs.push((take(&pair.black)?, take(&pair.white)?));
    }
    let byes = manual
        .byes
        .iter()
        .map(&mut take)
        .collect::<Result<Vec<_>, _>>()?;
    let left: Vec<String> = present
        .iter()
        .filter(|index| !named.contains(index))
        .filter_map(|&index| {
            state
                .entrants
                .get(index)
                .map(|entrant| entrant.id.to_string())
        })
        .collect();
    if left.is_empty() {
        return Ok((pairs, byes));
    }
    Err(RoundsRefusal::ManualIncomplete { missing: left }.into())
}

/// The director's conditions as the pairing reads them.
pub(super) fn conditions(
    state: &TournamentState,
    present: &[usize],
    constraints: &RoundConstraints,
) -> Result<PairingConstraints, Refusal> {
    let known = |id: &EntrantId| present_index(state, present, id);
    let mut held = PairingConstraints::default();
    for pair in &constraints.locked {
        held.locked.push(LockedPair {
            one: known(&pair.one)?,
            two: known(&pair.two)?,
            black: pair.black.as_ref().map(known).transpose()?,
        });
    }
    for (one, two) in &constraints.forbidden {
        held.forbidden.push((known(one)?, known(two)?));
    }
    held.bye = constraints.bye.as_ref().map(known).transpose()?;
    for id in &constraints.no_bye {
        held.no_bye.push(known(id)?);
    }
    Ok(held)
}

/// A bye exists only where the number present is odd.
pub(super) fn check_byes(present: usize, byes: &[usize]) -> Result<(), Refusal> {
    if byes.len() == present % 2 {
        return Ok(());
    }
    Err(RoundsRefusal::ManualByes {
        present,
        byes: byes.len(),
    }
    .into())
}

/// The record of the director's hand: what his round costs more than the pairing's own.
pub(super) fn record(publication: &Publication<'_>, judged: &PairingJudgement) -> PairingEdit {
    PairingEdit {
        constraints: publication.constraints.clone(),
        whole: publication.manual.is_some(),
        unedited_cost: judged.own.cost.clone(),
        difference: judged
            .difference
            .iter()
            .filter(|(_, more)| **more != 0)
            .map(|(level, more)| (*level, *more))
            .collect(),
    }
}

/// The rules that the director's round breaks.
pub(super) fn breaches(round: u32, judged: &PairingJudgement) -> Vec<Deviation> {
    judged
        .breaches
        .iter()
        .map(|breach| {
            let value = format!("pairing.{}", breach.level.name());
            let detail = format!("Round {round} is set by hand: {}", breach.detail);
            Deviation::new(value, breach.rule.clone(), detail).with("round", round)
        })
        .collect()
}

/// The record of a whole round by hand that has no costs.
pub(super) fn whole_record(unedited_cost: Cost, difference: Cost) -> PairingEdit {
    PairingEdit {
        constraints: RoundConstraints::default(),
        whole: true,
        unedited_cost,
        difference,
    }
}

fn present_index(
    state: &TournamentState,
    present: &[usize],
    id: &EntrantId,
) -> Result<usize, Refusal> {
    let index = state.index_of(id).ok_or_else(|| unknown_entrant(id))?;
    if present.contains(&index) {
        return Ok(index);
    }
    Err(RoundsRefusal::EntrantNotPresent {
        entrant_id: id.clone(),
    }
    .into())
}
