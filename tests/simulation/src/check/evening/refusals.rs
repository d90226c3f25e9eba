//! What is refused in contests had to be.
//!
//! The promise: whoever is refused something in a contest is told what was so by its entries at some instant while his call
//! was under way: that he had entered, that he did not take part, or that the contest was over, because somebody had ended it
//! or by the clock of some process. A call that comes a second time may meet what it did the first time. Nothing else is
//! refused there, and no founding.

use super::{
    Findings,
    contests::{ContestStream, Contests},
    standing::{Span, meet},
};
use crate::{evening::Refused, wiring::Wiring};

/// Finds what was refused without need.
pub fn check(wiring: &Wiring, contests: &Contests, findings: &mut Findings) {
    let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
    for refused in wiring.world.seen.all_refused() {
        let contest = contests.all.get(&refused.contest);
        if !contest.is_some_and(|contest| had_to_be(&refused, contest, skew_ms)) {
            findings.push(format!("{refused:?}, and that was not so"));
        }
    }
}

fn had_to_be(refused: &Refused, contest: &ContestStream, skew_ms: i64) -> bool {
    let taking_part = contest.taking_part(&refused.account);
    let meets = |span: &Span| {
        let (from_ms, to_ms) = meet(*span, refused.under_way);
        from_ms <= to_ms
    };
    match (refused.command, refused.code.as_str()) {
        ("JoinContest" | "LeaveContest" | "EndContest", "contest_over") => {
            // The first clock by which its time was over may be so far ahead.
            let pairing = contest.pairing(-skew_ms);
            pairing.is_some_and(|(_, over_ms)| over_ms <= refused.under_way.1)
        }
        ("JoinContest", "entered_already") => taking_part.iter().any(meets),
        ("LeaveContest", "not_in_contest") => away(&taking_part).iter().any(meets),
        _ => false,
    }
}

/// From when to when somebody does not take part who takes part in these spans.
fn away(taking_part: &[Span]) -> Vec<Span> {
    let mut away = Vec::new();
    let mut since_ms = i64::MIN;
    for (from_ms, to_ms) in taking_part {
        away.push((since_ms, *from_ms));
        since_ms = *to_ms;
    }
    away.push((since_ms, i64::MAX));
    away
}
