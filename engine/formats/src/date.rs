use std::fmt;

/// A day of the Gregorian calendar, without time or zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CivilDate {
    year: u16,
    month: u8,
    day: u8,
}

impl CivilDate {
    /// The day, or `None` where the calendar has no such day (years 1 to 9999).
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        ((1..=9999).contains(&year) && (1..=days).contains(&day)).then_some(Self {
            year,
            month,
            day,
        })
    }

    /// Reads `DD/MM/YYYY`; one-digit days and months are accepted.
    #[must_use]
    pub fn from_slashes(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('/').map(str::trim);
        let day = parts.next()?.parse().ok()?;
        let month = parts.next()?.parse().ok()?;
        let year = parts.next()?.parse().ok()?;
        if parts.next().is_some() {
            return None;
        }
        Self::new(year, month, day)
    }

    /// Reads `YYYY-MM-DD`, every digit given.
    #[must_use]
    pub fn from_hyphens(text: &str) -> Option<Self> {
        let whole = text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        if !whole || text.len() != 10 {
            return None;
        }
        let year = text.get(..4)?.parse().ok()?;
        let month = text.get(5..7)?.parse().ok()?;
        let day = text.get(8..)?.parse().ok()?;
        Self::new(year, month, day)
    }

    /// Days since 1970-01-01, before it negative.
    #[must_use]
    pub fn days_since_1970(self) -> i64 {
        // Years begin in March, so that the leap day is the last; 146,097 days are 400 years.
        let (year, month) = (i64::from(self.year), i64::from(self.month));
        let (year, month) = match month {
            1 | 2 => (year.saturating_sub(1), month.saturating_add(9)),
            _ => (year, month.saturating_sub(3)),
        };
        let of_month = month.saturating_mul(153).saturating_add(2).div_euclid(5);
        let leap_days = year
            .div_euclid(4)
            .saturating_sub(year.div_euclid(100))
            .saturating_add(year.div_euclid(400));
        year.saturating_mul(365)
            .saturating_add(leap_days)
            .saturating_add(of_month)
            .saturating_add(i64::from(self.day))
            .saturating_sub(719_469)
    }

    /// The day that is so many days after 1970-01-01, before it negative; none outside of the years 1 to 9999.
    #[must_use]
    pub fn of_days_since_1970(days: i64) -> Option<Self> {
        // As in `days_since_1970`: days since 0000-03-01, by cycles of 400 years.
        let days = days.checked_add(719_468)?;
        let (cycle, of_cycle) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let leap_days = of_cycle / 1_460 - of_cycle / 36_524 + of_cycle / 146_096;
        let year_of_cycle = (of_cycle - leap_days) / 365;
        let of_year = of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        let year = cycle.checked_mul(400)?.checked_add(year_of_cycle + later)?;
        Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )
    }

    /// Year, 1 to 9999.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Day of the month, 1 to 31.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// `DD/MM/YYYY`, as rating files write it.
    #[must_use]
    pub fn with_slashes(self) -> String {
        format!("{:02}/{:02}/{:04}", self.day, self.month, self.year)
    }

    /// `YYYYMMDD`, as rating file names write it.
    #[must_use]
    pub fn compact(self) -> String {
        format!("{:04}{:02}{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for CivilDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
