//! Rehearsals: an event again, with the same rules and entrants, of which nothing counts.

use std::collections::BTreeMap;

use crate::draw::Seed;
use crate::ids::{AccountId, EntrantId};
use crate::refusals::{Refusal, TournamentRefusal, ensure};
use crate::stream::checks::{check_id, rules_of};
use crate::stream::{
    Act, Declared, EntrantState, Event, Registration, TournamentFacts, TournamentState, founding,
    permitted,
};

/// A rehearsal as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRehearsal {
    /// Id of the event that is rehearsed.
    pub of: String,
    /// What the rehearsal is called.
    pub name: String,
    /// Who rehearses.
    pub head_director: AccountId,
    /// The end of the reverse hash chain of its draws: [`chain_link`](crate::chain_link) 0.
    pub draw_anchor: Seed,
    /// The ids in the rehearsal of the event's entrants; whoever has none is left out.
    pub entrants: BTreeMap<EntrantId, EntrantId>,
}

/// The events that found a rehearsal of an event as it stands: its rules, its nations, and its entrants who have not
/// withdrawn, as if nobody had been paired.
///
/// # Errors
/// `rehearsal` where the event is one itself, and what an event that is over or elsewhere refuses.
pub fn rehearse(original: &TournamentState, asked: &NewRehearsal) -> Result<Vec<Event>, Refusal> {
    ensure(!original.is_rehearsal(), TournamentRefusal::Rehearsal)?;
    // What a running event takes from its directors at any time.
    permitted::check_standing(original, Act::SetTimetable)?;
    check_id("the event", &asked.of)?;
    let facts = original.facts.as_ref();
    let facts = facts.ok_or(TournamentRefusal::TournamentAbsent)?;
    let mut events = founding::create(
        &TournamentFacts {
            name: asked.name.clone(),
            organiser: None,
            leg: None,
            rehearsal_of: Some(asked.of.clone()),
            ..facts.clone()
        },
        (
            rules_of(original)?,
            original.rule_set_origins.in_force.as_ref(),
        ),
        &asked.draw_anchor,
        &asked.head_director,
        // They are on the record of the event.
        true,
    )?;
    let nations = original.teams.nations.iter().cloned();
    events.extend(nations.map(Event::NationEntered));
    let entrants = original.entrants.iter();
    let there = entrants.filter(|known| known.withdrawn_from.is_none());
    let renamed = there.filter_map(|known| Some((known, asked.entrants.get(&known.id)?)));
    events.extend(renamed.map(|(known, id)| Event::EntrantRegistered(registered(known, id))));
    if original.seeding.group_a_named {
        let group_a = original.seeding.group_a.iter();
        let entrants = group_a.filter_map(|entrant| asked.entrants.get(entrant));
        events.push(Event::GroupANamed {
            entrants: entrants.cloned().collect(),
        });
    }
    Ok(events)
}

/// An entrant as registered before round 1. Texts that were written of him stay with the event.
fn registered(known: &EntrantState, id: &EntrantId) -> Registration {
    let mut declared: Declared = known.entry.declared.clone();
    if let Some(acceptance) = &mut declared.acceptance {
        acceptance.on_word_of = None;
    }
    Registration {
        entrant: id.clone(),
        country: known.country.clone(),
        rating: known.rating,
        computer: known.computer,
        categories: known.categories,
        federation_number_confirmed: known.federation_number_confirmed,
        additional: known.additional,
        list_claim: known.list_claim.clone(),
        declared,
        ..Registration::default()
    }
}
