//! Special needs of players (WOC IV.10).

use outflank_othello::refusal::Milliseconds;

use crate::ids::EntrantId;
use crate::refusals::{CheckInRefusal, Refusal};
use crate::rule_set::Deviation;
use crate::stream::checks::{check_deviations, check_id, known, paragraph};
use crate::stream::{Accommodation, Event, TournamentState};

const MOST_EXTRA_MS: i64 = 3_600_000;
/// What the text adds for a sight-impaired player whose moves are transferred to the primary board.
const TEXT_EXTRA_MS: i64 = 300_000;

pub(in crate::stream) fn grant(
    state: &TournamentState,
    entrant: &EntrantId,
    accommodation: &Accommodation,
    accept_deviations: bool,
) -> Result<Vec<Event>, Refusal> {
    let entry = known(state, entrant)?;
    if !(0..=MOST_EXTRA_MS).contains(&accommodation.extra_ms) {
        return Err(CheckInRefusal::ExtraTimeOutOfRange {
            most_ms: Milliseconds(MOST_EXTRA_MS),
        }
        .into());
    }
    if let Some(assistant) = &accommodation.assistant {
        check_id("the assistant's account", assistant.as_str())?;
        let roles = state.role_of(assistant);
        if roles.entrant.is_some() {
            return Err(CheckInRefusal::AssistantPlays.into());
        }
    }
    if entry.accommodation == *accommodation {
        return Err(CheckInRefusal::AccommodationUnchanged {
            entrant_id: entrant.clone(),
        }
        .into());
    }
    let deviations: Vec<Deviation> = deviation(state, entrant, accommodation)
        .into_iter()
        .collect();
    check_deviations(&deviations, accept_deviations)?;
    Ok(vec![Event::AccommodationGranted {
        entrant: entrant.clone(),
        accommodation: accommodation.clone(),
        deviations,
    }])
}

/// The text knows five minutes for who cannot see the board well, and no other time.
fn deviation(
    state: &TournamentState,
    entrant: &EntrantId,
    accommodation: &Accommodation,
) -> Option<Deviation> {
    let rule = paragraph(state, "accommodation")?;
    let extra_ms = accommodation.extra_ms;
    if extra_ms == 0 || (extra_ms == TEXT_EXTRA_MS && accommodation.sight_impaired) {
        return None;
    }
    let detail = format!(
        "The text adds {} for a sight-impaired player; entrant {:?} gets {}.",
        Milliseconds(TEXT_EXTRA_MS),
        entrant.as_str(),
        Milliseconds(extra_ms)
    );
    let found = Deviation::new("accommodation", Some(rule), detail)
        .with("text_ms", TEXT_EXTRA_MS)
        .with("entrant_id", entrant.as_str())
        .with("ms", extra_ms);
    Some(found)
}
