//! What the contracts say of every message, as tables that stand in the binary: how fields are called in JSON, what
//! may be null, what never leaves the server.

use std::fmt;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

pub use crate::limits::DEEPEST;

/// One message.
pub struct Message {
    /// With its package: `outflank.play.v1.Table`.
    pub name: &'static str,
    /// By number; at most 64.
    pub fields: &'static [Field],
    /// In the order of the contract.
    pub oneofs: &'static [Oneof],
}

/// One field of a message.
#[derive(Debug)]
pub struct Field {
    /// As the contract calls it.
    pub name: &'static str,
    /// As JSON calls it: the same, unless the contract names another.
    pub json_name: &'static str,
    /// The key as it stands in JSON: quotes, colon and all.
    pub key: &'static str,
    /// On the wire.
    pub number: u32,
    /// Its place among the message's fields, from 0.
    pub place: u8,
    /// What it holds, or each of its elements.
    pub kind: Kind,
    /// Holds any number of them.
    pub list: bool,
    /// Can be absent: a message, an `optional`, a member of a oneof.
    pub presence: bool,
    /// The oneof that it is a member of.
    pub oneof: Option<u8>,
    /// Its zero is null in JSON.
    pub null: bool,
    /// Its text is JSON, and stands there as it is.
    pub json: bool,
    /// Between the server's own parts: never given out, never taken.
    pub server: bool,
    /// A list that is an object in JSON, each element's value under its name: given out, never taken.
    pub named: bool,
    /// Has to be there in a request; as a message also in an answer.
    pub required: bool,
    /// The most bytes of a text or of bytes, the most elements of a list that are taken; 0 = no bound of its own.
    pub most: u32,
    /// The place of the bool without which an answer leaves it out.
    pub given_with: Option<u8>,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "protobuf's own names")]
pub enum Kind {
    Bool,
    Int32,
    Int64,
    Uint32,
    Uint64,
    Sint32,
    Sint64,
    Fixed32,
    Fixed64,
    Sfixed32,
    Sfixed64,
    String,
    Bytes,
    Enum(&'static Enum),
    Message(&'static Message),
}

/// One enum. Its 0 says nothing, and has no word.
#[derive(Debug)]
pub struct Enum {
    /// With its package.
    pub name: &'static str,
    /// By number, without 0.
    pub values: &'static [Value],
}

/// One value of an enum.
#[derive(Debug)]
pub struct Value {
    /// On the wire.
    pub number: i32,
    /// In JSON: lower case, without the enum's name.
    pub word: &'static str,
}

/// Fields of which at most one is there.
#[derive(Debug)]
pub struct Oneof {
    /// As the contract calls it.
    pub name: &'static str,
    /// The key that names the member, whose own fields stand beside it; without one each member has its own key.
    pub tag: Option<&'static str>,
}

/// What a client says on a live line.
pub static CLIENT_MESSAGE: &Message = &OUTFLANK_LIVE_V1_CLIENTMESSAGE;

/// What the server says there.
pub static SERVER_MESSAGE: &Message = &OUTFLANK_LIVE_V1_SERVERMESSAGE;

/// A game as it stands.
pub static TABLE: &Message = &OUTFLANK_PLAY_V1_TABLE;

/// Its clocks.
pub static CLOCKS: &Message = &OUTFLANK_PLAY_V1_CLOCKS;

/// The message of this name, with its package.
#[must_use]
pub fn message(name: &str) -> Option<&'static Message> {
    let at = MESSAGES.binary_search_by_key(&name, |message| message.name);
    at.ok().and_then(|at| MESSAGES.get(at)).copied()
}

impl Message {
    /// The field that the contract calls so.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field of this number.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<&'static Field> {
        // Most messages number their fields without gaps.
        let likely = usize::try_from(number).ok()?.checked_sub(1)?;
        match self.fields.get(likely) {
            Some(field) if field.number == number => Some(field),
            _ => {
                let at = self.fields.binary_search_by_key(&number, |of| of.number);
                self.fields.get(at.ok()?)
            }
        }
    }

    /// The oneof whose members' fields stand among this message's own, and the key that names the member.
    #[must_use]
    pub fn choice(&self) -> Option<(u8, &'static str)> {
        let tagged = |(place, oneof): (u8, &Oneof)| oneof.tag.map(|tag| (place, tag));
        (0..).zip(self.oneofs).find_map(tagged)
    }

    /// The members of one of its oneofs.
    pub fn members(&self, oneof: u8) -> impl Iterator<Item = &'static Field> {
        let fields: &'static [Field] = self.fields;
        fields.iter().filter(move |of| of.oneof == Some(oneof))
    }
}

impl Field {
    /// Whether a request may say it.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        !self.server && !self.named
    }
}

impl Enum {
    /// The word of a value.
    #[must_use]
    pub fn word(&self, number: i32) -> Option<&'static str> {
        let at = self.values.binary_search_by_key(&number, |of| of.number);
        self.values.get(at.ok()?).map(|value| value.word)
    }

    /// The number of a word.
    #[must_use]
    pub fn number(&self, word: &str) -> Option<i32> {
        let value = self.values.iter().find(|value| value.word == word);
        value.map(|value| value.number)
    }
}

// Messages may hold one another in circles.
impl fmt::Debug for Message {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name)
    }
}
