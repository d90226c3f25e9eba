use alloc::vec::Vec;

use crate::transcript::parse::Token;
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
    let mut game = Replay {
        position: board.start(),
        moves: Vec::new(),
        plies: 0,
        outcome: Outcome::Unfinished {
            to_move: board.first_mover(),
        },
    };
    for token in tokens {
        if let Err(reason) = game.play(board, *token) {
            let square = token.square();
            let number = u32::try_from(game.moves.len())
                .unwrap_or(u32::MAX)
                .saturating_add(1);
            game.outcome = Outcome::Illegal {
                ply: game.plies.saturating_add(1),
                number,
                square,
                reason,
            };
            return game;
        }
    }
    let position = &game.position;
    game.outcome = if board.is_over(position) {
        Outcome::Finished {
            discs: score_on(position, board.size),
        }
    } else if board.must_pass(position) {
        Outcome::Unfinished {
            to_move: position.to_move().opponent(),
        }
    } else {
        Outcome::Unfinished {
            to_move: position.to_move(),
        }
    };
    game
}

/// [`replay`] of a list of squares without written passes.
#[must_use]
pub fn replay_squares(squares: &[Square]) -> Replay {
    let tokens: Vec<Token> = squares.iter().copied().map(Token::Move).collect();
    replay(&tokens)
}

impl Replay {
    fn play(&mut self, board: &Board, token: Token) -> Result<(), IllegalReason> {
        if board.is_over(&self.position) {
            return Err(IllegalReason::GameOver);
        }
        let passed = board.pass(&self.position);
        let Some(square) = token.square() else {
            self.position = passed.ok_or(IllegalReason::NotForced)?;
            self.plies = self.plies.saturating_add(1);
            return Ok(());
        };
        if let Some(passed) = passed {
            self.position = passed;
            self.plies = self.plies.saturating_add(1);
        }
        let after = board.play(&self.position, square, token.flip())?;
        self.moves.push((self.position.to_move(), square));
        self.position = after;
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }
}
