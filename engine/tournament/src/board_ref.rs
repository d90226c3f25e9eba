//! Which board.

use serde::{Deserialize, Serialize};

/// A board of a tournament: its round and its table, both from 1. It is kept as the two numbers, `[round, table]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct BoardRef {
    /// Round, from 1.
    pub round: u32,
    /// Table, from 1.
    pub table: u32,
}

impl BoardRef {
    /// That table of that round.
    #[must_use]
    pub const fn new(round: u32, table: u32) -> Self {
        Self { round, table }
    }
}

impl From<(u32, u32)> for BoardRef {
    fn from((round, table): (u32, u32)) -> Self {
        Self { round, table }
    }
}

impl From<BoardRef> for (u32, u32) {
    fn from(board: BoardRef) -> Self {
        (board.round, board.table)
    }
}

impl std::fmt::Display for BoardRef {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(text, "{}/{}", self.round, self.table)
    }
}
