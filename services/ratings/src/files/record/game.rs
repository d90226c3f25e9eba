//! Games, with what the clocks were charged.

use outflank_proto::play::v1::PlayedGame;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct GamePart<'a> {
    starts_at_ms: i64,
    /// When the last ply was committed; null without one.
    last_ply_at_ms: Option<i64>,
    ended_by: &'a str,
    black_discs: u32,
    white_discs: u32,
    /// The plies, without separators; a pass is `--`.
    plies: String,
    /// What each ply was charged, and what its clock showed then.
    charged_ms: Vec<i64>,
    remaining_ms: Vec<i64>,
}

impl<'a> GamePart<'a> {
    pub(super) fn of(game: &'a PlayedGame) -> Self {
        let plies = game.plies.iter();
        Self {
            starts_at_ms: game.starts_at_ms,
            last_ply_at_ms: game.plies.last().map(|ply| ply.at_ms),
            ended_by: &game.ended_by,
            black_discs: game.black_discs,
            white_discs: game.white_discs,
            plies: plies
                .clone()
                .map(|ply| match &*ply.square {
                    "" => "--",
                    square => square,
                })
                .collect(),
            charged_ms: plies.clone().map(|ply| ply.charged_ms).collect(),
            remaining_ms: plies.map(|ply| ply.remaining_ms).collect(),
        }
    }
}
