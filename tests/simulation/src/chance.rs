//! Chance, all of it from the seed.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_pairing::Lots;

use crate::othello::Dice;

/// One source of chance: the same seed and name, the same numbers. Clones draw from one sequence.
#[derive(Debug, Clone)]
pub struct Chance {
    seed: u64,
    dice: Arc<Mutex<Dice>>,
}

impl Chance {
    /// The source of that name.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        let mixed = name
            .bytes()
            .fold(mix(seed), |state, byte| mix(state ^ u64::from(byte)));
        Self {
            seed,
            dice: Arc::new(Mutex::new(Dice(mixed))),
        }
    }

    /// Another source of the same seed.
    #[must_use]
    pub fn other(&self, name: &str) -> Self {
        Self::new(self.seed, name)
    }

    /// From 0 to below `bound`.
    #[must_use]
    pub fn below(&self, bound: usize) -> usize {
        let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
        dice.below(bound)
    }

    /// From `least` to `most`, both included.
    #[must_use]
    pub fn between(&self, least: u64, most: u64) -> u64 {
        let span = usize::try_from(most.saturating_sub(least)).unwrap_or(usize::MAX - 1);
        least + self.below(span + 1) as u64
    }

    /// True in so many of a thousand cases.
    #[must_use]
    pub fn in_thousand(&self, cases: u64) -> bool {
        (self.below(1_000) as u64) < cases
    }

    /// The same as the lots of casual play.
    #[must_use]
    pub fn lots(self) -> Lots {
        let byte = move |_| u8::try_from(self.below(256)).unwrap_or(0);
        Lots::drawn_by(move || std::array::from_fn(&byte))
    }

    /// One of these.
    #[must_use]
    pub fn one_of<'a, T>(&self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// Spreads neighbouring seeds (splitmix64).
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
