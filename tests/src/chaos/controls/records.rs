//! Records by hand: what a sound server and its clients write of one game, and of one tournament.

use std::sync::Arc;

use outflank_client::{Color, TableResult};
use serde_json::{Value, json};

use crate::{
    chaos::{
        journal::Row,
        ledger::{Act, GameLog, Mark},
    },
    othello::{Board, Ply, random_game},
};

/// What each clock begins with, in ms.
const MAIN_MS: i64 = 1_500_000;
/// When the game begins, in ms since 1970.
const BEGUN_MS: i64 = 1_784_000_000_000;
/// On the way to the server, in ms.
const WAY_MS: i64 = 2;
/// From a ply's arrival to its entry, in ms.
const COMMIT_MS: i64 = 3;

/// A row of a stream that has its number and its chain yet to come.
fn row((kind, stream): (&str, &str), at_ms: i64, (actor, id): (&str, &str), body: &Value) -> Row {
    Row {
        kind: kind.to_owned(),
        stream: stream.to_owned(),
        seq: 0,
        at_ms,
        actor: actor.to_owned(),
        command_id: id.to_owned(),
        version: 1,
        facts: Vec::new(),
        body: body.to_string(),
        events: body.as_array().cloned().unwrap_or_default(),
        previous_hash: String::new(),
        hash: String::new(),
        reckoned: String::new(),
    }
}

/// Numbers rows, and chains them as they stand now.
pub fn number(rows: &mut [Row]) {
    for (row, seq) in rows.iter_mut().zip(1..) {
        row.seq = seq;
    }
    chain(rows);
}

/// Chains rows as they stand now, as a server does that wrote them so.
pub fn chain(rows: &mut [Row]) {
    let mut previous = "0".repeat(64);
    for row in rows {
        if !row.events.is_empty() {
            row.body = Value::from(row.events.clone()).to_string();
        }
        row.previous_hash = previous;
        row.hash = row.reckon();
        row.reckoned.clone_from(&row.hash);
        previous = row.hash.clone();
    }
}

/// A whole game, as a sound server keeps it and as its players saw it.
#[must_use]
pub fn game(seed: u64) -> (Vec<Row>, Arc<GameLog>) {
    let script = random_game(seed);
    let accounts = ["account-black", "account-white"].map(str::to_owned);
    let log = GameLog::new("game", script.clone(), accounts);
    let of = ("game", "game");
    let clocks = json!({"black": MAIN_MS, "white": MAIN_MS});
    let created = json!([{"type": "created", "remaining_ms": clocks}]);
    let mut rows = vec![
        row(of, BEGUN_MS, ("pairing", "publish-1"), &created),
        row(
            of,
            BEGUN_MS,
            ("play", "start"),
            &json!([{"type": "started"}]),
        ),
    ];
    let mut left_ms = [MAIN_MS; 2];
    let mut turn_ms = BEGUN_MS;
    for (number, ply) in (1..).zip(&script) {
        let sent_ms = turn_ms + WAY_MS + thought_ms(number);
        let received_ms = sent_ms + WAY_MS;
        let at_ms = received_ms + COMMIT_MS;
        let side = usize::from(!ply.black);
        let charged_ms = received_ms - turn_ms;
        let color = ["black", "white"][side];
        let kind = if ply.square.is_some() {
            "moved"
        } else {
            "passed"
        };
        left_ms[side] -= charged_ms;
        let made = json!([
            {"type": "stamped", "received_at_ms": received_ms},
            {"type": kind, "ply": number,
             "color": color, "square": ply.name(), "charged_ms": charged_ms,
             "lag_credit_ms": 0, "remaining_ms": left_ms[side]},
        ]);
        let actor = format!("player:{}", log.accounts[side]);
        let id = log.command_id(number);
        rows.push(row(of, at_ms, (&actor, &id), &made));
        log.mark(number, |mark| {
            *mark = Mark {
                shown_us: Some((turn_ms + WAY_MS) * 1_000),
                sent_us: Some(sent_ms * 1_000),
                last_sent_us: Some(sent_ms * 1_000),
                sends: 1,
                line_broke: false,
                acked_us: Some((at_ms + WAY_MS) * 1_000),
                seq: Some(rows.len() as u64),
                screen_us: Some((at_ms + WAY_MS) * 1_000),
            };
        });
        turn_ms = at_ms;
    }
    let (black, white) = discs(&script);
    let end = json!([{"type": "finished", "black_discs": black, "white_discs": white}]);
    rows.push(row(of, turn_ms, ("play", "end"), &end));
    for _ in 0..2 {
        log.ended(result(black, white));
    }
    number(&mut rows);
    (rows, log)
}

/// Short thoughts, and some that a clock has to show.
fn thought_ms(ply: u32) -> i64 {
    50 + 400 * i64::from(ply % 4)
}

/// A result as players are shown it.
#[must_use]
pub fn result(black: u32, white: u32) -> TableResult {
    TableResult {
        black_discs: black,
        white_discs: white,
        winner: match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        },
        reason: "played".to_owned(),
    }
}

fn discs(script: &[Ply]) -> (u32, u32) {
    let mut board = Board::default();
    for ply in script {
        if let Some(square) = ply.square {
            board.place(ply.black, square);
        }
    }
    let (black, white) = crate::chaos::judge::score(&board);
    let small = |count| u32::try_from(count).expect("at most 64");
    (small(black), small(white))
}

/// A tournament's stream, and what its director was acknowledged.
#[must_use]
pub fn tournament() -> (Vec<Row>, Vec<Act>) {
    let mut rows = Vec::new();
    let mut acts = Vec::new();
    let mut add = |event: &'static str, field: &'static str, value: Value| {
        let body = json!({"events": [{"type": event, field: value}]});
        let id = format!("{event}-{value}");
        let at_ms = BEGUN_MS + i64::try_from(acts.len()).expect("a few");
        rows.push(row(("tournament", "open"), at_ms, ("director", &id), &body));
        acts.push(Act {
            tournament: "open".to_owned(),
            event,
            field,
            value,
        });
    };
    for entrant in ["ann", "bob"] {
        add("entrant_registered", "entrant", json!(entrant));
    }
    for round in 1..=2 {
        add("round_published", "round", json!(round));
        add("round_finished", "round", json!(round));
    }
    number(&mut rows);
    (rows, acts)
}
