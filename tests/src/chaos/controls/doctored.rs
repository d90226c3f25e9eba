//! Records doctored into what a broken server would have left: the judge has to find each breach, and no other.

use std::sync::Arc;

use serde_json::{Value, json};

use super::records::{chain, number, result};
use crate::chaos::{
    journal::Row,
    judge::{Verdict, Wrong},
    ledger::GameLog,
};

/// What a broken server would have left of a game.
#[derive(Debug)]
pub struct Doctored {
    /// What is broken.
    pub broken: &'static str,
    /// What the judge has to find, and all of it.
    pub shows: &'static [Wrong],
    rows: Vec<Row>,
    log: Arc<GameLog>,
}

impl Doctored {
    /// The kinds of breaches that the judge finds.
    #[must_use]
    pub fn found(&self) -> Vec<Wrong> {
        let mut verdict = Verdict::default();
        verdict.game(&self.rows, &self.log);
        verdict.wrong.into_keys().collect()
    }
}

/// The records of one finished game, to be broken.
struct Records<'a>(&'a [Row], &'a GameLog);

/// Everything that can be broken in the records of a finished game.
#[must_use]
pub fn all(rows: &[Row], log: &GameLog) -> Vec<Doctored> {
    let records = Records(rows, log);
    [
        records.of_what_was_lost_or_doubled(),
        records.of_order_and_contents(),
        records.of_clocks(),
        records.of_the_end(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Records<'_> {
    /// Where the entry of the ply in the middle is.
    fn middle(&self) -> usize {
        let plies: Vec<usize> = (0..self.0.len())
            .filter(|at| ply_in(&self.0[*at]).is_some())
            .collect();
        plies[plies.len() / 2]
    }

    fn ply(&self, at: usize) -> u32 {
        let ply = ply_in(&self.0[at]).expect("a ply");
        u32::try_from(self.0[at].events[ply]["ply"].as_u64().unwrap_or(0)).expect("a short game")
    }

    fn doctored(
        &self,
        (broken, shows): (&'static str, &'static [Wrong]),
        doctor: impl FnOnce(&mut Vec<Row>, &GameLog),
    ) -> Doctored {
        let (mut rows, log) = (self.0.to_vec(), self.1.copy());
        doctor(&mut rows, &log);
        Doctored {
            broken,
            shows,
            rows,
            log,
        }
    }

    fn of_what_was_lost_or_doubled(&self) -> Vec<Doctored> {
        let at = self.middle();
        vec![
            // Or a commit that a crash loses.
            self.doctored(
                (
                    "an acknowledgement before the commit",
                    &[Wrong::Lost, Wrong::Unfinished],
                ),
                |rows, log| {
                    rows.truncate(at);
                    log.without_end();
                    for later in self.ply(at) + 2..=u32::try_from(log.script.len()).expect("short")
                    {
                        log.mark(later, |mark| *mark = crate::chaos::ledger::Mark::default());
                    }
                },
            ),
            self.doctored(
                ("another command stands in its place", &[Wrong::Lost]),
                |rows, _| {
                    rows[at].command_id.push_str("-other");
                    chain(rows);
                },
            ),
            self.doctored(
                (
                    "no key on the number of an entry",
                    &[Wrong::Duplicated, Wrong::Chain],
                ),
                |rows, _| {
                    let mut double = rows[at].clone();
                    double.command_id.push_str("-other");
                    double.hash = double.reckon();
                    double.reckoned.clone_from(&double.hash);
                    // It books nothing: what shows is that it is there twice.
                    double.events.retain(|event| event["charged_ms"].is_null());
                    rows.insert(at + 1, double);
                },
            ),
            self.doctored(("no key on commands", &[Wrong::Duplicated]), |rows, _| {
                let mut again = rows[at].clone();
                again.at_ms = rows.last().map_or(0, |last| last.at_ms);
                again.events.clear();
                again.body = "[]".to_owned();
                rows.push(again);
                number(rows);
            }),
            self.doctored(("two ends", &[Wrong::Duplicated]), |rows, _| {
                let is_end = |row: &&Row| row.events.iter().any(|one| one["type"] == "finished");
                let mut end = rows.iter().find(is_end).expect("an end").clone();
                end.command_id.push_str("-again");
                end.events.retain(|event| event["type"] == "finished");
                rows.push(end);
                number(rows);
            }),
        ]
    }

    fn of_order_and_contents(&self) -> Vec<Doctored> {
        let at = self.middle();
        vec![
            self.doctored(
                ("acknowledged as another entry", &[Wrong::Reordered]),
                |_, log| {
                    log.mark(self.ply(at), |mark| {
                        mark.seq = mark.seq.map(|seq| seq + 1);
                    });
                },
            ),
            self.doctored(("a number left out", &[Wrong::Reordered]), |rows, log| {
                let from = rows[at].seq;
                for row in &mut rows[at..] {
                    row.seq += 1;
                }
                for ply in 1..=u32::try_from(log.script.len()).expect("short") {
                    log.mark(ply, |mark| {
                        mark.seq = mark.seq.map(|seq| seq + u64::from(seq >= from));
                    });
                }
                chain(rows);
            }),
            self.doctored(("another move", &[Wrong::Replay]), |rows, _| {
                let place = ply_in(&rows[at]).expect("a ply");
                rows[at].events[place]["square"] = json!("z9");
                chain(rows);
            }),
            self.doctored(("contents altered by hand", &[Wrong::Chain]), |rows, _| {
                rows[at].actor.push_str(" and somebody else");
                rows[at].reckoned = rows[at].reckon();
            }),
            self.doctored(
                ("an entry changed, and hashed anew", &[Wrong::Chain]),
                |rows, _| {
                    rows[at].actor.push_str(" and somebody else");
                    rows[at].hash = rows[at].reckon();
                    rows[at].reckoned = rows[at].hash.clone();
                },
            ),
        ]
    }

    fn of_clocks(&self) -> Vec<Doctored> {
        const UNDUE_MS: i64 = 60_000;
        let at = self.middle();
        vec![
            self.doctored(("client time trusted", &[Wrong::Clock]), |rows, _| {
                book(rows, |_, _| 0);
                chain(rows);
            }),
            self.doctored(("an outage charged", &[Wrong::Clock]), |rows, _| {
                book(rows, |number, charged| {
                    charged + i64::from(number == at) * UNDUE_MS
                });
                chain(rows);
            }),
            self.doctored(
                ("time given back for nothing", &[Wrong::Clock]),
                |rows, _| {
                    credit(&mut rows[at], "nothing", UNDUE_MS);
                    book(rows, |_, charged| charged);
                    chain(rows);
                },
            ),
            self.doctored(
                ("time given back twice for one fault", &[Wrong::Sum]),
                |rows, _| {
                    credit(&mut rows[at], "a fault", 5);
                    credit(&mut rows[at], "a fault", 5);
                    book(rows, |_, charged| charged);
                    chain(rows);
                },
            ),
            self.doctored(
                ("a clock that does not add up", &[Wrong::Sum]),
                |rows, _| {
                    let place = ply_in(&rows[at]).expect("a ply");
                    let left_ms = rows[at].events[place]["remaining_ms"].as_i64().unwrap_or(0);
                    rows[at].events[place]["remaining_ms"] = json!(left_ms + 1);
                    chain(rows);
                },
            ),
        ]
    }

    fn of_the_end(&self) -> Vec<Doctored> {
        let last = u32::try_from(self.1.script.len()).expect("a short game");
        vec![
            self.doctored(("another result", &[Wrong::Replay]), |rows, _| {
                for event in rows.iter_mut().flat_map(|row| &mut row.events) {
                    if event["type"] == "finished" {
                        let black = event["black_discs"].as_u64().unwrap_or(0);
                        event["black_discs"] = json!(black.abs_diff(1));
                    }
                }
                chain(rows);
            }),
            self.doctored(("another result shown", &[Wrong::Replay]), |_, log| {
                log.ended(result(1, 63));
            }),
            self.doctored(("no end", &[Wrong::Unfinished]), |rows, log| {
                for row in rows.iter_mut() {
                    row.events.retain(|event| event["type"] != "finished");
                }
                rows.retain(|row| !row.events.is_empty());
                log.without_end();
                chain(rows);
            }),
            self.doctored(
                ("a ply that nobody was answered", &[Wrong::Unfinished]),
                |_, log| {
                    log.mark(last, |mark| {
                        (mark.seq, mark.acked_us) = (None, None);
                    });
                },
            ),
        ]
    }
}

/// Where in a row its ply is.
fn ply_in(row: &Row) -> Option<usize> {
    let is_ply = |event: &Value| event["type"] == "moved" || event["type"] == "passed";
    row.events.iter().position(is_ply)
}

/// Gives time back before the ply of a row is booked.
fn credit(row: &mut Row, fault: &str, ms: i64) {
    let place = ply_in(row).expect("a ply");
    let color = row.events[place]["color"].clone();
    let credit = json!({"type": "time_credited", "color": color, "ms": ms, "cause": "server_fault",
        "fault_id": fault, "remaining_ms": 0});
    row.events.insert(place, credit);
}

/// Books every ply anew, by the place of its row and what it was charged, and makes the sums fit.
fn book(rows: &mut [Row], charge: impl Fn(usize, i64) -> i64) {
    let mut left_ms = [0; 2];
    for (at, row) in rows.iter_mut().enumerate() {
        for event in &mut row.events {
            let number = |name: &str| event[name].as_i64().unwrap_or(0);
            let of = usize::from(event["color"] == "white");
            match event["type"].as_str() {
                Some("created") => {
                    let clocks = &event["remaining_ms"];
                    left_ms = ["black", "white"].map(|side| clocks[side].as_i64().unwrap_or(0));
                    continue;
                }
                Some("time_credited") => left_ms[of] += number("ms"),
                Some("moved" | "passed") => {
                    let charged_ms = charge(at, number("charged_ms"));
                    left_ms[of] -= charged_ms;
                    event["charged_ms"] = json!(charged_ms);
                }
                _ => continue,
            }
            event["remaining_ms"] = json!(left_ms[of]);
        }
    }
}
