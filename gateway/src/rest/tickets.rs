//! The WebSocket's ticket, and server time.

use axum::{
    extract::{State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    response::Response,
};
use http::{HeaderMap, StatusCode};
use outflank_proto::pairing::v1 as pairing;
use outflank_runtime::{Kind, Problem, access::Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    cookies, limits,
    problem::ApiProblem,
    request::{Asked, Bearer, ClientAddress},
    rest::responses,
    socket,
    sockets::{HeldSeat, HeldSession, Holder},
    state::Shared,
    tickets, tokens,
};

/// A ticket for one WebSocket.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ticket {
    /// For `GET /api/v1/socket?ticket=…`, once.
    pub ticket: String,
    /// How long it is good for, in ms.
    pub expires_in_ms: u64,
}

/// Server time.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerTime {
    /// Cluster time in ms since 1970.
    pub server_time_ms: i64,
}

/// The ticket of a WebSocket.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SocketQuery {
    /// As it was bought.
    #[serde(default)]
    pub ticket: String,
}

/// A ticket for one WebSocket, for the calling account or for a spectator.
#[utoipa::path(post, path = "/tickets", tag = "live", security((), ("bearer" = [])),
    responses((status = 200, description = "The ticket", body = Ticket), responses::Credentials))]
pub async fn buy_ticket(
    State(shared): State<Shared>,
    ClientAddress(address): ClientAddress,
    bearer: Bearer,
) -> Result<Response, ApiProblem> {
    let rate = shared.limits.tickets_per_address;
    limits::admit_address(&shared, "tickets", address, rate).await?;
    let holder = holder(&shared, &bearer).await?;
    let ticket = tickets::issue(&shared, holder).await?;
    let answer = Ticket {
        ticket,
        expires_in_ms: u64::try_from(tickets::LIFETIME.as_millis()).unwrap_or(u64::MAX),
    };
    Ok(cookies::secret_json(StatusCode::OK, &answer))
}

/// Whom a line speaks for that its bearer opens.
///
/// # Errors
/// When the token is not good.
pub async fn holder(shared: &Shared, bearer: &Bearer) -> Result<Holder, Problem> {
    Ok(match bearer.token() {
        Some(token) => {
            let (person, expires_at_ms) = tokens::person_until(shared, token)?;
            let (seats, directed_tournament_ids) = held(shared, bearer).await;
            Holder {
                acts: person.scopes.holds(Scope::Play) || person.scopes.holds(Scope::Direct),
                account_id: Some(person.account_id),
                seats,
                directed_tournament_ids,
                session: Some(HeldSession {
                    session_id: person.session_id,
                    expires_at_ms,
                }),
            }
        }
        None => Holder::default(),
    })
}

/// Whose seats a socket is, for presence, and whose alerts it hears. A socket opens without it: play knows both by
/// itself.
async fn held(shared: &Shared, bearer: &Bearer) -> (Vec<HeldSeat>, Vec<String>) {
    let request = bearer.ask(pairing::ListSeatsRequest {});
    match shared.services.pairing().list_seats(request).await {
        Ok(answer) => {
            let answer = answer.into_inner();
            let seats = answer.seats.into_iter().map(|seat| HeldSeat {
                tournament_id: seat.tournament_id,
                entrant_id: seat.entrant_id,
            });
            (seats.collect(), answer.directed_tournament_ids)
        }
        Err(status) => {
            tracing::warn!(%status, "a socket's seats are not known");
            Default::default()
        }
    }
}

/// Cluster time.
#[utoipa::path(get, path = "/time", tag = "live",
    responses((status = 200, description = "Cluster time", body = ServerTime)))]
pub async fn get_time(State(shared): State<Shared>) -> Response {
    let time = ServerTime {
        server_time_ms: shared.clock.now_ms(),
    };
    cookies::secret_json(StatusCode::OK, &time)
}

/// Opens the WebSocket that carries everything live.
#[utoipa::path(get, path = "/socket", tag = "live", params(SocketQuery),
    responses((status = 101, description = "The connection speaks WebSocket from here on"), responses::Credentials))]
pub async fn open_socket(
    State(shared): State<Shared>,
    headers: HeaderMap,
    Asked(query): Asked<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiProblem> {
    shared.origin.admit(&headers)?;
    let upgrade = upgrade.map_err(|rejection| {
        Problem::new(
            Kind::Invalid,
            "websocket_only",
            format!(
                "This address speaks WebSocket alone: {}.",
                rejection.body_text()
            ),
        )
    })?;
    let refused = || {
        Problem::new(
            Kind::Unauthenticated,
            "ticket_refused",
            "The ticket is unknown, used or older than 30 s: buy another with POST /api/v1/tickets.",
        )
    };
    let holder = tickets::take(&shared, &query.ticket)
        .await
        .ok_or_else(refused)?;
    socket::open(shared, holder, upgrade)
}
