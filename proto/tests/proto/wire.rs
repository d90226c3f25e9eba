//! Protobuf's bytes, written so that they can be read: `2=-1 12="a text" 13=x01ff 8=4xffffffff 15={2=1} 6=()`.

use prost::encoding::{WireType, encode_key, encode_varint};

/// The bytes of such fields: numbers, texts, bytes, fixed widths, messages or numbers in one piece (`[1 2]`), groups.
pub fn wire(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (number, after) = rest.split_once('=').unwrap_or_else(|| panic!("{rest}"));
        let number: u32 = number.parse().unwrap_or_else(|_| panic!("{rest}"));
        let (value, after) = cut(after);
        rest = after.trim_start();
        put(number, value, &mut out);
    }
    out
}

/// A value, and what stands after it.
fn cut(text: &str) -> (&str, &str) {
    let mut depth = 0;
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            ' ' if depth == 0 => return text.split_at(at),
            _ => {}
        }
    }
    (text, "")
}

fn put(number: u32, value: &str, out: &mut Vec<u8>) {
    let within = |open, close| value.strip_prefix(open)?.strip_suffix(close);
    let mut key = |kind| encode_key(number, kind, out);
    let bytes = if let Some(text) = within('"', '"') {
        text.as_bytes().to_vec()
    } else if let Some(inner) = within('{', '}') {
        wire(inner)
    } else if let Some(numbers) = within('[', ']') {
        let mut packed = Vec::new();
        for number in numbers.split_whitespace() {
            encode_varint(varint(number), &mut packed);
        }
        packed
    } else if let Some(digits) = value.strip_prefix("4x") {
        key(WireType::ThirtyTwoBit);
        return out.extend(hex(digits));
    } else if let Some(digits) = value.strip_prefix("8x") {
        key(WireType::SixtyFourBit);
        return out.extend(hex(digits));
    } else if let Some(digits) = value.strip_prefix('x') {
        hex(digits)
    } else if value == "()" {
        key(WireType::StartGroup);
        return key(WireType::EndGroup);
    } else {
        key(WireType::Varint);
        return encode_varint(varint(value), out);
    };
    key(WireType::LengthDelimited);
    encode_varint(bytes.len() as u64, out);
    out.extend(bytes);
}

fn varint(number: &str) -> u64 {
    let number: i128 = number.parse().unwrap_or_else(|_| panic!("{number}"));
    u64::try_from(number).unwrap_or_else(|_| i64::try_from(number).unwrap().cast_unsigned())
}

fn hex(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// The columns of a table of cases, a line each: `column | column`.
pub fn cases<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let lines = table.lines().map(str::trim);
    let cases = lines.filter(|line| !line.is_empty() && !line.starts_with("--"));
    cases
        .map(|line| {
            let columns: Vec<&str> = line.split('|').map(str::trim).collect();
            columns.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
        .collect()
}
