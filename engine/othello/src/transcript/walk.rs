use alloc::vec::Vec;

use crate::transcript::parse::Token;
use crate::{Board, Color, IllegalReason, Position, Squares};

/// A position of a game, and the ply that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many plies lie before it, passes included; 0 at the start of the game.
    pub ply: u32,
    /// Who played that ply, and what; `None` at the position that a walk began with.
    pub played: Option<(Color, Token)>,
    /// The discs that it turned over.
    pub flipped: Squares,
    /// The position.
    pub position: Position,
}

/// A way through a game on one board, from one position on.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    board: &'a Board,
    here: Step,
}

impl<'a> Walk<'a> {
    /// From the start of a game on this board.
    #[must_use]
    pub fn from_start(board: &'a Board) -> Self {
        Self::from(board, board.start(), 0)
    }

    /// From a position with so many plies before it.
    #[must_use]
    pub const fn from(board: &'a Board, position: Position, ply: u32) -> Self {
        Self {
            board,
            here: Step {
                ply,
                played: None,
                flipped: Squares::EMPTY,
                position,
            },
        }
    }

    /// Where it has come to.
    #[must_use]
    pub const fn here(&self) -> Step {
        self.here
    }

    /// Plays a word. A side without a move passes by itself before the other one's disc, whether the transcript says so or
    /// not. `seen` is told of each position on the way, in order.
    ///
    /// # Errors
    /// Why it cannot be played here. Nothing is, but for the pass that comes before it.
    pub fn take(&mut self, token: Token, mut seen: impl FnMut(Step)) -> Result<(), IllegalReason> {
        if self.board.is_over(&self.here.position) {
            return Err(IllegalReason::GameOver);
        }
        let Some(square) = token.square() else {
            let passed = self.passed().ok_or(IllegalReason::NotForced)?;
            self.here = passed;
            seen(passed);
            return Ok(());
        };
        self.pass(&mut seen);
        let Step { ply, position, .. } = self.here;
        let flipped = self.board.flips(&position, square, token.flip())?;
        self.here = Step {
            ply: ply.saturating_add(1),
            played: Some((position.to_move(), token)),
            flipped,
            position: position.with_move(square, flipped),
        };
        seen(self.here);
        Ok(())
    }

    /// Takes the pass of a side without a move, if this is one's turn.
    pub fn pass(&mut self, mut seen: impl FnMut(Step)) {
        if let Some(passed) = self.passed() {
            self.here = passed;
            seen(passed);
        }
    }

    /// The position after a forced pass; `None` if there is none.
    fn passed(&self) -> Option<Step> {
        let position = self.board.pass(&self.here.position)?;
        Some(Step {
            ply: self.here.ply.saturating_add(1),
            played: Some((self.here.position.to_move(), Token::Pass)),
            flipped: Squares::EMPTY,
            position,
        })
    }
}

/// Every position of a game on this board: its start, and the one after each word and each pass. Ends before the first
/// word that cannot be played.
#[must_use]
pub fn steps(board: &Board, tokens: impl IntoIterator<Item = Token>) -> Vec<Step> {
    let mut walk = Walk::from_start(board);
    let mut steps = alloc::vec![walk.here()];
    for token in tokens {
        if walk.take(token, |step| steps.push(step)).is_err() {
            break;
        }
    }
    steps
}
