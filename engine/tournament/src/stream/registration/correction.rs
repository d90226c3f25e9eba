//! What the list says of an entrant, put right at any time, with what follows from it.

use crate::refusals::{Refusal, RegistrationRefusal, ensure};
use crate::stream::approval::approving::{corrected as with_correction, lapse};
use crate::stream::checks::{check_id, known, rules_of};
use crate::stream::registration::declaring::{judged, representation_asked_for};
use crate::stream::registration::entry::{check_country, check_qualified};
use crate::stream::teams::nations;
use crate::stream::{
    Declared, EntrantCorrection, Event, LapseCause, Phase, Registration, TournamentState,
};

/// Before round 1 the entry has to stand as corrected; afterwards who plays goes on playing. What was paired stays. After
/// the confirmation there is another version of the rating file, and an approval that saw him under another name lapses.
pub(in crate::stream) fn correct(
    state: &TournamentState,
    correction: &EntrantCorrection,
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let entrant = known(state, &correction.entrant)?;
    check_id("the reason", &correction.reason)?;
    check_country(correction.country.as_deref())?;
    let same_nation = correction.country == entrant.country;
    let additional = correction.additional.unwrap_or(entrant.additional);
    ensure(
        additional == entrant.additional || state.phase() == Phase::Registration,
        RegistrationRefusal::RegistrationClosed,
    )?;
    let number = correction.number.as_ref();
    let declared = Declared {
        representation: match &correction.representation {
            None if same_nation => entrant.entry.declared.representation.clone(),
            representation => representation.clone(),
        },
        ..entrant.entry.declared.clone()
    };
    let corrected = Registration {
        entrant: entrant.id.clone(),
        country: correction.country.clone(),
        rating: correction.rating,
        categories: correction.categories,
        federation_number_confirmed: number.map_or(entrant.federation_number_confirmed, |number| {
            number.confirmed
        }),
        additional,
        declared,
        accept_deviations: correction.accept_deviations,
        ..Registration::default()
    };
    let renumbered = number.is_some();
    let mut correction = correction.clone();
    correction.additional = correction
        .additional
        .filter(|_| additional != entrant.additional);
    correction.representation =
        representation_asked_for(state, correction.representation.as_ref())?;
    correction.accept_deviations = false;
    correction.deviations.clear();
    if state.phase() == Phase::Registration {
        if correction.rating != entrant.rating || number.is_some() {
            check_qualified(&rules_of(state)?.entry, &corrected)?;
        }
        let moves = correction.country != entrant.country
            || correction.categories.woman != entrant.categories.woman
            || additional != entrant.additional;
        if moves {
            let mut others = state.clone();
            others.entrants.retain(|other| other.id != entrant.id);
            nations::check_player(&others, &corrected, now_ms)?;
        }
        if !same_nation || correction.representation.is_some() {
            correction.deviations = judged(state, &corrected)?;
        }
    }
    let entrant = correction.entrant.clone();
    let cause = match (correction.renamed, renumbered) {
        (true, _) => Some(LapseCause::Renamed {
            entrant: entrant.clone(),
        }),
        (false, true) => Some(LapseCause::NumberChanged {
            entrant: entrant.clone(),
        }),
        (false, false) => None,
    };
    let cause = cause.filter(|_| state.approval_rests_on(&entrant));
    let mut events = vec![Event::EntrantCorrected(correction)];
    events.extend(cause.and_then(|cause| lapse(state, cause)));
    Ok(with_correction(state, events))
}
