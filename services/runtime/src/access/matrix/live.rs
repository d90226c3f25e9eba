//! Everything live on one stream.

use crate::access::{Need, Repeat};

pub(super) const ROWS: &[(&str, Need, Repeat)] = &[(
    "/outflank.live.v1.LiveService/Connect",
    Need::Anyone,
    Repeat::Never,
)];
