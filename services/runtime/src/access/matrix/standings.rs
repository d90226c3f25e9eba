//! Standings.

use super::WAKERS;
use crate::access::Need;

pub(super) const ROWS: &[(&str, Need)] = &[
    (
        "/outflank.standings.v1.StandingsService/GetStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetTeamStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetCategoryStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetFinals",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetSeason",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/SplitPrizes",
        Need::Anyone,
    ),
    ("/outflank.standings.v1.StandingsService/CatchUp", WAKERS),
];
