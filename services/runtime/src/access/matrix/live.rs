//! Everything live on one stream.

use crate::access::Need;

pub(super) const ROWS: &[(&str, Need)] = &[("/outflank.live.v1.LiveService/Connect", Need::Anyone)];
