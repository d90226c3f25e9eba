use serde::{Deserialize, Serialize};

use crate::{Position, Square};

/// Eight plies that stand on the board before a game of Othello begins: legal from its start, without a pass, so that
/// black moves next. Written as their squares in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[Square; 8]", into = "[Square; 8]")]
pub struct DrawnOpening {
    plies: [Square; Self::PLIES],
    after: Position,
}

/// The squares are no legal plies from the start of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plies of a drawn opening are legal moves from the start of Othello, without a pass")]
pub struct DrawnOpeningError;

impl DrawnOpening {
    /// How many plies it has.
    pub const PLIES: usize = 8;

    /// The opening of these plies.
    ///
    /// # Errors
    /// When one of them is not legal, or a side has to pass before the next.
    pub fn new(plies: [Square; Self::PLIES]) -> Result<Self, DrawnOpeningError> {
        let mut after = Position::START;
        for square in plies {
            after = after.play(square).ok_or(DrawnOpeningError)?;
        }
        if after.legal_moves().is_empty() {
            return Err(DrawnOpeningError);
        }
        Ok(Self { plies, after })
    }

    /// Its plies, in order.
    #[must_use]
    pub const fn plies(&self) -> &[Square; Self::PLIES] {
        &self.plies
    }

    /// The position after them, black to move.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.after
    }
}

impl TryFrom<[Square; Self::PLIES]> for DrawnOpening {
    type Error = DrawnOpeningError;

    fn try_from(plies: [Square; Self::PLIES]) -> Result<Self, DrawnOpeningError> {
        Self::new(plies)
    }
}

impl From<DrawnOpening> for [Square; DrawnOpening::PLIES] {
    fn from(opening: DrawnOpening) -> Self {
        opening.plies
    }
}
