//! Writing GGF: a game a line, with its number of games in front.

use std::fmt::Write as _;

use outflank_othello::{Color, Goal, Square};

use super::GgfSetup;

/// A game to be written.
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
    /// `TY` and `BO`: what is played, and from where.
    pub setup: GgfSetup,
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
    let GgfSetup { size, goal, .. } = game.setup;
    let anti = match goal {
        Goal::Most => "",
        Goal::Fewest => "a",
    };
    property("TY", &format!("{}{anti}", size.side()));
    let (difference, by) = game.result;
    // Whoever reads it takes a positive one for black's win, whatever wins.
    let result = match goal {
        Goal::Most => difference,
        Goal::Fewest => difference.saturating_neg(),
    };
    let mut result = format!("{result:+}.000");
    if let Some(by) = by {
        result.push(':');
        result.push(by);
    }
    property("RE", &result);
    property("BO", &board_text(&game.setup));
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

/// The side's length, the rows from the first one on, and the side to move.
fn board_text(setup: &GgfSetup) -> String {
    let (side, start) = (setup.size.side(), setup.start);
    let mut text = side.to_string();
    for (place, square) in (0_u8..).zip(setup.size.squares()) {
        if place % side == 0 {
            text.push(' ');
        }
        let has = |color| start.discs(color).contains(square);
        text.push(match (has(Color::Black), has(Color::White)) {
            (true, _) => '*',
            (_, true) => 'O',
            _ => '-',
        });
    }
    text.push_str(match start.to_move() {
        Color::Black => " *",
        Color::White => " O",
    });
    text
}

fn minutes(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
