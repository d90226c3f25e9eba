//! Who takes part.

use axum::{extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use outflank_proto::pairing::v1 as pairing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cookies,
    problem::ApiProblem,
    request::{Bearer, Route},
    rest::responses,
    state::Shared,
};

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
