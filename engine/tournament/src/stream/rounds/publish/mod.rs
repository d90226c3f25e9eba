//! Pairing and publishing the next round.

mod clocks;
mod draw;
mod edit;
mod extra;
mod finals;
mod handicaps;
mod missing;
mod qualification;
mod start;
mod swiss_round;

pub(in crate::stream) use draw::{RoundLink, stand_in};
pub use handicaps::check_handicaps;
pub(in crate::stream) use swiss_round::{SwissRound, unpairable};

use std::borrow::Cow;

use draw::RoundDraw;
use outflank_othello::refusal::Milliseconds;

use crate::ids::EntrantId;
use crate::pairing::{StartingScores, starting_scores};
use crate::plan::{StagePlan, paragraph, stage_plan};
use crate::refusals::{Refusal, RoundsRefusal, ensure};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::checks::{check_deviations, not_on_record, rules_of};
use crate::stream::finals::announcement::{contradictory, next_session};
use crate::stream::timetable::{JudgedStart, planning};
use crate::stream::{
    ENGINE_EDITION, Event, Handicap, ManualPairing, PairingEdit, PlayerClock, PublishedPairing,
    RoundConstraints, RoundState, StartingScore, TournamentState, obstacles,
};
use crate::swiss::Cost;

/// What a round is published with.
pub(in crate::stream) struct Publication<'a> {
    pub starts_at_ms: i64,
    pub now_ms: i64,
    pub link: RoundLink,
    pub accept_deviations: bool,
    pub into_break: bool,
    pub manual: Option<&'a ManualPairing>,
    pub constraints: &'a RoundConstraints,
    pub clocks: &'a [PlayerClock],
    pub handicaps: &'a [Handicap],
}

/// A paired round in the entrants' ids.
#[derive(Default)]
struct Paired {
    games: Vec<(EntrantId, EntrantId)>,
    byes: Vec<EntrantId>,
    cost: Cost,
    edit: Option<PairingEdit>,
    deviations: Vec<Deviation>,
}

/// Nothing holds the next round up, there is one, and whoever plays it is there.
pub(in crate::stream) fn may_publish(state: &TournamentState, now_ms: i64) -> Result<(), Refusal> {
    in_the_way(state, now_ms).next().map_or(Ok(()), Err)
}

type Check = fn(&TournamentState, i64) -> Result<(), Refusal>;

/// What a publication waits for, the first first.
const CHECKS: [Check; 8] = [
    |state, _| rules_of(state).map(|_| ()),
    |state, _| check_last_round_finished(state),
    |state, _| obstacles::check_check_in(state),
    |state, _| obstacles::check_disputes(state),
    |state, _| obstacles::check_nations(state),
    |state, _| plan_of(state, rules_of(state)?).map(|_| ()),
    |state, _| ensure(!state.group_a_wanted(), RoundsRefusal::GroupANotNamed),
    check_another_round,
];

/// All that holds the next round up now, the first first.
fn in_the_way(state: &TournamentState, now_ms: i64) -> impl Iterator<Item = Refusal> + '_ {
    let checks = CHECKS.iter();
    checks.filter_map(move |check| check(state, now_ms).err())
}

/// There is another round, and players for it. Whether one follows the last that is planned is not known while that is
/// open.
fn check_another_round(state: &TournamentState, now_ms: i64) -> Result<(), Refusal> {
    let plan = plan_of(state, rules_of(state)?)?;
    if state.qualification_over() {
        ensure(!state.early_ends.without_finals(), all_played(&plan))?;
        if state.perfect_scores().map_err(contradictory)?.is_some() {
            return Ok(());
        }
        let session = next_session(state)?.ok_or_else(|| all_played(&plan))?;
        return finals::may_publish(state, &session, now_ms);
    }
    if waits_for_last_round(state) {
        return Ok(());
    }
    let round = state.next_round();
    if plan.stage_of(round).is_none() {
        return Err(all_played(&plan));
    }
    if state.present_for(round).count() < 2 {
        return Err(RoundsRefusal::TooFewPresent.into());
    }
    Ok(())
}

/// The plan in force, or the one that round 1 brings in force.
fn plan_of<'a>(state: &'a TournamentState, rules: &RuleSet) -> Result<Cow<'a, StagePlan>, Refusal> {
    if let Some(plan) = &state.plan {
        return Ok(Cow::Borrowed(plan));
    }
    let entrants = u32::try_from(state.entrants.len()).unwrap_or(u32::MAX);
    Ok(Cow::Owned(stage_plan(rules, entrants)?))
}

pub(in crate::stream) fn publish(
    state: &TournamentState,
    publication: &Publication<'_>,
) -> Result<Vec<Event>, Refusal> {
    let start = start::judged(state, publication)?;
    started(state, publication, start)
}

/// A round looked at before it is published.
pub(in crate::stream) struct Ahead {
    /// What its publication would cause; `None` where no pairing can be made.
    pub events: Option<Vec<Event>>,
    /// All that stands in its way now, the first first.
    pub refusals: Vec<Refusal>,
}

/// What a publication would cause, whatever stands in its way at the moment.
pub(in crate::stream) fn ahead(state: &TournamentState, publication: &Publication<'_>) -> Ahead {
    let publication = &Publication {
        link: RoundLink::StandIn,
        accept_deviations: true,
        ..*publication
    };
    let mut refusals: Vec<Refusal> = in_the_way(state, publication.now_ms).collect();
    let start = start::judged(state, publication).unwrap_or_else(|refusal| {
        refusals.push(refusal);
        JudgedStart {
            starts_at_ms: publication.starts_at_ms,
            moved: None,
        }
    });
    let events = match started(state, publication, start) {
        Ok(events) => Some(events),
        // Without a round to come, or players for it, that alone is said.
        Err(_) if waits_for_last_round(state) => None,
        Err(refusal) => {
            if check_another_round(state, publication.now_ms).is_ok() {
                refusals.push(refusal);
            }
            None
        }
    };
    let mut told: Vec<Refusal> = Vec::new();
    for refusal in refusals {
        if !told.contains(&refusal) {
            told.push(refusal);
        }
    }
    Ahead {
        events,
        refusals: told,
    }
}

/// An open round is the last that is planned.
fn waits_for_last_round(state: &TournamentState) -> bool {
    let plan = rules_of(state).and_then(|rules| plan_of(state, rules));
    check_last_round_finished(state).is_err()
        && plan.is_ok_and(|plan| plan.stage_of(state.next_round()).is_none())
}

fn started(
    state: &TournamentState,
    publication: &Publication<'_>,
    start: JudgedStart,
) -> Result<Vec<Event>, Refusal> {
    let publication = &Publication {
        starts_at_ms: start.starts_at_ms,
        ..*publication
    };
    let mut events = paired(state, publication)?;
    clocks::set(state, publication, &mut events)?;
    handicaps::set(state, publication, &mut events)?;
    events.extend(missing::listed(state, &events));
    if let Some(moved) = start.moved {
        let announcement = planning::announced(state, &[moved], "", None);
        events.push(Event::AnnouncementMade(announcement));
    }
    Ok(events)
}

fn paired(state: &TournamentState, publication: &Publication<'_>) -> Result<Vec<Event>, Refusal> {
    let rules = rules_of(state)?;
    edit::check_one_manual_way(publication)?;
    let overridden = obstacles::overridden_by_pairing(state)?;
    let mut events = Vec::new();
    let plan = plan_of(state, rules)?;
    if state.plan.is_none() {
        events.push(Event::RegistrationClosed {
            plan: plan.clone().into_owned(),
        });
    }
    if state.qualification_over() {
        if let Some(perfect) = state.perfect_scores().map_err(contradictory)? {
            return extra::publish(state, rules, &plan, publication, &perfect, overridden);
        }
        let session = next_session(state)?.ok_or_else(|| all_played(&plan))?;
        return finals::publish(state, rules, &plan, publication, &session, overridden);
    }
    let round = state.next_round();
    let (stage, planned, within) = plan.stage_of(round).ok_or_else(|| all_played(&plan))?;
    let scores = fixed_scores(state, rules);
    if !scores.is_empty() {
        events.push(Event::StartingScoresFixed {
            scores: scores.clone(),
        });
    }
    let mut draw = RoundDraw::new(state, publication.link, round);
    let paired = qualification::pair(
        &qualification::Pairing {
            state,
            rules,
            publication,
            stage,
            planned,
            within,
            rule: &plan.rule,
            scores: &scores,
        },
        &mut draw,
    )?;
    let mut deviations = short_notice(rules, publication);
    deviations.extend(paired.deviations);
    deviations.extend(overridden);
    let mut confirm = not_on_record(state, plan.deviations.clone());
    confirm.extend(deviations.iter().cloned());
    check_deviations(&confirm, publication.accept_deviations)?;
    events.extend(draw.events);
    events.push(Event::RoundPublished {
        round,
        stage,
        starts_at_ms: publication.starts_at_ms.max(publication.now_ms),
        pairings: tables(paired.games),
        byes: paired.byes,
        cost: paired.cost,
        draw: draw.index,
        deviations,
        edit: paired.edit,
        engine: Some(ENGINE_EDITION),
    });
    Ok(events)
}

/// Everybody's score before the first round, where somebody has none yet (AGA, McMahon).
fn fixed_scores(state: &TournamentState, rules: &RuleSet) -> Vec<StartingScore> {
    let all_fixed = state
        .entrants
        .iter()
        .all(|entrant| state.seeding.starting_scores.contains_key(&entrant.id));
    if all_fixed || !matches!(rules.pairing.start, StartingScores::McMahon { .. }) {
        return Vec::new();
    }
    let ratings: Vec<Option<i32>> = state
        .entrants
        .iter()
        .map(|entrant| entrant.rating)
        .collect();
    let scores = starting_scores(&rules.pairing.start, &ratings);
    state
        .entrants
        .iter()
        .zip(scores)
        .map(|(entrant, half_points)| StartingScore {
            entrant: entrant.id.clone(),
            half_points: state
                .seeding
                .starting_scores
                .get(&entrant.id)
                .copied()
                .unwrap_or(half_points),
        })
        .collect()
}

fn check_last_round_finished(state: &TournamentState) -> Result<(), Refusal> {
    let Some(last) = state.rounds.last() else {
        return Ok(());
    };
    ensure(
        last.state() == RoundState::Finished,
        RoundsRefusal::RoundUnfinished { round: last.number },
    )
}

fn all_played(plan: &StagePlan) -> Refusal {
    Refusal::from(RoundsRefusal::AllRoundsPlayed {
        rounds: plan.rounds(),
    })
    .under(paragraph(&plan.rule))
}

fn short_notice(rules: &RuleSet, publication: &Publication<'_>) -> Vec<Deviation> {
    let notice = publication
        .starts_at_ms
        .saturating_sub(publication.now_ms)
        .max(0);
    let wanted = rules.binding_notice_ms();
    if notice >= wanted {
        return Vec::new();
    }
    let detail = format!(
        "The rules want {} of notice before a round; {} {} given.",
        Milliseconds(wanted),
        Milliseconds(notice),
        Milliseconds(notice).verb()
    );
    let rule = rules.sources.get("round_notice_ms").cloned();
    let found = Deviation::new("round_notice_ms", rule, detail)
        .with("least_ms", wanted)
        .with("ms", notice);
    vec![found]
}

fn tables(games: Vec<(EntrantId, EntrantId)>) -> Vec<PublishedPairing> {
    (1_u32..)
        .zip(games)
        .map(|(table, (black, white))| PublishedPairing::new(table, black, white))
        .collect()
}
