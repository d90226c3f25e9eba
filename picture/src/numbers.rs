//! Numbers as the app writes them.

use time::OffsetDateTime;

use crate::facts::Moment;

/// Points: `4½`, `0`, `−½`.
pub fn halves(halves: i32) -> String {
    let sign = if halves < 0 { "−" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves % 2 != 0);
    match (whole, half) {
        (whole, false) => format!("{sign}{whole}"),
        (0, true) => format!("{sign}½"),
        (whole, true) => format!("{sign}{whole}½"),
    }
}

/// What is left on a clock: `m:ss`, `h:mm:ss` from an hour on, rounded down.
pub fn clock(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A moment for readers anywhere: `2026-07-18 14:02 UTC`; empty where there is no such day.
pub fn moment(ms: Moment) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)) else {
        return String::new();
    };
    let (year, month, day) = at.to_calendar_date();
    let (month, hour, minute) = (u8::from(month), at.hour(), at.minute());
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// Minutes, with as many halves and quarters as they have: `2`, `2.5`.
pub fn minutes(ms: i64) -> String {
    let hundredths = (ms.max(0) + 300) / 600;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match rest {
        0 => format!("{whole}"),
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_the_app() {
        let points = [9, 0, 1, -1, -3, 4].map(halves);
        assert_eq!(points, ["4½", "0", "½", "−½", "−1½", "2"]);
        let clocks = [0, 999, 61_500, 3_600_000, -5, i64::MAX].map(clock);
        assert_eq!(
            clocks,
            [
                "0:00",
                "0:00",
                "1:01",
                "1:00:00",
                "0:00",
                "2562047788015:12:55"
            ]
        );
        assert_eq!(moment(1_784_383_320_000), "2026-07-18 14:02 UTC");
        assert_eq!(moment(i64::MAX), "");
        let times = [120_000, 150_000, 135_000, 0].map(minutes);
        assert_eq!(times, ["2", "2.5", "2.25", "0"]);
    }
}
