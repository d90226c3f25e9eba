//! What a client says in the live protocol, version 1, and how its JSON texts are read.

use outflank_runtime::{Kind, Problem};
use serde::Deserialize;
use serde_json::Value;

use crate::{request::is_command_id, socket::shape::chat::ChatChannel};

/// The protocol's version.
pub const PROTOCOL: u32 = 1;

/// Largest frame that is read, in bytes.
pub const FRAME_LIMIT: usize = 4 * 1024;
/// Longest id of a game or tournament.
const ID_LENGTH: usize = 64;
/// Longest text that is passed on, in bytes; the services say what they take of it.
const TEXT_LENGTH: usize = 3 * 1024;

/// The types of the frames that a client may send.
pub const TYPES: [&str; 14] = [
    "watch",
    "leave",
    "follow",
    "unfollow",
    "move",
    "pass",
    "resign",
    "call_director",
    "seal",
    "confirm",
    "dispute",
    "chat",
    "focus",
    "renew",
];

/// What a person does at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Plays a move.
    Move {
        /// The table's `ply`.
        ply: u32,
        /// Where.
        square: String,
    },
    /// Presses the clock where no move is legal.
    Pass {
        /// The table's `ply`.
        ply: u32,
    },
    /// Loses 0–64.
    Resign,
    /// Asks the director to the table (WOC IV.2).
    CallDirector,
    /// Seals the move at an adjournment.
    Seal {
        /// The table's `ply`.
        ply: u32,
        /// Where.
        square: String,
    },
    /// Signs the transcript of the finished game.
    Confirm {
        /// SHA-256 of the transcript that is signed, hex.
        digest: String,
    },
    /// Says that the result is not right.
    Dispute {
        /// For the officials.
        reason: String,
    },
    /// Writes something.
    Chat {
        /// To whom.
        channel: ChatChannel,
        /// What.
        text: String,
        /// On the officials' channel, which player an official answers: `black` or `white`.
        to: Option<String>,
    },
}

impl Act {
    /// Its name in the protocol and in the counters.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Pass { .. } => "pass",
            Self::Resign => "resign",
            Self::CallDirector => "call_director",
            Self::Seal { .. } => "seal",
            Self::Confirm { .. } => "confirm",
            Self::Dispute { .. } => "dispute",
            Self::Chat { .. } => "chat",
        }
    }

    /// The ply it is meant for.
    pub fn ply(&self) -> Option<u32> {
        match self {
            Self::Move { ply, .. } | Self::Pass { ply } | Self::Seal { ply, .. } => Some(*ply),
            _ => None,
        }
    }
}

/// What a client says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientFrame {
    /// Send me this game.
    Watch {
        /// The game.
        game: String,
        /// The last seq the client has.
        after_seq: u64,
    },
    /// Stop sending this game.
    Leave {
        /// The game.
        game: String,
    },
    /// Tell me when this tournament changes.
    Follow {
        /// The tournament.
        tournament: String,
    },
    /// Stop telling me.
    Unfollow {
        /// The tournament.
        tournament: String,
    },
    /// An act at a table.
    Act {
        /// The command id.
        id: String,
        /// The game.
        game: String,
        /// What to do.
        act: Act,
    },
    /// The page lost or regained the focus.
    Focus {
        /// The game that is played on it.
        game: String,
        /// Lost, or regained.
        lost: bool,
    },
    /// The session's next access token.
    Renew {
        /// The token.
        token: String,
    },
}

/// A frame that was not taken: its id, if it had one, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken {
    /// The id that the frame bore.
    pub id: Option<String>,
    /// Why it was not taken.
    pub problem: Problem,
}

/// Every field any frame may have; which ones a type needs is said by `frame`.
#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    id: Option<Value>,
    #[serde(default)]
    game: Option<Value>,
    #[serde(default)]
    tournament: Option<Value>,
    #[serde(default)]
    after_seq: Option<Value>,
    #[serde(default)]
    ply: Option<Value>,
    #[serde(default)]
    square: Option<Value>,
    #[serde(default)]
    digest: Option<Value>,
    #[serde(default)]
    reason: Option<Value>,
    #[serde(default)]
    channel: Option<Value>,
    #[serde(default)]
    text: Option<Value>,
    #[serde(default)]
    to: Option<Value>,
    #[serde(default)]
    lost: Option<Value>,
    #[serde(default)]
    token: Option<Value>,
}

fn invalid(code: &str, detail: impl Into<String>) -> Problem {
    Problem::new(Kind::Invalid, code, detail)
}

fn field(name: &str, wanted: &str) -> Problem {
    invalid(
        "invalid_frame",
        format!("The frame's `{name}` must be {wanted}."),
    )
}

fn name(value: Option<Value>, field_name: &str) -> Result<String, Problem> {
    match value {
        Some(Value::String(text))
            if (1..=ID_LENGTH).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_graphic()) =>
        {
            Ok(text)
        }
        _ => Err(field(
            field_name,
            "an id of 1 to 64 visible ASCII characters",
        )),
    }
}

fn ply(value: Option<&Value>) -> Result<u32, Problem> {
    value
        .and_then(Value::as_u64)
        .and_then(|ply| u32::try_from(ply).ok())
        .ok_or_else(|| field("ply", "the table's `ply`, a number"))
}

fn text(value: Option<Value>, longest: usize, wanted: Problem) -> Result<String, Problem> {
    match value {
        Some(Value::String(text)) if (1..=longest).contains(&text.len()) => Ok(text),
        _ => Err(wanted),
    }
}

fn square(value: Option<Value>) -> Result<String, Problem> {
    text(value, 8, field("square", "a square such as \"f5\""))
}

/// Reads a client's frame.
///
/// # Errors
/// When it is none of the protocol's.
pub fn read(text: &str) -> Result<ClientFrame, NotTaken> {
    let nameless = |problem| NotTaken { id: None, problem };
    if text.len() > FRAME_LIMIT {
        return Err(nameless(invalid(
            "frame_too_large",
            "A frame may have 4096 bytes at most.",
        )));
    }
    let raw: Raw = serde_json::from_str(text).map_err(|error| not_the_protocols(&error))?;
    of_raw(raw)
}

/// Reads a client's frame from its fields, whatever carried them.
///
/// # Errors
/// When it is none of the protocol's.
pub fn of_fields(fields: Value) -> Result<ClientFrame, NotTaken> {
    of_raw(serde_json::from_value(fields).map_err(|error| not_the_protocols(&error))?)
}

fn not_the_protocols(error: &serde_json::Error) -> NotTaken {
    let code = if error.is_data() {
        "invalid_frame"
    } else {
        "malformed_json"
    };
    NotTaken {
        id: None,
        problem: invalid(
            code,
            format!("The frame is not a JSON object of the protocol: {error}."),
        ),
    }
}

fn of_raw(raw: Raw) -> Result<ClientFrame, NotTaken> {
    let id = match &raw.id {
        Some(Value::String(id)) if is_command_id(id) => Some(id.clone()),
        _ => None,
    };
    frame(raw, id.as_ref()).map_err(|problem| NotTaken { id, problem })
}

fn frame(mut raw: Raw, id: Option<&String>) -> Result<ClientFrame, Problem> {
    let kind = raw.r#type.take();
    let kind = kind.ok_or_else(|| field("type", "the name of a frame"))?;
    if !TYPES.contains(&kind.as_str()) {
        let shown: String = kind.chars().take(40).collect();
        return Err(invalid(
            "unknown_frame",
            format!("There is no frame of type {shown:?} in version {PROTOCOL} of the protocol."),
        ));
    }
    match kind.as_str() {
        "watch" => {
            let after_seq = match raw.after_seq {
                None => 0,
                Some(value) => value
                    .as_u64()
                    .ok_or_else(|| field("after_seq", "a seq, a number from 0"))?,
            };
            let game = name(raw.game, "game")?;
            Ok(ClientFrame::Watch { game, after_seq })
        }
        "leave" => {
            let game = name(raw.game, "game")?;
            Ok(ClientFrame::Leave { game })
        }
        "follow" => {
            let tournament = name(raw.tournament, "tournament")?;
            Ok(ClientFrame::Follow { tournament })
        }
        "unfollow" => {
            let tournament = name(raw.tournament, "tournament")?;
            Ok(ClientFrame::Unfollow { tournament })
        }
        "focus" => {
            let lost = raw.lost.as_ref().and_then(Value::as_bool);
            let lost = lost.ok_or_else(|| field("lost", "true or false"))?;
            let game = name(raw.game, "game")?;
            Ok(ClientFrame::Focus { game, lost })
        }
        "renew" => {
            let wanted = field("token", "the session's new access token");
            let token = text(raw.token, FRAME_LIMIT, wanted)?;
            Ok(ClientFrame::Renew { token })
        }
        _ => {
            let game = raw.game.take();
            let act = act(&kind, raw)?;
            let id = id
                .cloned()
                .ok_or_else(|| field("id", "a command id of 1 to 64 visible ASCII characters"))?;
            let game = name(game, "game")?;
            Ok(ClientFrame::Act { id, game, act })
        }
    }
}

fn act(kind: &str, raw: Raw) -> Result<Act, Problem> {
    Ok(match kind {
        "move" => Act::Move {
            ply: ply(raw.ply.as_ref())?,
            square: square(raw.square)?,
        },
        "pass" => Act::Pass {
            ply: ply(raw.ply.as_ref())?,
        },
        "resign" => Act::Resign,
        "call_director" => Act::CallDirector,
        "seal" => Act::Seal {
            ply: ply(raw.ply.as_ref())?,
            square: square(raw.square)?,
        },
        "confirm" => {
            let wanted = field("digest", "the transcript's SHA-256, 64 hexadecimal digits");
            let digest = text(raw.digest, 64, wanted.clone())?;
            if digest.len() != 64 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return Err(wanted);
            }
            Act::Confirm { digest }
        }
        "dispute" => {
            let wanted = field("reason", "a text that says what is not right");
            let reason = text(raw.reason, TEXT_LENGTH, wanted)?;
            Act::Dispute { reason }
        }
        _ => chat(raw)?,
    })
}

fn chat(raw: Raw) -> Result<Act, Problem> {
    let channel = raw.channel.unwrap_or_default();
    let channel = serde_json::from_value(channel)
        .map_err(|_| field("channel", "\"players\", \"spectators\" or \"officials\""))?;
    let to = match raw.to {
        None | Some(Value::Null) => None,
        Some(Value::String(to)) if to == "black" || to == "white" => Some(to),
        Some(_) => return Err(field("to", "\"black\" or \"white\"")),
    };
    let text = text(raw.text, TEXT_LENGTH, field("text", "what you write"))?;
    Ok(Act::Chat { channel, text, to })
}
