//! What texts of the server say, as far as a measuring client needs it: found in their bytes, and never parsed.

/// What one text says: a ply that was made, and the time charged for it in ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// From 1.
    pub ply: usize,
    /// As the server charged it; 0 at the yardstick.
    pub charged_ms: i64,
}

/// Whether a text tells what happened at a table: with the table, or, from the second version of the protocol on, without.
#[must_use]
pub fn is_news(text: &[u8]) -> bool {
    const NEWS: [&[u8]; 3] = [br#"{"type":"commit""#, br#"{"id":""#, br#"{"type":"table""#];
    NEWS.iter().any(|begins| text.starts_with(begins))
}

/// Every ply that news of a table tell of.
pub fn plies_made(text: &[u8]) -> impl Iterator<Item = Made> + '_ {
    const KINDS: [&[u8]; 2] = [br#""type":"moved""#, br#""type":"passed""#];
    let mut rest = text;
    std::iter::from_fn(move || {
        let place = KINDS.iter().filter_map(|kind| find(rest, kind)).min()?;
        rest = &rest[place + 10..];
        Some(Made {
            ply: usize::try_from(number_after(rest, b"\"ply\":")?).ok()?,
            charged_ms: number_after(rest, b"\"charged_ms\":")?,
        })
    })
}

/// Where a text has these bytes first.
#[must_use]
pub fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    memchr::memmem::find(text, what)
}

/// The code of a refusal.
#[must_use]
pub fn code_in(text: &[u8]) -> Option<&str> {
    const NAME: &[u8] = br#""code":""#;
    let rest = &text[find(text, NAME)? + NAME.len()..];
    let length = rest.iter().position(|byte| *byte == b'"')?;
    std::str::from_utf8(&rest[..length]).ok()
}

/// The number that stands behind a name for the first time.
#[must_use]
pub fn number_after(text: &[u8], name: &[u8]) -> Option<i64> {
    let from = find(text, name)? + name.len();
    let length = text[from..]
        .iter()
        .position(|byte| !byte.is_ascii_digit() && *byte != b'-')?;
    std::str::from_utf8(&text[from..from + length])
        .ok()?
        .parse()
        .ok()
}
