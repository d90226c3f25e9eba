//! Points, counted in halves.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Deserializer, Serialize};

/// Points in half-points: 2 for a game won, 1 for a draw. Signed, for rulings take points away (MSO 5.1) and two scores
/// differ either way; all arithmetic saturates. Shown as points, 15 being "7.5" and 14 "7".
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HalfPoints(pub i64);

impl HalfPoints {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// What a game drawn brings.
    pub const DRAW: Self = Self(1);
    /// What a game won brings.
    pub const WIN: Self = Self(2);

    /// How far two scores are apart.
    #[must_use]
    pub fn apart(self, other: Self) -> Self {
        Self((self - other).0.saturating_abs())
    }

    /// Reads half-points that are never negative.
    pub(crate) fn not_negative<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u32::deserialize(from).map(Self::from)
    }
}

impl From<u32> for HalfPoints {
    fn from(half_points: u32) -> Self {
        Self(half_points.into())
    }
}

impl Add for HalfPoints {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for HalfPoints {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for HalfPoints {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(&fraction(self.0, 2))
    }
}

/// A number of halves or quarters as a decimal.
pub(crate) fn fraction(parts: i64, of: u64) -> String {
    let sign = if parts < 0 { "-" } else { "" };
    let whole = parts.unsigned_abs() / of;
    match (parts.unsigned_abs() % of) * (4 / of) {
        1 => format!("{sign}{whole}.25"),
        2 => format!("{sign}{whole}.5"),
        3 => format!("{sign}{whole}.75"),
        _ => format!("{sign}{whole}"),
    }
}
