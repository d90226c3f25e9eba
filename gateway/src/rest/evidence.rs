//! What clocks and connections did in a game: the clock sheet, the evidence, and its download.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, Route},
    rest::{act::present, responses, table::Color},
    state::Shared,
};

/// Time that one clock got, or lost by an official's act.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheetCredit {
    /// Whose clock.
    #[schema(required)]
    pub color: Option<Color>,
    /// How much, in ms; less than 0 was taken.
    pub ms: i64,
    /// `server_fault`, `delay`, `grant` (extra time after a flag) or `ruling`.
    pub cause: String,
    /// Whose fault it answers: `server`, `gateway` or `nobody`.
    pub fault: String,
    /// The fault's id; of an official's act its name.
    #[schema(required)]
    pub fault_id: Option<String>,
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// The journal entry.
    pub seq: u64,
    /// The ply that was waited for then.
    pub ply: u32,
    /// What that clock has to spend from here on, in ms.
    pub remaining_ms: i64,
}

/// One ply, with every instant that its charge rests on: cluster time in ms, null where it is not known.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheetPly {
    /// Its number, from 1.
    pub ply: u32,
    /// Who played it.
    #[schema(required)]
    pub color: Option<Color>,
    /// Where; null for a pass.
    #[schema(required)]
    pub square: Option<String>,
    /// The journal entry.
    pub seq: u64,
    /// The entry that gave the turn.
    #[schema(required)]
    pub given_at_ms: Option<i64>,
    /// When it was handed to the mover's socket.
    #[schema(required)]
    pub delivered_at_ms: Option<i64>,
    /// When the command arrived.
    #[schema(required)]
    pub received_at_ms: Option<i64>,
    /// When it was committed.
    #[schema(required)]
    pub committed_at_ms: Option<i64>,
    /// The lag that the server's own pings measured, in ms.
    pub lag_ms: i64,
    /// How long the command waited behind the mover's own frames, in ms.
    pub queued_ms: i64,
    /// The gateway that brought the command.
    #[schema(required)]
    pub gateway_id: Option<String>,
    /// What was charged, in ms.
    pub charged_ms: i64,
    /// Network time that was not charged, in ms.
    pub lag_credit_ms: i64,
    /// What the time control gave for the ply, in ms.
    pub control_ms: i64,
    /// When the mover's flag fell before this ply.
    #[schema(required)]
    pub flag_fell_at_ms: Option<i64>,
    /// What the clock showed then, in ms.
    pub remaining_ms: i64,
}

/// What adds up for one clock, in ms: initial − charged + control + credits + grants + rulings = remaining.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheetSums {
    /// Before the game.
    pub initial_ms: i64,
    /// For plies and pauses.
    pub charged_ms: i64,
    /// Given by the time control.
    pub control_ms: i64,
    /// Given back for faults.
    pub credits_ms: i64,
    /// Given after flags.
    pub grants_ms: i64,
    /// Given or taken by officials.
    pub rulings_ms: i64,
    /// When the last entry was committed; a running clock has spent more since.
    pub remaining_ms: i64,
    /// Left out of the charges for lag.
    pub lag_credit_ms: i64,
    /// Within the credits: what delays gave.
    pub delays_ms: i64,
}

/// What every ply was charged, and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheet {
    /// The game.
    pub game_id: String,
    /// Every ply, in order.
    pub plies: Vec<ClockSheetPly>,
    /// Every credit, in order.
    pub credits: Vec<ClockSheetCredit>,
    /// Black's sums.
    pub black: ClockSheetSums,
    /// White's sums.
    pub white: ClockSheetSums,
    /// The most that lag gives for one ply, in ms.
    pub lag_per_move_ms: i64,
    /// The most that lag gives in one game, in ms.
    pub lag_per_game_ms: i64,
    /// The most that delays give for one ply, in ms.
    pub delay_per_ply_ms: i64,
    /// The most that delays give in one game, in ms.
    pub delay_per_game_ms: i64,
}

/// One observation about a connection, or about the server.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConnectionEvent {
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// `connected`, `dropped`, `pong_gap`, `round_trips`, `focus_lost`, `focus_regained`; of the server `outage`,
    /// `gateway_silent`, `gateway_stall`, `process_stall`.
    pub kind: String,
    /// Which gateway.
    #[schema(required)]
    pub gateway_id: Option<String>,
    /// Of a drop: `client`, `line`, `server` or `refused`.
    #[schema(required)]
    pub by: Option<String>,
    /// The WebSocket close code; 0: none was seen.
    pub close_code: u32,
    /// Why the gateway believes it closed.
    #[schema(required)]
    pub close_reason: Option<String>,
    /// The length of a gap, silence or stall, in ms.
    pub ms: i64,
    /// Of a drop: how many other sockets dropped at the same gateway within 10 s.
    pub others_dropped: u32,
    /// Of how many that were open there.
    pub others_open: u32,
}

/// What is known about one player's connection.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatEvidence {
    /// Which side.
    #[schema(required)]
    pub color: Option<Color>,
    /// Which entrant.
    pub entrant_id: String,
    /// Every observation, in order.
    pub events: Vec<ConnectionEvent>,
    /// Whether it lay on the server's side: `yes`, `no` or `unknown`.
    pub server_side: String,
    /// The sentence why.
    pub why: String,
    /// What these records cannot show.
    pub cannot_know: String,
}

/// What is known about the connections in a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Evidence {
    /// The game.
    pub game_id: String,
    /// From when, cluster time in ms.
    pub from_ms: i64,
    /// Until when.
    pub until_ms: i64,
    /// Both players'.
    pub seats: Vec<SeatEvidence>,
    /// The server's own outages and stalls.
    pub server: Vec<ConnectionEvent>,
    /// All of this as canonical JSON: what is signed.
    pub document: String,
    /// Ed25519 over the document, base64url; null where no key is configured.
    #[schema(required)]
    pub signature: Option<String>,
    /// Which key made it.
    #[schema(required)]
    pub key_id: Option<String>,
}

/// The span in question.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EvidenceQuery {
    /// From when, cluster time in ms; from the beginning when absent.
    #[serde(default)]
    pub from_ms: i64,
    /// Until when; to the end when absent.
    #[serde(default)]
    pub until_ms: i64,
}

fn side(color: play::Color) -> Option<Color> {
    match color {
        play::Color::Black => Some(Color::Black),
        play::Color::White => Some(Color::White),
        play::Color::Unspecified => None,
    }
}

fn instant(at_ms: i64) -> Option<i64> {
    Some(at_ms).filter(|at_ms| *at_ms > 0)
}

impl From<play::ClockSheetCredit> for ClockSheetCredit {
    fn from(credit: play::ClockSheetCredit) -> Self {
        Self {
            color: side(credit.color()),
            ms: credit.ms,
            cause: credit.cause,
            fault: credit.fault,
            fault_id: present(credit.fault_id),
            at_ms: credit.at_ms,
            seq: credit.seq,
            ply: credit.ply,
            remaining_ms: credit.remaining_ms,
        }
    }
}

impl From<play::ClockSheetPly> for ClockSheetPly {
    fn from(ply: play::ClockSheetPly) -> Self {
        Self {
            ply: ply.ply,
            color: side(ply.color()),
            square: present(ply.square),
            seq: ply.seq,
            given_at_ms: instant(ply.given_at_ms),
            delivered_at_ms: instant(ply.delivered_at_ms),
            received_at_ms: instant(ply.received_at_ms),
            committed_at_ms: instant(ply.committed_at_ms),
            lag_ms: ply.lag_ms,
            queued_ms: ply.queued_ms,
            gateway_id: present(ply.gateway_id),
            charged_ms: ply.charged_ms,
            lag_credit_ms: ply.lag_credit_ms,
            control_ms: ply.control_ms,
            flag_fell_at_ms: instant(ply.flag_fell_at_ms),
            remaining_ms: ply.remaining_ms,
        }
    }
}

impl From<play::ClockSheetSums> for ClockSheetSums {
    fn from(sums: play::ClockSheetSums) -> Self {
        Self {
            initial_ms: sums.initial_ms,
            charged_ms: sums.charged_ms,
            control_ms: sums.control_ms,
            credits_ms: sums.credits_ms,
            grants_ms: sums.grants_ms,
            rulings_ms: sums.rulings_ms,
            remaining_ms: sums.remaining_ms,
            lag_credit_ms: sums.lag_credit_ms,
            delays_ms: sums.delays_ms,
        }
    }
}

impl From<play::ConnectionEvent> for ConnectionEvent {
    fn from(event: play::ConnectionEvent) -> Self {
        Self {
            at_ms: event.at_ms,
            kind: event.kind,
            gateway_id: present(event.gateway_id),
            by: present(event.by),
            close_code: event.close_code,
            close_reason: present(event.close_reason),
            ms: event.ms,
            others_dropped: event.others_dropped,
            others_open: event.others_open,
        }
    }
}

impl From<play::SeatEvidence> for SeatEvidence {
    fn from(seat: play::SeatEvidence) -> Self {
        let color = side(seat.color());
        let verdict = seat.verdict.unwrap_or_default();
        Self {
            color,
            entrant_id: seat.entrant_id,
            events: seat.events.into_iter().map(Into::into).collect(),
            server_side: verdict.server_side,
            why: verdict.why,
            cannot_know: verdict.cannot_know,
        }
    }
}

/// What every ply of a game was charged, and why.
#[utoipa::path(get, path = "/games/{game_id}/clock-sheet", tag = "games",
    params(("game_id" = String, Path, description = "The game")),
    responses((status = 200, description = "The clock sheet", body = ClockSheet), responses::Reading))]
pub async fn get_clock_sheet(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
) -> Result<Json<ClockSheet>, ApiProblem> {
    let request = bearer.ask(play::GetClockSheetRequest { game_id });
    let answer = shared.services.play().get_clock_sheet(request).await?;
    let sheet = answer.into_inner();
    Ok(Json(ClockSheet {
        game_id: sheet.game_id,
        plies: sheet.plies.into_iter().map(Into::into).collect(),
        credits: sheet.credits.into_iter().map(Into::into).collect(),
        black: sheet.black.unwrap_or_default().into(),
        white: sheet.white.unwrap_or_default().into(),
        lag_per_move_ms: sheet.lag_per_move_ms,
        lag_per_game_ms: sheet.lag_per_game_ms,
        delay_per_ply_ms: sheet.delay_per_ply_ms,
        delay_per_game_ms: sheet.delay_per_game_ms,
    }))
}

async fn evidence(
    shared: &Shared,
    bearer: &Bearer,
    game_id: String,
    asked: &EvidenceQuery,
) -> Result<play::GetEvidenceResponse, ApiProblem> {
    let request = bearer.ask(play::GetEvidenceRequest {
        game_id,
        from_ms: asked.from_ms,
        until_ms: asked.until_ms,
    });
    let answer = shared.services.play().get_evidence(request).await?;
    Ok(answer.into_inner())
}

/// What is known about the connections in a game, signed; for officials.
#[utoipa::path(get, path = "/games/{game_id}/evidence", tag = "games",
    params(("game_id" = String, Path, description = "The game"), EvidenceQuery),
    security(("bearer" = [])),
    responses((status = 200, description = "The evidence", body = Evidence), responses::Acting))]
pub async fn get_evidence(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(asked): Asked<EvidenceQuery>,
) -> Result<Json<Evidence>, ApiProblem> {
    let evidence = evidence(&shared, &bearer, game_id, &asked).await?;
    let document = String::from_utf8(evidence.document_json).map_err(Problem::internal)?;
    Ok(Json(Evidence {
        game_id: evidence.game_id,
        from_ms: evidence.from_ms,
        until_ms: evidence.until_ms,
        seats: evidence.seats.into_iter().map(Into::into).collect(),
        server: evidence.server.into_iter().map(Into::into).collect(),
        document,
        signature: present(evidence.signature),
        key_id: present(evidence.key_id),
    }))
}

/// The same as a table for a spreadsheet.
#[utoipa::path(get, path = "/games/{game_id}/evidence/file", tag = "games",
    params(("game_id" = String, Path, description = "The game"), EvidenceQuery),
    security(("bearer" = [])),
    responses((status = 200, description = "The file", body = String, content_type = "text/csv"), responses::Acting))]
pub async fn download_evidence(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(asked): Asked<EvidenceQuery>,
) -> Result<Response, ApiProblem> {
    let evidence = evidence(&shared, &bearer, game_id, &asked).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"evidence.csv\"",
        ),
    ];
    Ok((headers, evidence.document_csv).into_response())
}
