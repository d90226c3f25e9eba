//! Pairing and the order of the list.

use std::collections::BTreeSet;

use super::bounds::{RATINGS, within};
use crate::pairing::{PairingModel, StartingScores};
use crate::plan::{MAX_ENTRANTS, MAX_QUALIFICATION_ROUNDS};
use crate::refusals::{Refusal, RuleSetRefusal};
use crate::rule_set::RuleSet;
use crate::standings::{BrightwellConstant, SharedRanks, TieBreak};
use crate::swiss::PairingLevel;

const MOST_TIE_BREAKS: usize = 16;
const MOST_BANDS: usize = 64;

pub(super) fn check_scoring(rules: &RuleSet) -> Result<(), Refusal> {
    let scoring = &rules.scoring;
    within("a bye in half-points", scoring.bye_half_points.0, 0..=2)?;
    let squares = rules.variant.squares();
    within("a bye in discs", scoring.bye_discs, 0..=squares)?;
    within(
        "a missed round in half-points",
        scoring.missed_round_half_points.0,
        0..=2,
    )?;
    if let BrightwellConstant::Fixed { constant } = scoring.brightwell_constant {
        within("the constant C", constant, 0..=64)?;
    }
    Ok(())
}

pub(super) fn check_pairing(rules: &RuleSet) -> Result<(), Refusal> {
    match &rules.pairing.model {
        PairingModel::Levels {
            levels,
            modified_levels,
        } => {
            check_levels("the Swiss system", levels)?;
            if !modified_levels.is_empty() {
                check_levels("the modified Swiss system", modified_levels)?;
            }
        }
        PairingModel::Papp(penalties) => penalties.check()?,
    }
    match &rules.pairing.start {
        StartingScores::None => Ok(()),
        StartingScores::McMahon { bands, bar } => {
            within("the number of bands", bands.len(), 1..=MOST_BANDS)?;
            for band in bands {
                within("a band's rating", band.from_rating, RATINGS)?;
                within(
                    "a band's starting score in half-points",
                    band.half_points.0,
                    0..=128,
                )?;
            }
            if let Some(bar) = bar {
                within("the bar's rating", *bar, RATINGS)?;
            }
            let rising = bands.windows(2).all(|pair| match pair {
                [low, high] => {
                    low.from_rating < high.from_rating && low.half_points <= high.half_points
                }
                _ => true,
            });
            if rising {
                return Ok(());
            }
            Err(RuleSetRefusal::BandsFall.into())
        }
        StartingScores::Accelerated(acceleration) => {
            within("the number of groups", acceleration.groups, 2..=64)?;
            within(
                "a group's step in half-points",
                acceleration.step_half_points.0,
                1..=16,
            )?;
            let rounds = acceleration.rounds;
            within(
                "the number of accelerated rounds",
                rounds,
                1..=MAX_QUALIFICATION_ROUNDS,
            )
        }
    }
}

fn check_levels(system: &str, levels: &[PairingLevel]) -> Result<(), Refusal> {
    let distinct: BTreeSet<&PairingLevel> = levels.iter().collect();
    if distinct.len() != levels.len() {
        return Err(RuleSetRefusal::LevelTwice {
            system: system.to_owned(),
        }
        .into());
    }
    if !levels.contains(&PairingLevel::Difference) {
        return Err(RuleSetRefusal::DifferenceMissing {
            system: system.to_owned(),
        }
        .into());
    }
    Ok(())
}

pub(super) fn check_ranking(rules: &RuleSet) -> Result<(), Refusal> {
    let chain = &rules.ranking.tie_breaks;
    if chain.first() != Some(&TieBreak::Points) {
        return Err(RuleSetRefusal::PointsNotFirst.into());
    }
    if chain.len() > MOST_TIE_BREAKS {
        return Err(RuleSetRefusal::TooManyTieBreaks {
            most: MOST_TIE_BREAKS,
        }
        .into());
    }
    let distinct: BTreeSet<&TieBreak> = chain.iter().collect();
    if distinct.len() != chain.len() {
        return Err(RuleSetRefusal::TieBreakTwice.into());
    }
    let lots = chain.iter().position(|one| *one == TieBreak::Lots);
    if lots.is_some_and(|place| place + 1 < chain.len()) {
        return Err(RuleSetRefusal::LotsNotLast.into());
    }
    for criterion in chain {
        if let TieBreak::Buchholz { dropped_lowest } = criterion {
            within(
                "the number of dropped scores",
                *dropped_lowest,
                0..=MAX_QUALIFICATION_ROUNDS,
            )?;
        }
    }
    if let SharedRanks::BelowMedals { medals } = rules.ranking.shared_ranks {
        within("the number of medals", medals, 0..=MAX_ENTRANTS)?;
    }
    Ok(())
}
