//! What the server says in the live protocol, in every encoding a line may speak.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use outflank_runtime::Problem;
use prost::Message as _;
use serde::Serialize;

use crate::socket::{
    frame::PROTOCOL,
    message,
    shape::{
        chat::{ChatChannel, ChatMessage},
        table::{Table, TableEntry},
    },
};

/// The types of the frames that the server may send.
pub const TYPES: [&str; 13] = [
    "hello",
    "connection",
    "table",
    "ack",
    "posted",
    "refused",
    "presence",
    "tournament",
    "standings",
    "chat",
    "notice",
    "renewed",
    "resync",
];

/// One thing the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerFrame {
    /// The first one.
    Hello {
        /// The protocol's version.
        protocol: u32,
        /// Cluster time.
        server_time_ms: i64,
        /// Whom the line speaks for.
        account_id: Option<String>,
        /// When the access token behind it runs out; none where it speaks for nobody, or for an API key.
        expires_at_ms: Option<i64>,
    },
    /// The measured round trip.
    Connection {
        /// In ms.
        round_trip_ms: u64,
        /// Cluster time.
        server_time_ms: i64,
    },
    /// Entries of a game and the table after them.
    Table {
        /// The game.
        game: Arc<str>,
        /// What is new.
        entries: Arc<[TableEntry]>,
        /// The table after it.
        table: Arc<Table>,
    },
    /// A command was committed.
    Ack {
        /// Its id.
        id: String,
        /// The game.
        game: String,
        /// The entry it made.
        seq: u64,
        /// It was accepted before.
        repeated: bool,
    },
    /// A message stands on the record.
    Posted {
        /// The id it came with.
        id: String,
        /// The game.
        game: String,
        /// Its number.
        number: u64,
    },
    /// A frame changed nothing.
    Refused {
        /// The id it bore.
        id: Option<String>,
        /// Why.
        problem: Refusal,
    },
    /// Whether sockets of a game's seats are open.
    Presence {
        /// The game.
        game: Arc<str>,
        /// Black's seat.
        black: bool,
        /// White's seat.
        white: bool,
    },
    /// A tournament changed.
    Tournament {
        /// Which.
        tournament: String,
        /// Where it stands.
        seq: u64,
    },
    /// A list changed.
    Standings {
        /// Of which tournament.
        tournament: String,
        /// Where it stands.
        version: u64,
    },
    /// What was written at a table.
    Chat {
        /// Which.
        game: Arc<str>,
        /// Oldest first.
        messages: Vec<ChatMessage>,
        /// The channels that the reader may write on, where they were asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        may_write: Option<Vec<ChatChannel>>,
    },
    /// Something to know at once.
    Notice(Notice),
    /// The line's new token was taken.
    Renewed {
        /// When it runs out.
        expires_at_ms: i64,
    },
    /// Frames of a game were dropped.
    Resync {
        /// Which.
        game: Arc<str>,
    },
}

/// Something that everybody, or every official of a tournament, is to know at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// The server stops in so long; clients connect again by themselves.
    Restart {
        /// From now, in ms.
        in_ms: u64,
        /// One sentence.
        text: String,
    },
    /// For a tournament's officials.
    Alert {
        /// The tournament.
        tournament: String,
        /// The round; none where it is about no one of them.
        round: Option<u32>,
        /// What sort of thing happened.
        code: String,
        /// One sentence.
        text: String,
        /// The games it concerns.
        games: Vec<String>,
        /// When, cluster time in ms.
        at_ms: i64,
    },
}

/// Why a frame changed nothing.
#[derive(Debug, Clone, Serialize)]
pub struct Refusal {
    /// Stable name.
    pub code: String,
    /// What kind of problem it is.
    pub title: &'static str,
    /// One sentence.
    pub detail: String,
    /// The paragraph that refused it.
    pub rule: Option<String>,
}

/// How a line writes what it says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    /// JSON texts on a WebSocket.
    #[default]
    Json,
    /// `outflank.live.v1.ServerMessage` on a gRPC stream.
    #[allow(dead_code, reason = "the gateway opens no gRPC stream yet")]
    Protobuf,
}

#[derive(Debug)]
struct Said {
    frame: ServerFrame,
    json: OnceLock<Utf8Bytes>,
    protobuf: OnceLock<Bytes>,
}

/// A frame on its way to any number of lines: serialised once an encoding, when the first of its lines asks.
#[derive(Debug, Clone)]
pub struct Outgoing(Arc<Said>);

impl From<ServerFrame> for Outgoing {
    fn from(frame: ServerFrame) -> Self {
        Self(Arc::new(Said {
            frame,
            json: OnceLock::new(),
            protobuf: OnceLock::new(),
        }))
    }
}

impl Outgoing {
    /// Its JSON text: strings, numbers and checked JSON always have one.
    pub fn json(&self) -> Utf8Bytes {
        let text = || serde_json::to_string(&self.0.frame).unwrap_or_default();
        self.0.json.get_or_init(|| text().into()).clone()
    }

    /// Its Protocol Buffers message.
    pub fn protobuf(&self) -> Bytes {
        let bytes = || message::of(&self.0.frame).encode_to_vec().into();
        self.0.protobuf.get_or_init(bytes).clone()
    }

    /// How many bytes it has in an encoding.
    pub fn size(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Json => self.json().len(),
            Encoding::Protobuf => self.protobuf().len(),
        }
    }
}

/// The first frame.
pub fn hello(
    server_time_ms: i64,
    account_id: Option<&str>,
    expires_at_ms: Option<i64>,
) -> Outgoing {
    ServerFrame::Hello {
        protocol: PROTOCOL,
        server_time_ms,
        account_id: account_id.map(str::to_owned),
        expires_at_ms,
    }
    .into()
}

/// The measured round trip.
pub fn connection(round_trip_ms: u64, server_time_ms: i64) -> Outgoing {
    ServerFrame::Connection {
        round_trip_ms,
        server_time_ms,
    }
    .into()
}

/// Entries of a game and the table after them.
pub fn table(game: &Arc<str>, entries: Arc<[TableEntry]>, table: &Arc<Table>) -> Outgoing {
    ServerFrame::Table {
        game: Arc::clone(game),
        entries,
        table: Arc::clone(table),
    }
    .into()
}

/// A command was committed.
pub fn ack(id: &str, game: &str, seq: u64, repeated: bool) -> Outgoing {
    ServerFrame::Ack {
        id: id.to_owned(),
        game: game.to_owned(),
        seq,
        repeated,
    }
    .into()
}

/// A message stands on the record under this number.
pub fn posted(id: &str, game: &str, number: u64) -> Outgoing {
    ServerFrame::Posted {
        id: id.to_owned(),
        game: game.to_owned(),
        number,
    }
    .into()
}

/// A frame changed nothing.
pub fn refused(id: Option<&str>, problem: &Problem) -> Outgoing {
    ServerFrame::Refused {
        id: id.map(str::to_owned),
        problem: Refusal {
            code: problem.code.clone(),
            title: problem.title(),
            detail: problem.detail.clone(),
            rule: problem.rule.clone(),
        },
    }
    .into()
}

/// Whether sockets of a game's seats are open.
pub fn presence(game: &Arc<str>, black: bool, white: bool) -> Outgoing {
    ServerFrame::Presence {
        game: Arc::clone(game),
        black,
        white,
    }
    .into()
}

/// A tournament changed.
pub fn tournament(tournament: &str, seq: u64) -> Outgoing {
    ServerFrame::Tournament {
        tournament: tournament.to_owned(),
        seq,
    }
    .into()
}

/// A list changed.
pub fn standings(tournament: &str, version: u64) -> Outgoing {
    ServerFrame::Standings {
        tournament: tournament.to_owned(),
        version,
    }
    .into()
}

/// What was written at a table; with the channels that its reader may write on, where they were asked.
pub fn chat(
    game: &Arc<str>,
    messages: Vec<ChatMessage>,
    may_write: Option<Vec<ChatChannel>>,
) -> Outgoing {
    ServerFrame::Chat {
        game: Arc::clone(game),
        messages,
        may_write,
    }
    .into()
}

/// Something to know at once.
pub fn notice(notice: Notice) -> Outgoing {
    ServerFrame::Notice(notice).into()
}

/// The line's new token was taken.
pub fn renewed(expires_at_ms: i64) -> Outgoing {
    ServerFrame::Renewed { expires_at_ms }.into()
}

/// Frames of a game were dropped.
pub fn resync(game: &Arc<str>) -> Outgoing {
    ServerFrame::Resync {
        game: Arc::clone(game),
    }
    .into()
}
