//! One-time codes that give a person a seat.

use axum::{Json, extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use outflank_proto::{identity::v1 as identity, pairing::v1 as pairing};
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    cookies, limits,
    problem::ApiProblem,
    request::{Bearer, ClientAddress, JsonBody, Route},
    rest::{
        responses,
        sessions::{self, Session},
    },
    sockets::HeldSeat,
    state::Shared,
};

/// What a seat code would claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatCode {
    /// In which tournament.
    pub tournament_id: String,
    /// Its name.
    pub tournament_name: String,
    /// Whose seat.
    pub entrant_id: String,
    /// The name that a light account made with this code will bear.
    pub display_name: String,
    /// When the code ends, cluster time in ms.
    pub expires_at_ms: i64,
}

/// A code to use.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeatClaimRequest {
    /// As the director handed it out.
    pub code: String,
    /// Put the refresh token into a cookie that scripts cannot read.
    #[serde(default)]
    pub cookie: bool,
}

/// A seat was claimed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatClaim {
    /// In which tournament.
    pub tournament_id: String,
    /// Whose seat.
    pub entrant_id: String,
    /// The session of the light account made for it; null when the caller was signed in.
    #[schema(required)]
    pub session: Option<Session>,
}

/// What a code would claim, without using it.
#[utoipa::path(get, path = "/seats/{code}", tag = "seats",
    params(("code" = String, Path, description = "The one-time code")),
    responses((status = 200, description = "The seat behind the code", body = SeatCode), responses::Credentials))]
pub async fn get_seat_code(
    State(shared): State<Shared>,
    ClientAddress(address): ClientAddress,
    Route(code): Route<String>,
) -> Result<Json<SeatCode>, ApiProblem> {
    let rate = shared.limits.seat_claims_per_address;
    limits::admit_address(&shared, "seats", address, rate).await?;
    let request = identity::GetSeatCodeRequest { code };
    let seat = shared.services.identity().get_seat_code(request).await?;
    let seat = seat.into_inner();
    let request = pairing::GetTournamentRequest {
        tournament_id: seat.tournament_id.clone(),
    };
    let answer = shared.services.pairing().get_tournament(request).await?;
    let summary = answer
        .into_inner()
        .tournament
        .and_then(|event| event.summary);
    Ok(Json(SeatCode {
        tournament_id: seat.tournament_id,
        tournament_name: summary
            .ok_or_else(|| Problem::internal("pairing answered without a tournament"))?
            .name,
        entrant_id: seat.entrant_id,
        display_name: seat.display_name,
        expires_at_ms: seat.expires_at_ms,
    }))
}

/// Uses a code: for the calling account, or for a light account made on the spot.
#[utoipa::path(post, path = "/seats/claim", tag = "seats", request_body = SeatClaimRequest,
    security((), ("bearer" = [])),
    responses((status = 200, description = "The seat is the caller's", body = SeatClaim), responses::Credentials))]
pub async fn claim_seat(
    State(shared): State<Shared>,
    ClientAddress(address): ClientAddress,
    bearer: Bearer,
    headers: HeaderMap,
    JsonBody(claim): JsonBody<SeatClaimRequest>,
) -> Result<Response, ApiProblem> {
    let rate = shared.limits.seat_claims_per_address;
    limits::admit_address(&shared, "seats", address, rate).await?;
    let request = bearer.ask(identity::ClaimSeatRequest { code: claim.code });
    let answer = shared.services.identity().claim_seat(request).await?;
    let answer = answer.into_inner();
    shared.services.wake_pairing().await;
    if let Some(account) = &answer.account {
        let seat = HeldSeat {
            tournament_id: answer.tournament_id.clone(),
            entrant_id: answer.entrant_id.clone(),
        };
        shared.sockets.seat_claimed(&account.id, &seat);
        shared.rooms.seats_changed(&[seat]);
    }
    let claimed = |session| SeatClaim {
        tournament_id: answer.tournament_id,
        entrant_id: answer.entrant_id,
        session,
    };
    if answer.tokens.is_none() {
        return Ok(cookies::secret_json(StatusCode::OK, &claimed(None)));
    }
    let (session, refresh) = sessions::session(&shared, (answer.account, answer.tokens))?;
    let place = cookies::Place::wanted(claim.cookie, &shared.origin, &headers);
    Ok(place.answer(StatusCode::OK, refresh, |refresh_token| {
        claimed(Some(Session {
            refresh_token,
            ..session
        }))
    }))
}
