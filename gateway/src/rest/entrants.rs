//! Who takes part.

use axum::{Json, extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use outflank_proto::pairing::v1 as pairing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    cookies,
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{act::Committed, responses},
    state::Shared,
};

/// Somebody who takes part.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entrant {
    /// Their id in this tournament.
    pub id: String,
    /// Family name.
    pub surname: String,
    /// Given names.
    pub given_names: String,
    /// ISO 3166 alpha-3.
    pub country: String,
    /// List rating; 0 = unrated.
    pub rating: i32,
    /// Number in the federation's players list. A new player has the first free number of the country's
    /// zone, which the rating committee may replace.
    pub federation_number: u32,
    /// A program.
    pub computer: bool,
    /// Whether a person holds this seat.
    pub seated: bool,
    /// First round not played because of withdrawal; 0 = still in.
    pub withdrawn_from_round: u32,
    /// Not on the players list: registered without a federation number.
    pub new_player: bool,
}

impl From<pairing::Entrant> for Entrant {
    fn from(entrant: pairing::Entrant) -> Self {
        Self {
            id: entrant.id,
            surname: entrant.surname,
            given_names: entrant.given_names,
            country: entrant.country,
            rating: entrant.rating,
            federation_number: entrant.federation_number,
            computer: entrant.computer,
            seated: entrant.seated,
            withdrawn_from_round: entrant.withdrawn_from_round,
            new_player: entrant.new_player,
        }
    }
}

/// A person to register.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewEntrant {
    /// Family name.
    pub surname: String,
    /// Given names.
    pub given_names: String,
    /// ISO 3166 alpha-3.
    pub country: String,
    /// List rating.
    #[serde(default)]
    pub rating: Option<i32>,
    /// Number in the federation's players list; absent for a new player, who gets the first free number of the
    /// country's zone.
    #[serde(default)]
    pub federation_number: Option<u32>,
    /// A program.
    #[serde(default)]
    pub computer: Option<bool>,
    /// Who operates the program.
    #[serde(default)]
    pub operator: Option<String>,
    /// Lists that the entrant belongs to besides the open one.
    #[serde(default)]
    pub categories: Option<Categories>,
    /// The host's additional player against an odd number.
    #[serde(default)]
    pub additional: bool,
}

/// Lists that an entrant belongs to besides the open one.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Categories {
    /// Women.
    pub woman: bool,
    /// Juniors.
    pub junior: bool,
    /// Seniors.
    pub senior: bool,
}

impl From<Categories> for pairing::Categories {
    fn from(given: Categories) -> Self {
        Self {
            woman: given.woman,
            junior: given.junior,
            senior: given.senior,
        }
    }
}

/// Somebody was registered.
#[derive(Debug, Serialize, ToSchema)]
pub struct Registered {
    /// Their id in this tournament.
    pub entrant_id: String,
    /// The journal seq that it brought the tournament to.
    pub seq: u64,
    /// On the waiting list: the tournament is full.
    pub waiting: bool,
}

/// A one-time code for a seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuedSeatCode {
    /// To be handed to the person.
    pub code: String,
    /// A page that uses it.
    pub link: String,
    /// When it ends, cluster time in ms.
    pub expires_at_ms: i64,
}

/// Registers a person.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/entrants", tag = "entrants", request_body = NewEntrant,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 201, description = "Registered", body = Registered), responses::Acting))]
pub async fn register_entrant(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
    JsonBody(new): JsonBody<NewEntrant>,
) -> Result<(StatusCode, Json<Registered>), ApiProblem> {
    let request = bearer.ask(pairing::RegisterEntrantRequest {
        command_id,
        tournament_id,
        surname: new.surname,
        given_names: new.given_names,
        country: new.country,
        rating: new.rating.unwrap_or_default(),
        federation_number: new.federation_number.unwrap_or_default(),
        computer: new.computer.unwrap_or_default(),
        operator: new.operator.unwrap_or_default(),
        categories: Some(new.categories.unwrap_or_default().into()),
        additional: new.additional,
    });
    let answer = shared.services.pairing().register_entrant(request).await?;
    let answer = answer.into_inner();
    let registered = Registered {
        entrant_id: answer.entrant_id,
        seq: answer.seq,
        waiting: answer.waiting,
    };
    Ok((StatusCode::CREATED, Json(registered)))
}

/// Removes an entrant, before round 1 is published; later an entrant withdraws.
#[utoipa::path(delete, path = "/tournaments/{tournament_id}/entrants/{entrant_id}", tag = "entrants",
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("entrant_id" = String, Path, description = "The entrant"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn remove_entrant(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, entrant_id)): Route<(String, String)>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::RemoveEntrantRequest {
        command_id,
        tournament_id,
        entrant_id,
    });
    let answer = shared.services.pairing().remove_entrant(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Withdraws an entrant for good: there is no re-entry (EGP II.6).
#[utoipa::path(post, path = "/tournaments/{tournament_id}/entrants/{entrant_id}/withdrawal", tag = "entrants",
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("entrant_id" = String, Path, description = "The entrant"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn withdraw_entrant(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, entrant_id)): Route<(String, String)>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::WithdrawEntrantRequest {
        command_id,
        tournament_id,
        entrant_id,
    });
    let answer = shared.services.pairing().withdraw_entrant(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Makes a one-time code that gives a person this entrant's seat; earlier unused codes of it end.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/entrants/{entrant_id}/seat-code", tag = "entrants",
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("entrant_id" = String, Path, description = "The entrant")),
    security(("bearer" = [])),
    responses((status = 200, description = "The code", body = IssuedSeatCode), responses::Acting))]
pub async fn issue_seat_code(
    State(shared): State<Shared>,
    bearer: Bearer,
    headers: HeaderMap,
    Route((tournament_id, entrant_id)): Route<(String, String)>,
) -> Result<Response, ApiProblem> {
    let request = bearer.ask(pairing::IssueSeatCodeRequest {
        tournament_id,
        entrant_id,
    });
    let answer = shared.services.pairing().issue_seat_code(request).await?;
    let answer = answer.into_inner();
    let issued = IssuedSeatCode {
        link: shared
            .origin
            .link(&headers, &format!("/claim#{}", answer.code)),
        code: answer.code,
        expires_at_ms: answer.expires_at_ms,
    };
    Ok(cookies::secret_json(StatusCode::OK, &issued))
}
