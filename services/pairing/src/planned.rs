//! What is planned as the contract names it, in answers and in what is told to those who follow an event.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{MovedStart, PlannedPlay};

/// A round, or a stage of the finals and the game in it.
pub(crate) fn named(play: PlannedPlay) -> (u32, String, u32) {
    match play {
        PlannedPlay::Round { round } => (round, String::new(), 0),
        PlannedPlay::Finals { stage, game } => (0, stage.name().to_owned(), game),
    }
}

/// A moved start as it is shown.
pub(crate) fn moved(one: &MovedStart) -> proto::MovedStart {
    let (round, stage, game) = named(one.play);
    proto::MovedStart {
        round,
        stage,
        game,
        before_ms: one.before_ms.unwrap_or_default(),
        now_ms: one.now_ms.unwrap_or_default(),
    }
}
