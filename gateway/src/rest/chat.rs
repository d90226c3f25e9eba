//! What is written at a table.

use axum::{Json, extract::State, response::IntoResponse as _, response::Response};
use http::StatusCode;
use outflank_proto::play::v1::{self as play, moderate_chat_request as moderation};
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, CommandId, JsonBody, Route},
    rest::{games::stamps, responses, table::Color},
    state::Shared,
};

/// Who sees what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatChannel {
    /// The two players and the officials.
    Players,
    /// Spectators and officials; the players once the game is over.
    Spectators,
    /// One player and the officials.
    Officials,
}

impl From<ChatChannel> for play::ChatChannel {
    fn from(channel: ChatChannel) -> Self {
        match channel {
            ChatChannel::Players => Self::Players,
            ChatChannel::Spectators => Self::Spectators,
            ChatChannel::Officials => Self::Officials,
        }
    }
}

/// The channel that play names; none for one this version does not know.
pub fn channel(channel: play::ChatChannel) -> Option<ChatChannel> {
    match channel {
        play::ChatChannel::Players => Some(ChatChannel::Players),
        play::ChatChannel::Spectators => Some(ChatChannel::Spectators),
        play::ChatChannel::Officials => Some(ChatChannel::Officials),
        play::ChatChannel::Unspecified => None,
    }
}

/// One message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChatMessage {
    /// From 1 in each game. A message that comes again under its number replaces it.
    pub number: u64,
    /// Who sees it.
    pub channel: ChatChannel,
    /// Who wrote it.
    pub account_id: String,
    /// `black`, `white`, `official` or `spectator`.
    pub role: String,
    /// Empty when an official removed it.
    pub text: String,
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// An official removed it.
    pub removed: bool,
    /// On the officials' channel: the player an official answers.
    #[schema(required)]
    pub to: Option<Color>,
    /// The same as play said it, for programs that speak Protocol Buffers.
    #[serde(skip)]
    #[schema(ignore)]
    pub source: play::ChatMessage,
}

impl TryFrom<play::ChatMessage> for ChatMessage {
    type Error = Problem;

    fn try_from(message: play::ChatMessage) -> Result<Self, Problem> {
        Ok(Self {
            number: message.number,
            channel: channel(message.channel())
                .ok_or_else(|| Problem::internal("a message is on no known channel"))?,
            account_id: message.account_id.clone(),
            role: message.role.clone(),
            text: message.text.clone(),
            at_ms: message.at_ms,
            removed: message.removed,
            to: match message.addressed_to() {
                play::Color::Black => Some(Color::Black),
                play::Color::White => Some(Color::White),
                play::Color::Unspecified => None,
            },
            source: message,
        })
    }
}

/// What is written at a table, as its reader may see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChatHistory {
    /// Oldest first, 500 at most.
    pub messages: Vec<ChatMessage>,
    /// The channels that the reader may write on now.
    pub may_write: Vec<ChatChannel>,
    /// Ask after this number next.
    pub last_number: u64,
}

impl TryFrom<play::ReadChatResponse> for ChatHistory {
    type Error = Problem;

    fn try_from(answer: play::ReadChatResponse) -> Result<Self, Problem> {
        let may_write = answer.may_write().filter_map(channel).collect();
        let last_number = answer.last_number;
        let messages: Result<_, _> = answer.messages.into_iter().map(TryInto::try_into).collect();
        Ok(Self {
            messages: messages?,
            may_write,
            last_number,
        })
    }
}

/// Which messages are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChatQuery {
    /// After this number; from the beginning when absent.
    #[serde(default)]
    pub after_number: Option<u64>,
}

/// What somebody writes.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewMessage {
    /// To whom.
    pub channel: ChatChannel,
    /// 1 to 500 characters.
    pub text: String,
    /// On the officials' channel: the player an official answers.
    #[serde(default)]
    pub to: Option<Color>,
}

/// What an official does about what is written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChatAct {
    /// Takes a message's text away.
    Remove {
        /// Its number.
        number: u64,
    },
    /// Lets an account write no more in this tournament.
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
    OpenToSpectators {
        /// Whether they may.
        open: bool,
    },
}

/// An official's act about what is written, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ModerationRequest {
    /// What to do.
    pub act: ChatAct,
    /// Why.
    pub reason: String,
}

/// What is written at a table, as the caller may see it.
#[utoipa::path(get, path = "/games/{game_id}/chat", tag = "games", security((), ("bearer" = [])),
    params(("game_id" = String, Path, description = "The game"), ChatQuery),
    responses((status = 200, description = "The messages", body = ChatHistory), responses::Reading))]
pub async fn read_chat(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(game_id): Route<String>,
    Asked(query): Asked<ChatQuery>,
) -> Result<Json<ChatHistory>, ApiProblem> {
    let request = bearer.ask(play::ReadChatRequest {
        game_id,
        after_number: query.after_number.unwrap_or_default(),
        ..play::ReadChatRequest::default()
    });
    let answer = shared.services.play().read_chat(request).await?;
    Ok(Json(answer.into_inner().try_into()?))
}

/// Writes something at a table.
#[utoipa::path(post, path = "/games/{game_id}/chat", tag = "games", request_body = NewMessage,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "It stands on the record", body = ChatMessage), responses::Acting))]
pub async fn post_chat(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(new): JsonBody<NewMessage>,
) -> Result<Json<ChatMessage>, ApiProblem> {
    let stamps = stamps(&shared, &bearer, &game_id, None)?;
    let to = new.to.map(|color| match color {
        Color::Black => play::Color::Black,
        Color::White => play::Color::White,
    });
    let request = bearer.ask(play::PostChatRequest {
        command_id,
        game_id,
        channel: play::ChatChannel::from(new.channel).into(),
        text: new.text,
        addressed_to: to.unwrap_or_default().into(),
        stamps: Some(stamps),
    });
    let answer = shared.services.play().post_chat(request).await?;
    let message = answer.into_inner().message;
    let message = message.ok_or_else(|| Problem::internal("play answered without a message"))?;
    Ok(Json(message.try_into()?))
}

/// Takes a message away, silences somebody, or opens the spectators' channel; for officials.
#[utoipa::path(post, path = "/games/{game_id}/chat/moderation", tag = "officials",
    request_body = ModerationRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 204, description = "Done"), responses::Acting))]
pub async fn moderate_chat(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<ModerationRequest>,
) -> Result<Response, ApiProblem> {
    let request = bearer.ask(play::ModerateChatRequest {
        command_id,
        game_id,
        act: Some(match wanted.act {
            ChatAct::Remove { number } => moderation::Act::Remove(number),
            ChatAct::Mute { account_id } => moderation::Act::Mute(account_id),
            ChatAct::Unmute { account_id } => moderation::Act::Unmute(account_id),
            ChatAct::OpenToSpectators { open } => moderation::Act::OpenToSpectators(open),
        }),
        reason: wanted.reason,
    });
    shared.services.play().moderate_chat(request).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
