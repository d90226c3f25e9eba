//! Standings.

use super::WAKERS;
use crate::access::{Need, Repeat};

pub(super) const ROWS: &[(&str, Need, Repeat)] = &[
    (
        "/outflank.standings.v1.StandingsService/GetStandings",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetTeamStandings",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetCategoryStandings",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetFinals",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetSeason",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/SplitPrizes",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.standings.v1.StandingsService/CatchUp",
        WAKERS,
        Repeat::Freely,
    ),
];
