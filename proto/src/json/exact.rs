//! Whether JSON could say what a program says in protobuf.

use prost::encoding::WireType;

use super::{
    fault::{Cause, Fault},
    wire::{chunk, fits, next, number, wire_type},
};
use crate::schema::{DEEPEST, Field, Kind, Message};

/// Holds that every number in a message is one that each reader of JSON has exactly: what is kept of it is given to
/// everybody.
///
/// # Errors
/// When a number is at or beyond 2^53, or these are not the message's bytes.
pub fn exact(message: &Message, bytes: &[u8]) -> Result<(), Fault> {
    within(message, bytes, 1)
}

fn within(message: &Message, mut rest: &[u8], depth: usize) -> Result<(), Fault> {
    if depth > DEEPEST {
        return Err(Cause::TooDeep.whole(message));
    }
    while !rest.is_empty() {
        let (at, wire, value) = next(&mut rest).map_err(|cause| cause.whole(message))?;
        // The server's own is never given out.
        let Some(field) = message.numbered(at).filter(|field| !field.server) else {
            continue;
        };
        if !fits(field, wire) {
            return Err(Cause::Malformed.of(message, field));
        }
        if let Kind::Message(inner) = field.kind {
            let inside = chunk(&mut &*value).map_err(|cause| cause.of(message, field))?;
            within(inner, inside, depth + 1)?;
        } else if is_number(field) {
            numbers(field, wire, value).map_err(|cause| cause.of(message, field))?;
        }
    }
    Ok(())
}

fn is_number(field: &Field) -> bool {
    wire_type(field.kind) != WireType::LengthDelimited
}

fn numbers(field: &Field, wire: WireType, mut value: &[u8]) -> Result<(), Cause> {
    if wire != WireType::LengthDelimited {
        return number(field.kind, &mut value).map(drop);
    }
    let mut packed = chunk(&mut value)?;
    while !packed.is_empty() {
        number(field.kind, &mut packed)?;
    }
    Ok(())
}
