//! The archive: what is imported, what is taken back, what is found, and how it is rated.

mod base;
mod damaged;
mod downloaded;
mod found;
mod imported;
mod large;
mod rated;
mod unseen;

use outflank_access::Problem;
use outflank_proto::ratings::v1 as proto;

use crate::world::{World, ask};

/// A rating officer.
const OFFICER: &str = "olga";

/// A rating file of one round, on that day, in which each of these pairs met: the first with black.
fn rating_file(day: &str, games: &[(u32, u32, u32)]) -> String {
    use std::fmt::Write as _;
    let mut text = format!(
        "%%Tournament: Marsh Open\n%%Country: Denmark\n%%Date: {day}\n%%Sender: SOLHEIM Ingrid\n\n"
    );
    let mut numbers: Vec<u32> = games.iter().flat_map(|game| [game.0, game.2]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let _ = writeln!(
            text,
            "%_%  {number:>6}, PLAYER{number}, Given, DNK,  1, 32, 0"
        );
    }
    text.push_str("\n%Round: 1\n\n");
    for (black, discs, white) in games {
        let other = 64 - discs;
        let won = match discs.cmp(&32) {
            std::cmp::Ordering::Greater => '>',
            std::cmp::Ordering::Equal => '=',
            std::cmp::Ordering::Less => '<',
        };
        let _ = writeln!(
            text,
            "{black:>6} ({discs:02}){won}({other:02}) {white:>6} B"
        );
    }
    text
}

async fn import(
    world: &World,
    by: &str,
    (kind, name): (&str, &str),
    content: &[u8],
) -> Result<proto::Import, Problem> {
    let asked = proto::ImportFilesRequest {
        kind: kind.to_owned(),
        name: name.to_owned(),
        content: content.to_vec(),
    };
    ask!(world, by, import_files, asked).map(|answer| answer.import.unwrap())
}

async fn games(
    world: &World,
    asked: proto::ListArchivedGamesRequest,
) -> proto::ListArchivedGamesResponse {
    ask!(world, "nobody", list_archived_games, asked).unwrap()
}

async fn total(world: &World) -> u32 {
    games(world, proto::ListArchivedGamesRequest::default())
        .await
        .total
}

/// Black's and white's number of each game on a page.
fn pairs(told: &proto::ListArchivedGamesResponse) -> Vec<(u32, u32)> {
    let number =
        |player: &Option<proto::ArchivedPlayer>| player.as_ref().unwrap().federation_number;
    let games = told.games.iter();
    games
        .map(|game| (number(&game.black), number(&game.white)))
        .collect()
}
