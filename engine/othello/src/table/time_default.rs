//! A time default: the flag that fell first, and how play went on (`WOC IV.6`).

use serde::{Deserialize, Serialize};

use crate::Color;
use crate::table::event::Restored;

/// The first flag's fall: the opponent's win is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TimeDefault {
    /// Whose flag fell.
    pub defaulter: Color,
    pub then: AfterDefault,
}

/// How play went on after the first flag's fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AfterDefault {
    /// Both play on with so much more time, ms.
    BothPlayOn(i64),
    /// The winner plays both colours.
    WinnerPlaysOn,
    /// Not at all.
    Over,
}

impl TimeDefault {
    pub(crate) const fn new(defaulter: Color, granted_ms: i64, winner_plays: bool) -> Self {
        let then = match granted_ms {
            _ if winner_plays => AfterDefault::WinnerPlaysOn,
            1.. => AfterDefault::BothPlayOn(granted_ms),
            _ => AfterDefault::Over,
        };
        Self { defaulter, then }
    }

    /// The default that stands where play was restored to.
    pub(crate) fn restored(restored: &Restored) -> Option<Self> {
        let winner_plays = restored.plays_both.is_some();
        Some(Self::new(
            restored.defaulter?,
            restored.granted_ms,
            winner_plays,
        ))
    }

    /// What it gave each side, ms.
    pub(crate) const fn granted_ms(self) -> i64 {
        match self.then {
            AfterDefault::BothPlayOn(granted_ms) => granted_ms,
            AfterDefault::WinnerPlaysOn | AfterDefault::Over => 0,
        }
    }

    /// The winner who plays both colours.
    pub(crate) const fn plays_both(self) -> Option<Color> {
        match self.then {
            AfterDefault::WinnerPlaysOn => Some(self.defaulter.opponent()),
            AfterDefault::BothPlayOn(_) | AfterDefault::Over => None,
        }
    }
}
