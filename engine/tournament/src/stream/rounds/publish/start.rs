//! When a round that is published starts.

use crate::refusals::Refusal;
use crate::stream::TournamentState;
use crate::stream::checks::rules_of;
use crate::stream::rounds::publish::Publication;
use crate::stream::timetable::{AskedStart, JudgedStart};

/// As the director says, or the timetable, or now.
pub(super) fn judged(
    state: &TournamentState,
    publication: &Publication<'_>,
) -> Result<JudgedStart, Refusal> {
    rules_of(state)?;
    let announced = state.finals.announced.as_ref();
    let earliest_ms = announced.map_or(publication.now_ms, |announced| announced.starts_at_ms);
    let asked = AskedStart {
        given_ms: publication.starts_at_ms,
        default_ms: publication.now_ms,
        earliest_ms: earliest_ms.max(publication.now_ms),
        into_break: publication.into_break,
        now_ms: publication.now_ms,
    };
    let timetable = state.timetable.clone().unwrap_or_default();
    timetable.judge(state.next_play(), asked)
}
