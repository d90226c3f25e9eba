use alloc::vec::Vec;

use crate::transcript::parse::Token;
use crate::{Color, Opening, PerColor, Position, Square, final_score};

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

/// Why a word of a transcript cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// A disc is there.
    #[error("a disc is there already")]
    SquareTaken,
    /// The move flips nothing.
    #[error("it flips no disc")]
    FlipsNothing,
    /// The side to move has a move.
    #[error("a pass is only for a player without a move")]
    NotForced,
    /// Neither side can move any more.
    #[error("the game is over")]
    GameOver,
}

/// Plays the words of a transcript from the starting position. A side without a move passes by
/// itself, whether the transcript says so or not.
#[must_use]
pub fn replay(tokens: &[Token]) -> Replay {
    replay_opening(Opening::Standard, tokens)
}

/// [`replay`] of a game with this opening: in that of 1883 the first four words are the squares
/// of the centre in the order they were filled.
#[must_use]
pub fn replay_opening(opening: Opening, tokens: &[Token]) -> Replay {
    let mut game = Replay {
        position: Position::start(opening),
        moves: Vec::new(),
        plies: 0,
        outcome: Outcome::Unfinished {
            to_move: Color::Black,
        },
    };
    for token in tokens {
        let played = match token {
            Token::Move(square) => game.place(*square),
            Token::Pass => game.write_pass(),
        };
        if let Err(reason) = played {
            let square = match token {
                Token::Move(square) => Some(*square),
                Token::Pass => None,
            };
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
    game.outcome = if position.is_over() {
        Outcome::Finished {
            discs: final_score(position),
        }
    } else if position.must_pass() {
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
    fn place(&mut self, square: Square) -> Result<(), IllegalReason> {
        if self.position.is_over() {
            return Err(IllegalReason::GameOver);
        }
        if let Some(passed) = self.position.pass() {
            self.position = passed;
            self.plies = self.plies.saturating_add(1);
        }
        if !self.position.empties().contains(square) {
            return Err(IllegalReason::SquareTaken);
        }
        let after = self
            .position
            .play(square)
            .ok_or(IllegalReason::FlipsNothing)?;
        self.moves.push((self.position.to_move(), square));
        self.position = after;
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }

    fn write_pass(&mut self) -> Result<(), IllegalReason> {
        if self.position.is_over() {
            return Err(IllegalReason::GameOver);
        }
        self.position = self.position.pass().ok_or(IllegalReason::NotForced)?;
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }
}
