//! Bytes of unknown encoding to lines of text.

/// How the bytes of a text file were encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Every byte below 128.
    Ascii,
    /// Valid UTF-8 with at least one other character.
    Utf8,
    /// Not UTF-8: every byte taken as the Latin-1 character of that number.
    Latin1,
}

/// Text and the encoding it was found in; a leading byte-order mark is dropped.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, Encoding) {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => (text.to_owned(), Encoding::Ascii),
        Ok(text) => (text.to_owned(), Encoding::Utf8),
        Err(_) => (latin1(bytes), Encoding::Latin1),
    }
}

/// Every byte as the Latin-1 character of that number.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The lines of a text with their numbers from 1; LF, CRLF and a lone CR end a line.
pub(crate) fn numbered_lines(text: &str) -> Vec<(u32, &str)> {
    let mut lines = Vec::new();
    let mut rest = text;
    let mut number: u32 = 1;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        lines.push((number, line));
        number = number.saturating_add(1);
        rest = tail
            .strip_prefix("\r\n")
            .or_else(|| tail.strip_prefix(['\n', '\r']))
            .unwrap_or(tail);
    }
    lines
}
