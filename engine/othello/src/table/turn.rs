//! A turn, and the ply it ends with.

use serde::{Deserialize, Serialize};

use crate::table::absent::is_absent;
use crate::table::command::MAX_DELIVERY_MS;
use crate::transcript::Token;
use crate::{Color, Square};

/// Whose clock runs, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The side.
    pub color: Color,
    /// Whether it has no move and must pass.
    pub must_pass: bool,
    /// From when time is charged, ms of cluster time.
    pub from_ms: i64,
    /// Whether that instant moves to the delivery of the entry (at most
    /// [`MAX_DELIVERY_MS`](crate::MAX_DELIVERY_MS) later); not so after a flag fell in this turn.
    pub until_delivered: bool,
    /// The seat that plays for this side and whose clock runs, if not the side's own: the winner
    /// who plays on for both.
    #[serde(default)]
    pub seat: Option<Color>,
    /// What this turn was charged before `from_ms`, as by a pause, ms.
    #[serde(default)]
    pub spent_ms: i64,
    /// Network time credited in this turn before `from_ms`, and time for reading, ms.
    #[serde(default)]
    pub lag_credited_ms: i64,
}

impl Turn {
    /// The seat that is to act and whose clock runs: the side's own but for a winner who plays on
    /// for both.
    #[must_use]
    pub fn seat(&self) -> Color {
        self.seat.unwrap_or(self.color)
    }
}

/// One ply on the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The ply, from 1.
    pub ply: u32,
    /// Who.
    pub color: Color,
    /// The square; `None` is a pass.
    pub square: Option<Square>,
    /// The disc that it flipped by choice, where the opening leaves one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<Square>,
    /// When it was committed, ms of cluster time.
    pub at_ms: i64,
    /// Time charged, ms.
    pub charged_ms: i64,
    /// What the clock showed then, ms.
    pub remaining_ms: i64,
    /// Network time taken off what was charged, ms.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub lag_credit_ms: i64,
    /// The seat that did it, if not the side's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Color>,
}

impl Played {
    /// As it stands in a transcript: `f5`, `e5xd4` for a disc and the one that it flipped by choice, `--` for a pass.
    #[must_use]
    pub fn token(&self) -> Token {
        self.square
            .map_or(Token::Pass, |square| Token::of(square, self.flip))
    }

    /// The seat that did it.
    #[must_use]
    pub fn seat(&self) -> Color {
        self.seat.unwrap_or(self.color)
    }
}

/// What a command in this turn was charged, and what was taken off it, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Charge {
    pub charged_ms: i64,
    /// For the network.
    pub lag_credit_ms: i64,
    /// For the client's reading.
    pub reading_credit_ms: i64,
}

/// The latest instant from which this turn can be charged.
pub(crate) fn latest_start_ms(turn: Turn) -> i64 {
    let grace = if turn.until_delivered {
        MAX_DELIVERY_MS
    } else {
        0
    };
    turn.from_ms.saturating_add(grace)
}
