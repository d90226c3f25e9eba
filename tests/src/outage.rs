//! What a kill costs: how long nothing runs, and how the clocks of the games that it struck are judged.

use std::time::Duration;

use outflank_testbed::PATIENCE;

use crate::load::clocks_are_tight;

/// One outage, mostly by the server's clock, which is set forward: no test has to wait so long to tell an outage from a
/// busy machine.
#[derive(Debug, Clone, Copy)]
pub struct Outage {
    /// How long nothing runs.
    pub lasting: Duration,
    /// How much longer it is by the server's clock, in ms.
    pub longer_ms: i64,
    /// A ply that cost this much or more has paid for the outage, in ms.
    pub too_much_ms: i64,
    /// What a ply may gain by it, in ms: a fault counts from the last heartbeat before it, and until the seat's line is
    /// open again.
    pub at_most_gained_ms: i64,
}

impl Outage {
    /// So long that no stall of the machine, of a minute at most, is taken for it; or, under `TIGHT_CLOCKS=1`, so short
    /// that every second counts.
    #[must_use]
    pub fn to_be_judged() -> Self {
        let patience_ms = i64::try_from(PATIENCE.as_millis()).unwrap_or(0);
        if clocks_are_tight() {
            return Self {
                lasting: Duration::from_millis(2_500),
                longer_ms: 7_500,
                too_much_ms: 5_000,
                at_most_gained_ms: 2_500,
            };
        }
        Self {
            lasting: Duration::from_millis(500),
            longer_ms: 3 * patience_ms,
            too_much_ms: patience_ms,
            at_most_gained_ms: patience_ms,
        }
    }
}
