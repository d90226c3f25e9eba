//! A confirmed event amended: results corrected, and a new version of the final ranking.

use crate::board_ref::BoardRef;
use crate::draw::Seed;
use crate::ids::AccountId;
use crate::refusals::{Refusal, ResultsRefusal, ensure};
use crate::stream::checks::check_id;
use crate::stream::evolve::fold;
use crate::stream::{ENGINE_EDITION, Event, ResultAmendment, TournamentState, ending, results};

pub(in crate::stream) fn may_amend(state: &TournamentState) -> Result<(), Refusal> {
    ensure(state.ranking.is_some(), ResultsRefusal::NotConfirmed)
}

pub(in crate::stream) fn amend(
    state: &TournamentState,
    amendments: &[ResultAmendment],
    seed: Option<&Seed>,
    reason: &str,
    by: &AccountId,
) -> Result<Vec<Event>, Refusal> {
    check_id("the reason", reason)?;
    if !state
        .offices
        .held
        .get(by)
        .is_some_and(|role| role.directs())
    {
        return Err(ResultsRefusal::AmendedByTheDirector.into());
    }
    let mut open = TournamentState {
        ranking: None,
        ..state.clone()
    };
    let mut events = Vec::new();
    for amendment in amendments {
        let board = BoardRef::new(amendment.round, amendment.table);
        let corrected = results::correct(&open, board, &amendment.result, reason)?;
        open = fold(open, &corrected);
        events.extend(corrected);
    }
    if let Some(seed) = seed {
        ending::may_draw_lots(&open)?;
        let drawn = ending::draw_lots(&open, seed)?;
        open = fold(open, &drawn);
        events.extend(drawn);
    }
    let without_finals = state
        .deviations
        .iter()
        .any(|deviation| ["finals", "extra_rounds"].contains(&deviation.value.as_str()));
    let (ranking, _) = ending::ranking_now(&open, without_finals)?;
    if events.is_empty() && state.ranking.as_ref() == Some(&ranking) {
        return Err(ResultsRefusal::RankingUnchanged.into());
    }
    let versions = u32::try_from(state.ranking_versions.len()).unwrap_or(u32::MAX);
    events.push(Event::RankingAmended {
        version: versions.max(1).saturating_add(1),
        ranking: ranking.clone(),
        reason: reason.to_owned(),
        by: by.clone(),
        engine: Some(ENGINE_EDITION),
    });
    if !state.holds_corrections_back() {
        events.push(Event::RatingFileDue { ranking });
    }
    Ok(events)
}
