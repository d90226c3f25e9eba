//! What is asked of an entry here, and what is declared and noted of it later.

use crate::ids::{AccountId, EntrantId};
use crate::people::RulesAcceptance;
use crate::refusals::{EntryFactsRefusal, Refusal, ensure};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::checks::{check_deviations, check_id, known, paragraph, rules_of};
use crate::stream::registration::days::{day_of, twelve_months_before};
use crate::stream::{
    AcceptedRules, Declared, Event, FederationAgreement, FeeNote, Registration, Representation,
    Residence, TournamentState,
};

const MOST_RESIDENCES: usize = 24;

/// The declarations that are asked for here, whole, and where the entry departs from the text. Whoever enters himself
/// declares what is asked; a director may enter somebody who does not as a confirmed deviation.
pub(super) fn settled(
    state: &TournamentState,
    registration: &Registration,
    now_ms: i64,
) -> Result<(Declared, Vec<Deviation>), Refusal> {
    let rules = rules_of(state)?;
    let by_himself = registration.self_entry;
    let declared = asked_for(state, &registration.declared, by_himself, now_ms)?;
    if lacks_acceptance(rules, &declared) {
        return Err(match by_himself {
            true => EntryFactsRefusal::RulesNotAccepted,
            false => EntryFactsRefusal::RulesAcceptedOnNobodysWord,
        }
        .into());
    }
    Ok((declared, judged(state, registration)?))
}

/// Where whoever enters may not play for his nation by the text: refused where he enters himself, for a director's second
/// confirmation to make it a deviation.
pub(super) fn judged(
    state: &TournamentState,
    registration: &Registration,
) -> Result<Vec<Deviation>, Refusal> {
    let Some((fault, deviation)) = represents(state, registration) else {
        return Ok(Vec::new());
    };
    if registration.self_entry {
        return Err(fault.into());
    }
    let deviations = vec![deviation];
    check_deviations(&deviations, registration.accept_deviations)?;
    Ok(deviations)
}

/// What is declared of somebody's nation, where it is asked for.
pub(super) fn representation_asked_for(
    state: &TournamentState,
    declared: Option<&Representation>,
) -> Result<Option<Representation>, Refusal> {
    if let Some(Representation::Resident { residences }) = declared {
        check_residences(residences)?;
    }
    let asked = asks_representation(rules_of(state)?);
    Ok(declared.filter(|_| asked).cloned())
}

/// Whether an entry that was judged when it came may still stand as it is.
pub(super) fn still_stands(state: &TournamentState, registration: &Registration) -> bool {
    let rules = state.rule_set.as_ref();
    if rules.is_some_and(|rules| lacks_acceptance(rules, &registration.declared)) {
        return false;
    }
    represents(state, registration)
        .is_none_or(|(_, deviation)| registration.deviations.contains(&deviation))
}

fn lacks_acceptance(rules: &RuleSet, declared: &Declared) -> bool {
    rules.entry.acceptance == RulesAcceptance::Asked && declared.acceptance.is_none()
}

/// What is asked for here of what is declared, the acceptance with the rules in force.
fn asked_for(
    state: &TournamentState,
    declared: &Declared,
    by_himself: bool,
    now_ms: i64,
) -> Result<Declared, Refusal> {
    let rules = rules_of(state)?;
    let members = rules.entry.computers.members_only;
    let acceptance = declared.acceptance.as_ref();
    Ok(Declared {
        representation: representation_asked_for(state, declared.representation.as_ref())?,
        computer_member: members && declared.computer_member,
        operator_member: members && declared.operator_member,
        acceptance: acceptance
            .map(|asked| accepted(state, rules, asked, by_himself, now_ms))
            .transpose()?,
    })
}

fn accepted(
    state: &TournamentState,
    rules: &RuleSet,
    asked: &AcceptedRules,
    by_himself: bool,
    now_ms: i64,
) -> Result<AcceptedRules, Refusal> {
    check_id("who accepts", asked.by.as_str())?;
    match &asked.on_word_of {
        Some(record) => check_id("on whose word", record)?,
        None => ensure(by_himself, EntryFactsRefusal::RulesAcceptedOnNobodysWord)?,
    }
    Ok(AcceptedRules {
        rule_set: rules.name.clone(),
        version: rules.version,
        edition: state.rules_edition(),
        at_ms: now_ms,
        by: asked.by.clone(),
        on_word_of: asked.on_word_of.clone().filter(|_| !by_himself),
    })
}

fn asks_representation(rules: &RuleSet) -> bool {
    rules.teams.by_nation && rules.teams.citizens_or_residents
}

fn check_residences(residences: &[Residence]) -> Result<(), Refusal> {
    let sound = |residence: &Residence| {
        let first = day_of(&residence.from);
        let last = residence.until.as_ref().map(|until| day_of(until));
        match (first, last) {
            (Some(_), None) => true,
            (Some(first), Some(Some(last))) => first <= last,
            _ => false,
        }
    };
    ensure(
        residences.len() <= MOST_RESIDENCES && residences.iter().all(sound),
        EntryFactsRefusal::BadResidence {
            most: MOST_RESIDENCES,
        },
    )
}

/// Why an entrant may not play for his nation, and the deviation that it is where a director enters him all the same.
fn represents(
    state: &TournamentState,
    registration: &Registration,
) -> Option<(EntryFactsRefusal, Deviation)> {
    let rules = state.rule_set.as_ref()?;
    if !asks_representation(rules) {
        return None;
    }
    let country = registration.country.clone().unwrap_or_default();
    let date = state.facts.as_ref().map_or("", |facts| &facts.date);
    let (fault, said) = match &registration.declared.representation {
        Some(Representation::Citizen) => return None,
        Some(Representation::Resident { residences }) => {
            let days = resident_days(residences, date);
            let least = rules.teams.residence_days;
            if days >= i64::from(least) {
                return None;
            }
            let fault = EntryFactsRefusal::ResidenceTooShort { days, least };
            (fault, "has been resident there for too short a time")
        }
        None => {
            let country = country.clone();
            let fault = EntryFactsRefusal::RepresentationUndeclared { country };
            (
                fault,
                "has not declared to be its citizen or resident there",
            )
        }
    };
    let entrant = &registration.entrant;
    let detail = format!("Entrant {entrant} plays for {country} and {said}.");
    let key = "teams.citizens_or_residents";
    let deviation = Deviation::new(key, paragraph(state, key), detail)
        .with("entrant_id", entrant.as_str())
        .with("country", country);
    Some((fault, deviation))
}

/// The days of residence within the twelve months that end on that date, each counted once.
fn resident_days(residences: &[Residence], date: &str) -> i64 {
    let (Some(first), Some(last)) = (twelve_months_before(date), day_of(date)) else {
        return 0;
    };
    let mut times: Vec<(i64, i64)> = residences
        .iter()
        .filter_map(|residence| {
            let until = residence.until.as_ref().map(|until| day_of(until));
            let until = until.unwrap_or(Some(last))?;
            Some((day_of(&residence.from)?.max(first), until.min(last)))
        })
        .collect();
    times.sort_unstable();
    let mut counted_to = first - 1;
    let mut days = 0;
    for (from, until) in times {
        let from = from.max(counted_to + 1);
        days += (until - from + 1).max(0);
        counted_to = counted_to.max(until);
    }
    days
}

/// What an entrant, or who waits for a place, declares later takes the place of what he declared; what he leaves out
/// stays.
pub(in crate::stream) fn declare(
    state: &TournamentState,
    entrant: &EntrantId,
    declared: &Declared,
    (by, now_ms): (&AccountId, i64),
) -> Result<Vec<Event>, Refusal> {
    let (account, country, before) = match state.entry.waits(entrant) {
        Some(waits) => (None, &waits.country, &waits.declared),
        None => {
            let known = known(state, entrant)?;
            (
                known.account.as_ref(),
                &known.country,
                &known.entry.declared,
            )
        }
    };
    let rules = rules_of(state)?;
    let by_himself = account == Some(by);
    let said = asked_for(state, declared, by_himself, now_ms)?;
    ensure(!said.is_nothing(), EntryFactsRefusal::NothingDeclared)?;
    let after = Declared {
        representation: said
            .representation
            .or_else(|| before.representation.clone()),
        computer_member: said.computer_member || before.computer_member,
        operator_member: said.operator_member || before.operator_member,
        acceptance: said.acceptance.or_else(|| before.acceptance.clone()),
    };
    if declared.representation.is_some() && asks_representation(rules) {
        let asked = Registration {
            entrant: entrant.clone(),
            country: country.clone(),
            declared: after.clone(),
            ..Registration::default()
        };
        if let Some((fault, _)) = represents(state, &asked) {
            return Err(fault.into());
        }
    }
    Ok(vec![Event::EntryDeclared {
        entrant: entrant.clone(),
        declared: after,
    }])
}

pub(in crate::stream) fn may_note_fee(state: &TournamentState) -> Result<(), Refusal> {
    let entry = &rules_of(state)?.entry;
    ensure(!entry.fee.is_empty(), EntryFactsRefusal::NoFee)
}

pub(in crate::stream) fn note_fee(
    state: &TournamentState,
    entrant: &EntrantId,
    note: &FeeNote,
) -> Result<Vec<Event>, Refusal> {
    let entry = &known(state, entrant)?.entry;
    check_id("who notes it", note.by.as_str())?;
    let paid = entry.fee.as_ref().is_some_and(|(known, _)| known.paid);
    ensure(
        paid != note.paid,
        EntryFactsRefusal::FeeUnchanged {
            entrant_id: entrant.clone(),
        },
    )?;
    Ok(vec![Event::FeeNoted {
        entrant: entrant.clone(),
        note: note.clone(),
    }])
}

pub(in crate::stream) fn note_agreement(
    state: &TournamentState,
    entrant: &EntrantId,
    agreement: &FederationAgreement,
) -> Result<Vec<Event>, Refusal> {
    known(state, entrant)?;
    check_id("who notes it", agreement.by.as_str())?;
    check_id("who said so", &agreement.said_by)?;
    Ok(vec![Event::FederationAgreementNoted {
        entrant: entrant.clone(),
        agreement: agreement.clone(),
    }])
}
