//! Whether days and sessions are some that can be played.

use super::bounds::within;
use crate::refusals::{Refusal, RuleSetRefusal, ensure};
use crate::rule_set::RuleSet;
use crate::stream::{MOST_DAYS, MOST_SESSIONS};

const LARGEST_SHARE: u32 = 1_000;

/// As many days and sessions as a timetable has, in its order.
pub(super) fn check_timetable(rules: &RuleSet) -> Result<(), Refusal> {
    let timetable = &rules.timetable;
    let number = timetable.sessions.len();
    within("the number of sessions", number, 1..=MOST_SESSIONS)?;
    let mut last = 1;
    for session in &timetable.sessions {
        within("the day of a session", session.day, 1..=MOST_DAYS)?;
        within("the share of a session", session.share, 1..=LARGEST_SHARE)?;
        ensure(session.day >= last, RuleSetRefusal::DaysOutOfOrder)?;
        last = session.day;
    }
    within("the day of the finals", timetable.finals_day, 1..=MOST_DAYS)?;
    let has_finals = rules.formats.iter().any(|row| !row.finals.is_none());
    ensure(
        !has_finals || timetable.finals_day >= last,
        RuleSetRefusal::DaysOutOfOrder,
    )
}
