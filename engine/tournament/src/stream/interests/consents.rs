//! Consents to acts of officials who have an interest in them, and what ends them.

use crate::consent::Consent;
use crate::ids::{AccountId, EntrantId};
use crate::interest::{Deed, Interest, InterestTable};
use crate::refusals::{InterestRefusal, Refusal, ensure};
use crate::stake::Touched;
use crate::stream::checks::{check_id, known};
use crate::stream::consequences::EndedConsents;
use crate::stream::{Event, TournamentState, results};

/// How many of one giver can be open.
const MOST_OF_ONE: usize = 16;

/// Who consents is the holder of a seat in question, or a director without an interest. What the command says of the
/// holder is not looked at. The same consent given again takes the place of the first.
pub(in crate::stream) fn give(
    state: &TournamentState,
    asked: &Consent,
) -> Result<Vec<Event>, Refusal> {
    check_id("the consent", &asked.consent)?;
    check_id("the official's account", asked.official.as_str())?;
    let Some(deed) = Deed::named(&asked.act) else {
        return Err(InterestRefusal::UnknownDeed {
            act: asked.act.chars().take(64).collect(),
        }
        .into());
    };
    match (asked.board, &asked.entrant) {
        (Some(board), None) => {
            results::board(state, board)?;
        }
        (None, Some(entrant)) => {
            known(state, entrant)?;
        }
        (None, None) => {}
        (Some(_), Some(_)) => return Err(InterestRefusal::NothingInQuestion.into()),
    }
    let holder = match deed {
        Deed::ClaimSeat => state.giver_to_late_seat(asked)?,
        deed => giver(state, deed, asked)?,
    };
    let of_giver = || {
        state
            .interests
            .consents
            .iter()
            .filter(|open| open.by == asked.by)
    };
    let replaced: Vec<String> = of_giver()
        .filter(|open| open.is_to_the_same(asked))
        .map(|open| open.consent.clone())
        .collect();
    ensure(
        of_giver().count() - replaced.len() < MOST_OF_ONE,
        InterestRefusal::TooManyConsents { most: MOST_OF_ONE },
    )?;
    let given = Event::ConsentGiven(Consent {
        holder,
        ..asked.clone()
    });
    Ok(ended(replaced).into_iter().chain([given]).collect())
}

/// As whose seat's holder somebody consents; `None`: as a second official.
fn giver(
    state: &TournamentState,
    deed: Deed,
    asked: &Consent,
) -> Result<Option<EntrantId>, Refusal> {
    let touched = state.touched_at(asked.board, asked.entrant.as_ref());
    let holder = state
        .role_of(&asked.by)
        .entrant
        .filter(|own| touched.iter().any(|one| one.entrants.contains(own)));
    let second = state.directs_in(&asked.by, deed)
        && state.officer(&asked.by, None).interest_in(deed, &touched) == Interest::None;
    ensure(
        asked.by != asked.official && (holder.is_some() || second),
        InterestRefusal::MayNotConsent,
    )?;
    check_needed(state, (deed, &asked.official), &touched)?;
    Ok(holder)
}

/// Whether the act could rest on a consent as things stand.
fn check_needed(
    state: &TournamentState,
    (deed, official): (Deed, &AccountId),
    touched: &[Touched],
) -> Result<(), Refusal> {
    ensure(
        state.directs_in(official, deed),
        InterestRefusal::NotADirector,
    )?;
    let Some(rules) = &state.rule_set else {
        return Ok(());
    };
    let directors = (rules, state.is_directed_alone(deed));
    let officer = state.officer(official, None);
    let interest = officer.interest_in(deed, touched);
    // Of what an act touches beside, he may have more at stake.
    let is_meant = |stake: Interest| {
        stake == interest || (stake > interest && deed.touches_several() && officer.has_stakes())
    };
    let table = InterestTable::default();
    ensure(
        Interest::ALL
            .into_iter()
            .any(|stake| is_meant(stake) && table.takes_consent((deed, stake), directors)),
        InterestRefusal::NoConsentNeeded,
    )
}

/// The consents that acts at tables used up, open or not.
pub(in crate::stream) fn end(consents: &[String]) -> Result<Vec<Event>, Refusal> {
    // None is no id of any.
    check_id("the consent", consents.first().map_or("", String::as_str))?;
    for consent in consents {
        check_id("the consent", consent)?;
    }
    Ok(ended(consents.to_vec()).into_iter().collect())
}

/// These events, and the end of the open consents that do not outlast them.
pub(in crate::stream) fn with_ended(state: &TournamentState, mut events: Vec<Event>) -> Vec<Event> {
    let over = |given: &&Consent| events.iter().any(|event| does_end(event, given));
    let over = state.interests.consents.iter().filter(over);
    let over = over.map(|given| given.consent.clone()).collect();
    events.extend(ended(over));
    events
}

fn does_end(event: &Event, given: &Consent) -> bool {
    let by_seat_of = |entrant| given.holder.as_ref() == Some(entrant);
    match event.consequences().ended {
        None => false,
        Some(EndedConsents::All) => true,
        Some(EndedConsents::OfRound(round)) => {
            given.board.is_some_and(|board| board.round == round)
        }
        Some(EndedConsents::OfOfficial(account)) => {
            given.official == *account || (given.holder.is_none() && given.by == *account)
        }
        Some(EndedConsents::OfSeat(entrant)) => by_seat_of(entrant),
        Some(EndedConsents::OfEntrant(entrant)) => {
            by_seat_of(entrant) || given.entrant.as_ref() == Some(entrant)
        }
    }
}

fn ended(consents: Vec<String>) -> Option<Event> {
    (!consents.is_empty()).then_some(Event::ConsentsEnded { consents })
}
