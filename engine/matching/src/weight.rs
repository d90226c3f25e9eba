//! The integers that costs and labels are made of.

use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A signed integer; [`Weight::BITS_OF_COSTS`] bounds the costs that it can be searched with.
///
/// The unmatched vertices have the lowest label of all, and it falls no further than the dearest cost above
/// the cheapest and 1, for then no pair more could be worth having. So no vertex' label is further from 0 than
/// that, no blossom's and no doubled cost than twice that, no slack and no sum on the way to one than four
/// times: with costs five bits narrower than the integer none overflows.
pub trait Weight:
    Copy + Ord + Add<Output = Self> + Sub<Output = Self> + AddAssign + SubAssign
{
    /// Nothing.
    const ZERO: Self;
    /// More than anything that is compared.
    const BEYOND: Self;
    /// Every cost is below two to this power.
    const BITS_OF_COSTS: u32;

    /// Whether it may be a cost.
    fn is_cost(self) -> bool;
    /// Twice it.
    fn double(self) -> Self;
    /// Half of it; only even numbers are halved.
    fn half(self) -> Self;
}

macro_rules! weight {
    ($($integer:ty),*) => {$(
        impl Weight for $integer {
            const ZERO: Self = 0;
            const BEYOND: Self = <$integer>::MAX;
            const BITS_OF_COSTS: u32 = <$integer>::BITS - 5;

            fn is_cost(self) -> bool {
                self >= 0 && self >> Self::BITS_OF_COSTS == 0
            }

            fn double(self) -> Self {
                self << 1
            }

            fn half(self) -> Self {
                self >> 1
            }
        }
    )*};
}

weight!(i64, i128);
