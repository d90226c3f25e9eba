//! Words, numbers and marks of PAPP's files. A comment goes from `#` or `%` to the end of the line; with an underscore
//! behind, the two are a blank, which hides the rest of the line from older programs.

use crate::text::numbered_lines;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Begins with a letter: `ronde-suivante`.
    Word(String),
    /// Digits, with or without a fraction, as written.
    Number(String),
    /// Between quotation marks.
    Text(String),
    /// A text whose quotation mark never closes.
    OpenText,
    /// Anything else.
    Mark(char),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub line: u32,
    pub token: Token,
}

pub(super) fn tokens(text: &str) -> Vec<Placed> {
    let mut found = Vec::new();
    for (line, text) in numbered_lines(text) {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            if let Some(hidden) = rest.strip_prefix("#_").or_else(|| rest.strip_prefix("%_")) {
                rest = hidden.trim_start();
                continue;
            }
            if rest.starts_with(['#', '%']) {
                break;
            }
            let (token, after) = token(rest);
            found.push(Placed { line, token });
            rest = after.trim_start();
        }
    }
    found
}

fn token(text: &str) -> (Token, &str) {
    let mut letters = text.chars();
    let first = letters.next().unwrap_or(' ');
    let behind = letters.as_str();
    if first == '"' {
        return match behind.split_once('"') {
            Some((inside, after)) => (Token::Text(inside.to_owned()), after),
            None => (Token::OpenText, ""),
        };
    }
    if first.is_alphabetic() {
        let (word, after) = taken(text, |c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        return (Token::Word(word.to_owned()), after);
    }
    if first.is_ascii_digit() {
        let (whole, after) = taken(text, |c| c.is_ascii_digit());
        let fraction = after
            .strip_prefix('.')
            .map(|rest| taken(rest, |c| c.is_ascii_digit()));
        return match fraction {
            Some((digits, after)) if !digits.is_empty() => {
                (Token::Number(format!("{whole}.{digits}")), after)
            }
            _ => (Token::Number(whole.to_owned()), after),
        };
    }
    (Token::Mark(first), behind)
}

fn taken(text: &str, wanted: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !wanted(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// A text as it stands between quotation marks in a file: one line without such marks.
pub(super) fn quotable(text: &str) -> String {
    let plain = text.replace('"', "'");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
