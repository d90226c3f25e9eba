//! REST: translates requests for the services and their answers, and decides nothing.

pub mod accommodations;
pub mod act;
pub mod api_keys;
pub mod chat;
pub mod clocks;
pub mod course;
pub mod entrants;
pub mod evidence;
pub mod games;
pub mod officials;
pub mod player_acts;
pub mod players;
pub mod ratings;
pub mod responses;
pub mod rounds;
pub mod seats;
pub mod sessions;
pub mod standings;
pub mod table;
pub mod table_life;
pub mod tickets;
pub mod tournaments;

use axum::{Router, extract::DefaultBodyLimit};
use utoipa::{
    Modify, OpenApi,
    openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{problem::ProblemDocument, state::Shared};

/// Largest JSON body, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;
/// Largest players list, in bytes: with its envelope it stays below what a service reads at once (4 MiB).
pub const PLAYERS_LIST_LIMIT: usize = 4_000_000;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Outflank",
        description = "Tournaments of Othello: entrants, rounds, live games, standings, rating files.\n\n\
            Every error is a problem document (RFC 9457) with a stable `code`. A refused request changed nothing. \
            Mutations take the header `Idempotency-Key`: sent again with the same key, they get their first answer and change nothing. \
            Live games are carried by a WebSocket, opened with a ticket at `GET /api/v1/socket?ticket=…`."
    ),
    components(schemas(ProblemDocument)),
    modifiers(&Bearer),
    tags(
        (name = "sessions", description = "Accounts and sessions"),
        (name = "programs", description = "Accounts of programs, and API keys"),
        (name = "seats", description = "One-time codes that give a person a seat"),
        (name = "tournaments", description = "Events, their officials and rule sets"),
        (name = "entrants", description = "Who takes part"),
        (name = "rounds", description = "Pairings and results"),
        (name = "games", description = "Live games"),
        (name = "officials", description = "Officials' acts at tables, and the evidence they rest on"),
        (name = "standings", description = "Rankings and crosstables"),
        (name = "ratings", description = "Signed rating files"),
        (name = "players", description = "The federation's players list"),
        (name = "live", description = "The WebSocket's ticket, and server time"),
    )
)]
struct Document;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some("The access token of a session, or an API key"))
            .build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// Every route under `/api/v1`, and the document that describes them.
pub fn routes() -> (Router<Shared>, utoipa::openapi::OpenApi) {
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
        .routes(routes!(tournaments::list_rule_sets))
        .routes(routes!(
            tournaments::list_tournaments,
            tournaments::create_tournament
        ))
        .routes(routes!(tournaments::get_tournament))
        .routes(routes!(tournaments::appoint_official))
        .routes(routes!(tournaments::confirm_tournament))
        .routes(routes!(entrants::register_entrant))
        .routes(routes!(entrants::remove_entrant))
        .routes(routes!(entrants::withdraw_entrant))
        .routes(routes!(entrants::issue_seat_code))
        .routes(routes!(accommodations::grant_accommodation))
        .routes(routes!(accommodations::list_accommodations))
        .routes(routes!(rounds::publish_round))
        .routes(routes!(rounds::finish_round))
        .routes(routes!(course::unpublish_round))
        .routes(routes!(course::get_finals, course::announce_finals))
        .routes(routes!(course::choose_colour))
        .routes(routes!(course::draw_lots))
        .routes(routes!(rounds::enter_result))
        .routes(routes!(standings::get_standings))
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
    OpenApiRouter::with_openapi(Document::openapi())
        .nest("/api/v1", rest)
        .split_for_parts()
}
