//! What is written at a table.

use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};

use super::table::Color;

/// Who sees what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Serialize)]
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
    pub to: Option<Color>,
    /// The same as play said it, for programs that speak Protocol Buffers.
    #[serde(skip)]
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
#[derive(Debug)]
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
