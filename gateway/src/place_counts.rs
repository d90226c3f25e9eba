//! How many places of one kind are taken here, and by whom: an address, an API key.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The places of one kind that are taken, by who has them.
#[derive(Debug, Default)]
pub struct PlaceCounts(Mutex<BTreeMap<String, usize>>);

/// One place, until it is dropped.
#[derive(Debug)]
pub struct CountedPlace {
    among: Arc<PlaceCounts>,
    whose: String,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// All are taken.
    OfAll,
    /// Whoever asks has as many as he may.
    OfOne,
}

impl Drop for CountedPlace {
    fn drop(&mut self) {
        let mut taken = self.among.lock();
        if let Some(count) = taken.get_mut(&self.whose) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                taken.remove(&self.whose);
            }
        }
    }
}

impl PlaceCounts {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody is remembered who has no place.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// One more place, of so many that all have together, and so many that one may have.
    ///
    /// # Errors
    /// Of which of them there is none left.
    pub fn take(
        self: &Arc<Self>,
        whose: &str,
        (of_all, of_one): (usize, usize),
    ) -> Result<CountedPlace, NoPlace> {
        let mut taken = self.lock();
        if taken.values().sum::<usize>() >= of_all {
            return Err(NoPlace::OfAll);
        }
        let own = taken.get(whose).copied().unwrap_or(0);
        if own >= of_one {
            return Err(NoPlace::OfOne);
        }
        taken.insert(whose.to_owned(), own + 1);
        Ok(CountedPlace {
            among: Arc::clone(self),
            whose: whose.to_owned(),
        })
    }
}
