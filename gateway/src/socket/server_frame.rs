//! What the server says in the live protocol, in every encoding a line may speak.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use outflank_runtime::Problem;
use prost::Message as _;
use serde::Serialize;

use crate::{
    rest::table::{Table, TableEntry},
    socket::{frame::PROTOCOL, message},
};

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
    /// Frames of a game were dropped.
    Resync {
        /// Which.
        game: Arc<str>,
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
pub fn hello(server_time_ms: i64, account_id: Option<&str>) -> Outgoing {
    ServerFrame::Hello {
        protocol: PROTOCOL,
        server_time_ms,
        account_id: account_id.map(str::to_owned),
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

/// Frames of a game were dropped.
pub fn resync(game: &Arc<str>) -> Outgoing {
    ServerFrame::Resync {
        game: Arc::clone(game),
    }
    .into()
}
