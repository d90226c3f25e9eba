//! The end of a season: the final table is counted and kept (EGP I.2.5).

use super::announcing::check_committee;
use super::legs::event_of;
use super::table::{CountedRanking, LegRanking, table_of};
use super::{Actor, Event, Known, State};
use crate::refusals::{Refusal, SeasonRefusal, ensure};

pub(super) fn close(
    state: &State,
    (by, known): (&Actor, &Known),
    rankings: &[LegRanking],
) -> Result<Event, Refusal> {
    check_committee(&state.federation, by)?;
    ensure(state.calendar.is_some(), SeasonRefusal::CalendarOpen)?;
    let mut wanted = Vec::new();
    let mut open = Vec::new();
    for (leg, standing) in state.standing_legs() {
        let event = event_of(standing, known)?;
        match event.and_then(|event| event.ranking_version) {
            Some(version) => wanted.push(CountedRanking { leg, version }),
            None => open.push(leg.to_string()),
        }
    }
    ensure(open.is_empty(), SeasonRefusal::LegsOpen { legs: open })?;
    let given = rankings.iter().map(|ranking| CountedRanking {
        leg: ranking.leg,
        version: ranking.version,
    });
    let moved_on = SeasonRefusal::RankingsMovedOn;
    ensure(given.eq(wanted.iter().copied()), moved_on)?;
    Ok(Event::SeasonClosed {
        table: table_of(state, rankings)?,
        rankings: wanted,
        by: by.account.clone(),
    })
}
