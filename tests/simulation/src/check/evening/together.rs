//! No two who fit wait together while anybody could match them.
//!
//! The promise: of two seeks that fit each other one is booked within [`TOGETHER_MS`], counted while both stand in the
//! live state, both accounts are free in the journal, and one and the same process of pairing serves all that time with
//! nothing wrong between it and its journal or the live state: no call that fails or is slow, no commit that fails, is
//! slow or has an outcome that nobody knows. The others may be dead, slow or cut off meanwhile, any news may be lost, and
//! somebody else may have claimed the matching and never come to it. Anything that goes wrong in that process begins its
//! time anew, for it sleeps a second over an error; where nothing does, it is all of the time that both stand. The end is
//! when the entry is written that books one of them, not when anybody is told. Two who seek a game of a contest fit while
//! both take part in it by its journal and every clock says that it pairs; what counts there is points in place of ratings.
//!
//! What fits is reckoned here from the journal alone: ratings as the games before made them, meetings as they were booked.
//! Clocks may be apart, and a rating be rounded up: two fit a moment later here than there at most.

use super::{
    Findings,
    bookings::Bookings,
    contests::Contests,
    standing::{Span, Standing, meet},
};
use crate::{evening::Sought, wiring::Wiring};

/// So long two who fit wait together at most, ms.
pub const TOGETHER_MS: i64 = 2_000;
/// Ratings that fit at once are so far apart, in points, and so much farther with each second.
const REACH: i64 = 150;
const WIDENS_BY: i64 = 25;
/// After so long anybody fits, ms.
const UNBOUNDED_AFTER_MS: i64 = 20_000;
/// For each game that two have had both wait so long, and at most that, ms.
const APART_MS: i64 = 5_000;
const LONGEST_APART_MS: i64 = 60_000;

/// Somebody who waits: free, with a seek that stands.
struct Waiting<'a> {
    sought: &'a Sought,
    /// The time that its seek counts from, ms.
    since_ms: i64,
    span: Span,
}

/// Finds those who waited together too long; answers how many did at all, and how long at most, ms.
pub fn check(
    wiring: &Wiring,
    (bookings, contests, standing): (&Bookings, &Contests, &Standing),
    findings: &mut Findings,
) -> (u64, i64) {
    let skew_ms = i64::try_from(wiring.world.fault_plan.skew_ms).unwrap_or(0);
    let waiting = waiting((bookings, contests, standing), skew_ms);
    let able = able(wiring);
    let (mut fitting, mut longest_ms) = (0, 0);
    for (place, one) in waiting.iter().enumerate() {
        for other in &waiting[place + 1..] {
            let span = meet(one.span, other.span);
            if span.0 >= span.1 {
                continue;
            }
            let Some(fit_ms) = fit_from((bookings, contests), (one, other), span.0) else {
                continue;
            };
            let span = (span.0.max(fit_ms + 2 * skew_ms), span.1);
            let within = able.iter().map(|able| {
                let (from_ms, to_ms) = meet(span, *able);
                to_ms - from_ms
            });
            let together_ms = within.max().unwrap_or(0).max(0);
            fitting += u64::from(together_ms > 0);
            longest_ms = longest_ms.max(together_ms);
            if together_ms > TOGETHER_MS {
                findings.push(format!(
                    "{:?} and {:?} fit, and stood together for {together_ms} ms of {span:?} while somebody could book them",
                    one.sought, other.sought
                ));
            }
        }
    }
    (fitting, longest_ms)
}

fn waiting<'a>(
    (bookings, contests, standing): (&Bookings, &Contests, &'a Standing),
    skew_ms: i64,
) -> Vec<Waiting<'a>> {
    let mut waiting = Vec::new();
    for (sought, spans) in &standing.seeks {
        let spans = contests.allowing(sought, spans, skew_ms);
        for (free_ms, booked_ms, freed_at_ms) in bookings.free(&sought.account) {
            // What was sought before a game was that game.
            if sought.since_ms <= free_ms {
                continue;
            }
            for span in &spans {
                let span = meet(*span, (free_ms, booked_ms));
                if span.0 < span.1 {
                    let since_ms = sought.since_ms.max(freed_at_ms.saturating_add(1));
                    waiting.push(Waiting {
                        sought,
                        since_ms,
                        span,
                    });
                }
            }
        }
    }
    waiting
}

/// When a process of pairing served and nothing was wrong.
fn able(wiring: &Wiring) -> Vec<Span> {
    let (seen, now_ms) = (&wiring.world.seen, wiring.world.time.now_ms());
    let mut able = Vec::new();
    for matcher in seen.matchers() {
        let course = matcher.life.course().clone();
        let mut disturbed = course.disturbed;
        disturbed.extend(seen.all_away());
        disturbed.sort_unstable();
        let mut from_ms = matcher.since_ms;
        let died_ms = course.died_ms.unwrap_or(now_ms);
        for (begins_ms, ends_ms) in disturbed {
            able.push((from_ms, begins_ms.min(died_ms)));
            from_ms = from_ms.max(ends_ms);
        }
        able.push((from_ms, died_ms));
    }
    able.retain(|(from_ms, to_ms)| from_ms < to_ms);
    able
}

/// From when on two fit, at the latest, if they ever do.
fn fit_from(
    (bookings, contests): (&Bookings, &Contests),
    (one, other): (&Waiting<'_>, &Waiting<'_>),
    at_ms: i64,
) -> Option<i64> {
    let (a, b) = (&one.sought.wish, &other.sought.wish);
    let (account, opponent) = (&one.sought.account, &other.sought.account);
    let same_color = a.black.is_some() && a.black == b.black;
    if account == opponent || a.contest != b.contest || a.terms != b.terms || same_color {
        return None;
    }
    let points = |account: &str| match &a.contest {
        Some(id) => contests.height(id, account, at_ms),
        None => bookings.points(account, a.terms.0, at_ms),
    };
    let (own, others) = (points(account), points(opponent));
    let met = bookings.met(account, opponent, at_ms);
    let apart_ms = LONGEST_APART_MS.min(APART_MS * met);
    let after = |waiting: &Waiting<'_>, ms: i64| waiting.since_ms.saturating_add(ms);
    let one_ms = after(one, apart_ms.max(reaches_after(a.range, (own, others))?));
    let other_ms = after(other, apart_ms.max(reaches_after(b.range, (others, own))?));
    Some(one_ms.max(other_ms))
}

/// After how long a seek takes somebody of that rating, ms.
fn reaches_after((lowest, highest): (i64, i64), (own, other): (i64, i64)) -> Option<i64> {
    if lowest > 0 || highest > 0 {
        let fits = lowest <= other && (highest == 0 || other <= highest);
        return fits.then_some(0);
    }
    let beyond = (own - other).abs() - REACH;
    if beyond <= 0 {
        return Some(0);
    }
    let seconds = (beyond + WIDENS_BY - 1) / WIDENS_BY;
    Some(UNBOUNDED_AFTER_MS.min(seconds * 1_000))
}
