//! Rating exports.

use super::WAKERS;
use crate::access::Need;

pub(super) const ROWS: &[(&str, Need)] = &[
    (
        "/outflank.ratings.v1.RatingsService/ListExports",
        Need::Anyone,
    ),
    (
        "/outflank.ratings.v1.RatingsService/GetExport",
        Need::Anyone,
    ),
    ("/outflank.ratings.v1.RatingsService/CatchUp", WAKERS),
];
