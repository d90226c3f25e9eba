//! Where the fields of a message stand in its bytes.

use std::borrow::Cow;

use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

use super::{
    GREATEST,
    fault::{Cause, Fault},
};
use crate::schema::{Field, Kind, Message};

/// The occurrences of one field.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub count: usize,
    /// Where the first begins, with its key.
    first: usize,
    /// Where the value of the last begins.
    value: usize,
    /// Where the last ends.
    end: usize,
}

/// Finds every field: fields that the contract does not know are passed over, of a oneof's members the last one stays.
pub fn scan(message: &Message, bytes: &[u8], slots: &mut [Slot]) -> Result<(), Fault> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let first = bytes.len() - rest.len();
        let (number, wire, value) = next(&mut rest).map_err(|cause| cause.whole(message))?;
        let Some(field) = message.numbered(number) else {
            continue;
        };
        if !fits(field, wire) {
            return Err(Cause::Malformed.of(message, field));
        }
        if let Some(oneof) = field.oneof {
            let others = message.members(oneof).filter(|of| of.place != field.place);
            for other in others {
                if let Some(slot) = slots.get_mut(usize::from(other.place)) {
                    *slot = Slot::default();
                }
            }
        }
        if let Some(slot) = slots.get_mut(usize::from(field.place)) {
            if slot.count == 0 {
                slot.first = first;
            }
            slot.count += 1;
            slot.end = bytes.len() - rest.len();
            slot.value = slot.end - value.len();
        }
    }
    Ok(())
}

/// The last occurrence of one field, alone.
pub fn last<'b>(
    message: &Message,
    field: &Field,
    bytes: &'b [u8],
) -> Result<Option<&'b [u8]>, Fault> {
    let mut found = None;
    let mut rest = bytes;
    while !rest.is_empty() {
        let (number, wire, value) = next(&mut rest).map_err(|cause| cause.whole(message))?;
        if number == field.number {
            if !fits(field, wire) {
                return Err(Cause::Malformed.of(message, field));
            }
            found = Some(value);
        } else if field.oneof.is_some()
            && message.numbered(number).and_then(|other| other.oneof) == field.oneof
        {
            found = None;
        }
    }
    Ok(found)
}

/// The next field: its number, how it is written, and its value.
pub fn next<'b>(rest: &mut &'b [u8]) -> Result<(u32, WireType, &'b [u8]), Cause> {
    let (number, wire) = decode_key(rest).map_err(|_| Cause::Malformed)?;
    let from = *rest;
    skip_field(wire, number, rest, DecodeContext::default()).map_err(|_| Cause::Malformed)?;
    let length = from.len() - rest.len();
    Ok((number, wire, from.get(..length).unwrap_or_default()))
}

pub fn fits(field: &Field, wire: WireType) -> bool {
    let plain = wire_type(field.kind);
    wire == plain || field.list && wire == WireType::LengthDelimited
}

/// How one value of this kind is written.
pub fn wire_type(kind: Kind) -> WireType {
    match kind {
        Kind::String | Kind::Bytes | Kind::Message(_) => WireType::LengthDelimited,
        Kind::Fixed32 | Kind::Sfixed32 => WireType::ThirtyTwoBit,
        Kind::Fixed64 | Kind::Sfixed64 => WireType::SixtyFourBit,
        _ => WireType::Varint,
    }
}

impl Slot {
    /// The value of the last occurrence.
    pub fn value<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(self.value..self.end).unwrap_or_default()
    }

    /// Every occurrence as it is written.
    pub fn written<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(self.first..self.end).unwrap_or_default()
    }

    /// The message in this field. Given more than once it is all of them merged, which is their bytes in a row.
    pub fn body<'b>(&self, field: &Field, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, Cause> {
        if self.count == 1 {
            return chunk(&mut self.value(bytes)).map(Cow::Borrowed);
        }
        let mut merged = Vec::new();
        for occurrence in self.all(field, bytes) {
            let (_, mut value) = occurrence?;
            merged.extend_from_slice(chunk(&mut value)?);
        }
        Ok(Cow::Owned(merged))
    }

    /// Every occurrence: how it is written, and its value.
    pub fn all<'b>(
        &self,
        field: &Field,
        bytes: &'b [u8],
    ) -> impl Iterator<Item = Result<(WireType, &'b [u8]), Cause>> + use<'b> {
        let mut rest = bytes.get(self.first..self.end).unwrap_or_default();
        let number = field.number;
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                match next(&mut rest) {
                    Ok((found, wire, value)) if found == number => return Some(Ok((wire, value))),
                    Ok(_) => {}
                    Err(cause) => {
                        rest = &[];
                        return Some(Err(cause));
                    }
                }
            }
            None
        })
    }
}

/// Bytes with their length before them.
pub fn chunk<'b>(rest: &mut &'b [u8]) -> Result<&'b [u8], Cause> {
    let length = usize::try_from(varint(rest)?).map_err(|_| Cause::Malformed)?;
    let (chunk, after) = rest.split_at_checked(length).ok_or(Cause::Malformed)?;
    *rest = after;
    Ok(chunk)
}

/// A text with its length before it.
pub fn text<'b>(rest: &mut &'b [u8]) -> Result<&'b str, Cause> {
    std::str::from_utf8(chunk(rest)?).map_err(|_| Cause::NotText)
}

/// A number of any of the kinds of whole numbers, an enum's, or a bool's 0 and 1.
pub fn number(kind: Kind, rest: &mut &[u8]) -> Result<i64, Cause> {
    let number = match kind {
        Kind::Bool => i64::from(varint(rest)? != 0),
        Kind::Int32 | Kind::Enum(_) => i64::from(low(varint(rest)?).cast_signed()),
        Kind::Uint32 => i64::from(low(varint(rest)?)),
        Kind::Sint32 => {
            let folded = low(varint(rest)?);
            i64::from((folded >> 1).cast_signed() ^ -(folded & 1).cast_signed())
        }
        Kind::Sint64 => {
            let folded = varint(rest)?;
            (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
        }
        Kind::Fixed32 => i64::from(u32::from_le_bytes(fixed(rest)?)),
        Kind::Sfixed32 => i64::from(i32::from_le_bytes(fixed(rest)?)),
        Kind::Sfixed64 => i64::from_le_bytes(fixed(rest)?),
        Kind::Uint64 => unsigned(varint(rest)?)?,
        Kind::Fixed64 => unsigned(u64::from_le_bytes(fixed(rest)?))?,
        // What is no number is not asked for here.
        _ => varint(rest)?.cast_signed(),
    };
    if (-GREATEST..=GREATEST).contains(&number) {
        Ok(number)
    } else {
        Err(Cause::TooGreat)
    }
}

fn unsigned(number: u64) -> Result<i64, Cause> {
    i64::try_from(number).map_err(|_| Cause::TooGreat)
}

/// As protobuf reads a longer number into a shorter field.
fn low(number: u64) -> u32 {
    let [a, b, c, d, ..] = number.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

fn varint(rest: &mut &[u8]) -> Result<u64, Cause> {
    decode_varint(rest).map_err(|_| Cause::Malformed)
}

fn fixed<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Cause> {
    let (bytes, after) = rest.split_first_chunk().ok_or(Cause::Malformed)?;
    *rest = after;
    Ok(*bytes)
}
