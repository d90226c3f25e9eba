//! What players with special needs are granted (WOC IV.10).

use axum::{Json, extract::State};
use outflank_proto::pairing::v1 as pairing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{
        act::{Committed, present},
        responses,
    },
    state::Shared,
};

/// What one player is granted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accommodation {
    /// The player.
    pub entrant_id: String,
    /// Time on top of the clock in every game, in ms.
    pub extra_ms: i64,
    /// The account that may move for the player; null without an assistant.
    #[schema(required)]
    pub assistant_account_id: Option<String>,
    /// The player cannot see the board well.
    pub sight_impaired: bool,
}

impl From<pairing::Accommodation> for Accommodation {
    fn from(told: pairing::Accommodation) -> Self {
        Self {
            entrant_id: told.entrant_id,
            extra_ms: told.extra_ms,
            assistant_account_id: present(told.assistant_account_id),
            sight_impaired: told.sight_impaired,
        }
    }
}

/// All accommodations of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accommodations {
    /// One for each player who has one.
    pub accommodations: Vec<Accommodation>,
}

/// What a player is to have from the next round on; it takes the place of what was granted before.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GrantedAccommodation {
    /// Time on top of the clock in every game, in ms.
    #[serde(default)]
    pub extra_ms: i64,
    /// The account that may move for the player.
    #[serde(default)]
    pub assistant_account_id: Option<String>,
    /// The player cannot see the board well.
    #[serde(default)]
    pub sight_impaired: bool,
    /// The second confirmation that time outside the text needs: it cannot be undone.
    #[serde(default)]
    pub accept_departures: bool,
}

/// Grants a player with special needs more time, an assistant, or both.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/entrants/{entrant_id}/accommodation", tag = "entrants",
    request_body = GrantedAccommodation,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("entrant_id" = String, Path, description = "The entrant"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn grant_accommodation(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, entrant_id)): Route<(String, String)>,
    JsonBody(granted): JsonBody<GrantedAccommodation>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::GrantAccommodationRequest {
        command_id,
        tournament_id,
        entrant_id,
        extra_ms: granted.extra_ms,
        assistant_account_id: granted.assistant_account_id.unwrap_or_default(),
        sight_impaired: granted.sight_impaired,
        accept_departures: granted.accept_departures,
    });
    let answer = shared
        .services
        .pairing()
        .grant_accommodation(request)
        .await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Lists what players are granted, for directors alone.
#[utoipa::path(get, path = "/tournaments/{tournament_id}/accommodations", tag = "entrants",
    params(("tournament_id" = String, Path, description = "The tournament")),
    security(("bearer" = [])),
    responses((status = 200, description = "The accommodations", body = Accommodations), responses::Acting))]
pub async fn list_accommodations(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
) -> Result<Json<Accommodations>, ApiProblem> {
    let request = bearer.ask(pairing::ListAccommodationsRequest { tournament_id });
    let answer = shared
        .services
        .pairing()
        .list_accommodations(request)
        .await?;
    let told = answer.into_inner().accommodations;
    Ok(Json(Accommodations {
        accommodations: told.into_iter().map(Into::into).collect(),
    }))
}
