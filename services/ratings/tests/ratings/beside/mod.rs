//! The files beside a rating file.

mod casual;
mod games;
mod papp;
mod record;
mod size;
mod tables;
mod versions;

use crate::world::{
    World,
    tournament::{FIVE, Person, Tournament, neither, played, walkover},
};
use outflank_ratings::Manifest;
use outflank_tournament::ResultRecord;

const KINDS: [&str; 6] = [
    "standings.csv",
    "crosstable.csv",
    "papp-rounds.xml",
    "papp-standing.xml",
    "event.json",
    "event.ndjson",
];

/// Those that tell games.
const OF_GAMES: [&str; 5] = [
    "games.txt",
    "games.ggf",
    "games.wtb",
    "games.jou",
    "games.trn",
];

fn left_out(manifest: &Manifest) -> Vec<&str> {
    let left_out = manifest.files_left_out.iter();
    left_out.map(|file| &*file.kind).collect()
}

/// Names that mean something to spreadsheets, XML and JSON.
const HOSTILE: [Person; 4] = [
    ("=cmd|' /C calc'!A0", "@SUM(A1)", 11, false),
    (
        "\"Quote\", <b>&amp;</b>",
        "-1+1 ]]> \\u0022 \\",
        222_222,
        true,
    ),
    ("Nuñez-Peña", "Żaneta", 33, false),
    ("+49", "O'Tarn", 44, false),
];

/// A walkover, a game nobody came for, a draw.
fn results(round: u32, table: u32) -> ResultRecord {
    match (round, table) {
        (2, 1) => walkover(),
        (3, 2) => neither(),
        (4, 1) => played(32),
        _ => played((round * 17 + table * 29) % 65),
    }
}

/// Five entrants over ten rounds with byes, and finals, confirmed and approved.
async fn with_finals(world: &World) -> Tournament {
    let mut tournament = Tournament::new(&world.pairing, "five", "Fernwood & Cie", &FIVE);
    tournament.play(&world.pairing, results);
    tournament.play_finals(&world.pairing, |round, table| 20 + round + table);
    tournament.confirm(&world.pairing);
    world.catch_up().await.unwrap();
    tournament
}

/// The same without finals.
async fn of_people(world: &World, people: &[Person]) -> Tournament {
    let tournament = Tournament::confirmed(&world.pairing, "people", "Fernwood Open", people);
    world.catch_up().await.unwrap();
    tournament
}

async fn text(world: &World, id: &str, kind: &str) -> String {
    let file = world.file(id, 0, kind).await.unwrap();
    String::from_utf8(file.content).unwrap()
}
