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
    ("/outflank.play.v1.PlayService/CallDirector", Need::Seat),
    ("/outflank.play.v1.PlayService/SealMove", Need::Seat),
    (
        "/outflank.play.v1.PlayService/ConfirmTranscript",
        Need::Seat,
    ),
    ("/outflank.play.v1.PlayService/DisputeResult", Need::Seat),
    ("/outflank.play.v1.PlayService/Officiate", Need::Director),
    (
        "/outflank.play.v1.PlayService/OfficiateRound",
        Need::Director,
    ),
    ("/outflank.play.v1.PlayService/PostChat", Need::Voice),
    ("/outflank.play.v1.PlayService/ReadChat", Need::Anyone),
    ("/outflank.play.v1.PlayService/ModerateChat", Need::Director),
    ("/outflank.play.v1.PlayService/ReportFocus", Need::Seat),
    (
        "/outflank.play.v1.PlayService/GetClockSheet",
        Need::SeatOrDirector,
    ),
    ("/outflank.play.v1.PlayService/GetEvidence", Need::Director),
    ("/outflank.play.v1.PlayService/ReportSockets", GATEWAY),
    ("/outflank.play.v1.PlayService/Beat", GATEWAY),
    ("/outflank.play.v1.PlayService/CatchUp", WAKERS),
    ("/outflank.play.v1.PlayService/ReadFacts", CONSUMERS),
];
