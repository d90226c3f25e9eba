//! Generated bad commands, for every line that takes commands.

use outflank_client::{Table, message};
use serde_json::{Value, json};

use crate::othello::Dice;

/// A move in a message of the stream (field 6): a second one adds its fields to the first.
const MOVE: u8 = (6 << 3) | 2;

/// One of a list that has some.
///
/// # Panics
/// When it has none.
pub fn one_of<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    dice.one_of(list).unwrap()
}

/// One bad frame of the WebSocket for this game; `mover`: its sender has the move.
///
/// # Panics
/// Never.
#[must_use]
pub fn bad_frame(dice: &mut Dice, table: &Table, id: usize, mover: bool) -> String {
    let game = &table.game_id;
    let illegal = loop {
        let square = format!(
            "{}{}",
            one_of(dice, &['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']),
            1 + dice.below(8)
        );
        if !table.legal_squares.contains(&square) {
            break square;
        }
    };
    let legal = table
        .legal_squares
        .first()
        .cloned()
        .unwrap_or_else(|| "a1".into());
    let id = format!("bad-{id}");
    let frame = match dice.below(14) {
        0 => json!({"type": "move", "id": id, "game": game, "ply": table.ply, "square": illegal}),
        1 => {
            json!({"type": "move", "id": id, "game": game, "ply": table.ply + 1 + u32::try_from(dice.below(90)).unwrap(), "square": legal})
        }
        2 => json!({"type": "move", "id": id, "game": game, "ply": 0, "square": legal}),
        3 => json!({"type": "move", "id": id, "game": game, "ply": -1, "square": legal}),
        4 => {
            json!({"type": "move", "id": id, "game": game, "ply": table.ply, "square": one_of(dice, &["i9", "", "a0", "f55", "pass", "ａ１", "\u{0}"])})
        }
        5 => {
            json!({"type": "move", "id": id, "game": format!("{game}x"), "ply": table.ply, "square": legal})
        }
        6 if !table.must_pass => json!({"type": "pass", "id": id, "game": game, "ply": table.ply}),
        7 => {
            json!({"type": "move", "id": "x".repeat(65 + dice.below(300)), "game": game, "ply": table.ply, "square": legal})
        }
        8 => json!({"type": "move", "id": id, "game": game, "square": legal}),
        9 => json!({"type": "move", "id": id, "game": game, "ply": "5", "square": legal}),
        10 => {
            json!({"type": one_of(dice, &["credit", "set_clock", "", "MOVE", "undo"]), "id": id, "game": game})
        }
        11 => {
            return one_of(
                dice,
                &[
                    "",
                    "{",
                    "[]",
                    "null",
                    "\"move\"",
                    "{\"type\":",
                    "[1,2",
                    "\u{1F600}",
                    "{}",
                ],
            )
            .to_string();
        }
        12 if !mover => {
            json!({"type": "move", "id": id, "game": game, "ply": table.ply, "square": legal, "received_at_ms": 0, "color": "black"})
        }
        _ => {
            json!({"type": "move", "id": id, "game": game, "ply": table.ply, "square": illegal, "received_at_ms": 1, "charged_ms": -5})
        }
    };
    frame.to_string()
}

fn short(text: &str) -> u8 {
    u8::try_from(text.len()).unwrap()
}

/// The same as the bytes of a message for the gRPC stream, wrong in the same way.
///
/// # Panics
/// When a kind or a ply has 256 bytes or more.
#[must_use]
pub fn as_message(text: &str) -> Vec<u8> {
    let frame: Value = serde_json::from_str(text).unwrap_or_default();
    let Ok(mut bytes) = message(&frame) else {
        return match frame["type"].as_str() {
            // A kind of message that there is not: field 99, with the text in it.
            Some(kind) => [&[0x9a, 0x06, short(kind)], kind.as_bytes()].concat(),
            None => text.as_bytes().to_vec(),
        };
    };
    match &frame["ply"] {
        // Text where a number belongs.
        Value::String(ply) => {
            bytes.extend([MOVE, 2 + short(ply), (2 << 3) | 2, short(ply)]);
            bytes.extend(ply.as_bytes());
        }
        Value::Number(ply) if ply.as_i64() == Some(-1) => {
            bytes.extend([MOVE, 11, 2 << 3]);
            bytes.extend([0xff; 9]);
            bytes.push(1);
        }
        _ => {}
    }
    if !frame["received_at_ms"].is_null() {
        // A field that moves do not have.
        bytes.extend([MOVE, 2, 15 << 3, 1]);
    }
    bytes
}
