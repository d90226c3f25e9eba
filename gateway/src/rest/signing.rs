//! The result of a game: its transcript, signed or disputed; and a call for the director.

use axum::{Json, extract::State};
use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
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

/// A game's moves, and what stands signed under them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Transcript {
    /// The game.
    pub game_id: String,
    /// Its squares in the order played, passes left out.
    #[schema(example = "f5d6c3d3c4")]
    pub moves: String,
    /// SHA-256 of the canonical transcript, hex; null while the game is played.
    #[schema(required)]
    pub digest: Option<String>,
    /// `pending`, `confirmed` or `disputed`; null while the game is played.
    #[schema(required)]
    pub state: Option<String>,
    /// The text that the server signed; null until the result is confirmed.
    #[schema(required)]
    pub statement: Option<String>,
    /// The server's Ed25519 signature of it, base64url.
    #[schema(required)]
    pub countersignature: Option<String>,
    /// Which key made it.
    #[schema(required)]
    pub key_id: Option<String>,
}

/// A signature of the transcript under its digest.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmRequest {
    /// The digest that the table shows.
    pub digest: String,
}

/// An objection to a result.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DisputeRequest {
    /// What is not right; for the officials.
    pub reason: String,
}

/// A game's moves, and what stands signed under them.
#[utoipa::path(get, path = "/games/{game_id}/transcript", tag = "games",
    params(("game_id" = String, Path, description = "The game")),
    responses((status = 200, description = "The transcript", body = Transcript), responses::Reading))]
pub async fn get_transcript(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
) -> Result<Json<Transcript>, ApiProblem> {
    let request = bearer.ask(play::GetTableRequest {
        game_id,
        ..Default::default()
    });
    let answer = shared.services.play().get_table(request).await?;
    let table = answer.into_inner().table;
    let table = table.ok_or_else(|| Problem::internal("play answered without a table"))?;
    let signed = table.confirmation.unwrap_or_default();
    Ok(Json(Transcript {
        game_id: table.game_id,
        moves: table.plies.into_iter().map(|ply| ply.square).collect(),
        digest: present(signed.digest),
        state: present(signed.state),
        statement: present(signed.statement),
        countersignature: present(signed.countersignature),
        key_id: present(signed.key_id),
    }))
}

/// Signs the transcript of a finished game.
#[utoipa::path(post, path = "/games/{game_id}/confirmation", tag = "games", request_body = ConfirmRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn confirm(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(asked): JsonBody<ConfirmRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = Some(stamps(&shared, &bearer, &game_id, None)?);
    let request = bearer.ask(play::ConfirmTranscriptRequest {
        command_id,
        game_id,
        digest: asked.digest,
        stamps,
    });
    let answer = shared.services.play().confirm_transcript(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Disputes the result of a finished game: nothing confirms it then but an official.
#[utoipa::path(post, path = "/games/{game_id}/dispute", tag = "games", request_body = DisputeRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn dispute(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(asked): JsonBody<DisputeRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let stamps = Some(stamps(&shared, &bearer, &game_id, None)?);
    let request = bearer.ask(play::DisputeResultRequest {
        command_id,
        game_id,
        reason: asked.reason,
        stamps,
    });
    let answer = shared.services.play().dispute_result(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Calls for the director; the rule set says whether the clocks stop.
#[utoipa::path(post, path = "/games/{game_id}/director-call", tag = "games",
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
    let stamps = Some(stamps(&shared, &bearer, &game_id, None)?);
    let request = bearer.ask(play::CallDirectorRequest {
        command_id,
        game_id,
        stamps,
    });
    let answer = shared.services.play().call_director(request).await?;
    Ok(Json(answer.into_inner().into()))
}
