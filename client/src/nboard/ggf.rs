//! A game so far, as an engine is told of it: in the Generic Game Format, on one line.

use crate::{Clocks, Color, Ply, Table};

const START: &str = "8 ---------------------------O*------*O--------------------------- *";
/// The squares that the start fills.
const CENTRE: [(&str, usize); 4] = [("d4", 27), ("e4", 28), ("d5", 35), ("e5", 36)];

/// The protocol has no word for what is played here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the NBoard protocol knows Othello on 8x8 from its usual start alone, and this game is another"
)]
pub struct NotItsGame;

/// The game so far on one line, with a drawn opening, its passes and the time that each ply took. Both times are such that, less what
/// was spent and with what each move added, in ms, no more is left to either side than its clock shows.
///
/// # Errors
/// Where it is not Othello on 8x8 from the usual start.
pub fn game_so_far(table: &Table, increment_ms: i64) -> Result<String, NotItsGame> {
    let placed = |square: &str| {
        let mut plies = table.plies.iter();
        plies.any(|ply| ply.square.as_deref() == Some(square))
    };
    let is_for_most = table.goal.as_deref().is_none_or(|goal| goal == "most");
    let is_filled = |index: usize| matches!(table.board.as_bytes().get(index), Some(b'*' | b'O'));
    let is_usual = CENTRE
        .iter()
        .all(|(square, index)| is_filled(*index) && !placed(square));
    if table.board_size != 8 || table.handicap_to.is_some() || !is_for_most || !is_usual {
        return Err(NotItsGame);
    }
    let first = |color| minutes(given_ms(&table.clocks, &table.plies, color, increment_ms));
    let (black, white) = (first(Color::Black), first(Color::White));
    let increment = match increment_ms {
        0 => String::new(),
        ms => format!("/{}", minutes(ms)),
    };
    let time = if black == white {
        format!("TI[{black}{increment}]")
    } else {
        format!("TB[{black}{increment}]TW[{white}{increment}]")
    };
    // What was drawn is Othello from the usual start, without a pass, and took nobody's time.
    let sides = [Color::Black, Color::White].into_iter().cycle();
    let drawn = table.drawn_squares.iter().zip(sides);
    let drawn = drawn.map(|(square, color)| written(color, Some(square), 0));
    let played = table.plies.iter();
    let played = played.map(|ply| written(ply.color, ply.square.as_deref(), ply.charged_ms));
    let plies: String = drawn.chain(played).collect();
    Ok(format!(
        "(;GM[Othello]PC[Outflank]DT[{}]PB[{}]PW[{}]RE[?]{time}TY[8]BO[{START}]{plies};)",
        table.clocks.as_of_ms.max(0) / 1_000,
        text(&table.black_entrant_id),
        text(&table.white_entrant_id),
    ))
}

/// What a side would have begun with, by what is left, in ms.
fn given_ms(clocks: &Clocks, plies: &[Ply], color: Color, increment_ms: i64) -> i64 {
    let left = match color {
        Color::Black => clocks.black_ms,
        Color::White => clocks.white_ms,
    };
    let own = plies.iter().filter(|ply| ply.color == color);
    own.fold(left.max(0), |given, ply| {
        given + ply.charged_ms - increment_ms
    })
}

fn written(color: Color, square: Option<&str>, charged_ms: i64) -> String {
    let side = match color {
        Color::Black => 'B',
        Color::White => 'W',
    };
    let square = square.unwrap_or("pa").to_ascii_uppercase();
    let ms = charged_ms.max(0);
    format!("{side}[{square}//{}.{:03}]", ms / 1_000, ms % 1_000)
}

fn minutes(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

/// A bracket would end the property, and there is no way to write one.
fn text(of: &str) -> String {
    of.chars()
        .filter(|c| !c.is_control() && !matches!(c, '[' | ']'))
        .collect()
}
