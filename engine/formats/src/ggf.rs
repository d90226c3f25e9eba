//! Generic Game Format (GGF): games of Othello and Anti-Reversi, on boards of every size, as servers and programs store them.

mod played;
mod write;

pub use played::{GgfIllegal, moves_on, untimed_moves};
pub use write::{GgfMove, GgfRecord, write_ggf};

use outflank_othello::transcript::{Token, parse};
use outflank_othello::{Board, BoardSize, Color, Goal, Position, Squares};

use crate::date::CivilDate;
use crate::findings::Findings;
use crate::problem::{Parsed, Problem};
use crate::text::decode;

/// What is played, and from where: Othello from its usual start by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GgfSetup {
    /// `TY` and `BO`, which say the same: how large the board is.
    pub size: BoardSize,
    /// `TY`: what wins. Its `a` is Anti-Reversi.
    pub goal: Goal,
    /// `BO`: the position before the first move; the usual start of the board if missing.
    pub start: Position,
}

impl GgfSetup {
    /// The board, as moves are played on it.
    #[must_use]
    pub const fn board(&self) -> Board {
        Board {
            size: self.size,
            ..Board::OTHELLO
        }
    }
}

/// One game of a GGF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GgfGame {
    /// Line on which the game begins, from 1.
    pub line: u32,
    /// `PC`: where it was played, empty if missing.
    pub place: String,
    /// `DT`: the day, where it begins with one: `2026.07.18_09:00:00.UTC`.
    pub day: Option<CivilDate>,
    /// `PB`: the player with black, empty if missing.
    pub black: String,
    /// `PW`: the player with white.
    pub white: String,
    /// `TY` and `BO`: what is played, and from where.
    pub setup: GgfSetup,
    /// The moves and the written passes, with the colour each was written for.
    pub moves: Vec<(Color, Token)>,
    /// `RE`: the result, if there is one.
    pub result: Option<GgfResult>,
}

/// The result of a GGF game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GgfResult {
    /// Black's discs less white's; `None` where it is no whole number or unknown.
    pub disc_difference: Option<i32>,
    /// Whether the board decided: not a resignation, a fall of the flag or an agreement.
    pub on_the_board: bool,
}

/// Whether a text looks like GGF.
#[must_use]
pub fn looks_like_ggf(bytes: &[u8]) -> bool {
    let (text, _) = decode(bytes);
    text.contains("(;") && text.contains("GM[")
}

/// Reads every game of a GGF file; several may stand on a line, with their number in front. A game that
/// cannot be read is a problem with the line on which it begins.
#[must_use]
pub fn read_ggf(bytes: &[u8]) -> Parsed<Vec<GgfGame>> {
    let (text, _) = decode(bytes);
    let (mut games, mut findings) = (Vec::new(), Findings::default());
    let behind = text.rsplit(']').next().map_or(0, str::len);
    let (mut rest, mut line) = (text.as_str(), 1_u32);
    while let Some(at) = rest.find("(;") {
        let (before, game) = rest.split_at(at);
        line = line.saturating_add(line_ends(before));
        let (properties, after) = properties(game.strip_prefix("(;").unwrap_or(""), behind);
        match properties.and_then(|properties| game_of(line, &properties)) {
            Ok(game) => games.push(game),
            Err(what) => findings.add(line, "not_a_game", what),
        }
        line = line.saturating_add(line_ends(
            game.get(..game.len() - after.len()).unwrap_or(""),
        ));
        rest = after;
    }
    let mut problems = findings.told();
    if games.is_empty() && problems.is_empty() {
        let what = "the file holds no game between (; and ;)";
        problems.push(Problem::new(1, "no_games", what));
    }
    Parsed {
        value: games,
        problems,
    }
}

fn line_ends(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}

type Properties<'a> = Vec<(&'a str, &'a str)>;

/// The properties up to `;)`, and what follows the game. So many last bytes of the file are behind its last bracket: none
/// is looked for there again and again.
fn properties(text: &str, behind: usize) -> (Result<Properties<'_>, String>, &str) {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(";)") {
            return (Ok(found), after);
        }
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (key, tail) = rest.split_at(end);
        let ended = tail.strip_prefix('[').filter(|tail| tail.len() > behind);
        let value = ended.and_then(|tail| tail.split_once(']'));
        let (Some((value, after)), false) = (value, key.is_empty()) else {
            let shown: String = rest.chars().take(20).collect();
            let next = rest
                .find("(;")
                .map_or("", |at| rest.get(at..).unwrap_or(""));
            return (
                Err(format!(
                    "\"{shown}\" is no property such as B[f5]; a game ends with ;)"
                )),
                next,
            );
        };
        found.push((key, value));
        rest = after.trim_start();
    }
}

fn game_of(line: u32, properties: &Properties<'_>) -> Result<GgfGame, String> {
    let text = |wanted: &str| {
        properties
            .iter()
            .find(|(key, _)| *key == wanted)
            .map(|(_, value)| value.trim())
    };
    if text("GM").is_some_and(|game| !game.eq_ignore_ascii_case("othello")) {
        return Err("the game is not Othello".to_owned());
    }
    let kind = text("TY").unwrap_or("");
    let (size, start) = beginning(kind, text("BO"))?;
    let goal = if kind.contains(['a', 'A']) {
        Goal::Fewest
    } else {
        Goal::Most
    };
    let mut moves = Vec::new();
    for (key, value) in properties {
        let color = match *key {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        let written = value.split('/').next().unwrap_or("");
        match parse(written).as_deref() {
            Ok([token]) => moves.push((color, *token)),
            _ => return Err(format!("{key}[{value}] is neither a square nor a pass")),
        }
    }
    Ok(GgfGame {
        line,
        place: text("PC").unwrap_or("").to_owned(),
        day: text("DT").and_then(day),
        black: text("PB").unwrap_or("").to_owned(),
        white: text("PW").unwrap_or("").to_owned(),
        setup: GgfSetup { size, goal, start },
        moves,
        result: text("RE").map(|written| result(written, goal)),
    })
}

/// How large the board of a `TY` and a `BO` is, and the position on it before the first move.
fn beginning(kind: &str, board: Option<&str>) -> Result<(BoardSize, Position), String> {
    // Two games played at once have an `s` before the side: `s8r18`.
    let behind = kind.trim_start_matches(['s', 'S']);
    let side = behind.split(|c: char| !c.is_ascii_digit()).next();
    let side = side.filter(|side| !side.is_empty());
    let is_side = |size: BoardSize| side.is_none_or(|side| side == size.side().to_string());
    if let Some(board) = board {
        let (size, start) =
            board_position(board).ok_or("BO is no board of 4x4, 6x6 or 8x8 cells of -, * and O")?;
        return if is_side(size) {
            Ok((size, start))
        } else {
            let cells = size.as_str();
            Err(format!("TY is not of {cells} cells, and BO is"))
        };
    }
    let mut sizes = BoardSize::ALL.into_iter().rev();
    let size = sizes.find(|size| is_side(*size));
    let size = size.ok_or("TY is of no board of 4x4, 6x6 or 8x8 cells")?;
    let board = Board {
        size,
        ..Board::OTHELLO
    };
    Ok((size, board.start()))
}

/// `8`, 64 cells row by row from a1, and the side to move; blanks anywhere. So also of smaller boards.
fn board_position(text: &str) -> Option<(BoardSize, Position)> {
    let text = text.trim();
    let (size, cells) = BoardSize::ALL.into_iter().find_map(|size| {
        let cells = text.strip_prefix(char::from(b'0' + size.side()))?;
        Some((size, cells))
    })?;
    let mut cells = cells.chars().filter(|c| !c.is_whitespace());
    let (mut black, mut white) = (0_u64, 0_u64);
    for square in size.squares() {
        match cells.next()? {
            '*' => black |= square.only().0,
            'O' => white |= square.only().0,
            '-' => {}
            _ => return None,
        }
    }
    let to_move = match cells.next()? {
        '*' => Color::Black,
        'O' => Color::White,
        _ => return None,
    };
    if cells.next().is_some() {
        return None;
    }
    let position = Position::new(Squares(black), Squares(white), to_move)?;
    Some((size, position))
}

/// The day that a date begins with.
fn day(text: &str) -> Option<CivilDate> {
    CivilDate::from_hyphens(&text.get(..10)?.replace('.', "-"))
}

/// What is written is black's result: in Anti-Reversi white's discs less black's.
fn result(text: &str, goal: Goal) -> GgfResult {
    let (difference, reason) = text.split_once(':').unwrap_or((text, ""));
    let (whole, fraction) = difference.split_once('.').unwrap_or((difference, ""));
    let is_whole = fraction.chars().all(|c| c == '0');
    let written: Option<i32> = whole.trim().parse().ok().filter(|_| is_whole);
    GgfResult {
        disc_difference: match goal {
            Goal::Most => written,
            Goal::Fewest => written.map(i32::saturating_neg),
        },
        on_the_board: reason.is_empty(),
    }
}
