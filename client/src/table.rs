//! What a commit makes of a table, as JSON.

use serde_json::{Value, json};

/// Puts a commit into the table that it follows on: first what follows from its events, then what else it changed. False
/// where the table is not the one before it, which is then as it was.
pub fn follow(table: &mut Value, commit: &Value) -> bool {
    let (Some(known), Some(seq)) = (table["seq"].as_u64(), commit["seq"].as_u64()) else {
        return false;
    };
    if known.checked_add(1) != Some(seq) {
        return false;
    }
    for event in commit["events"].as_array().into_iter().flatten() {
        if matches!(event["type"].as_str(), Some("moved" | "passed")) {
            play(table, event);
        }
    }
    for (member, value) in commit["changed"].as_object().into_iter().flatten() {
        match (member.as_str(), value) {
            ("clocks", Value::Object(clocks)) => {
                for (name, reading) in clocks {
                    table["clocks"][name] = reading.clone();
                }
            }
            _ => table[member] = value.clone(),
        }
    }
    table["seq"] = json!(seq);
    true
}

fn play(table: &mut Value, event: &Value) {
    let number = |name: &str| event[name].as_i64().unwrap_or_default();
    let ply = json!({
        "ply": event["ply"],
        "color": event["color"],
        "square": event["square"],
        "flip": event["flip"],
        "charged_ms": number("charged_ms"),
        "flag_fell": false,
        "lag_credit_ms": number("lag_credit_ms"),
    });
    if let Some(plies) = table["plies"].as_array_mut() {
        plies.push(ply);
    }
    if event["square"].is_null() {
        return;
    }
    let flipped = event["flipped"].as_array().cloned().unwrap_or_default();
    let disc = if event["color"] == "white" {
        b'O'
    } else {
        b'*'
    };
    let size = table["board_size"].as_u64().unwrap_or(8);
    let mut board = table["board"]
        .as_str()
        .unwrap_or_default()
        .as_bytes()
        .to_vec();
    let squares = flipped.iter().chain([&event["square"]]);
    for cell in squares.filter_map(|square| cell(square.as_str()?, size)) {
        if let Some(cell) = board.get_mut(cell) {
            *cell = disc;
        }
    }
    let count = |disc| board.iter().filter(|cell| **cell == disc).count();
    table["black_discs"] = json!(count(b'*'));
    table["white_discs"] = json!(count(b'O'));
    table["board"] = json!(String::from_utf8_lossy(&board));
    table["last_square"] = event["square"].clone();
    table["last_flips"] = Value::Array(flipped);
}

/// Where a square's cell is in a board's text.
fn cell(square: &str, size: u64) -> Option<usize> {
    let [column, row] = square.as_bytes() else {
        return None;
    };
    let column = u64::from(column.checked_sub(b'a')?);
    let row = u64::from(row.checked_sub(b'1')?);
    usize::try_from(row.checked_mul(size)?.checked_add(column)?).ok()
}
