//! What goes to stdout (the answer) and to stderr (everything about it).

use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Read as _, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::exit::{OrMisuse as _, misuse};

/// Prints the answer as JSON, indented where a person reads it.
pub fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    let stdout = std::io::stdout();
    let text = if stdout.is_terminal() {
        serde_json::to_string_pretty(answer)
    } else {
        serde_json::to_string(answer)
    };
    let text = text.context("the answer cannot be written as JSON")?;
    let stays = |letter: char| letter == '\n';
    let escaped = |letter: char| format!("\\u{:04x}", u32::from(letter));
    line(&written_out(&text, stays, escaped))
}

/// Prints an answer of several lines.
pub fn text_lines(text: &str) -> anyhow::Result<()> {
    text.split('\n').try_for_each(text_line)
}

/// Prints one line of the answer.
pub fn text_line(text: &str) -> anyhow::Result<()> {
    line(&printable(text))
}

fn line(printable: &str) -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{printable}") {
        // Whoever closed it wants no more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to the standard output"),
    }
}

/// Says something about the answer.
pub fn note(sentence: &str) {
    let mut said = String::from("outflank: ");
    for (at, line) in sentence.lines().enumerate() {
        // What is said of a file is not taken for a sentence of its own.
        said.push_str(if at > 0 { "\n  " } else { "" });
        said.push_str(&printable(line));
    }
    // A closed stderr leaves nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "{said}");
}

/// A text of one line as a terminal may be given it, wherever it comes from: what would command the terminal, begin
/// another line or turn the order of letters round is written out.
pub fn printable(text: &str) -> Cow<'_, str> {
    written_out(
        text,
        |_| false,
        |letter| letter.escape_default().to_string(),
    )
}

fn written_out(text: &str, stays: fn(char) -> bool, escaped: fn(char) -> String) -> Cow<'_, str> {
    let commands = |letter: char| {
        let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        (letter.is_control() || turns) && !stays(letter)
    };
    if !text.contains(commands) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if commands(letter) {
            safe.push_str(&escaped(letter));
        } else {
            safe.push(letter);
        }
    }
    safe.into()
}

/// Reads a file named on the command line.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .or_misuse()
}

/// A file that many of are read is no larger.
pub const MOST_BYTES: u64 = 16 << 20;

/// Reads a file named on the command line unless it is larger.
pub fn read_at_most(path: &Path, most_bytes: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(most_bytes + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", path.display()))
        .or_misuse()?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > most_bytes) {
        let mebibytes = most_bytes >> 20;
        return Err(misuse(format!(
            "{} is larger than {mebibytes} MiB, and no such file is",
            path.display()
        )));
    }
    Ok(bytes)
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
