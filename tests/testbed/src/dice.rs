//! The one source of chance of the tests: the same seed, the same numbers, on every machine.

/// Numbers that follow from a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice(pub u64);

impl Dice {
    /// From 0 to below `bound`; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Knuth's MMIX; its upper bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    /// One of these.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
