//! The WebSocket's ticket, and server time.

use axum::{
    extract::{FromRequestParts as _, WebSocketUpgrade},
    response::Response,
};
use outflank_access::{Kind, Problem, Scope};
use outflank_proto::{gateway::v1 as gateway, pairing::v1 as pairing};

use crate::{
    limits,
    problem::ApiProblem,
    request::{Bearer, client_address},
    rest::route::RouteRequest,
    socket,
    sockets::{HeldSeat, HeldSession, Holder},
    state::Shared,
    tickets, tokens,
};

/// A ticket for one WebSocket, for the calling account or for a spectator.
pub async fn buy_ticket(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let _: gateway::BuyTicketRequest = asked.message()?;
    let shared = &asked.shared;
    let rate = shared.limits.tickets_per_address;
    let address = client_address(&asked.head.extensions);
    limits::admit_address(shared, "tickets", address, rate).await?;
    let holder = holder(shared, &bearer).await?;
    let ticket = tickets::issue(shared, holder).await?;
    asked.answer(&gateway::Ticket {
        ticket,
        expires_in_ms: u64::try_from(tickets::LIFETIME.as_millis()).unwrap_or(u64::MAX),
    })
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
pub async fn get_time(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let _: gateway::GetTimeRequest = asked.message()?;
    asked.answer(&gateway::ServerTime {
        server_time_ms: asked.shared.clock.now_ms(),
    })
}

/// Opens the WebSocket that carries everything live.
pub async fn open_socket(mut asked: RouteRequest) -> Result<Response, ApiProblem> {
    let wanted: gateway::OpenSocketRequest = asked.message()?;
    asked.shared.origin.admit(&asked.head.headers)?;
    let upgrade = WebSocketUpgrade::from_request_parts(&mut asked.head, &()).await;
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
    let holder = tickets::take(&asked.shared, &wanted.ticket)
        .await
        .ok_or_else(refused)?;
    socket::open(asked.shared, holder, upgrade)
}
