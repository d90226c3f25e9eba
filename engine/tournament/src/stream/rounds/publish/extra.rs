//! Publishing an extra round: perfect scores play on until one at most is left (MSO).

use crate::plan::StagePlan;
use crate::refusals::{Refusal, RoundsRefusal};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::checks::check_deviations;
use crate::stream::rounds::publish::draw::RoundDraw;
use crate::stream::rounds::publish::qualification::extra_round;
use crate::stream::rounds::publish::{Publication, short_notice};
use crate::stream::{BoardPurpose, ENGINE_EDITION, Event, PublishedPairing, TournamentState};

pub(super) fn publish(
    state: &TournamentState,
    rules: &RuleSet,
    plan: &StagePlan,
    publication: &Publication<'_>,
    perfect: &[usize],
    overridden: Vec<Deviation>,
) -> Result<Vec<Event>, Refusal> {
    if publication.manual.is_some() || !publication.constraints.is_empty() {
        return Err(RoundsRefusal::ExtraRoundFixed.into());
    }
    let mut deviations = short_notice(rules, publication);
    deviations.extend(overridden);
    check_deviations(&deviations, publication.accept_deviations)?;
    let round = state.next_round();
    let mut draw = RoundDraw::new(state, publication.link, round);
    let paired = extra_round(state, perfect, &mut draw)?;
    let pairings = (1_u32..)
        .zip(paired.games)
        .map(|(table, (black, white))| PublishedPairing {
            purpose: BoardPurpose::ExtraRound,
            ..PublishedPairing::new(table, black, white)
        })
        .collect();
    let mut events = draw.events;
    events.push(Event::RoundPublished {
        round,
        stage: u32::try_from(plan.stages.len()).unwrap_or(u32::MAX),
        starts_at_ms: publication.starts_at_ms.max(publication.now_ms),
        pairings,
        byes: paired.byes,
        cost: paired.cost,
        draw: draw.index,
        deviations,
        edit: None,
        engine: Some(ENGINE_EDITION),
    });
    Ok(events)
}
