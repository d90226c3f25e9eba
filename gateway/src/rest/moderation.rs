//! What officials do about what is written at tables.

use axum::{Json, extract::State};
use outflank_proto::play::v1::{self as play, moderate_chat_request::Act};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::responses,
    state::Shared,
};

/// What is done.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ChatAct {
    /// Takes a message away.
    Remove {
        /// Its number.
        number: u64,
    },
    /// Silences an account in this tournament.
    Mute {
        /// Which.
        account_id: String,
    },
    /// Lets it write again.
    Unmute {
        /// Which.
        account_id: String,
    },
    /// Says whether spectators may write while this game is played.
    Spectators {
        /// They may.
        open: bool,
    },
}

/// An act with its reason.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ModerationRequest {
    /// What is done.
    pub act: ChatAct,
    /// Why.
    pub reason: String,
}

/// The act was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moderated {}

/// Takes a message away, or silences somebody.
#[utoipa::path(post, path = "/games/{game_id}/chat/moderation", tag = "games", request_body = ModerationRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Done", body = Moderated), responses::Acting))]
pub async fn moderate_chat(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(asked): JsonBody<ModerationRequest>,
) -> Result<Json<Moderated>, ApiProblem> {
    let act = match asked.act {
        ChatAct::Remove { number } => Act::Remove(number),
        ChatAct::Mute { account_id } => Act::Mute(account_id),
        ChatAct::Unmute { account_id } => Act::Unmute(account_id),
        ChatAct::Spectators { open } => Act::OpenToSpectators(open),
    };
    let request = bearer.ask(play::ModerateChatRequest {
        command_id,
        game_id,
        act: Some(act),
        reason: asked.reason,
    });
    shared.services.play().moderate_chat(request).await?;
    Ok(Json(Moderated {}))
}
