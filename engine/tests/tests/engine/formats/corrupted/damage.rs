//! How files are damaged.

use crate::tournament::support::Numbers;

/// Numbers that are easily got wrong.
const HUGE: [&str; 6] = [
    "99999999999999999999999",
    "4294967296",
    "-1",
    "0",
    "18446744073709551615",
    "1e308",
];
/// Bytes that are no UTF-8, or hardly text.
const ODD: [&[u8]; 6] = [
    b"\xff\xfe",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\0",
    b"\xef\xbb\xbf",
    "\u{202e}\u{2028}\u{85}".as_bytes(),
];
/// What opens something.
const OPENING: [&[u8]; 6] = [b"[", b"{", b"(", b"(;", b"\"", b"{\"a\":["];

/// The file with one to three damages.
pub fn damaged(file: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=numbers.below(3) {
        damage(&mut bytes, numbers);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = numbers.index(bytes.len().max(1)).min(bytes.len());
    let end = (at + 1 + numbers.index(40)).min(bytes.len());
    match numbers.below(10) {
        0 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
        1 if at < bytes.len() => bytes[at] = u8::try_from(numbers.below(256)).unwrap(),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let text: Vec<u8> = (0..=numbers.below(12))
                .map(|_| u8::try_from(32 + numbers.below(95)).unwrap())
                .collect();
            insert(bytes, at, &text);
        }
        5 => double_line(bytes, at, numbers),
        6 => huge_number(bytes, at, numbers),
        7 => insert(bytes, at, ODD[numbers.index(ODD.len())]),
        8 => {
            let deep = [3, 200, 20_000][numbers.index(3)];
            let opening = OPENING[numbers.index(OPENING.len())].repeat(deep);
            insert(bytes, at, &opening);
        }
        _ => {
            let part = bytes[at..end].to_vec();
            insert(bytes, end, &part);
        }
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.splice(at..at, part.iter().copied());
}

/// A line again: behind itself, or somewhere else.
fn double_line(bytes: &mut Vec<u8>, at: usize, numbers: &mut Numbers) {
    let begin = bytes[..at]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let end = bytes[at..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |end| at + end + 1);
    let line = bytes[begin..end].to_vec();
    let place = if numbers.below(2) == 0 {
        end
    } else {
        numbers.index(bytes.len() + 1)
    };
    insert(bytes, place, &line);
}

/// The next number becomes one that is easily got wrong.
fn huge_number(bytes: &mut Vec<u8>, at: usize, numbers: &mut Numbers) {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let begin = bytes[at..]
        .iter()
        .position(digit)
        .map_or(bytes.len(), |place| at + place);
    let length = bytes[begin..].iter().take_while(|byte| digit(byte)).count();
    let huge = HUGE[numbers.index(HUGE.len())];
    bytes.splice(begin..begin + length, huge.bytes());
}
