//! Whether a contest pairs players.

/// Whether players are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContestPhase {
    /// Not yet.
    Coming,
    /// They are.
    Running,
    /// No more.
    Over,
    /// No more: it was ended before its time.
    Ended,
}

impl ContestPhase {
    /// Whether one may still enter: it has neither come to its end nor been ended.
    #[must_use]
    pub const fn goes_on(self) -> bool {
        matches!(self, Self::Coming | Self::Running)
    }

    /// At that time, of a contest that begins then and is over then, ms of cluster time; `None` for one that goes on.
    /// `ended`: it was ended before its time.
    #[must_use]
    pub fn at(now_ms: i64, (starts_at_ms, over_at_ms): (i64, Option<i64>), ended: bool) -> Self {
        if ended {
            Self::Ended
        } else if over_at_ms.is_some_and(|over_ms| over_ms <= now_ms) {
            Self::Over
        } else if starts_at_ms > now_ms {
            Self::Coming
        } else {
            Self::Running
        }
    }
}
