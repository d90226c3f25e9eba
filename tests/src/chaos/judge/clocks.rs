//! Clocks by the clients' own times, and time given back.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Verdict, Wrong};
use crate::chaos::{
    journal::Row,
    ledger::{GameLog, Mark},
};

/// How far a booked time may be above what the clients' own times allow, in ms: two processes' cluster times are less
/// than 50 ms apart, and each end of a span has one.
pub const CLOCK_BOUND_MS: i64 = 100;
/// How far below it may be: the gateway notes that a turn was delivered only after it has written it out, which wakes
/// the client on the same machine, and on a busy one the gateway may not run for a while in between.
const LEAST_BOUND_MS: i64 = 300;
/// A turn counts as shown at the latest so long after its entry, whenever the seat was shown it, in ms.
const SHOWN_WITHIN_MS: i64 = 2_000;

impl Verdict {
    pub(super) fn clocks(&mut self, rows: &[Row], log: &GameLog) {
        let marks = log.marks();
        let mut clocks = [0_i64; 2];
        let (mut turn_from_ms, mut given_back) = (0, 0);
        let mut faults = BTreeSet::new();
        let (mut caps, mut credited) = ([0_i64; 2], [0_i64; 2]);
        for row in rows {
            for event in &row.events {
                let number = |name: &str| event[name].as_i64().unwrap_or(0);
                let of = usize::from(event["color"] == "white");
                match event["type"].as_str() {
                    Some("created") => {
                        let shown = &event["remaining_ms"];
                        clocks = ["black", "white"].map(|side| shown[side].as_i64().unwrap_or(0));
                        let lag = &event["terms"]["lag"];
                        caps = ["per_move_ms", "per_game_ms"]
                            .map(|cap| lag[cap].as_i64().unwrap_or(0));
                        continue;
                    }
                    Some("started") => {
                        turn_from_ms = row.at_ms;
                        continue;
                    }
                    Some("time_credited") => {
                        clocks[of] += number("ms");
                        given_back += number("ms");
                        self.credited_ms += number("ms");
                        if !faults.insert(event["fault_id"].as_str().unwrap_or_default().to_owned())
                        {
                            let what = format!(
                                "{}: entry {} gives back again: {event}",
                                log.game, row.seq
                            );
                            self.find(Wrong::Sum, what);
                        }
                    }
                    Some("moved" | "passed") => {
                        clocks[of] -= number("charged_ms");
                        self.ply_clock(row, event, &marks, given_back, log);
                        credited[of] += credited_ms(event);
                        if credited_ms(event) > caps[0] || credited[of] > caps[1] {
                            let what = format!(
                                "{}: {} ms are credited in the game with entry {}, of {caps:?}: {event}",
                                log.game, credited[of], row.seq
                            );
                            self.find(Wrong::Clock, what);
                        }
                        // No fault takes more from a turn than it lasts.
                        let lasted_ms = row.at_ms - turn_from_ms;
                        if given_back > lasted_ms + CLOCK_BOUND_MS {
                            let what = format!(
                                "{}: {given_back} ms are given back in the {lasted_ms} before entry {}",
                                log.game, row.seq
                            );
                            self.find(Wrong::Clock, what);
                        }
                        (turn_from_ms, given_back) = (row.at_ms, 0);
                    }
                    _ => continue,
                }
                if number("remaining_ms") != clocks[of] {
                    let what = format!(
                        "{}: {} ms by adding up, entry {} says {event}",
                        log.game, clocks[of], row.seq
                    );
                    self.find(Wrong::Sum, what);
                    clocks[of] = number("remaining_ms");
                }
            }
        }
    }

    /// What a ply cost, against what its players' own times allow.
    fn ply_clock(
        &mut self,
        row: &Row,
        event: &Value,
        marks: &[Mark],
        given_back: i64,
        log: &GameLog,
    ) {
        let ply = usize::try_from(event["ply"].as_u64().unwrap_or(0)).unwrap_or(0);
        let (Some(mark), Some(before)) = (marks.get(ply), marks.get(ply.wrapping_sub(1))) else {
            return;
        };
        let Some(sent_us) = mark.sent_us else { return };
        let gross = event["charged_ms"].as_i64().unwrap_or(0) + credited_ms(event);
        let allowed = allowed(mark, before, sent_us);
        // Where less could not be booked, too little cannot be seen.
        let shows = allowed.is_some_and(|(least, _)| least > LEAST_BOUND_MS);
        self.clocked += usize::from(shows);
        let wrong = allowed.and_then(|(least, most)| {
            (gross < least - LEAST_BOUND_MS || gross > most + CLOCK_BOUND_MS)
                .then(|| format!("{gross} ms, not {least} to {most}"))
        });
        let stamp = row.events.iter().find(|event| event["type"] == "stamped");
        let received_ms = stamp.and_then(|stamp| stamp["received_at_ms"].as_i64());
        let wrong = wrong.or_else(|| {
            let received_ms = received_ms?;
            let too_early = received_ms < sent_us / 1_000 - CLOCK_BOUND_MS;
            let too_late = mark
                .acked_us
                .is_some_and(|acked_us| received_ms > acked_us / 1_000 + CLOCK_BOUND_MS);
            (too_early || too_late).then(|| {
                format!(
                    "received at {received_ms}, sent at {sent_us} and answered at {:?} µs",
                    mark.acked_us
                )
            })
        });
        if let Some(why) = wrong {
            let what = format!("{}: entry {} booked {why}: {event}", log.game, row.seq);
            self.find(Wrong::Clock, what);
        }
        if let Some(shown_us) = mark.shown_us {
            let thought = (sent_us - shown_us) / 1_000;
            self.overpaid_ms.push(gross - given_back - thought);
        }
    }
}

/// What a ply was not charged for the network and for reading, in ms.
fn credited_ms(event: &Value) -> i64 {
    let number = |name: &str| event[name].as_i64().unwrap_or(0);
    number("lag_credit_ms") + number("reading_credit_ms")
}

/// The least and the most that a ply can have cost its maker, in ms, by the clients' own times: from the turn's being
/// shown to the first sending at least, and from the sending of the ply before to the acknowledgement at most.
fn allowed(mark: &Mark, before: &Mark, sent_us: i64) -> Option<(i64, i64)> {
    let shown_us = mark.shown_us?;
    let shown_again = mark.sends > 1 || mark.line_broke;
    let slack = if shown_again { SHOWN_WITHIN_MS } else { 0 };
    let least = (sent_us - shown_us) / 1_000 - slack;
    let most = match (mark.acked_us, before.sent_us) {
        (Some(acked_us), Some(begun_us)) => (acked_us - begun_us) / 1_000,
        _ => i64::MAX / 2,
    };
    Some((least.max(0), most))
}
