//! One-time codes that give a person a seat, or an official his account.

use std::sync::Arc;

use axum::response::Response;
use outflank_access::Problem;
use outflank_proto::{gateway::v1 as gateway, identity::v1 as identity, pairing::v1 as pairing};

use crate::{
    holder::HeldSeat,
    places::{Occupant, Standing},
    problem::ApiProblem,
    request::Bearer,
    rest::{by_hand::sessions, route::RouteRequest},
};

/// What a code would claim, without using it, and the name of its tournament.
pub async fn get_seat_code(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let request: identity::GetSeatCodeRequest = asked.message()?;
    let seat: identity::GetSeatCodeResponse = asked.ask(&Bearer(None), &request).await?;
    let request = pairing::GetTournamentRequest {
        tournament_id: seat.tournament_id.clone(),
    };
    let mut events = asked.shared.services.pairing();
    let event = events.get_tournament(request).await?.into_inner();
    let summary = event.tournament.and_then(|event| event.summary);
    let summary =
        summary.ok_or_else(|| Problem::internal("pairing answered without a tournament"))?;
    asked.answer(&gateway::SeatCode {
        tournament_id: seat.tournament_id,
        tournament_name: summary.name,
        entrant_id: seat.entrant_id,
        display_name: seat.display_name,
        expires_at_ms: seat.expires_at_ms,
    })
}

/// Uses a code: for the calling account, for the account that it lets in, or for a light account made on the spot.
pub async fn claim_seat(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let claim: gateway::SeatClaimRequest = asked.message()?;
    sessions::admit_cookie(&asked, claim.cookie)?;
    let request = identity::ClaimSeatRequest { code: claim.code };
    let made: identity::ClaimSeatResponse = asked.ask(&bearer, &request).await?;
    if let Some(account) = &made.account
        && !made.entrant_id.is_empty()
    {
        let seat = HeldSeat {
            tournament_id: made.tournament_id.clone(),
            entrant_id: made.entrant_id.clone(),
        };
        asked.shared.sockets.seat_taken(&account.id, &seat);
        asked.shared.rooms.seats_changed(&[seat]);
        if let Some(connection) = asked.head.extensions.get::<Arc<Occupant>>() {
            connection.is_of(Standing::Seated, &account.id);
        }
    }
    let claimed = |session| {
        asked.answer(&gateway::SeatClaim {
            tournament_id: made.tournament_id,
            entrant_id: made.entrant_id,
            session,
        })
    };
    if made.tokens.is_none() {
        return claimed(None);
    }
    let signed_in = (made.account, made.tokens);
    sessions::with_session(&asked, signed_in, claim.cookie, |session| {
        claimed(Some(session))
    })
}

/// Makes a one-time code that gives a person this entrant's seat, and a link to the page that uses it.
pub async fn issue_seat_code(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let request: pairing::IssueSeatCodeRequest = asked.message()?;
    let made: pairing::IssueSeatCodeResponse = asked.ask(&bearer, &request).await?;
    let page = format!("/claim#{}", made.code);
    asked.answer(&gateway::IssuedSeatCode {
        link: asked.shared.origin.link(&asked.head.headers, &page),
        code: made.code,
        expires_at_ms: made.expires_at_ms,
    })
}
