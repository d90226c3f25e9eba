//! How much a result counts by its age.

/// Months within which somebody has to have played to stand on the list.
pub const ACTIVE_MONTHS: u32 = 38;

/// A month of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(u32);

impl Month {
    /// The month of a year, from 1 to 12; `None` for any other.
    #[must_use]
    pub fn new(year: u16, month: u8) -> Option<Self> {
        let place = month.checked_sub(1).filter(|place| *place < 12)?;
        let years = u32::from(year).saturating_mul(12);
        Some(Self(years.saturating_add(u32::from(place))))
    }

    /// Whole months from then to this month, whatever the days; `None` where then is later.
    #[must_use]
    pub fn since(self, then: Self) -> Option<u32> {
        self.0.checked_sub(then.0)
    }
}

/// What a result counts that is so many whole months old.
#[must_use]
pub fn weight(age_months: u32) -> u32 {
    match age_months {
        0..7 => 150,
        7..14 => 100,
        14..26 => 60,
        26..ACTIVE_MONTHS => 30,
        _ => 1,
    }
}
