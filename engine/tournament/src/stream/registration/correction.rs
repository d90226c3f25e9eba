//! What the list says of an entrant, put right at any time, with what follows from it.

use crate::refusals::Refusal;
use crate::stream::approval::approving::{lapse, with_file};
use crate::stream::checks::{check_id, known, rules_of};
use crate::stream::registration::entry::{check_country, check_qualified};
use crate::stream::teams::nations;
use crate::stream::{EntrantCorrection, Event, LapseCause, Phase, Registration, TournamentState};

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
    let corrected = Registration {
        entrant: entrant.id.clone(),
        country: correction.country.clone(),
        rating: correction.rating,
        categories: correction.categories,
        federation_number_confirmed: entrant.federation_number_confirmed,
        additional: entrant.additional,
        ..Registration::default()
    };
    if state.phase() == Phase::Registration {
        if correction.rating != entrant.rating {
            check_qualified(&rules_of(state)?.entry, &corrected)?;
        }
        let moves = correction.country != entrant.country
            || correction.categories.woman != entrant.categories.woman;
        if moves {
            let mut others = state.clone();
            others.entrants.retain(|other| other.id != entrant.id);
            nations::check_player(&others, &corrected, now_ms)?;
        }
    }
    let mut events = vec![Event::EntrantCorrected(correction.clone())];
    if correction.renamed && state.approval_rests_on(&correction.entrant) {
        let entrant = correction.entrant.clone();
        events.extend(lapse(state, LapseCause::Renamed { entrant }));
    }
    Ok(with_file(state, events))
}
