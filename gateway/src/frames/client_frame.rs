//! What a client says in the live protocol, version 2: read by the contract, and what of ids and texts a contract
//! cannot say.

use outflank_access::{Kind, Problem, problem};
use outflank_proto::{
    json::{self, Code, Refusal},
    live::v1::{self as live, client_message::Message},
    play::v1 as play,
    schema::{self, CLIENT_MESSAGE},
};
use prost::Message as _;
use serde::Deserialize;
use serde_json::Value;

use crate::{frames::act::Act, problem::unread, request::is_command_id};

/// The protocol's version.
pub const PROTOCOL: u32 = 2;

/// Largest frame that is read, in bytes.
pub const FRAME_LIMIT: usize = 4 * 1024;
/// Larger frames are read up to here, so that a refusal can say what is wrong with them.
pub const MESSAGE_LIMIT: usize = 16 * 1024;
/// Longest name of a square.
const SQUARE_LENGTH: usize = 8;
/// Longest text that is passed on, in bytes; the services say what they take of it.
const TEXT_LENGTH: usize = 3 * 1024;

/// What a client says, under the protocol's rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the contract says it")]
pub enum ClientFrame {
    Watch(live::Watch),
    Leave(live::Leave),
    Follow(live::Follow),
    Unfollow(live::Unfollow),
    FollowEvents,
    UnfollowEvents,
    /// An act at a table, under its command id.
    Act(String, Act),
    Focus(live::Focus),
    Renew(live::Renew),
    /// Under its command id.
    Seek(String, live::Seek),
    Unseek,
}

/// A frame that was not taken: its id, if it had one, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken {
    /// The id that the frame bore.
    pub id: Option<String>,
    /// Why it was not taken.
    pub problem: Problem,
}

impl From<Problem> for NotTaken {
    fn from(problem: Problem) -> Self {
        Self { id: None, problem }
    }
}

/// The types of the frames that a client may send.
pub fn types() -> impl Iterator<Item = &'static str> {
    words(CLIENT_MESSAGE)
}

/// The words of a message's tag.
pub fn words(of: &'static schema::Message) -> impl Iterator<Item = &'static str> {
    let members = of.fields.iter().filter(|field| field.oneof.is_some());
    members
        .filter(|field| !field.server)
        .map(|field| field.json_name)
}

fn wrong(field: &str, form: &str) -> Problem {
    problem!(
        Kind::Invalid,
        "invalid_frame",
        "The frame's `{field}` must be {form}.",
        field,
        form,
    )
    .about(field)
}

/// Reads a client's frame.
///
/// # Errors
/// When it is none of the protocol's.
pub fn read(text: &str) -> Result<ClientFrame, NotTaken> {
    if text.len() > FRAME_LIMIT {
        return Err(problem!(
            Kind::Invalid,
            "frame_too_large",
            "A frame may have {most_bytes} bytes at most.",
            most_bytes = FRAME_LIMIT,
        )
        .into());
    }
    let mut message = Vec::new();
    json::read_known(CLIENT_MESSAGE, text.as_bytes(), &mut message)
        .map_err(|refusal| refused(text, refusal))?;
    let said = live::ClientMessage::decode(message.as_slice());
    taken(said.map_err(Problem::internal)?)
}

/// What a client's message says, under the rules of the frames it stands for.
///
/// # Errors
/// When it breaks one of them.
pub fn read_message(said: live::ClientMessage) -> Result<ClientFrame, NotTaken> {
    if said.encoded_len() > FRAME_LIMIT {
        return Err(problem!(
            Kind::Invalid,
            "frame_too_large",
            "A message may have {most_bytes} bytes at most.",
            most_bytes = FRAME_LIMIT,
        )
        .into());
    }
    taken(said)
}

/// A frame that is not as the contract says. Later versions may have other frames, and fields that nobody knows yet.
fn refused(text: &str, refusal: Refusal) -> NotTaken {
    #[derive(Deserialize)]
    struct Named {
        id: Option<Value>,
    }
    let named: Option<Named> = serde_json::from_str(text).ok();
    let id = match named.and_then(|named| named.id) {
        Some(Value::String(id)) if is_command_id(&id) => Some(id),
        _ => None,
    };
    let code = match (refusal.code, refusal.field.as_str()) {
        (Code::MalformedJson, _) => "malformed_json",
        (Code::UnknownWord, "type") => "unknown_frame",
        _ => "invalid_frame",
    };
    let problem = unread(refusal, code);
    NotTaken { id, problem }
}

fn taken(said: live::ClientMessage) -> Result<ClientFrame, NotTaken> {
    let Some(message) = said.message else {
        return Err(unknown().into());
    };
    let id = Some(said.id).filter(|id| is_command_id(id));
    match check(&message) {
        Ok(()) => frame(id, message),
        Err(problem) => Err(NotTaken { id, problem }),
    }
}

fn frame(id: Option<String>, message: Message) -> Result<ClientFrame, NotTaken> {
    let act = match message {
        Message::Watch(of) => return Ok(ClientFrame::Watch(of)),
        Message::Leave(of) => return Ok(ClientFrame::Leave(of)),
        Message::Follow(of) => return Ok(ClientFrame::Follow(of)),
        Message::Unfollow(of) => return Ok(ClientFrame::Unfollow(of)),
        Message::FollowEvents(_) => return Ok(ClientFrame::FollowEvents),
        Message::UnfollowEvents(_) => return Ok(ClientFrame::UnfollowEvents),
        Message::Focus(of) => return Ok(ClientFrame::Focus(of)),
        Message::Renew(of) => return Ok(ClientFrame::Renew(of)),
        Message::Seek(of) => {
            let id = id.ok_or_else(no_id)?;
            return Ok(ClientFrame::Seek(id, of));
        }
        Message::Unseek(_) => return Ok(ClientFrame::Unseek),
        // The stream has taken it: it says nothing more.
        Message::Pong(_) => {
            return Err(NotTaken {
                id,
                problem: unknown(),
            });
        }
        Message::Move(of) => Act::Move(of),
        Message::Pass(of) => Act::Pass(of),
        Message::Resign(of) => Act::Resign(of),
        Message::CallDirector(of) => Act::CallDirector(of),
        Message::Seal(of) => Act::Seal(of),
        Message::Confirm(of) => Act::Confirm(of),
        Message::Dispute(of) => Act::Dispute(of),
        Message::Chat(of) => Act::Chat(of),
    };
    let id = id.ok_or_else(no_id)?;
    Ok(ClientFrame::Act(id, act))
}

fn no_id() -> Problem {
    wrong("id", "a command id of 1 to 64 visible ASCII characters")
}

fn unknown() -> Problem {
    Problem::new(
        Kind::Invalid,
        "unknown_frame",
        "The message is empty, or of a kind that this version of the protocol does not have.",
    )
}

/// What a contract cannot say, and what of it nobody has looked at where the message did not come as JSON.
fn check(message: &Message) -> Result<(), Problem> {
    match message {
        Message::Watch(of) => game(&of.game_id),
        Message::Leave(of) => game(&of.game_id),
        Message::Follow(of) => name("tournament", &of.tournament_id),
        Message::Unfollow(of) => name("tournament", &of.tournament_id),
        Message::Move(of) => disc(&of.square, &of.flip).and_then(|()| game(&of.game_id)),
        Message::Pass(of) => game(&of.game_id),
        Message::Resign(of) => game(&of.game_id),
        Message::FollowEvents(_)
        | Message::UnfollowEvents(_)
        | Message::Pong(_)
        | Message::Seek(_)
        | Message::Unseek(_) => Ok(()),
        Message::CallDirector(of) => game(&of.game_id),
        Message::Seal(of) => disc(&of.square, &of.flip).and_then(|()| game(&of.game_id)),
        Message::Confirm(of) => {
            let digest = of.digest.as_bytes();
            if digest.len() != 64 || !digest.iter().all(u8::is_ascii_hexdigit) {
                let wanted = "the transcript's SHA-256, 64 hexadecimal digits";
                return Err(wrong("digest", wanted));
            }
            game(&of.game_id)
        }
        Message::Dispute(of) => {
            text(
                "reason",
                &of.reason,
                TEXT_LENGTH,
                "a text that says what is not right",
            )?;
            game(&of.game_id)
        }
        Message::Chat(of) => {
            if of.channel() == play::ChatChannel::Unspecified {
                let wanted = "\"players\", \"spectators\" or \"officials\"";
                return Err(wrong("channel", wanted));
            }
            text("text", &of.text, TEXT_LENGTH, "what you write")?;
            game(&of.game_id)
        }
        Message::Focus(of) => game(&of.game_id),
        Message::Renew(of) => text(
            "token",
            &of.access_token,
            FRAME_LIMIT,
            "the session's new access token",
        ),
    }
}

fn game(id: &str) -> Result<(), Problem> {
    name("game", id)
}

/// Where a disc is placed, and which it flips by choice.
fn disc(square: &str, flip: &str) -> Result<(), Problem> {
    let wanted = "a square such as \"f5\"";
    text("square", square, SQUARE_LENGTH, wanted)?;
    if flip.is_empty() {
        return Ok(());
    }
    text("flip", flip, SQUARE_LENGTH, wanted)
}

fn text(field: &str, text: &str, longest: usize, wanted: &str) -> Result<(), Problem> {
    if (1..=longest).contains(&text.len()) {
        Ok(())
    } else {
        Err(wrong(field, wanted))
    }
}

fn name(field: &str, id: &str) -> Result<(), Problem> {
    // Ids of what is shown are like those of commands.
    if is_command_id(id) {
        return Ok(());
    }
    let wanted = "an id of 1 to 64 visible ASCII characters";
    Err(wrong(field, wanted))
}
