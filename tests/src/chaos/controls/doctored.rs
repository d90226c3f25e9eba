//! Journals doctored into what a broken server would have written.

use serde_json::{Value, json};

use super::{Control, judge};
use crate::chaos::{journal::Row, judge::Wrong, ledger::GameLog};

/// The journal of a server that books what clients say of their time: nothing at all.
pub(super) fn own_time(rows: &[Row], log: &GameLog) -> Control {
    let mut doctored = rows.to_vec();
    let mut clocks = Value::Null;
    for event in doctored.iter_mut().flat_map(|row| &mut row.events) {
        if event["type"] == "created" {
            clocks = event["remaining_ms"].clone();
        }
        if event["type"] == "moved" || event["type"] == "passed" {
            let side = event["color"].as_str().unwrap_or_default().to_owned();
            event["charged_ms"] = json!(0);
            event["remaining_ms"] = clocks[&side].clone();
        }
    }
    control(
        ("client time trusted", "book 0 ms for every ply"),
        (rows, &doctored),
        log,
    )
}

/// The journal of a server that gives back what no fault took.
pub(super) fn undue_credit(rows: &[Row], log: &GameLog) -> Control {
    const UNDUE_MS: i64 = 60_000;
    let mut doctored = rows.to_vec();
    let mut given = false;
    for row in &mut doctored {
        let of_black = |event: &Value| event["color"] == "black" && !event["charged_ms"].is_null();
        let Some(place) = row.events.iter().position(of_black) else {
            continue;
        };
        let event = &mut row.events[place];
        let left_ms = event["remaining_ms"].as_i64().unwrap_or(0) + UNDUE_MS;
        event["remaining_ms"] = json!(left_ms);
        if !std::mem::replace(&mut given, true) {
            let before_ms = left_ms + event["charged_ms"].as_i64().unwrap_or(0);
            let credit = json!({"type": "time_credited", "color": "black", "ms": UNDUE_MS, "cause": "server_fault",
                "fault_id": "nothing", "remaining_ms": before_ms});
            row.events.insert(place, credit);
        }
    }
    control(
        ("time given back for nothing", "give black a minute more"),
        (rows, &doctored),
        log,
    )
}

/// What the checker finds in the doctored clocks, and that it finds nothing in the true ones.
fn control(
    (broken, doctored_to): (&'static str, &str),
    (rows, doctored): (&[Row], &[Row]),
    log: &GameLog,
) -> Control {
    let [honest, found] = [rows, doctored].map(|rows| judge(rows, log).count(Wrong::Clock));
    Control {
        broken,
        shown: format!(
            "a journal doctored to {doctored_to}, sums adjusted: {found} clocks found wrong, {honest} in the true one"
        ),
        caught: found > 0 && honest == 0,
    }
}
