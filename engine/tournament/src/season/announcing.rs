//! A season is announced, by an officer of the federation whose series it is.

use super::{Actor, Event, Known, SeasonTerms, State};
use crate::refusals::{Refusal, SeasonRefusal, ensure};
use crate::stream::check_id;

pub(super) fn announce(
    state: &State,
    (by, known): (&Actor, &Known),
    (season, name): (&str, &str),
    (year, federation, series): (u32, &str, Option<&str>),
    terms: &SeasonTerms,
) -> Result<Event, Refusal> {
    ensure(!state.is_announced(), SeasonRefusal::SeasonKnown)?;
    check_id("the season", season)?;
    check_id("the name", name)?;
    check_id("the federation", federation)?;
    check_committee(federation, by)?;
    check_series(series, known)?;
    terms.check(year)?;
    Ok(Event::SeasonAnnounced {
        season: season.to_owned(),
        name: name.to_owned(),
        year,
        federation: federation.to_owned(),
        series: series.map(str::to_owned),
        terms: terms.clone(),
        by: by.account.clone(),
    })
}

/// A series is one season's: who is disqualified from it is kept out of the legs of that season.
fn check_series(series: Option<&str>, known: &Known) -> Result<(), Refusal> {
    let Some(series) = series else {
        return Ok(());
    };
    check_id("the series", series)?;
    let taken = SeasonRefusal::SeriesTaken {
        series: series.to_owned(),
    };
    ensure(!known.series_taken, taken)
}

/// The calendar is the federation's, whose officers are its committee (EGP I.2.2).
pub(super) fn check_committee(federation: &str, by: &Actor) -> Result<(), Refusal> {
    let federation = federation.to_owned();
    ensure(
        by.federations.contains(&federation),
        SeasonRefusal::NotTheCommittee { federation },
    )
}
