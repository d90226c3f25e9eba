//! The tournament itself: its facts, its rules, its officials.

use crate::draw::Seed;
use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::refusals::{Refusal, TournamentRefusal, ensure};
use crate::rule_set::{RuleSet, check_rule_set, deviations};
use crate::stream::checks::{check_deviations, check_id, not_on_record};
use crate::stream::{Event, TournamentFacts, TournamentState};

const LONGEST_NAME_CHARS: usize = 200;
const MOST_OFFICIALS: usize = 256;
const MOST_LEGS: u32 = 1000;

pub(super) fn create(
    facts: &TournamentFacts,
    rule_set: &RuleSet,
    draw_anchor: &Seed,
    head_director: &AccountId,
    accept_deviations: bool,
) -> Result<Vec<Event>, Refusal> {
    check_facts(facts)?;
    check_id("the head director's account", head_director.as_str())?;
    check_rule_set(rule_set)?;
    let deviations = deviations(rule_set);
    check_deviations(&deviations, accept_deviations)?;
    Ok(vec![
        Event::TournamentCreated {
            facts: facts.clone(),
            rule_set: rule_set.clone(),
            draw_anchor: *draw_anchor,
            deviations,
        },
        Event::OfficialAppointed {
            account: head_director.clone(),
            role: OfficialRole::HeadDirector,
            shares: Vec::new(),
        },
    ])
}

pub(super) fn change_rule_set(
    state: &TournamentState,
    rule_set: &RuleSet,
    accept_deviations: bool,
) -> Result<Vec<Event>, Refusal> {
    check_rule_set(rule_set)?;
    if state.rule_set.as_ref() == Some(rule_set) {
        return Err(TournamentRefusal::RuleSetUnchanged.into());
    }
    let deviations = deviations(rule_set);
    check_deviations(&not_on_record(state, deviations.clone()), accept_deviations)?;
    Ok(vec![Event::RuleSetChanged {
        rule_set: rule_set.clone(),
        deviations,
    }])
}

/// Who is appointed once a round is paired has the interest of whoever appoints him in what is paired, unless an official
/// without one consented. An official who gets another role has the interests that he had.
pub(super) fn appoint(
    state: &TournamentState,
    account: &AccountId,
    role: OfficialRole,
    (by, consents): (&AccountId, &[String]),
) -> Result<Vec<Event>, Refusal> {
    check_id("the official's account", account.as_str())?;
    check_id("who appoints", by.as_str())?;
    let known = state.offices.held.get(account);
    if known == Some(&role) {
        return Err(TournamentRefusal::OfficialAlready.into());
    }
    if known.is_none() && state.offices.held.len() >= MOST_OFFICIALS {
        return Err(TournamentRefusal::TooManyOfficials {
            most: MOST_OFFICIALS,
        }
        .into());
    }
    if role != OfficialRole::HeadDirector {
        check_director_remains(state, account)?;
    }
    let shares = match known {
        Some(_) => state.shared_by_now(account).to_vec(),
        None if consents.is_empty() => state.shared_by_appointment(account, by),
        None => Vec::new(),
    };
    Ok(vec![Event::OfficialAppointed {
        account: account.clone(),
        role,
        shares,
    }])
}

pub(super) fn dismiss(state: &TournamentState, account: &AccountId) -> Result<Vec<Event>, Refusal> {
    if !state.offices.held.contains_key(account) {
        return Err(TournamentRefusal::UnknownOfficial.into());
    }
    check_director_remains(state, account)?;
    Ok(vec![Event::OfficialDismissed {
        account: account.clone(),
    }])
}

fn check_director_remains(state: &TournamentState, without: &AccountId) -> Result<(), Refusal> {
    let remains = state
        .offices
        .held
        .iter()
        .any(|(account, role)| account != without && *role == OfficialRole::HeadDirector);
    if remains || !state.offices.held.contains_key(without) {
        return Ok(());
    }
    ensure(
        state.offices.held.get(without) != Some(&OfficialRole::HeadDirector),
        TournamentRefusal::LastHeadDirector,
    )
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
    if !is_date(&facts.date) {
        return Err(TournamentRefusal::BadDate.into());
    }
    Ok(())
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let number = |range: std::ops::Range<usize>| -> Option<u32> {
        bytes[range].iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit()
                .then(|| sum * 10 + u32::from(byte - b'0'))
        })
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}
