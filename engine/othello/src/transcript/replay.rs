use alloc::vec::Vec;

use crate::transcript::parse::Token;
use crate::transcript::walk::Walk;
use crate::{Board, Color, IllegalReason, PerColor, Position, Square, score_on};

/// A transcript played through from its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The position after the last legal move.
    pub position: Position,
    /// The legal moves in order, with who made them; passes are left out.
    pub moves: Vec<(Color, Square)>,
    /// How many plies that is, passes included.
    pub plies: u32,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a transcript ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Neither side can move.
    Finished {
        /// The final score, empties to the winner.
        discs: PerColor<u8>,
    },
    /// The game goes on from here.
    Unfinished {
        /// Who moves next.
        to_move: Color,
    },
    /// A word that cannot be played; what precedes it is legal.
    Illegal {
        /// The ply at which it stands, from 1, passes counted.
        ply: u32,
        /// The number of the move, from 1, passes not counted.
        number: u32,
        /// What was to be played; `None` is a pass.
        square: Option<Square>,
        /// Why it cannot be.
        reason: IllegalReason,
    },
}

/// Plays the words of a transcript from the starting position. A side without a move passes by
/// itself, whether the transcript says so or not.
#[must_use]
pub fn replay(tokens: &[Token]) -> Replay {
    replay_on(&Board::OTHELLO, tokens)
}

/// [`replay`] of a game on this board: in the opening of 1883 the first four words are the squares
/// of the centre in the order they were filled.
#[must_use]
pub fn replay_on(board: &Board, tokens: &[Token]) -> Replay {
    let mut walk = Walk::from_start(board);
    let mut moves = Vec::new();
    for token in tokens {
        let taken = walk.take(*token, |step| {
            let moved = step.played.and_then(|(color, played)| {
                let square = played.square()?;
                Some((color, square))
            });
            moves.extend(moved);
        });
        if let Err(reason) = taken {
            let number = u32::try_from(moves.len())
                .unwrap_or(u32::MAX)
                .saturating_add(1);
            let outcome = Outcome::Illegal {
                ply: walk.here().ply.saturating_add(1),
                number,
                square: token.square(),
                reason,
            };
            return ended(walk, moves, outcome);
        }
    }
    let position = walk.here().position;
    let outcome = if board.is_over(&position) {
        Outcome::Finished {
            discs: score_on(&position, board.size),
        }
    } else if board.must_pass(&position) {
        Outcome::Unfinished {
            to_move: position.to_move().opponent(),
        }
    } else {
        Outcome::Unfinished {
            to_move: position.to_move(),
        }
    };
    ended(walk, moves, outcome)
}

fn ended(walk: Walk<'_>, moves: Vec<(Color, Square)>, outcome: Outcome) -> Replay {
    let here = walk.here();
    Replay {
        position: here.position,
        moves,
        plies: here.ply,
        outcome,
    }
}

/// [`replay`] of a list of squares without written passes.
#[must_use]
pub fn replay_squares(squares: &[Square]) -> Replay {
    let tokens: Vec<Token> = squares.iter().copied().map(Token::Move).collect();
    replay(&tokens)
}
