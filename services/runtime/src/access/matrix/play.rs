//! Tables and their games.

use super::{CONSUMERS, GATEWAY, WAKERS};
use crate::access::Need;

pub(super) const ROWS: &[(&str, Need)] = &[
    ("/outflank.play.v1.PlayService/GetTable", Need::Anyone),
    ("/outflank.play.v1.PlayService/ListTables", Need::Anyone),
    ("/outflank.play.v1.PlayService/ReadEntries", Need::Anyone),
    ("/outflank.play.v1.PlayService/Move", Need::Seat),
    ("/outflank.play.v1.PlayService/Pass", Need::Seat),
    ("/outflank.play.v1.PlayService/Resign", Need::Seat),
    ("/outflank.play.v1.PlayService/ReportSockets", GATEWAY),
    ("/outflank.play.v1.PlayService/Beat", GATEWAY),
    ("/outflank.play.v1.PlayService/CatchUp", WAKERS),
    ("/outflank.play.v1.PlayService/ReadFacts", CONSUMERS),
];
