//! Days as they are written, YYYY-MM-DD.

/// The day's number, from 1 January 1970 (0); `None` unless it is written YYYY-MM-DD and there is such a day.
pub(crate) fn day_of(date: &str) -> Option<i64> {
    let (year, month, day) = parts(date)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days)
        .contains(&day)
        .then(|| days_since_1970(year, month, day))
}

/// The first day of the twelve months that end on that day.
pub(super) fn twelve_months_before(date: &str) -> Option<i64> {
    let (year, month, day) = parts(date)?;
    Some(days_since_1970(year - 1, month, day) + 1)
}

fn parts(date: &str) -> Option<(i64, i64, i64)> {
    let bytes = date.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let number = |range: std::ops::Range<usize>| -> Option<i64> {
        bytes[range].iter().try_fold(0, |sum, byte| {
            byte.is_ascii_digit()
                .then(|| sum * 10 + i64::from(byte - b'0'))
        })
    };
    Some((number(0..4)?, number(5..7)?, number(8..10)?))
}

fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Counted from 1 March of year 0, so that a leap day ends its year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}
