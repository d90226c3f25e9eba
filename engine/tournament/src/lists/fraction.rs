//! Exact fractions, for shares that do not divide evenly.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A non-negative fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };

    /// `numerator / denominator` in lowest terms; `None` when the denominator is 0.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        Self::reduced(u128::from(numerator), u128::from(denominator))
    }

    /// A whole number.
    #[must_use]
    pub fn whole(number: u64) -> Self {
        Self {
            numerator: number,
            denominator: 1,
        }
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator, in lowest terms; never 0.
    #[must_use]
    pub fn denominator(self) -> u64 {
        self.denominator.max(1)
    }

    /// The sum; `None` when it is too large to be held exactly.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (
            u128::from(self.denominator()),
            u128::from(other.denominator()),
        );
        let left = u128::from(self.numerator).checked_mul(b)?;
        let right = u128::from(other.numerator).checked_mul(a)?;
        Self::reduced(left.checked_add(right)?, a.checked_mul(b)?)
    }

    fn reduced(numerator: u128, denominator: u128) -> Option<Self> {
        let (mut divisor, mut rest) = (numerator, denominator);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Some(Self {
            numerator: u64::try_from(numerator.checked_div(divisor)?).ok()?,
            denominator: u64::try_from(denominator.checked_div(divisor)?)
                .ok()
                .filter(|&value| value > 0)?,
        })
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator());
        let right = u128::from(other.numerator) * u128::from(self.denominator());
        left.cmp(&right)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    /// "40", "22.5", "33 1/3".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let denominator = self.denominator();
        let (whole, rest) = (self.numerator / denominator, self.numerator % denominator);
        match (whole, rest) {
            (_, 0) => write!(f, "{whole}"),
            (_, 1) if denominator == 2 => write!(f, "{whole}.5"),
            (0, _) => write!(f, "{rest}/{denominator}"),
            _ => write!(f, "{whole} {rest}/{denominator}"),
        }
    }
}
