//! How long things took, in a bounded place however many they were.

use std::time::Duration;

use hdrhistogram::Histogram;

/// The longest that is told apart, in microseconds: an hour.
const LONGEST: u64 = 3_600_000_000;
/// Digits to which a latency is kept.
const DIGITS: u8 = 3;

/// Latencies, each kept to a thousandth of itself.
#[derive(Debug, Clone)]
pub struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Self {
        Self(Histogram::new_with_bounds(1, LONGEST, DIGITS).expect("bounds that can be"))
    }
}

impl Latencies {
    /// One more.
    pub fn record(&mut self, latency: Duration) {
        self.record_micros(u64::try_from(latency.as_micros()).unwrap_or(LONGEST));
    }

    /// One more, in microseconds.
    pub fn record_micros(&mut self, micros: u64) {
        self.0.saturating_record(micros.max(1));
    }

    /// These too.
    pub fn add(&mut self, others: &Self) {
        self.0.add(&others.0).expect("the same bounds");
    }

    /// How many.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// What so many of 100,000 do not exceed, in ms; not a number where there is none.
    #[must_use]
    pub fn quantile_ms(&self, of_100_000: u32) -> f64 {
        if self.0.is_empty() {
            return f64::NAN;
        }
        let micros = self.0.value_at_quantile(f64::from(of_100_000) / 100_000.0);
        Duration::from_micros(micros).as_secs_f64() * 1_000.0
    }

    /// All of them as pairs of microseconds and how often, for another process.
    #[must_use]
    pub fn pairs(&self) -> Vec<[u64; 2]> {
        let steps = self.0.iter_recorded();
        let pairs = steps.map(|step| [step.value_iterated_to(), step.count_since_last_iteration()]);
        pairs.collect()
    }

    /// What another process has told.
    #[must_use]
    pub fn of_pairs(pairs: &[[u64; 2]]) -> Self {
        let mut all = Self::default();
        for [micros, count] in pairs {
            all.0.saturating_record_n(*micros, *count);
        }
        all
    }
}
