//! Tokens taken one after another, and what to do where they make no statement.

use super::tokens::{Placed, Token};

pub(super) struct Statements<'a> {
    rest: &'a [Placed],
    /// Line of the token taken last.
    line: u32,
}

impl<'a> Statements<'a> {
    pub fn new(tokens: &'a [Placed]) -> Self {
        Self {
            rest: tokens,
            line: 1,
        }
    }

    /// Line of the next token; of the last one at the end.
    pub fn line(&self) -> u32 {
        self.rest.first().map_or(self.line, |placed| placed.line)
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.rest.first().map(|placed| &placed.token)
    }

    pub fn next(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.line = first.line;
        Some(&first.token)
    }

    pub fn mark(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(&Token::Mark(wanted));
        if found {
            self.next();
        }
        found
    }

    /// The next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let Some(Token::Word(word)) = self.peek() else {
            return None;
        };
        self.next();
        Some(word)
    }

    /// The next number as written.
    pub fn number(&mut self) -> Option<&'a str> {
        let Some(Token::Number(number)) = self.peek() else {
            return None;
        };
        self.next();
        Some(number)
    }

    /// The next number, whole.
    pub fn whole<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.number()?.parse().ok()
    }

    /// The next text between quotation marks, or a word instead.
    pub fn text(&mut self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Text(text) | Token::Word(text)) => {
                self.next();
                Some(text)
            }
            _ => None,
        }
    }

    /// Passes over the rest of a statement that makes no sense: up to its semicolon, over whole braces, but not into the
    /// statement of a later line that begins as `begins` says.
    pub fn pass_over(&mut self, from: u32, begins: impl Fn(&Token) -> bool) {
        let mut depth = 0_u32;
        while let Some(placed) = self.rest.first() {
            if placed.line > from && begins(&placed.token) && depth == 0 {
                return;
            }
            match placed.token {
                Token::Mark('{') => depth = depth.saturating_add(1),
                Token::Mark('}') if depth == 0 => return,
                Token::Mark('}') => depth = depth.saturating_sub(1),
                Token::Mark(';') if depth == 0 => {
                    self.next();
                    return;
                }
                _ => {}
            }
            self.next();
        }
    }
}

/// A keyword without what writers do otherwise: case, accents, hyphens.
pub(super) fn keyword(word: &str) -> String {
    let plain = crate::fold::fold_ascii(word).text;
    plain
        .to_ascii_lowercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "")
}
