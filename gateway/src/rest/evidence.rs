//! Why a clock shows what it shows, and what is known of the players' connections.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, StatusCode, header};
use outflank_proto::play::v1 as play;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, Route},
    rest::{act::present, responses, table::Color},
    state::Shared,
};

fn color(color: play::Color) -> Option<Color> {
    match color {
        play::Color::Black => Some(Color::Black),
        play::Color::White => Some(Color::White),
        play::Color::Unspecified => None,
    }
}

/// An instant that is absent when 0.
fn known(at_ms: i64) -> Option<i64> {
    Some(at_ms).filter(|at_ms| *at_ms != 0)
}

/// Time that one clock got, or lost by an official's act.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockCredit {
    /// Whose clock.
    #[schema(required)]
    pub color: Option<Color>,
    /// In ms; less than 0 was taken.
    pub ms: i64,
    /// `server_fault`, `delay`, `grant` (extra time after a flag) or `ruling`.
    pub cause: String,
    /// Whose fault it answers: `server`, `gateway` or `nobody`.
    pub fault: String,
    /// The fault's id; for an official's act its name.
    #[schema(required)]
    pub fault_id: Option<String>,
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// The journal seq of its entry.
    pub seq: u64,
    /// The ply that was waited for then.
    pub ply: u32,
    /// What that clock has to spend from here on, in ms.
    pub remaining_ms: i64,
}

impl From<play::ClockSheetCredit> for ClockCredit {
    fn from(of: play::ClockSheetCredit) -> Self {
        Self {
            color: color(of.color()),
            ms: of.ms,
            cause: of.cause,
            fault: of.fault,
            fault_id: present(of.fault_id),
            at_ms: of.at_ms,
            seq: of.seq,
            ply: of.ply,
            remaining_ms: of.remaining_ms,
        }
    }
}

/// One ply with every instant that its charge rests on, cluster time in ms.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheetPly {
    /// Its number.
    pub ply: u32,
    /// Who played it.
    #[schema(required)]
    pub color: Option<Color>,
    /// Where; null for a pass.
    #[schema(required)]
    pub square: Option<String>,
    /// The journal seq of its entry.
    pub seq: u64,
    /// When the turn was given.
    #[schema(required)]
    pub given_at_ms: Option<i64>,
    /// When it was written to the player's socket.
    #[schema(required)]
    pub delivered_at_ms: Option<i64>,
    /// When the answer arrived at the gateway.
    #[schema(required)]
    pub received_at_ms: Option<i64>,
    /// When it was committed.
    #[schema(required)]
    pub committed_at_ms: Option<i64>,
    /// What the server's own pings measured, in ms; what of it counted is `lag_credit_ms`.
    pub lag_ms: i64,
    /// How long the command waited behind the mover's own frames, in ms.
    pub queued_ms: i64,
    /// Through which gateway it came.
    #[schema(required)]
    pub gateway_id: Option<String>,
    /// What the clock was charged, in ms.
    pub charged_ms: i64,
    /// What was not charged because the network had it, in ms.
    pub lag_credit_ms: i64,
    /// What the time control gave for the ply, in ms.
    pub control_ms: i64,
    /// When the flag fell before it.
    #[schema(required)]
    pub flag_fell_at_ms: Option<i64>,
    /// What was left after it, in ms.
    pub remaining_ms: i64,
}

impl From<play::ClockSheetPly> for ClockSheetPly {
    fn from(of: play::ClockSheetPly) -> Self {
        Self {
            color: color(of.color()),
            ply: of.ply,
            square: present(of.square),
            seq: of.seq,
            given_at_ms: known(of.given_at_ms),
            delivered_at_ms: known(of.delivered_at_ms),
            received_at_ms: known(of.received_at_ms),
            committed_at_ms: known(of.committed_at_ms),
            lag_ms: of.lag_ms,
            queued_ms: of.queued_ms,
            gateway_id: present(of.gateway_id),
            charged_ms: of.charged_ms,
            lag_credit_ms: of.lag_credit_ms,
            control_ms: of.control_ms,
            flag_fell_at_ms: known(of.flag_fell_at_ms),
            remaining_ms: of.remaining_ms,
        }
    }
}

/// What adds up for one clock: initial - charged + control + credits + grants + rulings = remaining; all in ms.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheetSums {
    /// At the start.
    pub initial_ms: i64,
    /// Charged for plies.
    pub charged_ms: i64,
    /// Given by the time control.
    pub control_ms: i64,
    /// Given back for faults and delays.
    pub credits_ms: i64,
    /// Given after a flag.
    pub grants_ms: i64,
    /// Given by officials, less what they took.
    pub rulings_ms: i64,
    /// Left when the last entry was committed.
    pub remaining_ms: i64,
    /// Within the charges: what was left out of them for lag.
    pub lag_credit_ms: i64,
    /// Within the credits: what delays gave, which is capped.
    pub delays_ms: i64,
}

impl From<play::ClockSheetSums> for ClockSheetSums {
    fn from(of: play::ClockSheetSums) -> Self {
        Self {
            initial_ms: of.initial_ms,
            charged_ms: of.charged_ms,
            control_ms: of.control_ms,
            credits_ms: of.credits_ms,
            grants_ms: of.grants_ms,
            rulings_ms: of.rulings_ms,
            remaining_ms: of.remaining_ms,
            lag_credit_ms: of.lag_credit_ms,
            delays_ms: of.delays_ms,
        }
    }
}

/// Every charge and credit of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClockSheet {
    /// The game.
    pub game_id: String,
    /// In order.
    pub plies: Vec<ClockSheetPly>,
    /// In order.
    pub credits: Vec<ClockCredit>,
    /// Black's sums.
    #[schema(required)]
    pub black: Option<ClockSheetSums>,
    /// White's sums.
    #[schema(required)]
    pub white: Option<ClockSheetSums>,
    /// The most lag that counts for a move, in ms.
    pub lag_per_move_ms: i64,
    /// The most lag that counts in a game, in ms.
    pub lag_per_game_ms: i64,
    /// The most that delays give for a ply, in ms.
    pub delay_per_ply_ms: i64,
    /// The most that delays give in a game, in ms.
    pub delay_per_game_ms: i64,
}

impl From<play::GetClockSheetResponse> for ClockSheet {
    fn from(of: play::GetClockSheetResponse) -> Self {
        Self {
            game_id: of.game_id,
            plies: of.plies.into_iter().map(Into::into).collect(),
            credits: of.credits.into_iter().map(Into::into).collect(),
            black: of.black.map(Into::into),
            white: of.white.map(Into::into),
            lag_per_move_ms: of.lag_per_move_ms,
            lag_per_game_ms: of.lag_per_game_ms,
            delay_per_ply_ms: of.delay_per_ply_ms,
            delay_per_game_ms: of.delay_per_game_ms,
        }
    }
}

/// Round trips that the server's own pings measured.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundTrips {
    /// How many.
    pub count: u32,
    /// The shortest, in ms.
    pub least_ms: i64,
    /// Half were shorter, in ms.
    pub median_ms: i64,
    /// The longest, in ms.
    pub most_ms: i64,
}

impl From<play::RoundTrips> for RoundTrips {
    fn from(of: play::RoundTrips) -> Self {
        Self {
            count: of.count,
            least_ms: of.least_ms,
            median_ms: of.median_ms,
            most_ms: of.most_ms,
        }
    }
}

/// One observation about a seat's connection, or about the server.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConnectionEvent {
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// `connected`, `dropped`, `pong_gap`, `round_trips`, `focus_lost`, `focus_regained`; of the server `outage`, `gateway_silent`, `gateway_stall` or `process_stall`.
    pub kind: String,
    /// At which gateway.
    #[schema(required)]
    pub gateway_id: Option<String>,
    /// Which socket there.
    #[schema(required)]
    pub socket_id: Option<String>,
    /// Who ended a connection: `client`, `line`, `server` or `refused`.
    #[schema(required)]
    pub by: Option<String>,
    /// WebSocket close code; null where none was seen.
    #[schema(required)]
    pub close_code: Option<u32>,
    /// Why the gateway believes it closed.
    #[schema(required)]
    pub close_reason: Option<String>,
    /// The length of a gap, silence or stall, in ms.
    pub ms: i64,
    /// Of a drop: how many other sockets were dropped at the same gateway within 10 s.
    pub others_dropped: u32,
    /// Of how many that were open there.
    pub others_open: u32,
    /// The measured round trips.
    #[schema(required)]
    pub round_trips: Option<RoundTrips>,
}

impl From<play::ConnectionEvent> for ConnectionEvent {
    fn from(of: play::ConnectionEvent) -> Self {
        Self {
            at_ms: of.at_ms,
            kind: of.kind,
            gateway_id: present(of.gateway_id),
            socket_id: present(of.socket_id),
            by: present(of.by),
            close_code: Some(of.close_code).filter(|code| *code > 0),
            close_reason: present(of.close_reason),
            ms: of.ms,
            others_dropped: of.others_dropped,
            others_open: of.others_open,
            round_trips: of.round_trips.map(Into::into),
        }
    }
}

/// Whether what befell a seat lay on the server's side.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verdict {
    /// `yes`, `no` or `unknown`.
    pub server_side: String,
    /// The sentence why.
    pub why: String,
    /// What these records cannot show.
    pub cannot_know: String,
}

impl From<play::Verdict> for Verdict {
    fn from(of: play::Verdict) -> Self {
        Self {
            server_side: of.server_side,
            why: of.why,
            cannot_know: of.cannot_know,
        }
    }
}

/// What is known of one seat's connection.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatEvidence {
    /// Whose.
    #[schema(required)]
    pub color: Option<Color>,
    /// Which entrant's.
    pub entrant_id: String,
    /// In order.
    pub events: Vec<ConnectionEvent>,
    /// Whether the server was at fault.
    #[schema(required)]
    pub verdict: Option<Verdict>,
}

impl From<play::SeatEvidence> for SeatEvidence {
    fn from(of: play::SeatEvidence) -> Self {
        Self {
            color: color(of.color()),
            entrant_id: of.entrant_id,
            events: of.events.into_iter().map(Into::into).collect(),
            verdict: of.verdict.map(Into::into),
        }
    }
}

/// What the officials were alerted to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Alert {
    /// The round.
    #[schema(required)]
    pub round: Option<u32>,
    /// What happened.
    pub code: String,
    /// One sentence.
    pub text: String,
    /// The games it concerns.
    pub game_ids: Vec<String>,
    /// When, cluster time in ms.
    pub at_ms: i64,
}

impl From<play::Alert> for Alert {
    fn from(of: play::Alert) -> Self {
        Self {
            round: Some(of.round).filter(|round| *round > 0),
            code: of.code,
            text: of.text,
            game_ids: of.game_ids,
            at_ms: of.at_ms,
        }
    }
}

/// What is known of a game's connections.
#[derive(Debug, Serialize, ToSchema)]
pub struct Evidence {
    /// The game.
    pub game_id: String,
    /// The span's beginning, cluster time in ms.
    pub from_ms: i64,
    /// Its end.
    pub until_ms: i64,
    /// Black's and white's.
    pub seats: Vec<SeatEvidence>,
    /// Outages and stalls of the server during the span.
    pub server: Vec<ConnectionEvent>,
    /// What the round's officials were alerted to meanwhile.
    pub alerts: Vec<Alert>,
    /// Ed25519 over the JSON file, base64url.
    #[schema(required)]
    pub signature: Option<String>,
    /// The key that made it.
    #[schema(required)]
    pub key_id: Option<String>,
}

impl From<play::GetEvidenceResponse> for Evidence {
    fn from(of: play::GetEvidenceResponse) -> Self {
        Self {
            game_id: of.game_id,
            from_ms: of.from_ms,
            until_ms: of.until_ms,
            seats: of.seats.into_iter().map(Into::into).collect(),
            server: of.server.into_iter().map(Into::into).collect(),
            alerts: of.alerts.into_iter().map(Into::into).collect(),
            signature: present(of.signature),
            key_id: present(of.key_id),
        }
    }
}

/// Which span is asked about.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EvidenceQuery {
    /// From then, cluster time in ms; the game's beginning when absent.
    #[serde(default)]
    pub from_ms: Option<i64>,
    /// Until then, cluster time in ms; its end when absent.
    #[serde(default)]
    pub until_ms: Option<i64>,
    /// Of the file: `json`, the signed form, or `csv`.
    #[serde(default)]
    #[param(inline)]
    pub format: Option<EvidenceFormat>,
}

/// The form of the evidence's file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceFormat {
    /// Canonical JSON: what is signed.
    #[default]
    Json,
    /// The same as a table.
    Csv,
}

/// What every ply of a game was charged, and why; credits, and by whose fault.
#[utoipa::path(get, path = "/games/{game_id}/clock-sheet", tag = "games",
    params(("game_id" = String, Path, description = "The game")), security((), ("bearer" = [])),
    responses((status = 200, description = "The sheet", body = ClockSheet), responses::Acting))]
pub async fn get_clock_sheet(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
) -> Result<Json<ClockSheet>, ApiProblem> {
    let request = bearer.ask(play::GetClockSheetRequest { game_id });
    let answer = shared.services.play().get_clock_sheet(request).await?;
    Ok(Json(answer.into_inner().into()))
}

async fn evidence(
    shared: &Shared,
    bearer: &Bearer,
    game_id: String,
    span: &EvidenceQuery,
) -> Result<play::GetEvidenceResponse, ApiProblem> {
    let request = bearer.ask(play::GetEvidenceRequest {
        game_id,
        from_ms: span.from_ms.unwrap_or_default(),
        until_ms: span.until_ms.unwrap_or_default(),
    });
    let answer = shared.services.play().get_evidence(request).await?;
    Ok(answer.into_inner())
}

/// What is known of the players' connections during a game; for its officials.
#[utoipa::path(get, path = "/games/{game_id}/evidence", tag = "officials",
    params(("game_id" = String, Path, description = "The game"), EvidenceQuery), security(("bearer" = [])),
    responses((status = 200, description = "The evidence", body = Evidence), responses::Acting))]
pub async fn get_evidence(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(span): Asked<EvidenceQuery>,
) -> Result<Json<Evidence>, ApiProblem> {
    let found = evidence(&shared, &bearer, game_id, &span).await?;
    Ok(Json(found.into()))
}

/// The same as a file. The signature of the JSON form comes in `Outflank-Signature`, its key in `Outflank-Key-Id`.
#[utoipa::path(get, path = "/games/{game_id}/evidence/file", tag = "officials",
    params(("game_id" = String, Path, description = "The game"), EvidenceQuery), security(("bearer" = [])),
    responses((status = 200, description = "The file", body = String, content_type = "application/json"), responses::Acting))]
pub async fn download_evidence(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(span): Asked<EvidenceQuery>,
) -> Result<Response, ApiProblem> {
    let found = evidence(&shared, &bearer, game_id, &span).await?;
    let (kind, ending, content) = match span.format.unwrap_or_default() {
        EvidenceFormat::Json => ("application/json", "json", found.document_json),
        EvidenceFormat::Csv => ("text/csv; charset=utf-8", "csv", found.document_csv),
    };
    let name: String = found
        .game_id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"evidence-{name}.{ending}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (
            HeaderName::from_static("outflank-signature"),
            found.signature,
        ),
        (HeaderName::from_static("outflank-key-id"), found.key_id),
    ];
    Ok((StatusCode::OK, head, content).into_response())
}
