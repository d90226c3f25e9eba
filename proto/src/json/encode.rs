//! Values as protobuf writes them.

use prost::encoding::{WireType, encode_key, encode_varint};

use super::wire::wire_type;
use crate::schema::{Field, Kind};

/// The field's key, for one value of it.
pub fn key(field: &Field, out: &mut Vec<u8>) {
    encode_key(field.number, wire_type(field.kind), out);
}

/// The field's key, for a list of numbers in one piece.
pub fn packed_key(field: &Field, out: &mut Vec<u8>) {
    encode_key(field.number, WireType::LengthDelimited, out);
}

/// Whether a list of it is written in one piece.
pub fn is_packed(kind: Kind) -> bool {
    wire_type(kind) != WireType::LengthDelimited
}

/// A number in the range of its kind.
pub fn number(kind: Kind, number: i64, out: &mut Vec<u8>) {
    let bytes @ [a, b, c, d, ..] = number.to_le_bytes();
    match kind {
        Kind::Sint32 | Kind::Sint64 => {
            encode_varint(((number << 1) ^ (number >> 63)).cast_unsigned(), out);
        }
        Kind::Fixed32 | Kind::Sfixed32 => out.extend_from_slice(&[a, b, c, d]),
        Kind::Fixed64 | Kind::Sfixed64 => out.extend_from_slice(&bytes),
        _ => encode_varint(number.cast_unsigned(), out),
    }
}

/// A text or bytes, their length before them.
pub fn chunk(bytes: &[u8], out: &mut Vec<u8>) {
    encode_varint(u64::try_from(bytes.len()).unwrap_or(u64::MAX), out);
    out.extend_from_slice(bytes);
}

/// Whatever `fill` writes, its length before it.
pub fn open<T, E>(
    out: &mut Vec<u8>,
    fill: impl FnOnce(&mut Vec<u8>) -> Result<T, E>,
) -> Result<T, E> {
    let at = out.len();
    // Most lengths have one byte; what follows a longer one moves.
    out.push(0);
    let filled = fill(out)?;
    let length = out.len() - at - 1;
    match (u8::try_from(length), out.get_mut(at)) {
        (Ok(short @ ..0x80), Some(byte)) => *byte = short,
        _ => {
            let mut long = [0; 10];
            let mut room = long.as_mut_slice();
            encode_varint(u64::try_from(length).unwrap_or(u64::MAX), &mut room);
            let used = 10 - room.len();
            out.splice(at..=at, long.into_iter().take(used));
        }
    }
    Ok(filled)
}
