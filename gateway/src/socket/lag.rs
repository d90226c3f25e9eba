//! How long the way to one client and back takes, from the server's own pings alone.

use std::{collections::VecDeque, time::Duration};

use tokio::time::Instant;

/// Measurements that are kept.
const KEPT: usize = 6;
/// An older measurement says nothing of the way now.
const FRESH: Duration = Duration::from_secs(30);

/// The shortest of the last few round trips. What was longer was longer for other reasons than the way: a busy
/// client, a lost packet, a pong held back on purpose; so holding back some pongs gains nothing, and holding
/// back all of them at most what the rule set caps.
#[derive(Debug, Default)]
pub struct LagEstimate(VecDeque<(Instant, Duration)>);

impl LagEstimate {
    /// A ping was answered.
    pub fn measured(&mut self, at: Instant, round_trip: Duration) {
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back((at, round_trip));
    }

    /// The time that the way takes of a player's turn: once for the position to reach the client, once for the
    /// move to come back, in ms. None while nothing was measured lately.
    pub fn way_ms(&self, now: Instant) -> Option<i64> {
        self.0
            .iter()
            .filter(|(at, _)| now.saturating_duration_since(*at) <= FRESH)
            .map(|(_, round_trip)| i64::try_from(round_trip.as_millis()).unwrap_or(i64::MAX))
            .min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_shortest_of_the_last_few_counts() {
        let start = Instant::now();
        let mut lag = LagEstimate::default();
        assert_eq!(lag.way_ms(start), None);
        let table = [
            (80, 80),
            (60, 60),
            // Pongs held back on purpose change nothing while one of the last few was honest.
            (5000, 60),
            (5000, 60),
            (90, 60),
            (90, 60),
            (90, 60),
            (90, 90),
        ];
        for (number, (round_trip, estimate)) in (0..).zip(table) {
            let at = start + ms(2500 * number);
            lag.measured(at, ms(round_trip));
            assert_eq!(lag.way_ms(at), Some(estimate), "measurement {number}");
        }
        // Nothing was heard since: what was measured then says nothing now.
        assert_eq!(lag.way_ms(start + FRESH + ms(2500 * 7 + 1)), None);
    }
}
