//! What a client says in the live protocol, version 1, and how its JSON texts are read.

use outflank_runtime::{Kind, Problem};
use serde::Deserialize;

use crate::request::is_command_id;

/// The protocol's version.
pub const PROTOCOL: u32 = 1;
/// Largest frame that is read, in bytes.
pub const FRAME_LIMIT: usize = 4 * 1024;
/// Longest id of a game or tournament.
const ID_LENGTH: usize = 64;

/// A player's command.
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
}

impl Act {
    /// Its name in the protocol and in the counters.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Pass { .. } => "pass",
            Self::Resign => "resign",
        }
    }

    /// The ply it is meant for.
    pub fn ply(&self) -> Option<u32> {
        match self {
            Self::Move { ply, .. } | Self::Pass { ply } => Some(*ply),
            Self::Resign => None,
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
    /// A player's command.
    Act {
        /// The command id.
        id: String,
        /// The game.
        game: String,
        /// What to do.
        act: Act,
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

/// Every field any frame may have; which ones a type needs is said by `read`.
#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    id: Option<serde_json::Value>,
    #[serde(default)]
    game: Option<serde_json::Value>,
    #[serde(default)]
    tournament: Option<serde_json::Value>,
    #[serde(default)]
    after_seq: Option<serde_json::Value>,
    #[serde(default)]
    ply: Option<serde_json::Value>,
    #[serde(default)]
    square: Option<serde_json::Value>,
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

fn name(value: Option<serde_json::Value>, field_name: &str) -> Result<String, Problem> {
    match value {
        Some(serde_json::Value::String(text))
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

fn ply(value: Option<&serde_json::Value>) -> Result<u32, Problem> {
    value
        .and_then(serde_json::Value::as_u64)
        .and_then(|ply| u32::try_from(ply).ok())
        .ok_or_else(|| field("ply", "the table's `ply`, a number"))
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
    let raw: Raw = serde_json::from_str(text).map_err(|error| {
        let code = if error.is_data() {
            "invalid_frame"
        } else {
            "malformed_json"
        };
        nameless(invalid(
            code,
            format!("The frame is not a JSON object of the protocol: {error}."),
        ))
    })?;
    let id = match &raw.id {
        Some(serde_json::Value::String(id)) if is_command_id(id) => Some(id.clone()),
        _ => None,
    };
    frame(raw, id.as_ref()).map_err(|problem| NotTaken { id, problem })
}

fn frame(raw: Raw, id: Option<&String>) -> Result<ClientFrame, Problem> {
    let kind = raw
        .r#type
        .ok_or_else(|| field("type", "the name of a frame"))?;
    let act = match kind.as_str() {
        "watch" => {
            let after_seq = match raw.after_seq {
                None => 0,
                Some(value) => value
                    .as_u64()
                    .ok_or_else(|| field("after_seq", "a seq, a number from 0"))?,
            };
            let game = name(raw.game, "game")?;
            return Ok(ClientFrame::Watch { game, after_seq });
        }
        "leave" => {
            let game = name(raw.game, "game")?;
            return Ok(ClientFrame::Leave { game });
        }
        "follow" => {
            let tournament = name(raw.tournament, "tournament")?;
            return Ok(ClientFrame::Follow { tournament });
        }
        "unfollow" => {
            let tournament = name(raw.tournament, "tournament")?;
            return Ok(ClientFrame::Unfollow { tournament });
        }
        "move" => match raw.square {
            Some(serde_json::Value::String(square)) if square.len() <= 8 => Act::Move {
                ply: ply(raw.ply.as_ref())?,
                square,
            },
            _ => return Err(field("square", "a square such as \"f5\"")),
        },
        "pass" => Act::Pass {
            ply: ply(raw.ply.as_ref())?,
        },
        "resign" => Act::Resign,
        other => {
            let shown: String = other.chars().take(40).collect();
            return Err(invalid(
                "unknown_frame",
                format!(
                    "There is no frame of type {shown:?} in version {PROTOCOL} of the protocol."
                ),
            ));
        }
    };
    let id = id
        .cloned()
        .ok_or_else(|| field("id", "a command id of 1 to 64 visible ASCII characters"))?;
    let game = name(raw.game, "game")?;
    Ok(ClientFrame::Act { id, game, act })
}
