//! The clocks of a round's players: time controls of their own, and time for special needs.

use std::collections::BTreeMap;

use crate::ids::EntrantId;
use crate::refusals::{Refusal, RoundsRefusal};
use crate::rule_set::{Deviation, RuleSet, TimeControl, check_time_control, time_deviation};
use crate::stream::checks::{check_deviations, rules_of};
use crate::stream::rounds::publish::Publication;
use crate::stream::{Event, OwnClock, PublishedPairing, TournamentState};

/// Sets the clocks of the round among the events.
pub(super) fn set(
    state: &TournamentState,
    publication: &Publication<'_>,
    events: &mut [Event],
) -> Result<(), Refusal> {
    let own = own_controls(publication)?;
    for event in events {
        let Event::RoundPublished {
            round,
            pairings,
            deviations,
            ..
        } = event
        else {
            continue;
        };
        check_all_play(&own, pairings)?;
        let found = clock_deviations(rules_of(state)?, *round, &own);
        check_deviations(&found, publication.accept_deviations)?;
        deviations.extend(found);
        let clock = |entrant: &EntrantId| OwnClock {
            time_control: own.get(entrant).copied(),
            extra_ms: state
                .entrant(entrant)
                .map_or(0, |known| known.accommodation.extra_ms),
        };
        for pairing in pairings {
            pairing.black_clock = clock(&pairing.black);
            pairing.white_clock = clock(&pairing.white);
        }
    }
    Ok(())
}

fn own_controls(
    publication: &Publication<'_>,
) -> Result<BTreeMap<EntrantId, TimeControl>, Refusal> {
    let mut own = BTreeMap::new();
    for clock in publication.clocks {
        check_time_control(clock.time_control)?;
        if own
            .insert(clock.entrant.clone(), clock.time_control)
            .is_some()
        {
            return Err(RoundsRefusal::ClockNamedTwice {
                entrant_id: clock.entrant.clone(),
            }
            .into());
        }
    }
    Ok(own)
}

fn check_all_play(
    own: &BTreeMap<EntrantId, TimeControl>,
    pairings: &[PublishedPairing],
) -> Result<(), Refusal> {
    let idle = own.keys().find(|entrant| {
        let plays = |pairing: &PublishedPairing| pairing.colour_of(entrant).is_some();
        !pairings.iter().any(plays)
    });
    match idle {
        None => Ok(()),
        Some(entrant) => Err(RoundsRefusal::ClockWithoutTable {
            entrant_id: entrant.clone(),
        }
        .into()),
    }
}

fn clock_deviations(
    rules: &RuleSet,
    round: u32,
    own: &BTreeMap<EntrantId, TimeControl>,
) -> Vec<Deviation> {
    let Ok(mut preset) = RuleSet::preset(&rules.based_on) else {
        return Vec::new();
    };
    preset.shortest_main_ms = preset.shortest_main_ms.max(rules.shortest_main_ms);
    own.iter()
        .filter_map(|(entrant, control)| {
            let found = time_deviation(&preset, "time_controls.qualification", *control)?;
            let detail = format!(
                "Entrant {:?} has a clock of his own in round {round}. {}",
                entrant.as_str(),
                found.detail
            );
            let found = Deviation { detail, ..found };
            Some(
                found
                    .with("entrant_id", entrant.as_str())
                    .with("round", round),
            )
        })
        .collect()
}
