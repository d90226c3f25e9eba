//! The tournament itself: its facts, and its rules before round 1.

use crate::draw::Seed;
use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::refusals::{Refusal, TournamentRefusal, ensure};
use crate::rule_set::{RuleSet, RuleSetOrigin, check_rule_set, deviations};
use crate::stream::checks::{check_deviations, check_id, not_on_record};
use crate::stream::registration::days::day_of;
use crate::stream::{Event, TournamentFacts, TournamentState};

const LONGEST_NAME_CHARS: usize = 200;
const MOST_LEGS: u32 = 1000;

pub(super) fn create(
    facts: &TournamentFacts,
    (rule_set, origin): (&RuleSet, Option<&RuleSetOrigin>),
    draw_anchor: &Seed,
    head_director: &AccountId,
    accept_deviations: bool,
) -> Result<Vec<Event>, Refusal> {
    check_facts(facts)?;
    check_id("the head director's account", head_director.as_str())?;
    check_rules(rule_set, origin)?;
    let deviations = deviations(rule_set);
    check_deviations(&deviations, accept_deviations)?;
    Ok(vec![
        Event::TournamentCreated {
            facts: facts.clone(),
            rule_set: rule_set.clone(),
            origin: origin.cloned(),
            draw_anchor: *draw_anchor,
            deviations,
        },
        Event::OfficialAppointed {
            account: head_director.clone(),
            role: OfficialRole::HeadDirector,
            shares: Vec::new(),
            powers: None,
        },
    ])
}

pub(super) fn change_rule_set(
    state: &TournamentState,
    (rule_set, origin): (&RuleSet, Option<&RuleSetOrigin>),
    accept_deviations: bool,
) -> Result<Vec<Event>, Refusal> {
    check_rules(rule_set, origin)?;
    if state.rule_set.as_ref() == Some(rule_set) {
        return Err(TournamentRefusal::RuleSetUnchanged.into());
    }
    let deviations = deviations(rule_set);
    check_deviations(&not_on_record(state, deviations.clone()), accept_deviations)?;
    Ok(vec![Event::RuleSetChanged {
        rule_set: rule_set.clone(),
        origin: origin.cloned(),
        deviations,
    }])
}

fn check_rules(rule_set: &RuleSet, origin: Option<&RuleSetOrigin>) -> Result<(), Refusal> {
    check_rule_set(rule_set)?;
    origin.map_or(Ok(()), RuleSetOrigin::check)
}

fn check_facts(facts: &TournamentFacts) -> Result<(), Refusal> {
    for (what, text) in [("name", &facts.name), ("country", &facts.country)] {
        let length = text.chars().count();
        if text.trim().is_empty()
            || length > LONGEST_NAME_CHARS
            || text.chars().any(char::is_control)
        {
            return Err(TournamentRefusal::BadFacts {
                what: what.to_owned(),
                most: LONGEST_NAME_CHARS,
            }
            .into());
        }
    }
    if let Some(organiser) = &facts.organiser {
        check_id("the organiser's account", organiser.as_str())?;
    }
    if let Some(leg) = &facts.leg {
        check_id("the series", &leg.series)?;
        ensure(
            (1..=MOST_LEGS).contains(&leg.number),
            TournamentRefusal::BadLeg { most: MOST_LEGS },
        )?;
    }
    if day_of(&facts.date).is_none() {
        return Err(TournamentRefusal::BadDate.into());
    }
    Ok(())
}
