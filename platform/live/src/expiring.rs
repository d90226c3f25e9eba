//! What expires, and goes when there is much of it or after a while.

use std::{collections::BTreeMap, time::Duration};

use tokio::time::Instant;

/// What has expired is swept once so much has gathered, and again once there is twice as much as was left, or a while later.
pub(crate) const SWEEP_ABOVE: usize = 1024;
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// What expires, by key.
#[derive(Debug)]
pub(crate) struct Expiring<T> {
    pub(crate) by_key: BTreeMap<String, T>,
    sweep_above: usize,
    swept: Option<Instant>,
}

impl<T> Default for Expiring<T> {
    fn default() -> Self {
        Self {
            by_key: BTreeMap::new(),
            sweep_above: SWEEP_ABOVE,
            swept: None,
        }
    }
}

impl<T> Expiring<T> {
    /// All there is, where something is about to be added.
    pub(crate) fn swept(
        &mut self,
        now: Instant,
        lives: impl Fn(&T) -> bool,
    ) -> &mut BTreeMap<String, T> {
        let long_ago = |swept: Instant| now.saturating_duration_since(swept) >= SWEEP_EVERY;
        let many = self.by_key.len() >= self.sweep_above;
        if many || self.swept.is_none_or(long_ago) {
            self.by_key.retain(|_, value| lives(value));
            self.sweep_above = self.by_key.len().saturating_mul(2).max(SWEEP_ABOVE);
            self.swept = Some(now);
        }
        &mut self.by_key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds one under a key, where those up to `dead` have expired. Answers how many are kept.
    fn add(all: &mut Expiring<u32>, now: Instant, number: u32, dead: u32) -> usize {
        let kept = all.swept(now, |number| *number > dead);
        kept.insert(format!("key-{number}"), number);
        kept.len()
    }

    #[test]
    fn what_has_expired_goes_once_there_is_twice_as_much_as_was_left() {
        let (mut all, now) = (Expiring::default(), Instant::now());
        for number in 1..=1_024 {
            assert_eq!(
                add(&mut all, now, number, 500),
                usize::try_from(number).unwrap_or(0)
            );
        }
        assert_eq!(add(&mut all, now, 1_025, 24), 1_001);
        for number in 1_026..=2_024 {
            add(&mut all, now, number, 2_000);
        }
        assert_eq!(all.by_key.len(), 2_000);
        // Now there is twice as much as was left.
        assert_eq!(add(&mut all, now, 2_025, 2_000), 25);
    }

    #[test]
    fn what_has_expired_goes_after_a_while_however_little_it_is() {
        let (mut all, now) = (Expiring::default(), Instant::now());
        add(&mut all, now, 1, 0);
        let later = now + SWEEP_EVERY;
        assert_eq!(
            add(&mut all, later - Duration::from_millis(1), 2, 1),
            2,
            "no sweep yet"
        );
        assert_eq!(add(&mut all, later, 3, 1), 2);
    }
}
