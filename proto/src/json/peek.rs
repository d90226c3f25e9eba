//! What can be read off a message's bytes without making JSON of it.

use std::{borrow::Cow, fmt};

use super::{
    fault::{Cause, Fault},
    wire::{self, Slot},
};
use crate::schema::{Field, Kind, Message};

/// The value of a field that is neither a list nor a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar<'b> {
    /// A whole number, an enum's number, a bool's 0 or 1.
    Number(i64),
    /// A text.
    Text(&'b str),
    /// Bytes.
    Bytes(&'b [u8]),
}

/// The value of one field; its zero where it is absent. Nothing else of the message is looked at.
///
/// # Errors
/// When the bytes are no such message, or the field is a list or a message.
pub fn scalar<'b>(message: &Message, field: &Field, bytes: &'b [u8]) -> Result<Scalar<'b>, Fault> {
    if field.list || matches!(field.kind, Kind::Message(_)) {
        return Err(Cause::Malformed.of(message, field));
    }
    let value = wire::last(message, field, bytes)?;
    let read = |mut value: &'b [u8]| match field.kind {
        Kind::String => wire::text(&mut value).map(Scalar::Text),
        Kind::Bytes => wire::chunk(&mut value).map(Scalar::Bytes),
        kind => wire::number(kind, &mut value).map(Scalar::Number),
    };
    match (value, field.kind) {
        (Some(value), _) => read(value).map_err(|cause| cause.of(message, field)),
        (None, Kind::String) => Ok(Scalar::Text("")),
        (None, Kind::Bytes) => Ok(Scalar::Bytes(&[])),
        (None, _) => Ok(Scalar::Number(0)),
    }
}

/// The bytes of the message in one field; nothing where it is absent.
///
/// # Errors
/// When the bytes are no such message, or the field is none.
pub fn inner<'b>(
    message: &Message,
    field: &Field,
    bytes: &'b [u8],
) -> Result<Option<Cow<'b, [u8]>>, Fault> {
    if field.list || !matches!(field.kind, Kind::Message(_)) {
        return Err(Cause::Malformed.of(message, field));
    }
    let mut slots = vec![Slot::default(); message.fields.len()];
    wire::scan(message, bytes, &mut slots)?;
    match slots.get(usize::from(field.place)) {
        Some(slot) if slot.count > 0 => {
            let body = slot.body(field, bytes);
            body.map(Some).map_err(|cause| cause.of(message, field))
        }
        _ => Ok(None),
    }
}

impl fmt::Display for Scalar<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(to, "{number}"),
            Self::Text(text) => to.write_str(text),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(to, "{byte:02x}")),
        }
    }
}
