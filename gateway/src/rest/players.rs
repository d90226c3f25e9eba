//! The federation's players list.

use axum::{Json, extract::State};
use outflank_proto::pairing::v1 as pairing;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, ByteBody},
    rest::responses,
    state::Shared,
};

/// Most players found at once.
const FOUND: u32 = 100;

/// A player of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedPlayer {
    /// Number in the list.
    pub federation_number: u32,
    /// Family name.
    pub surname: String,
    /// Given names.
    pub given_names: String,
    /// ISO 3166 alpha-3.
    pub country: String,
    /// List rating; 0 = unrated.
    pub rating: i32,
}

/// Players that were found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPlayers {
    /// The best match first.
    pub players: Vec<ListedPlayer>,
}

/// A line that could not be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct LineProblem {
    /// Its number, from 1.
    pub line: u32,
    /// What is wrong with it.
    pub detail: String,
}

/// A players list was taken over.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayersListImport {
    /// Players in the directory now.
    pub players: u32,
    /// Lines that could not be read.
    pub problems: Vec<LineProblem>,
}

/// Whom to find.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlayersQuery {
    /// Part of a name, or a federation number.
    #[serde(default)]
    pub query: String,
    /// Most players to find, up to 100.
    #[serde(default = "twenty")]
    #[param(default = 20, maximum = 100)]
    pub limit: u32,
}

fn twenty() -> u32 {
    20
}

/// Replaces the directory of known players by a PAPP players list (`joueurs.txt`).
#[utoipa::path(put, path = "/players-list", tag = "players",
    request_body(content = String, content_type = "text/plain", description = "The list, ISO-8859-1 or UTF-8"),
    security(("bearer" = [])),
    responses((status = 200, description = "Taken over", body = PlayersListImport), responses::Acting))]
pub async fn import_players_list(
    State(shared): State<Shared>,
    bearer: Bearer,
    ByteBody(content): ByteBody,
) -> Result<Json<PlayersListImport>, ApiProblem> {
    let request = bearer.ask(pairing::ImportPlayersListRequest {
        content: content.into(),
    });
    let answer = shared
        .services
        .pairing()
        .import_players_list(request)
        .await?;
    let answer = answer.into_inner();
    Ok(Json(PlayersListImport {
        players: answer.players,
        problems: answer
            .problems
            .into_iter()
            .map(|problem| LineProblem {
                line: problem.line,
                detail: problem.detail,
            })
            .collect(),
    }))
}

/// Finds players of the list by part of a name or by number.
#[utoipa::path(get, path = "/players", tag = "players", params(PlayersQuery), security(("bearer" = [])),
    responses((status = 200, description = "Who was found", body = FoundPlayers), responses::Reading))]
pub async fn find_players(
    State(shared): State<Shared>,
    bearer: Bearer,
    Asked(query): Asked<PlayersQuery>,
) -> Result<Json<FoundPlayers>, ApiProblem> {
    let request = bearer.ask(pairing::FindPlayersRequest {
        query: query.query,
        limit: query.limit.clamp(1, FOUND),
    });
    let answer = shared.services.pairing().find_players(request).await?;
    let players = answer.into_inner().players.into_iter();
    Ok(Json(FoundPlayers {
        players: players
            .map(|player| ListedPlayer {
                federation_number: player.federation_number,
                surname: player.surname,
                given_names: player.given_names,
                country: player.country,
                rating: player.rating,
            })
            .collect(),
    }))
}
