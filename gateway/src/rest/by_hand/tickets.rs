//! The WebSocket's ticket, and server time.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts as _, WebSocketUpgrade},
    response::Response,
};
use outflank_access::{Kind, Problem, problem};
use outflank_proto::gateway::v1 as gateway;

use crate::{
    holder::Holder,
    places::Occupant,
    problem::ApiProblem,
    programs::{limited, standing},
    request::client_address,
    rest::route::RouteRequest,
    socket, tickets,
};

/// A ticket for one WebSocket, for the calling account or for a spectator.
pub async fn buy_ticket(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let _: gateway::BuyTicketRequest = asked.message()?;
    let shared = &asked.shared;
    let address = client_address(&asked.head.extensions);
    limited::admit_ticket(shared, address, &bearer).await?;
    let holder = standing::holder(shared, &bearer).await?;
    if let (Some(connection), Some(account_id)) = (
        asked.head.extensions.get::<Arc<Occupant>>(),
        &holder.account_id,
    ) {
        connection.is_of(holder.standing(), account_id);
    }
    let ticket = shared.tickets.issue(holder).await?;
    asked.answer(&gateway::Ticket {
        ticket,
        expires_in_ms: u64::try_from(tickets::LIFETIME.as_millis()).unwrap_or(u64::MAX),
    })
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
        problem!(
            Kind::Invalid,
            "websocket_only",
            "This address speaks WebSocket alone: {problem}.",
            problem = rejection.body_text(),
        )
    })?;
    let refused = || {
        Problem::new(
            Kind::Unauthenticated,
            "ticket_refused",
            "The ticket is unknown, used or older than 30 s: buy another with POST /api/v1/tickets.",
        )
    };
    let holder = asked.shared.tickets.take(&wanted.ticket).await;
    let ended = |holder: &Holder| asked.shared.connections.has_ended(holder);
    let holder = holder.filter(|holder| !ended(holder)).ok_or_else(refused)?;
    socket::open(asked.shared, holder, &asked.head, upgrade)
}
