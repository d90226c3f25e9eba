//! Rating exports.

use super::WAKERS;
use crate::access::{Need, Repeat};

pub(super) const ROWS: &[(&str, Need, Repeat)] = &[
    (
        "/outflank.ratings.v1.RatingsService/ListExports",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.ratings.v1.RatingsService/GetExport",
        Need::Anyone,
        Repeat::Freely,
    ),
    (
        "/outflank.ratings.v1.RatingsService/CatchUp",
        WAKERS,
        Repeat::Freely,
    ),
];
