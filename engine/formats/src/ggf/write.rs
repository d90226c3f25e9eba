//! Writing GGF: a game a line, with its number of games in front.

use std::fmt::Write as _;

use outflank_othello::transcript::replay_squares;
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
    /// `TI`: the time of each player and what is added after each move, in ms; none where nobody knows it.
    pub time_ms: Option<(i64, i64)>,
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
    /// Time spent, in ms; none where nobody noted it.
    pub spent_ms: Option<i64>,
}

/// The moves of a game from the usual start, with the passes between them, of which nobody noted the time; they end before
/// one that is not legal.
#[must_use]
pub fn untimed_moves(squares: &[Square]) -> Vec<GgfMove> {
    let mut moves: Vec<GgfMove> = Vec::with_capacity(squares.len());
    let mut played = |color, square| {
        moves.push(GgfMove {
            color,
            square,
            spent_ms: None,
        });
    };
    let mut to_move = Color::Black;
    for (color, square) in replay_squares(squares).moves {
        if color != to_move {
            played(to_move, None);
        }
        played(color, Some(square));
        to_move = color.opponent();
    }
    moves
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
    if let Some((main_ms, increment_ms)) = game.time_ms {
        let mut time = minutes(main_ms);
        if increment_ms > 0 {
            time = format!("{time}/{}", minutes(increment_ms));
        }
        property("TI", &time);
    }
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
        if let Some(spent_ms) = played.spent_ms {
            let spent_ms = spent_ms.max(0);
            write!(text, "//{}.{:02}", spent_ms / 1_000, spent_ms % 1_000 / 10)?;
        }
        text.push(']');
    }
    text.push_str(";)\n");
    Ok(())
}

fn minutes(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
