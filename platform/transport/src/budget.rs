//! How much may be tried again: a share of what is asked, so that trouble does not feed itself.

use std::sync::atomic::{AtomicI64, Ordering};

/// A call puts this many parts in; a second try takes [`TRY`] out: one call in five may be tried again.
const CALL: i64 = 1;
const TRY: i64 = 5;
/// A quiet caller may try this often again at once.
const FULL: i64 = 100 * TRY;

/// Parts left for second tries.
#[derive(Debug)]
pub(crate) struct Budget(AtomicI64);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicI64::new(FULL))
    }
}

impl Budget {
    /// Counts a call.
    pub(crate) fn called(&self) {
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                (left < FULL).then_some(left + CALL)
            });
    }

    /// Takes a second try out, if there is one left.
    pub(crate) fn try_again(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                (left >= TRY).then_some(left - TRY)
            })
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_everything_fails_one_call_in_five_is_tried_again() {
        let budget = Budget::default();
        let tries = (0..100_000)
            .filter(|_| {
                budget.called();
                budget.try_again()
            })
            .count();
        assert!((20_000..20_200).contains(&tries), "{tries}");
    }
}
