//! Casual games as pairing tells them, one and a page of them.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

pub fn one(
    games: &[proto::CasualGame],
    asked: &proto::GetCasualGameRequest,
) -> Result<proto::GetCasualGameResponse, Problem> {
    let game = games.iter().find(|game| game.game_id == asked.game_id);
    let Some(game) = game.cloned() else {
        return Err(Problem::new(
            Kind::NotFound,
            "unknown_casual_game",
            "There is no such casual game.",
        ));
    };
    Ok(proto::GetCasualGameResponse { game: Some(game) })
}

pub fn page(
    games: &[proto::CasualGame],
    asked: &proto::ListCasualGamesRequest,
) -> proto::ListCasualGamesResponse {
    let from: usize = asked.page_token.parse().unwrap_or(0);
    let size = match asked.page_size {
        0 => 100,
        size => size as usize,
    };
    let until = (from + size).min(games.len());
    proto::ListCasualGamesResponse {
        games: games[from..until].to_vec(),
        next_page_token: match until < games.len() {
            true => until.to_string(),
            false => String::new(),
        },
    }
}
