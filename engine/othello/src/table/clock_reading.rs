use serde::{Deserialize, Serialize};

use crate::table::time_control::TimeControl;

/// What one clock shows: the time until its flag falls, and the overtime in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockReading {
    /// Time until the flag falls, all overtime included, ms.
    pub remaining_ms: i64,
    /// The overtime that is part of it; absent where the control has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtime: Option<Overtime>,
}

/// What follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Overtime {
    /// Japanese: a ply inside a period costs nothing, a used-up period is gone, with the last one
    /// the flag falls (`AGA V.E.14.b`).
    Byoyomi {
        /// Periods left, the one that runs included.
        periods_left: u32,
        /// What is left of the period that runs, or comes first, ms.
        period_left_ms: i64,
        /// A whole period, ms.
        period_ms: i64,
    },
    /// Canadian: a number of plies within one block of time, then a new block; a pressed pass
    /// counts as one of them (`AGA V.E.14.c`).
    Canadian {
        /// Plies to make within this block.
        moves_left: u32,
        /// What is left of this block, ms.
        block_left_ms: i64,
        /// Plies of a whole block.
        moves: u32,
        /// A whole block, ms.
        block_ms: i64,
    },
}

impl Overtime {
    /// Its part of the time until the flag falls, ms.
    #[must_use]
    pub fn total_ms(&self) -> i64 {
        match *self {
            Self::Byoyomi {
                periods_left: 0, ..
            } => 0,
            Self::Byoyomi {
                periods_left,
                period_left_ms,
                period_ms,
            } => period_ms
                .saturating_mul(i64::from(periods_left - 1))
                .saturating_add(period_left_ms),
            Self::Canadian { block_left_ms, .. } => block_left_ms,
        }
    }

    /// After `ms` of it ran out.
    fn spend(self, ms: i64) -> Self {
        match self {
            Self::Byoyomi {
                periods_left,
                period_left_ms,
                period_ms,
            } => {
                let beyond_ms = ms.saturating_sub(period_left_ms);
                if beyond_ms < 0 {
                    return Self::Byoyomi {
                        periods_left,
                        period_left_ms: period_left_ms.saturating_sub(ms),
                        period_ms,
                    };
                }
                let whole = beyond_ms.checked_div(period_ms).unwrap_or(0);
                let into_ms = beyond_ms.checked_rem(period_ms).unwrap_or(0);
                let gone = u32::try_from(whole).unwrap_or(u32::MAX).saturating_add(1);
                let periods_left = periods_left.saturating_sub(gone);
                let period_left_ms = if periods_left == 0 {
                    0
                } else {
                    period_ms.saturating_sub(into_ms)
                };
                Self::Byoyomi {
                    periods_left,
                    period_left_ms,
                    period_ms,
                }
            }
            Self::Canadian {
                moves_left,
                block_left_ms,
                moves,
                block_ms,
            } => Self::Canadian {
                moves_left,
                block_left_ms: block_left_ms.saturating_sub(ms),
                moves,
                block_ms,
            },
        }
    }

    /// After a ply was completed in it.
    fn completed(self) -> Self {
        match self {
            Self::Byoyomi {
                periods_left,
                period_ms,
                ..
            } => Self::Byoyomi {
                periods_left,
                period_left_ms: period_ms,
                period_ms,
            },
            Self::Canadian {
                moves_left: 0 | 1,
                moves,
                block_ms,
                ..
            } => Self::Canadian {
                moves_left: moves,
                block_left_ms: block_ms,
                moves,
                block_ms,
            },
            Self::Canadian {
                moves_left,
                block_left_ms,
                moves,
                block_ms,
            } => Self::Canadian {
                moves_left: moves_left - 1,
                block_left_ms,
                moves,
                block_ms,
            },
        }
    }
}

impl TimeControl {
    /// What a clock shows before the game, overtime included, in milliseconds.
    #[must_use]
    pub fn initial_ms(&self) -> i64 {
        ClockReading::initial(self, 0).remaining_ms
    }
}

impl ClockReading {
    /// A clock without overtime.
    #[must_use]
    pub const fn flat(remaining_ms: i64) -> Self {
        Self {
            remaining_ms,
            overtime: None,
        }
    }

    /// The clock before a game, `extra_ms` added to its main time.
    #[must_use]
    pub fn initial(control: &TimeControl, extra_ms: i64) -> Self {
        let overtime = match *control {
            TimeControl::SuddenDeath { .. }
            | TimeControl::Fischer { .. }
            | TimeControl::Bronstein { .. } => None,
            TimeControl::Byoyomi {
                periods, period_ms, ..
            } => Some(Overtime::Byoyomi {
                periods_left: periods,
                period_left_ms: period_ms,
                period_ms,
            }),
            TimeControl::Canadian {
                moves, block_ms, ..
            } => Some(Overtime::Canadian {
                moves_left: moves,
                block_left_ms: block_ms,
                moves,
                block_ms,
            }),
        };
        let overtime_ms = overtime.map_or(0, |overtime| overtime.total_ms());
        Self {
            remaining_ms: control
                .main_ms()
                .saturating_add(extra_ms)
                .saturating_add(overtime_ms),
            overtime,
        }
    }

    /// What is left before the overtime begins, ms.
    #[must_use]
    pub fn main_ms(&self) -> i64 {
        let overtime_ms = self.overtime.map_or(0, |overtime| overtime.total_ms());
        self.remaining_ms.saturating_sub(overtime_ms).max(0)
    }

    /// After `ms` ran out with the ply not completed yet; at 0 the flag has fallen.
    #[must_use]
    pub fn spend(self, ms: i64) -> Self {
        let ms = ms.clamp(0, self.remaining_ms.max(0));
        let beyond_ms = ms.saturating_sub(self.main_ms());
        let overtime = if beyond_ms > 0 {
            self.overtime.map(|overtime| overtime.spend(beyond_ms))
        } else {
            self.overtime
        };
        Self {
            remaining_ms: self.remaining_ms.saturating_sub(ms),
            overtime,
        }
    }

    /// After a ply was completed in time that cost `spent_ms` in all, already taken off this
    /// face: an increment or the delay given back, a period whole again, a ply off the block.
    /// Overtime counts once the main time is gone, also to the ms. `control` is `None` for a clock
    /// that is flat since a default.
    #[must_use]
    pub fn completed(self, control: Option<&TimeControl>, spent_ms: i64) -> Self {
        let given_ms = match control {
            Some(TimeControl::Fischer { increment_ms, .. }) => *increment_ms,
            Some(TimeControl::Bronstein { delay_ms, .. }) => spent_ms.min(*delay_ms),
            _ => 0,
        };
        let main_ms = self.main_ms();
        let overtime = match self.overtime {
            Some(overtime) if main_ms == 0 => Some(overtime.completed()),
            overtime => overtime,
        };
        let overtime_ms = overtime.map_or(0, |overtime| overtime.total_ms());
        Self {
            remaining_ms: main_ms
                .saturating_add(overtime_ms)
                .saturating_add(given_ms.max(0)),
            overtime,
        }
    }

    /// With `ms` more: in the block while a Canadian block runs, else before the overtime.
    #[must_use]
    pub fn credited(self, ms: i64) -> Self {
        let ms = ms.max(0);
        let overtime = match self.overtime {
            Some(Overtime::Canadian {
                moves_left,
                block_left_ms,
                moves,
                block_ms,
            }) if self.main_ms() == 0 => Some(Overtime::Canadian {
                moves_left,
                block_left_ms: block_left_ms.saturating_add(ms),
                moves,
                block_ms,
            }),
            overtime => overtime,
        };
        Self {
            remaining_ms: self.remaining_ms.saturating_add(ms),
            overtime,
        }
    }

    /// Set so that the flag falls in `remaining_ms`: what is missing is taken from the main time
    /// first, then from the overtime as if it had run; what is more is [`credited`](Self::credited).
    #[must_use]
    pub fn set_to(self, remaining_ms: i64) -> Self {
        let remaining_ms = remaining_ms.max(0);
        if remaining_ms < self.remaining_ms {
            self.spend(self.remaining_ms.saturating_sub(remaining_ms))
        } else {
            self.credited(remaining_ms.saturating_sub(self.remaining_ms))
        }
    }
}
