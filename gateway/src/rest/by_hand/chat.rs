//! Officials' acts about what is written at a table: over HTTP each has fields of its own.

use axum::response::Response;
use outflank_proto::{
    gateway::v1::{self as gateway, chat_act},
    play::v1::{self as play, moderate_chat_request as moderation},
};

use crate::{problem::ApiProblem, rest::route::RouteRequest};

/// Takes a message away, silences somebody, or opens the spectators' channel; for officials.
pub async fn moderate_chat(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let wanted: gateway::ModerationRequest = asked.message()?;
    let act = wanted.act.and_then(|act| act.act);
    let request = play::ModerateChatRequest {
        command_id: wanted.command_id,
        game_id: wanted.game_id,
        act: act.map(|act| match act {
            chat_act::Act::Remove(of) => moderation::Act::Remove(of.number),
            chat_act::Act::Mute(of) => moderation::Act::Mute(of.account_id),
            chat_act::Act::Unmute(of) => moderation::Act::Unmute(of.account_id),
            chat_act::Act::OpenToSpectators(of) => moderation::Act::OpenToSpectators(of.open),
        }),
        reason: wanted.reason,
    };
    let done: play::ModerateChatResponse = asked.ask(&bearer, &request).await?;
    asked.answer(&done)
}
