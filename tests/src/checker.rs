//! What must hold of a game's journal, whatever happened to the server: judged from the entries, by rules of the
//! tests' own.

use outflank_client::{Acknowledged, Board as Pairing, Client, Table};
use outflank_testbed::{breach, is_safe, no_breach};
use serde_json::Value;

use crate::{
    bout::Acknowledgement,
    corpus::RealGame,
    othello::{Board, Ply},
};

/// Events of a journal with the seq of their entry.
fn events(entries: &[Value]) -> impl Iterator<Item = (u64, &Value)> {
    entries.iter().flat_map(|entry| {
        let seq = entry["seq"].as_u64().unwrap_or(0);
        let events = entry["events"].as_array().map_or(&[][..], Vec::as_slice);
        events.iter().map(move |event| (seq, event))
    })
}

/// Everything that was acknowledged stands where the acknowledgement said, once.
///
/// # Errors
/// What is missing, doubled or somewhere else.
pub fn acknowledged_stands(
    entries: &[Value],
    acknowledged: &[Acknowledgement],
) -> Result<(), String> {
    for done in acknowledged {
        let found: Vec<u64> = events(entries)
            .filter(|(_, event)| event["type"] == done.event.as_str())
            .filter(|(_, event)| {
                done.ply
                    .is_none_or(|ply| event["ply"].as_u64() == Some(ply))
            })
            .filter(|(_, event)| {
                let color = done.color.as_deref();
                color.is_none_or(|color| event["color"] == color)
            })
            .map(|(seq, _)| seq)
            .collect();
        if found != [done.seq] {
            return Err(format!(
                "{done:?} was acknowledged and stands in entries {found:?}"
            ));
        }
    }
    Ok(())
}

/// The entries are numbered without a gap, and their plies are those of the script, in order.
///
/// # Errors
/// The first deviation.
pub fn follows_script(entries: &[Value], script: &[Ply]) -> Result<Board, String> {
    let mut board = Board::default();
    let mut last = 0;
    let mut plies = script.iter();
    for (seq, event) in events(entries) {
        if seq != last && seq != last + 1 {
            return Err(format!("entry {seq} follows entry {last}"));
        }
        last = seq;
        if event["type"] != "moved" && event["type"] != "passed" {
            continue;
        }
        let Some(ply) = plies.next() else {
            return Err(format!("entry {seq} goes beyond the script"));
        };
        if event["square"].as_str().map(str::to_owned) != ply.name() {
            return Err(format!("entry {seq} holds {event} instead of {ply:?}"));
        }
        if let Some(square) = ply.square {
            board.place(ply.black, square);
        }
    }
    Ok(board)
}

/// No ply (nor the stop of a clock) cost more than this, nor gained more than that, once what was given back for the server's faults is
/// taken off. Answers all that was given back.
///
/// # Errors
/// The first ply that did.
pub fn clocks_are_fair(
    entries: &[Value],
    most_ms: i64,
    most_gained_ms: i64,
) -> Result<i64, String> {
    let (mut given_back, mut all) = (0, 0);
    let mut opened = None;
    for (seq, event) in events(entries) {
        let number = |name: &str| event[name].as_i64().unwrap_or(0);
        match event["type"].as_str() {
            Some("time_credited") => {
                given_back += number("ms");
                all += number("ms");
            }
            // The sealed move was charged for when it was sealed.
            Some("seal_revealed") => opened = event["ply"].as_u64(),
            Some("moved") if opened.is_some() && event["ply"].as_u64() == opened => {}
            Some("moved" | "passed" | "resigned" | "paused" | "move_sealed") => {
                let cost = number("charged_ms") - given_back;
                if cost > most_ms || cost < -most_gained_ms {
                    return Err(format!("the ply of entry {seq} cost {cost} ms: {event}"));
                }
                given_back = 0;
            }
            _ => {}
        }
    }
    Ok(all)
}

/// The first flag fell once, with all its time used: what the clock had and what was given back.
///
/// # Errors
/// What is wrong with it.
pub fn flag_fell_once(entries: &[Value], main_ms: i64) -> Result<(), String> {
    let mut given_back = 0;
    let mut falls = Vec::new();
    for (seq, event) in events(entries) {
        match event["type"].as_str() {
            Some("time_credited") if falls.is_empty() => {
                given_back += event["ms"].as_i64().unwrap_or(0)
            }
            Some("flag_fell") => falls.push((seq, event["charged_ms"].as_i64().unwrap_or(0))),
            _ => {}
        }
    }
    match falls.as_slice() {
        [(_, charged)] if *charged == main_ms + given_back => Ok(()),
        _ => Err(format!(
            "falls {falls:?} with {main_ms} ms and {given_back} ms given back"
        )),
    }
}

/// Each player signed once, the players' signatures confirmed the result once, and the server signed it once, all
/// under one digest.
///
/// # Errors
/// What is missing or doubled.
pub fn signed_once(entries: &[Value]) -> Result<(), String> {
    let count = |kind: &str, field: &str, value: &str| {
        let found = events(entries).filter(|(_, event)| event["type"] == kind);
        found.filter(|(_, event)| event[field] == value).count()
    };
    let digests: Vec<&Value> = events(entries)
        .filter(|(_, event)| !event["digest"].is_null())
        .map(|(_, event)| &event["digest"])
        .collect();
    let Some(digest) = digests.first().and_then(|digest| digest.as_str()) else {
        return Err("nobody signed".to_owned());
    };
    let counts = [
        count("transcript_confirmed", "color", "black"),
        count("transcript_confirmed", "color", "white"),
        count("result_confirmed", "by", "players"),
        count("countersigned", "digest", digest),
    ];
    if counts == [1; 4] && digests.iter().all(|other| *other == digest) {
        return Ok(());
    }
    Err(format!(
        "signed {counts:?} times by black, white, both, the server, under {digests:?}"
    ))
}

/// Every game was played as the real one was, to its result, and nothing acknowledged is missing. Answers the entries of
/// each.
pub async fn check_games(
    client: &Client,
    boards: &[Pairing],
    games: &[RealGame],
    acknowledged: &[Acknowledged],
) -> Vec<Value> {
    let mut all = Vec::new();
    for (board, game) in boards.iter().zip(games) {
        let path = format!("/games/{}", board.game_id);
        let table: Table = client.get(&path).await.unwrap();
        let result = table.result.expect("a finished table has a result");
        is_safe(
            "result",
            (result.black_discs, result.reason.as_str()),
            (game.black_discs, "played"),
        );
        let path = format!("{path}/entries?after_seq=0");
        let entries: Value = client.get(&path).await.unwrap();
        let moves = moves(&entries);
        check_played(&moves, &game.squares);
        let own = acknowledged.iter();
        check_acknowledged(own.filter(|done| done.game_id == board.game_id), &moves);
        all.push(entries);
    }
    all
}

/// The moves of a game's entries, each with its seq.
fn moves(entries: &Value) -> Vec<(u64, String)> {
    let mut moves = Vec::new();
    for entry in entries["entries"].as_array().unwrap() {
        for event in entry["events"].as_array().unwrap() {
            if event["type"] == "moved" {
                let square = event["square"].as_str().unwrap().to_owned();
                moves.push((entry["seq"].as_u64().unwrap(), square));
            }
        }
    }
    moves
}

/// Every acknowledged move stands where its acknowledgement said.
fn check_acknowledged<'a>(
    acknowledged: impl Iterator<Item = &'a Acknowledged>,
    moves: &[(u64, String)],
) {
    let is_lost = |done: &&Acknowledged| {
        let square = done.square.as_ref();
        square.is_some_and(|square| !moves.contains(&(done.seq, square.clone())))
    };
    let lost: Vec<_> = acknowledged.filter(is_lost).collect();
    no_breach(&lost);
}

/// The moves are those of the script, none of them twice and none missing.
fn check_played(moves: &[(u64, String)], script: &[String]) {
    let played: Vec<&String> = moves.iter().map(|(_, square)| square).collect();
    if played != script.iter().collect::<Vec<_>>() {
        breach(&format!("{played:?} was played, not {script:?}"));
    }
}
