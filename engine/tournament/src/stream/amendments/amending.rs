//! Amending the rules (MSO 3.2).

use crate::plan::{PlannedStage, StagePlan, stage_plan};
use crate::refusals::{AmendmentsRefusal, Refusal, TournamentRefusal, ensure};
use crate::rule_set::{AnnouncementKind, Given, check_changes, check_rule_set, deviations};
use crate::stream::announcements::{AnnouncementRoom, announcing};
use crate::stream::checks::{check_deviations, check_id, not_on_record, rules_of};
use crate::stream::{
    AmendedRules, Announcement, AnnouncementAudience, Event, RulesAmendment, TournamentState,
    obstacles,
};

/// Round 1 is published, and there is room for what is announced of an amendment.
pub(in crate::stream) fn may_amend(state: &TournamentState) -> Result<(), Refusal> {
    ensure(state.plan.is_some(), AmendmentsRefusal::BeforeRoundOne)?;
    announcing::has_room(state, AnnouncementRoom::Amendments)
}

pub(in crate::stream) fn amend(
    state: &TournamentState,
    asked: &RulesAmendment,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", &asked.reason)?;
    check_id("the announcement", &asked.announcement)?;
    check_id("who amends", asked.by.as_str())?;
    check_rule_set(&asked.rule_set)?;
    let rules = rules_of(state)?;
    ensure(
        rules != &asked.rule_set,
        TournamentRefusal::RuleSetUnchanged,
    )?;
    check_changes(rules, &asked.rule_set, given(state))?;
    let plan = amended_plan(state, asked)?;
    let deviations = deviations(&asked.rule_set);
    let mut fresh = not_on_record(state, deviations.clone());
    let of_plan = plan.iter().flat_map(|plan| plan.deviations.clone());
    fresh.extend(not_on_record(state, of_plan.collect()));
    check_deviations(&fresh, asked.accept_deviations)?;
    let number = state.announcements.last().saturating_add(1);
    Ok(vec![
        Event::RulesAmended(AmendedRules {
            rule_set: asked.rule_set.clone(),
            from_round: state.next_round(),
            plan,
            reason: asked.reason.clone(),
            by: asked.by.clone(),
            announcement: number,
            deviations,
        }),
        Event::AnnouncementMade(Announcement {
            number,
            kind: AnnouncementKind::RulesAmended,
            audience: AnnouncementAudience::Everybody,
            entrants: Vec::new(),
            corrects: None,
            text: asked.announcement.clone(),
            starts: Vec::new(),
            by: Some(asked.by.clone()),
        }),
    ])
}

fn given(state: &TournamentState) -> Given {
    let missed = |round: u32| {
        let known = state.round(round);
        let seated = |id| known.is_some_and(|known| known.entrants().any(|one| one == id));
        state.entrants.iter().any(|entrant| {
            entrant.withdrawn_from.is_none_or(|from| round < from) && !seated(&entrant.id)
        })
    };
    let planned = state.planned_rounds();
    let mut published = state.rounds.iter().map(|round| round.number);
    Given {
        chairs: !state.seeding.chairs.is_empty(),
        starting_scores: true,
        byes: state.rounds.iter().any(|round| !round.byes.is_empty()),
        proceedings: obstacles::check_proceedings(state).is_err(),
        missed_rounds: published.any(|round| round <= planned && missed(round)),
        list: state.lots.order.is_some() || finals_begun(state),
    }
}

fn finals_begun(state: &TournamentState) -> bool {
    state.finals_begun() || state.finals.announced.is_some()
}

/// The stages under the amended rules, where they are others: what has begun keeps its format.
fn amended_plan(
    state: &TournamentState,
    asked: &RulesAmendment,
) -> Result<Option<StagePlan>, Refusal> {
    let Some(before) = &state.plan else {
        return Ok(None);
    };
    let after = stage_plan(&asked.rule_set, before.entrants)?;
    if (&before.stages, &before.finals) == (&after.stages, &after.finals) {
        return Ok(None);
    }
    ensure(
        !finals_begun(state) && state.lots.order.is_none(),
        AmendmentsRefusal::FinalsBegun,
    )?;
    ensure(
        state.early_ends.ended().is_none(),
        AmendmentsRefusal::EndedEarly,
    )?;
    let published = u32::try_from(state.rounds.len()).unwrap_or(u32::MAX);
    let mut first = 1_u32;
    for (number, stage) in (1_u32..).zip(&before.stages) {
        let begun = published
            .saturating_sub(first.saturating_sub(1))
            .min(stage.rounds());
        if begun == 0 {
            break;
        }
        let index = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let over = begun == stage.rounds() && before.stages.len() > index.saturating_add(1);
        let keeps = after
            .stages
            .get(index)
            .is_some_and(|new| goes_on(stage, new, begun, over));
        ensure(keeps, AmendmentsRefusal::StageBegun { stage: number })?;
        first = first.saturating_add(stage.rounds());
    }
    Ok(Some(after))
}

/// Whether a stage of which so many rounds are published goes on as the other.
fn goes_on(before: &PlannedStage, after: &PlannedStage, begun: u32, over: bool) -> bool {
    match (before, after) {
        (
            PlannedStage::Swiss {
                modified,
                continues,
                ..
            },
            PlannedStage::Swiss {
                rounds,
                modified: new_modified,
                continues: new_continues,
            },
        ) if !over => (modified, continues) == (new_modified, new_continues) && *rounds >= begun,
        (before, after) => before == after,
    }
}
