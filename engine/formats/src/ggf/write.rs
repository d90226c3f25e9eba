//! Writing GGF: a game a line, with its number of games in front.

use std::fmt::Write as _;

use outflank_othello::{Color, Square};

/// A game of the 8x8 board from the usual start, to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GgfRecord {
    /// `PC`: where it was played.
    pub place: String,
    /// `DT`: when, as `2026.07.18_09:00:00.UTC`.
    pub date: String,
    /// `PB` and `RB`: who has black, and the rating if there is one.
    pub black: (String, Option<i32>),
    /// `PW` and `RW`: the same of white.
    pub white: (String, Option<i32>),
    /// `TI`: the time of each player and what is added after each move, in ms.
    pub time_ms: (i64, i64),
    /// `RE`: black's discs less white's, and the letter of what ended it otherwise than the board: `t` time, `r` resigned,
    /// `s` settled.
    pub result: (i64, Option<char>),
    /// The moves and passes.
    pub moves: Vec<GgfMove>,
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GgfMove {
    /// Whose.
    pub color: Color,
    /// Where; none is a pass.
    pub square: Option<Square>,
    /// Time spent, in ms.
    pub spent_ms: i64,
}

const START: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

/// Writes games, a line each.
#[must_use]
pub fn write_ggf(games: &[GgfRecord]) -> String {
    let mut text = String::new();
    for game in games {
        // Writing to a string cannot fail.
        _ = line(&mut text, game);
    }
    text
}

fn line(text: &mut String, game: &GgfRecord) -> std::fmt::Result {
    text.push_str("1 (;GM[Othello]");
    let mut property = |key: &str, value: &str| {
        // A bracket would end the property, and there is no way to write one.
        let value = value.replace('[', "(").replace([']', '\r', '\n'], ")");
        text.push_str(key);
        text.push('[');
        text.push_str(&value);
        text.push(']');
    };
    property("PC", &game.place);
    property("DT", &game.date);
    property("PB", &game.black.0);
    property("PW", &game.white.0);
    for (key, rating) in [("RB", game.black.1), ("RW", game.white.1)] {
        if let Some(rating) = rating {
            property(key, &rating.to_string());
        }
    }
    let (main_ms, increment_ms) = game.time_ms;
    let mut time = minutes(main_ms);
    if increment_ms > 0 {
        time = format!("{time}/{}", minutes(increment_ms));
    }
    property("TI", &time);
    property("TY", "8");
    let (difference, by) = game.result;
    let mut result = format!("{difference:+}.000");
    if let Some(by) = by {
        result.push(':');
        result.push(by);
    }
    property("RE", &result);
    property("BO", START);
    for played in &game.moves {
        let key = match played.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        match played.square {
            Some(square) => write!(text, "{key}[{}", square.to_string().to_ascii_uppercase())?,
            None => write!(text, "{key}[PA")?,
        }
        let spent_ms = played.spent_ms.max(0);
        write!(text, "//{}.{:02}]", spent_ms / 1_000, spent_ms % 1_000 / 10)?;
    }
    text.push_str(";)\n");
    Ok(())
}

fn minutes(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
