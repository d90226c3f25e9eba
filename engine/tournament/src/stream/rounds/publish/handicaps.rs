//! The handicaps of a round: by the rules, and by the director's word.

use std::collections::BTreeMap;

use crate::ids::EntrantId;
use crate::pairing::{StartingScores, mcmahon_band};
use crate::plan::PlannedStage;
use crate::refusals::{Refusal, RoundsRefusal, ensure};
use crate::rule_set::{Deviation, Goal, HandicapRule, RuleSet};
use crate::stream::checks::{check_deviations, rules_of};
use crate::stream::rounds::publish::{Publication, plan_of};
use crate::stream::{BoardPurpose, Event, Handicap, PublishedPairing, TournamentState};

/// Gives the handicaps of the round among the events.
pub(super) fn set(
    state: &TournamentState,
    publication: &Publication<'_>,
    events: &mut [Event],
) -> Result<(), Refusal> {
    let rules = rules_of(state)?;
    let given = given(rules, publication)?;
    for event in events {
        let Event::RoundPublished {
            round,
            stage,
            pairings,
            deviations,
            ..
        } = event
        else {
            continue;
        };
        check_given(state, rules, &given, pairings)?;
        let found = departures(rules, *round, &given);
        check_deviations(&found, publication.accept_deviations)?;
        deviations.extend(found);
        let by_bands = rules.variant.handicaps == HandicapRule::BandDifference
            && is_swiss(state, rules, *stage)?;
        for pairing in pairings {
            let by_rules = by_bands && matches!(pairing.purpose, BoardPurpose::Qualification);
            let ruled = by_rules.then(|| by_band(state, rules, pairing)).flatten();
            let director = [&pairing.black, &pairing.white]
                .into_iter()
                .find_map(|entrant| Some((entrant, *given.get(entrant)?)));
            pairing.handicap = match director {
                None => ruled,
                Some((_, 0)) => None,
                Some((entrant, discs)) => Some(Handicap {
                    entrant: entrant.clone(),
                    discs,
                }),
            };
        }
    }
    Ok(())
}

/// No handicap has more discs than there are corners, whatever round it is given in.
///
/// # Errors
/// The [`Refusal`] of the first that has.
pub fn check_handicaps(handicaps: &[Handicap]) -> Result<(), Refusal> {
    for handicap in handicaps {
        ensure(
            handicap.discs <= Handicap::MOST,
            RoundsRefusal::HandicapOutOfRange {
                discs: handicap.discs.into(),
                most: Handicap::MOST.into(),
            },
        )?;
    }
    Ok(())
}

/// What the director gives, each player once and no more discs than there are corners.
fn given(
    rules: &RuleSet,
    publication: &Publication<'_>,
) -> Result<BTreeMap<EntrantId, u8>, Refusal> {
    check_handicaps(publication.handicaps)?;
    let mut given = BTreeMap::new();
    for handicap in publication.handicaps {
        ensure(
            rules.variant.goal == Goal::Most || handicap.discs == 0,
            RoundsRefusal::HandicapForFewest {
                entrant_id: handicap.entrant.clone(),
            },
        )?;
        let entrant_id = handicap.entrant.clone();
        let before = given.insert(entrant_id.clone(), handicap.discs);
        ensure(
            before.is_none(),
            RoundsRefusal::HandicapNamedTwice { entrant_id },
        )?;
    }
    Ok(given)
}

/// Who is named plays in the round, not against another who is, and started below the bar.
fn check_given(
    state: &TournamentState,
    rules: &RuleSet,
    given: &BTreeMap<EntrantId, u8>,
    pairings: &[PublishedPairing],
) -> Result<(), Refusal> {
    for (entrant, discs) in given {
        let entrant_id = entrant.clone();
        let pairing = pairings
            .iter()
            .find(|pairing| pairing.colour_of(entrant).is_some());
        let Some(pairing) = pairing else {
            return Err(RoundsRefusal::HandicapWithoutTable { entrant_id }.into());
        };
        let both = given.contains_key(&pairing.black) && given.contains_key(&pairing.white);
        if both {
            return Err(RoundsRefusal::HandicapOfBoth {
                table: pairing.table,
            }
            .into());
        }
        let rating = state.entrant(entrant).and_then(|known| known.rating);
        if let (StartingScores::McMahon { bar: Some(bar), .. }, Some(rating)) =
            (&rules.pairing.start, rating)
            && rating > *bar
            && *discs > 0
        {
            return Err(RoundsRefusal::HandicapAboveBar {
                entrant_id,
                bar: *bar,
            }
            .into());
        }
    }
    Ok(())
}

/// A text that sets the game knows no handicap.
fn departures(rules: &RuleSet, round: u32, given: &BTreeMap<EntrantId, u8>) -> Vec<Deviation> {
    let Some(source) = rules.source("variant") else {
        return Vec::new();
    };
    let given = given.iter().filter(|(_, discs)| **discs > 0);
    given
        .map(|(entrant, discs)| {
            let detail = format!(
                "The text knows no handicap; entrant {:?} has {discs} in corners in round {round}.",
                entrant.as_str()
            );
            Deviation::new("handicap", Some(source.to_owned()), detail)
                .with("entrant_id", entrant.as_str())
                .with("discs", *discs)
                .with("round", round)
        })
        .collect()
}

fn is_swiss(state: &TournamentState, rules: &RuleSet, stage: u32) -> Result<bool, Refusal> {
    let plan = plan_of(state, rules)?;
    let stage = usize::try_from(stage).unwrap_or(usize::MAX);
    let planned = plan.stages.get(stage);
    Ok(matches!(planned, Some(PlannedStage::Swiss { .. })))
}

/// A disc for each band between the two, to who started in the lower one (AGA). Who starts at or above the bar starts in
/// the bar's own band, and so has none from the others there.
fn by_band(
    state: &TournamentState,
    rules: &RuleSet,
    pairing: &PublishedPairing,
) -> Option<Handicap> {
    let band = |entrant: &EntrantId| {
        let rating = state.entrant(entrant).and_then(|known| known.rating);
        mcmahon_band(&rules.pairing.start, rating)
    };
    let (black, white) = (band(&pairing.black), band(&pairing.white));
    let lower = match black.cmp(&white) {
        std::cmp::Ordering::Less => &pairing.black,
        std::cmp::Ordering::Greater => &pairing.white,
        std::cmp::Ordering::Equal => return None,
    };
    let discs = u8::try_from(black.abs_diff(white)).unwrap_or(Handicap::MOST);
    Some(Handicap {
        entrant: lower.clone(),
        discs: discs.min(Handicap::MOST),
    })
}
