//! Why an answer cannot be given as JSON: never the fault of whoever asked.

use crate::schema::{Field, Message};

/// A service's answer that breaks its contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}.{field} {cause}")]
pub struct Fault {
    /// The message it is in, with its package.
    pub message: &'static str,
    /// The field or oneof it is about; `*` = the message as a whole.
    pub field: &'static str,
    /// What is wrong there.
    pub cause: Cause,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The bytes are no message, or not this one.
    #[error("is malformed")]
    Malformed,
    /// A text is not UTF-8.
    #[error("is not UTF-8")]
    NotText,
    /// What has to be there is not.
    #[error("is missing")]
    Missing,
    /// None of a oneof's members is there, or one that is the server's own, where another has to be.
    #[error("is none of its members")]
    Unset,
    /// An enum's 0, or a number that the contract does not know.
    #[error("has no word for {0}")]
    NoWord(i32),
    /// A number at or beyond 2^53.
    #[error("is too great for JSON")]
    TooGreat,
    /// Messages in messages beyond [`DEEPEST`](crate::schema::DEEPEST).
    #[error("is nested too deeply")]
    TooDeep,
    /// More JSON than [`MOST_BYTES`](super::MOST_BYTES).
    #[error("is too large")]
    TooLarge,
}

impl Cause {
    /// Of this field.
    pub(super) fn of(self, message: &Message, field: &Field) -> Fault {
        self.at(message, field.name)
    }

    /// Of the message as a whole.
    pub(super) fn whole(self, message: &Message) -> Fault {
        self.at(message, "*")
    }

    pub(super) fn at(self, message: &Message, field: &'static str) -> Fault {
        Fault {
            message: message.name,
            field,
            cause: self,
        }
    }
}
