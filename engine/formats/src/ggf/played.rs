//! Games as this format can say them, and what comes of their moves.

use outflank_othello::transcript::{IllegalReason, Token, Walk};
use outflank_othello::{Board, Color, DrawnOpening, Goal, Position, Square};

use super::{GgfGame, GgfMove, GgfSetup};

/// A move that the rules do not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GgfIllegal {
    /// Its number, from 1, written passes counted.
    pub number: u32,
    /// Where; none is a pass.
    pub square: Option<Square>,
    /// Why not.
    pub reason: IllegalReason,
}

impl GgfGame {
    /// The position after its moves. A pass that was not written is supplied.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn played(&self) -> Result<Position, GgfIllegal> {
        let board = self.setup.board();
        let mut position = self.setup.start;
        for (&(color, token), number) in self.moves.iter().zip(1..) {
            position = step(&board, &position, (color, token)).map_err(|reason| GgfIllegal {
                number,
                square: token.square(),
                reason,
            })?;
        }
        Ok(position)
    }
}

fn step(
    board: &Board,
    position: &Position,
    (color, token): (Color, Token),
) -> Result<Position, IllegalReason> {
    if board.is_over(position) {
        return Err(IllegalReason::GameOver);
    }
    let position = if position.to_move() == color {
        Some(*position)
    } else {
        board.pass(position)
    };
    let position = position.ok_or(IllegalReason::NotForced)?;
    match token.square() {
        None => board.pass(&position).ok_or(IllegalReason::NotForced),
        Some(square) => board.play(&position, square, token.flip()),
    }
}

/// What was played on a board, as this format has it: words of a transcript, and the time that each took, in ms. Discs that
/// were placed in an empty centre (1883) stand in the start; the plies of a drawn opening are moves from the usual start
/// that took nobody's time; passes stand between the moves. It ends before what is not legal.
#[must_use]
pub fn moves_on(
    board: &Board,
    goal: Goal,
    plies: impl IntoIterator<Item = (Token, Option<i64>)>,
) -> (GgfSetup, Vec<GgfMove>) {
    let mut start = match board.drawn {
        Some(_) => Position::START,
        None => board.start(),
    };
    let drawn = board.drawn.iter().flat_map(DrawnOpening::plies);
    let mut moves: Vec<GgfMove> = drawn
        .zip(Color::BOTH.into_iter().cycle())
        .map(|(square, color)| GgfMove {
            color,
            square: Some(*square),
            spent_ms: None,
        })
        .collect();
    let mut walk = Walk::from_start(board);
    for (token, spent_ms) in plies {
        let open = walk.here().position.empties().0 & board.size.centre().0;
        let taken = walk.take(token, |step| match step.played {
            Some((color, played)) if open == 0 => moves.push(GgfMove {
                color,
                square: played.square(),
                spent_ms: spent_ms.filter(|_| played == token),
            }),
            _ => start = step.position,
        });
        if taken.is_err() {
            break;
        }
    }
    let size = board.size;
    (GgfSetup { size, goal, start }, moves)
}

/// The moves of a game from the usual start, with the passes between them, of which nobody noted the time; they end before
/// one that is not legal.
#[must_use]
pub fn untimed_moves(squares: &[Square]) -> Vec<GgfMove> {
    let plies = squares.iter().map(|square| (Token::Move(*square), None));
    moves_on(&Board::OTHELLO, Goal::Most, plies).1
}
