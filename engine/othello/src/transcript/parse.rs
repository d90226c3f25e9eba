use alloc::string::String;
use alloc::vec::Vec;

use crate::Square;

/// One word of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A disc on a square.
    Move(Square),
    /// A pass that the writer put down.
    Pass,
}

/// The text is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: `{found}` is neither a square such as f5 nor a pass")]
pub struct TranscriptError {
    /// Where, in characters from 1.
    pub column: usize,
    /// The word that was found there.
    pub found: String,
}

/// How many characters of a bad word an error quotes.
const QUOTED: usize = 12;

/// Reads a transcript as people write it: upper or lower case; with or without blanks, line ends,
/// `-`, `,`, `;`, `:`, `.`, `|`, `/`, brackets and move numbers between the moves; passes left out
/// or written `--`, `pa`, `ps` or `pass`.
///
/// # Errors
/// [`TranscriptError`] at the first word that is none of these.
pub fn parse(text: &str) -> Result<Vec<Token>, TranscriptError> {
    let letters: Vec<char> = text
        .chars()
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let mut tokens = Vec::new();
    let mut index = 0;
    while let Some(rest) = letters.get(index..).filter(|rest| !rest.is_empty()) {
        let (token, length) = word(rest).ok_or_else(|| TranscriptError {
            column: index + 1,
            found: text
                .chars()
                .skip(index)
                .take_while(|letter| !letter.is_whitespace())
                .take(QUOTED)
                .collect(),
        })?;
        tokens.extend(token);
        index += length;
    }
    Ok(tokens)
}

/// The word at the start of a non-empty rest and its length, at least 1; `None` as the word is a
/// separator or a move number.
fn word(rest: &[char]) -> Option<(Option<Token>, usize)> {
    for pass in [&['p', 'a', 's', 's'][..], &['p', 'a'], &['p', 's']] {
        if rest.starts_with(pass) {
            return Some((Some(Token::Pass), pass.len()));
        }
    }
    match *rest.first()? {
        '-' => {
            let length = rest.iter().take_while(|letter| **letter == '-').count();
            Some(((length == 2).then_some(Token::Pass), length))
        }
        letter @ 'a'..='h' => {
            let digit = rest
                .get(1)
                .copied()
                .filter(|digit| ('1'..='8').contains(digit))?;
            let column = u8::try_from(letter).ok()?.checked_sub(b'a')?;
            let row = u8::try_from(digit).ok()?.checked_sub(b'1')?;
            Some((Some(Token::Move(Square::at(column, row)?)), 2))
        }
        separator if separator.is_whitespace() || separator.is_ascii_digit() => Some((None, 1)),
        ',' | ';' | ':' | '.' | '|' | '/' | '(' | ')' | '[' | ']' | '\u{feff}' => Some((None, 1)),
        _ => None,
    }
}
