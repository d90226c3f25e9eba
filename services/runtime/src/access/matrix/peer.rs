//! Processes of one deployment among themselves.

use super::WAKERS;
use crate::access::{Need, Repeat};

pub(super) const ROWS: &[(&str, Need, Repeat)] = &[(
    "/outflank.peer.v1.PeerService/Greet",
    WAKERS,
    Repeat::Freely,
)];
