//! When a delivery that failed is tried again, and when it is given up. Plain values in, plain values out.

/// The first wait at the least, in ms, where nothing else is set.
pub const FIRST_MS: i64 = 10_000;
/// No wait is longer, in ms: six hours.
pub const LONGEST_MS: i64 = 6 * 3_600_000;
/// A delivery that did not arrive within so long is given up, in ms: three days.
pub const GIVEN_UP_AFTER_MS: i64 = 3 * 24 * 3_600_000;
/// A webhook is paused once so many of its deliveries in a row were given up.
pub const PAUSED_AFTER: u32 = 10;

/// What becomes of a delivery that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It is tried again then, cluster time in ms.
    Again {
        /// When.
        at_ms: i64,
    },
    /// It is not tried again.
    GiveUp,
}

/// What becomes of a delivery that was tried `tries` times (from 1) since `since_ms` and failed at `now_ms`. The first wait
/// is `first_ms`, each other twice the last, and all of them up to half as long again by `chance` (0 to `u32::MAX`), so that
/// receivers that fell together are not asked together.
#[must_use]
pub fn after_failure(
    first_ms: i64,
    (tries, since_ms): (u32, i64),
    now_ms: i64,
    chance: u32,
) -> Next {
    let doublings = tries.saturating_sub(1).min(30);
    let least = first_ms
        .saturating_mul(1_i64 << doublings)
        .min(LONGEST_MS / 3 * 2);
    let more = (least / 2).saturating_mul(chance.into()) / i64::from(u32::MAX);
    let at_ms = now_ms.saturating_add(least).saturating_add(more);
    if at_ms.saturating_sub(since_ms) > GIVEN_UP_AFTER_MS {
        return Next::GiveUp;
    }
    Next::Again { at_ms }
}
