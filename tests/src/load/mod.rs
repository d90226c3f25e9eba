//! What the measuring harnesses share: a lean WebSocket client, a stage of many games, yardsticks, figures.

pub mod broadcast;
pub mod casual;
pub mod crew;
pub mod crowd;
pub mod fair_yardstick;
pub(crate) mod hearing;
pub mod hostile;
pub mod latencies;
pub mod machine;
pub mod metrics;
pub mod news;
pub mod relay;
pub mod report;
pub mod requests;
pub mod returning;
pub mod saturation;
pub mod socket;
pub mod stage;
pub mod standings;
pub mod system_calls;
pub mod viewers;
pub mod yardstick;

/// The value of a variable of the environment, or its default.
#[must_use]
pub fn setting(name: &str, default: u64) -> u64 {
    value(name).unwrap_or(default)
}

/// How many of something, by a variable of the environment, or its default.
#[must_use]
pub fn count(name: &str, default: usize) -> usize {
    value(name).unwrap_or(default)
}

/// Whether clocks are judged as tightly as only a machine allows that does not stall: `TIGHT_CLOCKS=1`.
#[must_use]
pub fn clocks_are_tight() -> bool {
    setting("TIGHT_CLOCKS", 0) > 0
}

fn value<Number: std::str::FromStr>(name: &str) -> Option<Number> {
    std::env::var(name).ok()?.parse().ok()
}

/// The middle one of several measurements: the lower of two in the middle.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or(f64::NAN)
}

/// Samples in microseconds, in order.
#[derive(Debug, Clone, Default)]
pub struct Samples(Vec<u64>);

impl Samples {
    /// Puts them in order.
    #[must_use]
    pub fn new(mut samples: Vec<u64>) -> Self {
        samples.sort_unstable();
        Self(samples)
    }

    /// These and those.
    #[must_use]
    pub fn and(&self, others: &Self) -> Self {
        Self::new([self.0.as_slice(), others.0.as_slice()].concat())
    }

    /// How many.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The smallest sample that so many of a thousand do not exceed, in ms.
    #[must_use]
    pub fn per_mille_ms(&self, per_mille: usize) -> f64 {
        let place = (self.0.len() * per_mille).div_ceil(1_000).max(1) - 1;
        let micros = self.0.get(place.min(self.0.len().saturating_sub(1)));
        micros.map_or(f64::NAN, |micros| {
            std::time::Duration::from_micros(*micros).as_secs_f64() * 1_000.0
        })
    }
}
