//! From wire bytes to JSON.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use prost::encoding::WireType;

use super::{
    Fields, MOST_BYTES,
    fault::{Cause, Fault},
    wire::{self, Slot},
};
use crate::schema::{DEEPEST, Enum, Field, Kind, Message};

/// What an answer has room for before it grows: names and digits take about so many times the bytes of the wire.
fn make_room(bytes: &[u8], out: &mut Vec<u8>) {
    out.reserve(bytes.len().saturating_mul(3).clamp(256, MOST_BYTES));
}

/// Writes a message as one JSON object behind what `out` holds.
///
/// # Errors
/// When the bytes are no such message, or break its contract: `out` is then as it was.
pub fn write(message: &Message, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Fault> {
    make_room(bytes, out);
    undone(out, |writer| writer.message(message, bytes, 1))
}

/// Writes one field of a message, for an answer that is no more than it.
///
/// # Errors
/// As [`write`]; and when the field is a message, and absent.
pub fn write_field(
    message: &Message,
    field: &Field,
    bytes: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    make_room(bytes, out);
    undone(out, |writer| {
        let mut slots = vec![Slot::default(); message.fields.len()];
        wire::scan(message, bytes, &mut slots)?;
        let slot = slots.get(usize::from(field.place)).copied();
        let slot = slot.unwrap_or_default();
        if matches!(field.kind, Kind::Message(_)) && !field.list && slot.count == 0 {
            return Err(Cause::Missing.of(message, field));
        }
        writer.field(message, field, bytes, slot, 1)
    })
}

/// Writes those fields of a message as a JSON object: what is absent as it stands there otherwise.
///
/// # Errors
/// As [`write`].
pub fn write_members(
    message: &Message,
    bytes: &[u8],
    members: Fields,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    make_room(bytes, out);
    undone(out, |writer| {
        writer.out.push(b'{');
        let from = writer.scan(message, bytes, 1)?;
        for (field, at) in message.fields.iter().zip(from..) {
            if !members.contains(field) {
                continue;
            }
            let slot = writer.slots.get(at).copied().unwrap_or_default();
            writer.out.extend_from_slice(field.key.as_bytes());
            writer.field(message, field, bytes, slot, 1)?;
            writer.out.push(b',');
        }
        writer.close(b'}');
        Ok(())
    })
}

/// The fields in which two messages differ that were written by the same hand.
///
/// # Errors
/// When the bytes are no such messages.
pub fn differing(message: &Message, before: &[u8], after: &[u8]) -> Result<Fields, Fault> {
    let slots = |bytes| {
        let mut slots = vec![Slot::default(); message.fields.len()];
        wire::scan(message, bytes, &mut slots).map(|()| slots)
    };
    let (was, is) = (slots(before)?, slots(after)?);
    let mut found = Fields::default();
    for ((field, was), is) in message.fields.iter().zip(was).zip(is) {
        if was.written(before) != is.written(after) {
            found.insert(field);
        }
    }
    Ok(found)
}

fn undone(
    out: &mut Vec<u8>,
    run: impl FnOnce(&mut Writer) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let start = out.len();
    let mut writer = Writer {
        start,
        slots: Vec::with_capacity(128),
        out,
    };
    let result = run(&mut writer);
    if result.is_err() {
        out.truncate(start);
    }
    result
}

struct Writer<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
    /// Those of the message at hand stand last, before them those of the messages around it.
    slots: Vec<Slot>,
}

impl Writer<'_> {
    fn message(&mut self, message: &Message, bytes: &[u8], depth: usize) -> Result<(), Fault> {
        self.out.push(b'{');
        self.members(message, bytes, depth)?;
        self.close(b'}');
        Ok(())
    }

    /// What stands between an object's braces, each with a comma after it.
    fn members(&mut self, message: &Message, bytes: &[u8], depth: usize) -> Result<(), Fault> {
        let from = self.scan(message, bytes, depth)?;
        let fields = message.fields;
        let choice = self.tag(message, from)?;
        for (field, at) in fields.iter().zip(from..) {
            if field.server {
                continue;
            }
            let slot = self.slots.get(at).copied().unwrap_or_default();
            if choice.is_some() && field.oneof == choice {
                if let (Kind::Message(member), 1..) = (field.kind, slot.count) {
                    let body = slot.body(field, bytes);
                    let body = body.map_err(|cause| cause.of(message, field))?;
                    self.members(member, &body, depth + 1)?;
                }
                continue;
            }
            if !self.is_given(field, from, bytes) {
                continue;
            }
            self.out.extend_from_slice(field.key.as_bytes());
            self.field(message, field, bytes, slot, depth)?;
            self.out.push(b',');
        }
        self.slots.truncate(from);
        Ok(())
    }

    /// Finds the fields of a message that stands so deep; answers where their slots begin.
    fn scan(&mut self, message: &Message, bytes: &[u8], depth: usize) -> Result<usize, Fault> {
        if depth > DEEPEST {
            return Err(Cause::TooDeep.whole(message));
        }
        if self.out.len() - self.start > MOST_BYTES {
            return Err(Cause::TooLarge.whole(message));
        }
        let from = self.slots.len();
        self.slots
            .resize(from + message.fields.len(), Slot::default());
        let slots = self.slots.get_mut(from..).unwrap_or_default();
        wire::scan(message, bytes, slots)?;
        Ok(from)
    }

    /// Whether the bool that it is given with is true, where there is one.
    fn is_given(&self, field: &Field, from: usize, bytes: &[u8]) -> bool {
        let Some(with) = field.given_with else {
            return true;
        };
        let slot = self.slots.get(from + usize::from(with));
        let said = slot.filter(|slot| slot.count > 0);
        said.is_some_and(|slot| wire::number(Kind::Bool, &mut slot.value(bytes)) == Ok(1))
    }

    /// Names the member of the oneof that has a tag; answers that oneof.
    fn tag(&mut self, message: &Message, from: usize) -> Result<Option<u8>, Fault> {
        let Some((oneof, tag)) = message.choice() else {
            return Ok(None);
        };
        let is_there = |field: &&Field| {
            if field.server {
                return false;
            }
            let slot = self.slots.get(from + usize::from(field.place));
            slot.is_some_and(|slot| slot.count > 0)
        };
        let Some(member) = message.members(oneof).find(is_there) else {
            let name = message.oneofs.get(usize::from(oneof));
            return Err(Cause::Unset.at(message, name.map_or("*", |of| of.name)));
        };
        for part in ["\"", tag, "\":\"", member.json_name, "\","] {
            self.out.extend_from_slice(part.as_bytes());
        }
        Ok(Some(oneof))
    }

    fn field(
        &mut self,
        message: &Message,
        field: &Field,
        bytes: &[u8],
        slot: Slot,
        depth: usize,
    ) -> Result<(), Fault> {
        let at_fault = |cause: Cause| cause.of(message, field);
        if let (true, Kind::Message(element)) = (field.named, field.kind) {
            self.out.push(b'{');
            for occurrence in slot.all(field, bytes) {
                let (_, mut value) = occurrence.map_err(at_fault)?;
                let body = wire::chunk(&mut value).map_err(at_fault)?;
                self.named(element, body, depth + 1)?;
            }
            self.close(b'}');
            return Ok(());
        }
        if field.list {
            self.out.push(b'[');
            for occurrence in slot.all(field, bytes) {
                let (wire, mut value) = occurrence.map_err(at_fault)?;
                if wire == wire::wire_type(field.kind) {
                    self.element(message, field, &mut value, depth)?;
                    continue;
                }
                debug_assert_eq!(wire, WireType::LengthDelimited, "packed");
                let mut packed = wire::chunk(&mut value).map_err(at_fault)?;
                while !packed.is_empty() {
                    self.element(message, field, &mut packed, depth)?;
                }
            }
            self.close(b']');
            return Ok(());
        }
        match field.kind {
            _ if slot.count == 0 => self.absent(field).map_err(at_fault),
            Kind::Message(inner) => {
                let body = slot.body(field, bytes).map_err(at_fault)?;
                self.message(inner, &body, depth + 1)
            }
            _ => {
                let mut value = slot.value(bytes);
                self.value(field, &mut value).map_err(at_fault)
            }
        }
    }

    fn element(
        &mut self,
        message: &Message,
        field: &Field,
        rest: &mut &[u8],
        depth: usize,
    ) -> Result<(), Fault> {
        if let Kind::Message(inner) = field.kind {
            let body = wire::chunk(rest).map_err(|cause| cause.of(message, field))?;
            self.message(inner, body, depth + 1)?;
        } else {
            if self.out.len() - self.start > MOST_BYTES {
                return Err(Cause::TooLarge.of(message, field));
            }
            let written = self.value(field, rest);
            written.map_err(|cause| cause.of(message, field))?;
        }
        self.out.push(b',');
        Ok(())
    }

    /// One element of a list of named values: its name, and the one value beside it; nothing where it has none.
    fn named(&mut self, element: &Message, bytes: &[u8], depth: usize) -> Result<(), Fault> {
        let from = self.scan(element, bytes, depth)?;
        let slot = |writer: &Self, field: &Field| {
            let slot = writer.slots.get(from + usize::from(field.place));
            slot.copied().unwrap_or_default()
        };
        let there = |of: &&Field| of.oneof.is_some() && slot(self, of).count > 0;
        let (Some(name), Some(value)) = (element.fields.first(), element.fields.iter().find(there))
        else {
            self.slots.truncate(from);
            return Ok(());
        };
        self.field(element, name, bytes, slot(self, name), depth)?;
        self.out.push(b':');
        let (given, place) = (slot(self, value), self.slots.len());
        match value.kind {
            Kind::Message(list) => {
                let body = given.body(value, bytes);
                let body = body.map_err(|cause| cause.of(element, value))?;
                self.scan(list, &body, depth + 1)?;
                let slot = self.slots.get(place).copied().unwrap_or_default();
                for only in list.fields {
                    self.field(list, only, &body, slot, depth + 1)?;
                }
            }
            _ => self.field(element, value, bytes, given, depth)?,
        }
        self.out.push(b',');
        self.slots.truncate(from);
        Ok(())
    }

    fn absent(&mut self, field: &Field) -> Result<(), Cause> {
        let value: &[u8] = match field.kind {
            Kind::Message(_) if field.required => return Err(Cause::Missing),
            _ if field.presence || field.null || field.json => b"null",
            Kind::Enum(_) => return Err(Cause::NoWord(0)),
            Kind::Bool => b"false",
            Kind::String | Kind::Bytes => b"\"\"",
            _ => b"0",
        };
        self.out.extend_from_slice(value);
        Ok(())
    }

    /// One value that is no message.
    fn value(&mut self, field: &Field, rest: &mut &[u8]) -> Result<(), Cause> {
        match field.kind {
            Kind::String | Kind::Bytes if field.json => {
                let json = wire::text(rest)?;
                let json = if json.is_empty() { "null" } else { json };
                self.out.extend_from_slice(json.as_bytes());
                Ok(())
            }
            Kind::String => match wire::text(rest)? {
                "" if field.null => self.null(),
                text => self.print(text),
            },
            Kind::Bytes => match wire::chunk(rest)? {
                [] if field.null => self.null(),
                bytes => self.base64(bytes),
            },
            Kind::Bool => self.print(&(wire::number(field.kind, rest)? != 0)),
            Kind::Enum(of) => match wire::number(field.kind, rest)? {
                0 if field.null => self.null(),
                number => self.word(of, number),
            },
            _ => match wire::number(field.kind, rest)? {
                0 if field.null => self.null(),
                number => self.print(&number),
            },
        }
    }

    fn word(&mut self, of: &Enum, number: i64) -> Result<(), Cause> {
        let number = i32::try_from(number).map_err(|_| Cause::TooGreat)?;
        let word = of.word(number).ok_or(Cause::NoWord(number))?;
        self.out.push(b'"');
        self.out.extend_from_slice(word.as_bytes());
        self.out.push(b'"');
        Ok(())
    }

    fn null(&mut self) -> Result<(), Cause> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn print<T: serde::Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Cause> {
        serde_json::to_writer(&mut *self.out, value).map_err(|_| Cause::TooLarge)
    }

    fn base64(&mut self, bytes: &[u8]) -> Result<(), Cause> {
        self.out.push(b'"');
        let from = self.out.len();
        let length = base64::encoded_len(bytes.len(), false).ok_or(Cause::TooLarge)?;
        self.out.resize(from + length, 0);
        let room = self.out.get_mut(from..).unwrap_or_default();
        let written = URL_SAFE_NO_PAD.encode_slice(bytes, room);
        written.map_err(|_| Cause::TooLarge)?;
        self.out.push(b'"');
        Ok(())
    }

    /// In place of the comma after the last member, if there is one.
    fn close(&mut self, with: u8) {
        match self.out.last_mut() {
            Some(last) if *last == b',' => *last = with,
            _ => self.out.push(with),
        }
    }
}
