//! What a player does at a table besides moving, and what the players sign.

use axum::{Json, extract::State};
use outflank_proto::play::v1 as play;
use outflank_runtime::{Kind, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{
        act::present,
        games::{Acknowledged, stamps},
        responses,
    },
    state::Shared,
};

/// A move to be sealed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SealRequest {
    /// The table's `ply`.
    pub ply: u32,
    /// Where.
    #[schema(example = "f5")]
    pub square: String,
}

/// A player's signature under a transcript.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmRequest {
    /// SHA-256 of the canonical transcript, 64 hexadecimal digits.
    pub digest: String,
}

/// A result that a player says is not right.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DisputeRequest {
    /// For the officials.
    pub reason: String,
}

/// The transcript of a finished game: what the players sign and the server countersigns.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedTranscript {
    /// The game.
    pub game_id: String,
    /// The canonical transcript.
    pub text: String,
    /// Its SHA-256, hex.
    pub digest: String,
    /// `pending`, `confirmed` or `disputed`.
    pub state: String,
    /// Black has signed it.
    pub black_confirmed: bool,
    /// White has signed it.
    pub white_confirmed: bool,
    /// Nobody answered in time.
    pub by_silence: bool,
    /// What the countersignature signs; null until the result is confirmed.
    #[schema(required)]
    pub statement: Option<String>,
    /// The server's Ed25519 signature over `statement`, base64url.
    #[schema(required)]
    pub countersignature: Option<String>,
    /// The key that made it.
    #[schema(required)]
    pub key_id: Option<String>,
}

/// Calls the director to the table (WOC IV.2).
#[utoipa::path(post, path = "/games/{game_id}/director-calls", tag = "games",
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn call_director(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, None)?;
    let request = bearer.ask(play::CallDirectorRequest {
        command_id,
        game_id,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().call_director(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Seals the move at an adjournment; nobody sees it before play goes on.
#[utoipa::path(post, path = "/games/{game_id}/sealed-moves", tag = "games", request_body = SealRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn seal_move(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<SealRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, Some(wanted.ply))?;
    let request = bearer.ask(play::SealMoveRequest {
        command_id,
        game_id,
        ply: wanted.ply,
        square: wanted.square,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().seal_move(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Signs the transcript of a finished game.
#[utoipa::path(post, path = "/games/{game_id}/confirmations", tag = "games", request_body = ConfirmRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn confirm_transcript(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<ConfirmRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, None)?;
    let request = bearer.ask(play::ConfirmTranscriptRequest {
        command_id,
        game_id,
        digest: wanted.digest,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().confirm_transcript(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Says that a result is not right; the officials decide.
#[utoipa::path(post, path = "/games/{game_id}/disputes", tag = "games", request_body = DisputeRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn dispute_result(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<DisputeRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, None)?;
    let request = bearer.ask(play::DisputeResultRequest {
        command_id,
        game_id,
        reason: wanted.reason,
        stamps: Some(stamps),
    });
    let answer = shared.services.play().dispute_result(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// The canonical transcript of a finished game, its digest, and the server's countersignature.
#[utoipa::path(get, path = "/games/{game_id}/transcript", tag = "games",
    params(("game_id" = String, Path, description = "The game")),
    responses((status = 200, description = "The transcript", body = SignedTranscript), responses::Reading))]
pub async fn get_transcript(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
) -> Result<Json<SignedTranscript>, ApiProblem> {
    let request = bearer.ask(play::GetTableRequest {
        game_id: game_id.clone(),
        ..play::GetTableRequest::default()
    });
    let answer = shared.services.play().get_table(request).await?;
    let table = answer.into_inner().table.unwrap_or_default();
    let signed = table.confirmation.ok_or_else(|| {
        Problem::new(
            Kind::NotFound,
            "not_finished",
            "There is a transcript to sign once the game is finished.",
        )
    })?;
    Ok(Json(SignedTranscript {
        game_id,
        text: signed.transcript,
        digest: signed.digest,
        state: signed.state,
        black_confirmed: signed.black_confirmed,
        white_confirmed: signed.white_confirmed,
        by_silence: signed.by_silence,
        statement: present(signed.statement),
        countersignature: present(signed.countersignature),
        key_id: present(signed.key_id),
    }))
}
