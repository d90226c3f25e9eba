//! What goes to stdout (the answer) and to stderr (everything about it).

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::exit::OrMisuse as _;

/// Prints the answer as JSON, indented where a person reads it.
pub fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    let stdout = std::io::stdout();
    let text = if stdout.is_terminal() {
        serde_json::to_string_pretty(answer)
    } else {
        serde_json::to_string(answer)
    };
    text_line(&text.context("the answer cannot be written as JSON")?)
}

/// Prints one line of the answer.
pub fn text_line(line: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{line}") {
        // Whoever closed it wants no more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to the standard output"),
    }
}

/// Says something about the answer.
pub fn note(sentence: &str) {
    // A closed stderr leaves nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "outflank: {sentence}");
}

/// Reads a file named on the command line.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .or_misuse()
}

/// A number of halves as JSON: 17 is 8.5, 16 is 8.
pub fn halves(halves: i64) -> serde_json::Number {
    let whole = halves.div_euclid(2);
    if halves % 2 == 0 {
        return whole.into();
    }
    // Halves of this size are exact in a double.
    i32::try_from(whole)
        .ok()
        .and_then(|whole| serde_json::Number::from_f64(f64::from(whole) + 0.5))
        .unwrap_or_else(|| whole.into())
}
