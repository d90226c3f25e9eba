//! Results of rating files without the reader: by the glyphs, byte by byte.

use std::collections::BTreeMap;

/// A result as its line has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawGame {
    pub first: u32,
    pub second: u32,
    pub glyph: u8,
}

/// What one file has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RawFile {
    /// Day, month and year of the first day.
    pub first_day: Option<(u32, u32, u32)>,
    pub games: Vec<RawGame>,
    /// What of the file is no game, by the names that the reader gives its problems.
    pub findings: BTreeMap<&'static str, usize>,
}

/// Every glyph outside comments stands between two players.
pub fn raw_file(bytes: &[u8]) -> RawFile {
    let mut file = RawFile::default();
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Some(value) = line.strip_prefix(b"%%Date:")
            && file.first_day.is_none()
        {
            let mut numbers = value
                .split(|byte| !byte.is_ascii_digit())
                .filter(|digits| !digits.is_empty())
                .map(number);
            file.first_day = numbers
                .next()
                .zip(numbers.next())
                .zip(numbers.next())
                .map(|((day, month), year)| (day, month, year));
        }
        if line.first() == Some(&b'%') {
            continue;
        }
        let body = line.split(|byte| *byte == b'%').next().unwrap_or_default();
        for (at, glyph) in body.iter().enumerate() {
            if b"<>=".contains(glyph) {
                let first = before(&body[..at]);
                let second = after(&body[at + 1..]);
                let class = match (first, second) {
                    (Some(0), _) | (_, Some(0)) => Some("player_zero"),
                    (None, _) | (_, None) => Some("unknown_player"),
                    (Some(first), Some(second)) => {
                        file.games.push(RawGame {
                            first,
                            second,
                            glyph: *glyph,
                        });
                        (first == second).then_some("self_game")
                    }
                };
                if let Some(class) = class {
                    *file.findings.entry(class).or_default() += 1;
                }
            }
        }
    }
    file
}

fn number(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0, |number, digit| 10 * number + u32::from(digit - b'0'))
}

/// The number that ends before the discs; none where it is question marks.
fn before(body: &[u8]) -> Option<u32> {
    let mut end = body.trim_ascii_end();
    if let Some(open) = end
        .strip_suffix(b")")
        .and(end.iter().rposition(|byte| *byte == b'('))
    {
        end = end[..open].trim_ascii_end();
    }
    let start = end.iter().rposition(|byte| !byte.is_ascii_digit());
    let digits = &end[start.map_or(0, |start| start + 1)..];
    (!digits.is_empty()).then(|| number(digits))
}

/// The number that begins after the discs.
fn after(body: &[u8]) -> Option<u32> {
    let mut begin = body.trim_ascii_start();
    if let Some(close) = begin
        .strip_prefix(b"(")
        .and(begin.iter().position(|byte| *byte == b')'))
    {
        begin = begin[close + 1..].trim_ascii_start();
    }
    let length = begin.iter().position(|byte| !byte.is_ascii_digit());
    let digits = &begin[..length.unwrap_or(begin.len())];
    (!digits.is_empty()).then(|| number(digits))
}
