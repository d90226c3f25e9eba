//! Turns, and what a pause makes of them.

use outflank_othello::{Color, PerColor};

use crate::log::Arrival;

/// From the commit that gives a turn, a delivery may take so long before the clock runs, ms.
const LONGEST_DELIVERY_MS: i64 = 2_000;

/// The running clock's turn.
#[derive(Clone, Copy)]
pub struct Turn {
    /// When its time began, ms.
    pub from_ms: i64,
    /// Whether the time until the position was delivered is not counted.
    until_delivered: bool,
}

impl Turn {
    pub const fn given(at_ms: i64) -> Self {
        Self {
            from_ms: at_ms,
            until_delivered: true,
        }
    }

    pub const fn at_once(at_ms: i64) -> Self {
        Self {
            from_ms: at_ms,
            until_delivered: false,
        }
    }

    /// What a command took, ms. Where what its sender did not read is only credited, it belongs to that.
    pub fn took_ms(self, arrival: &Arrival, covers_reading: bool) -> i64 {
        let unread_ms = if covers_reading { arrival.unread_ms } else { 0 };
        let offered_ms = arrival.delivered_ms.map(|at_ms| at_ms - unread_ms);
        let started_ms = offered_ms.unwrap_or(self.from_ms);
        let started_ms = started_ms.clamp(self.from_ms, self.latest_start_ms());
        (arrival.at_ms - started_ms).max(0)
    }

    const fn latest_start_ms(self) -> i64 {
        let delivery_ms = if self.until_delivered {
            LONGEST_DELIVERY_MS
        } else {
            0
        };
        self.from_ms + delivery_ms
    }
}

/// What a pause interrupted: a command that came before it still counts.
#[derive(Clone, Copy)]
pub struct Interrupted {
    /// What was left when the turn began, credits taken in, ms.
    pub left_ms: PerColor<i64>,
    pub turn: Turn,
    /// When the clocks were stopped, ms.
    pub at_ms: i64,
    /// What that charged, ms.
    pub charged_ms: i64,
}

impl Interrupted {
    /// What is left on a clock that ran out before the pause, ms: what was used beyond its end comes out of credits.
    pub fn leaves_ms(&self, color: Color) -> i64 {
        let used_ms = self.at_ms - self.turn.latest_start_ms();
        (self.left_ms.get(color) - used_ms.max(self.charged_ms)).max(0)
    }
}
