//! REST: translates requests for the services and their answers, and decides nothing.

pub mod act;
mod answer;
pub mod api_keys;
pub mod chat;
pub mod entrants;
pub mod evidence;
pub mod games;
pub mod officials;
pub mod player_acts;
pub mod players;
pub mod ratings;
mod reading;
pub mod responses;
pub mod route;
pub mod seats;
pub mod sessions;
pub mod table;
pub mod table_life;
pub mod tickets;

use axum::{Router, extract::DefaultBodyLimit};
use outflank_proto::contract::Method;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::Shared;

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
    let players_list = OpenApiRouter::new()
        .routes(routes!(players::import_players_list))
        .layer(DefaultBodyLimit::max(PLAYERS_LIST_LIMIT));
    let rest = OpenApiRouter::new()
        .routes(routes!(sessions::create_account))
        .routes(routes!(sessions::sign_in, sessions::sign_out))
        .routes(routes!(sessions::refresh_session))
        .routes(routes!(sessions::me))
        .routes(routes!(api_keys::list_programs, api_keys::create_program))
        .routes(routes!(api_keys::list_api_keys, api_keys::issue_api_key))
        .routes(routes!(api_keys::revoke_api_key))
        .routes(routes!(seats::get_seat_code))
        .routes(routes!(seats::claim_seat))
        .routes(routes!(entrants::issue_seat_code))
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
        .routes(routes!(ratings::get_rating_file))
        .routes(routes!(ratings::get_manifest))
        .routes(routes!(players::find_players))
        .routes(routes!(tickets::buy_ticket))
        .routes(routes!(tickets::get_time))
        .routes(routes!(tickets::open_socket))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .merge(players_list);
    let (rest, _) = OpenApiRouter::new().nest("/api/v1", rest).split_for_parts();
    rest.merge(route::routes())
}

/// The OpenAPI document as it is served.
#[must_use]
pub fn openapi_json() -> String {
    include_str!("../../openapi.json").to_owned()
}
