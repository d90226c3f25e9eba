use serde::{Deserialize, Serialize};

use crate::table::command::{MAX_COMMAND_AGE_MS, MAX_DELIVERY_MS, Moment};
use crate::table::state::{Phase, TableState, Turn};
use crate::{Color, PerColor};

/// When somebody must look at a table, though no command came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// What is due.
    pub kind: DeadlineKind,
    /// When it is due, ms of cluster time. A flag's deadline leaves the player the longest
    /// delivery.
    pub at_ms: i64,
    /// The first instant at which [`Start`](crate::Command::Start) or
    /// [`SettleFlag`](crate::Command::SettleFlag) can succeed if the clock's uncertainty is 0; add
    /// the uncertainty.
    pub look_at_ms: i64,
}

/// What a [`Deadline`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeadlineKind {
    /// The appointed start.
    Start,
    /// The running clock's flag.
    Flag,
}

/// Both clocks, for a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// What is left, ms, never below 0.
    pub remaining_ms: PerColor<i64>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// The running clock shows 0 and its flag is not settled yet.
    pub flag_pending: bool,
}

/// When the sweeper must look next: the start before it, the running flag during play, never
/// after the end.
#[must_use]
pub fn deadline(state: &TableState) -> Option<Deadline> {
    if let Some(turn) = state.turn {
        let at_ms = latest_flag_ms(state, turn);
        let look_at_ms = at_ms.saturating_add(MAX_COMMAND_AGE_MS).saturating_add(1);
        return Some(Deadline {
            kind: DeadlineKind::Flag,
            at_ms,
            look_at_ms,
        });
    }
    if state.phase() != Phase::Waiting {
        return None;
    }
    let at_ms = state.starts_at_ms()?;
    Some(Deadline {
        kind: DeadlineKind::Start,
        at_ms,
        look_at_ms: at_ms,
    })
}

/// What the clocks show at `now_ms` (cluster time).
#[must_use]
pub fn clocks(state: &TableState, now_ms: i64) -> Clocks {
    let mut remaining_ms = state.remaining_ms;
    let mut flag_pending = false;
    if let Some(turn) = state.turn {
        let left = remaining_ms.get_mut(turn.color);
        *left = left
            .saturating_sub(now_ms.saturating_sub(turn.from_ms).max(0))
            .max(0);
        flag_pending = *left == 0;
    }
    Clocks {
        remaining_ms,
        running: state.turn.map(|turn| turn.color),
        flag_pending,
    }
}

/// From when the mover's time is charged: the delivery of the entry that gave the turn, at most
/// [`MAX_DELIVERY_MS`] after it; that entry's own instant if no socket was open.
pub(crate) fn charged_from_ms(turn: Turn, moment: &Moment) -> i64 {
    let delivered = moment.stamps.and_then(|stamps| stamps.delivered_at_ms);
    match delivered {
        Some(delivered) if turn.until_delivered => {
            delivered.clamp(turn.from_ms, latest_start_ms(turn))
        }
        _ => turn.from_ms,
    }
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

/// The flag's fall, reckoned with the longest delivery.
pub(crate) fn latest_flag_ms(state: &TableState, turn: Turn) -> i64 {
    latest_start_ms(turn).saturating_add(*state.remaining_ms.get(turn.color))
}

/// The flag's fall, reckoned with no delivery time at all.
pub(crate) fn earliest_flag_ms(state: &TableState, turn: Turn) -> i64 {
    turn.from_ms
        .saturating_add(*state.remaining_ms.get(turn.color))
}
