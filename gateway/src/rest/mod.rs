//! REST: translates requests for the services and their answers, and decides nothing.

pub mod act;
mod answer;
mod by_hand;
pub mod chat;
pub mod evidence;
pub mod games;
pub mod officials;
pub mod player_acts;
mod reading;
pub mod responses;
pub mod route;
pub mod table;
pub mod table_life;

use axum::{Router, extract::DefaultBodyLimit};
use outflank_proto::contract::Method;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::Shared;

pub use by_hand::tickets::holder;

/// Largest JSON body, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;
/// Largest players list, in bytes: with its envelope it stays below what a service reads at once (4 MiB).
pub const PLAYERS_LIST_LIMIT: usize = 4_000_000;

/// The largest message that a method takes.
pub fn limit(method: &Method) -> usize {
    if method.takes.is_some() {
        PLAYERS_LIST_LIMIT
    } else {
        BODY_LIMIT
    }
}

/// Every route under `/api/v1`.
pub fn routes() -> Router<Shared> {
    let rest = OpenApiRouter::new()
        .routes(routes!(games::list_games))
        .routes(routes!(games::get_game))
        .routes(routes!(games::read_entries))
        .routes(routes!(games::make_move))
        .routes(routes!(games::pass))
        .routes(routes!(games::resign))
        .routes(routes!(player_acts::call_director))
        .routes(routes!(player_acts::seal_move))
        .routes(routes!(player_acts::confirm_transcript))
        .routes(routes!(player_acts::dispute_result))
        .routes(routes!(player_acts::get_transcript))
        .routes(routes!(officials::officiate))
        .routes(routes!(officials::officiate_round))
        .routes(routes!(evidence::get_clock_sheet))
        .routes(routes!(evidence::get_evidence))
        .routes(routes!(evidence::download_evidence))
        .routes(routes!(chat::read_chat, chat::post_chat))
        .routes(routes!(chat::moderate_chat))
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    let (rest, _) = OpenApiRouter::new().nest("/api/v1", rest).split_for_parts();
    rest.merge(route::routes())
}

/// The OpenAPI document as it is served.
#[must_use]
pub fn openapi_json() -> String {
    include_str!("../../openapi.json").to_owned()
}
