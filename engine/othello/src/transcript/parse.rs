use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::Square;

/// One word of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A disc on a square.
    Move(Square),
    /// A disc on a square that flips one disc by choice: the second of the second player in an opening of 1883 that has
    /// him flip.
    Flipping {
        /// Where the disc is placed.
        square: Square,
        /// The disc that it flips.
        flip: Square,
    },
    /// A pass that the writer put down.
    Pass,
}

impl Token {
    /// The word of a disc and the one that it flips by choice.
    #[must_use]
    pub const fn of(square: Square, flip: Option<Square>) -> Self {
        match flip {
            Some(flip) => Self::Flipping { square, flip },
            None => Self::Move(square),
        }
    }

    /// Where its disc is placed; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Move(square) | Self::Flipping { square, .. } => Some(square),
            Self::Pass => None,
        }
    }

    /// The disc that it flips by choice.
    #[must_use]
    pub const fn flip(self) -> Option<Square> {
        match self {
            Self::Flipping { flip, .. } => Some(flip),
            Self::Move(_) | Self::Pass => None,
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => write!(f, "{square}"),
            Self::Flipping { square, flip } => write!(f, "{square}x{flip}"),
            Self::Pass => f.write_str("--"),
        }
    }
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
/// or written `--`, `pa`, `ps` or `pass`; a disc that is flipped by choice behind its move and an `x`: `e5xd4`.
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
        'a'..='h' => {
            let square = square(rest)?;
            let flip = match rest.get(2) {
                Some('x') => rest.get(3..).and_then(self::square),
                _ => None,
            };
            let length = if flip.is_some() { 5 } else { 2 };
            Some((Some(Token::of(square, flip)), length))
        }
        separator if separator.is_whitespace() || separator.is_ascii_digit() => Some((None, 1)),
        ',' | ';' | ':' | '.' | '|' | '/' | '(' | ')' | '[' | ']' | '\u{feff}' => Some((None, 1)),
        _ => None,
    }
}

/// The square whose name stands at the start.
fn square(rest: &[char]) -> Option<Square> {
    let [letter, digit, ..] = *rest else {
        return None;
    };
    let column = u8::try_from(letter).ok()?.checked_sub(b'a')?;
    let row = u8::try_from(digit).ok()?.checked_sub(b'1')?;
    Square::at(column, row)
}
