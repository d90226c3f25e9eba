//! Journals doctored into what a broken server would have written.

use serde_json::{Value, json};

use super::{Control, judge};
use crate::chaos::{journal::Row, judge::Wrong, ledger::GameLog};

/// The journal of a server that books what clients say of their time: nothing at all.
pub(super) fn own_time(rows: &[Row], log: &GameLog) -> Control {
    let honest = judge(rows, log).count(Wrong::Clock);
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
    let found = judge(&doctored, log).count(Wrong::Clock);
    Control {
        broken: "client time trusted",
        shown: format!(
            "a journal doctored to book 0 ms for every ply, sums adjusted: {found} clocks found wrong, {honest} in the true one"
        ),
        caught: found > 0 && honest == 0,
    }
}

/// The journal of a server that gives back what no fault took.
pub(super) fn undue_credit(rows: &[Row], log: &GameLog) -> Control {
    const UNDUE_MS: i64 = 60_000;
    let honest = judge(rows, log).count(Wrong::Clock);
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
    let found = judge(&doctored, log).count(Wrong::Clock);
    Control {
        broken: "time given back for nothing",
        shown: format!(
            "a journal doctored to give black a minute more, sums adjusted: {found} clocks found wrong, {honest} in the true one"
        ),
        caught: found > 0 && honest == 0,
    }
}
