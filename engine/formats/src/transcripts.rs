//! Games as plain lines: one transcript a line.

use outflank_othello::transcript::{Token, parse};

use crate::problem::{Parsed, Problem};
use crate::text::{decode, numbered_lines};

/// One line of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptLine {
    /// Line of the file, from 1.
    pub line: u32,
    /// The moves, and the passes where the line writes them.
    pub tokens: Vec<Token>,
}

/// Reads one transcript a line; blank lines and lines that begin with `#` or `%` are skipped, a line
/// that is no transcript is a problem.
#[must_use]
pub fn read_transcripts(bytes: &[u8]) -> Parsed<Vec<TranscriptLine>> {
    let (text, _) = decode(bytes);
    let mut parsed = Parsed {
        value: Vec::new(),
        problems: Vec::new(),
    };
    for (line, text) in numbered_lines(&text) {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', '%']) {
            continue;
        }
        match parse(text) {
            Ok(tokens) if tokens.is_empty() => {
                parsed
                    .problems
                    .push(Problem::new(line, "no_moves", "the line holds no move"));
            }
            Ok(tokens) => parsed.value.push(TranscriptLine { line, tokens }),
            Err(error) => {
                parsed
                    .problems
                    .push(Problem::new(line, "not_a_transcript", error.to_string()))
            }
        }
    }
    parsed
}
