use serde::{Deserialize, Serialize};

use crate::{Color, PerColor, Square, Squares};

/// The discs on the board and the side to move, as the largest board has them; [`Board`](crate::Board) says what its
/// size and its opening make of them. Whether that side has to pass follows from the
/// discs; whether the game is over too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    black: Squares,
    white: Squares,
    to_move: Color,
}

const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_COLUMN_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const INNER_COLUMNS: u64 = NOT_COLUMN_A & NOT_COLUMN_H;

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl Position {
    /// The fixed start: black on d5 and e4, white on d4 and e5, black to move.
    pub const START: Self = Self {
        black: Squares(1 << 35 | 1 << 28),
        white: Squares(1 << 27 | 1 << 36),
        to_move: Color::Black,
    };

    /// A position from its discs; `None` if a square holds both colours.
    #[must_use]
    pub const fn new(black: Squares, white: Squares, to_move: Color) -> Option<Self> {
        if black.0 & white.0 == 0 {
            Some(Self {
                black,
                white,
                to_move,
            })
        } else {
            None
        }
    }

    /// The discs of one colour.
    #[must_use]
    pub const fn discs(&self, color: Color) -> Squares {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The side to move, who may have to pass.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Discs of each colour on the board, empties counted for nobody.
    #[must_use]
    pub fn disc_counts(&self) -> PerColor<u8> {
        PerColor::new(self.black.count(), self.white.count())
    }

    /// The squares without a disc.
    #[must_use]
    pub const fn empties(&self) -> Squares {
        Squares(!(self.black.0 | self.white.0))
    }

    /// Every square where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> Squares {
        let (own, other) = self.sides();
        Squares(moves(own, other))
    }

    /// Whether the side to move may play on `square`.
    #[must_use]
    pub const fn is_legal(&self, square: Square) -> bool {
        !self.flips(square).is_empty()
    }

    /// The discs that a move of the side to move would flip: empty if the move is not legal.
    #[must_use]
    pub const fn flips(&self, square: Square) -> Squares {
        if !self.empties().contains(square) {
            return Squares::EMPTY;
        }
        let (own, other) = self.sides();
        Squares(flips(own, other, square.only().0))
    }

    /// The position after a move of the side to move; `None` if the move is not legal.
    #[must_use]
    pub const fn play(&self, square: Square) -> Option<Self> {
        if !self.is_legal(square) {
            return None;
        }
        Some(self.with_move(square, self.flips(square)))
    }

    /// The position after a forced pass; `None` if the side to move has a move or the game is over.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        self.must_pass().then(|| self.passed())
    }

    /// Whether the side to move has no move while the other side has one.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.passed().legal_moves().is_empty()
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    /// Puts a disc on `square`, flips exactly `flipped` and gives the turn away, judging nothing.
    #[must_use]
    pub(crate) const fn with_move(&self, square: Square, flipped: Squares) -> Self {
        let (own, other) = self.sides();
        let gained = flipped.0 | square.only().0;
        let (own, other) = (Squares(own | gained), Squares(other & !gained));
        match self.to_move {
            Color::Black => Self {
                black: own,
                white: other,
                to_move: Color::White,
            },
            Color::White => Self {
                black: other,
                white: own,
                to_move: Color::Black,
            },
        }
    }

    /// The same discs with `color` to move.
    #[must_use]
    pub(crate) const fn with_to_move(self, color: Color) -> Self {
        Self {
            to_move: color,
            ..self
        }
    }

    pub(crate) const fn passed(&self) -> Self {
        self.with_to_move(self.to_move.opponent())
    }

    /// Own and other discs, seen by the side to move.
    pub(crate) const fn sides(&self) -> (u64, u64) {
        match self.to_move {
            Color::Black => (self.black.0, self.white.0),
            Color::White => (self.white.0, self.black.0),
        }
    }
}

/// Squares where `own` may move: runs of `other` discs from an own disc to an empty square, grown
/// by doubling in the eight directions.
pub(crate) const fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let found =
        reach(own, inner, 1) | reach(own, other, 8) | reach(own, inner, 7) | reach(own, inner, 9);
    found & !(own | other)
}

/// The squares next to the end of a run over `through` from `own`, both ways along `step`.
const fn reach(own: u64, through: u64, step: u32) -> u64 {
    let pair_left = through & (through << step);
    let pair_right = through & (through >> step);
    let mut left = through & (own << step);
    let mut right = through & (own >> step);
    left |= through & (left << step);
    right |= through & (right >> step);
    left |= pair_left & (left << (2 * step));
    right |= pair_right & (right >> (2 * step));
    left |= pair_left & (left << (2 * step));
    right |= pair_right & (right >> (2 * step));
    (left << step) | (right >> step)
}

/// The discs of `other` that `own` flips by moving to the one square in `square`.
pub(crate) const fn flips(own: u64, other: u64, square: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    run(own, inner, square, 1)
        | run(own, other, square, 8)
        | run(own, inner, square, 7)
        | run(own, inner, square, 9)
}

/// The bracketed runs over `through` from `square`, both ways along `step`.
const fn run(own: u64, through: u64, square: u64, step: u32) -> u64 {
    let mut left = through & (square << step);
    let mut right = through & (square >> step);
    let pair_left = through & (through << step);
    let pair_right = through & (through >> step);
    left |= through & (left << step);
    right |= through & (right >> step);
    left |= pair_left & (left << (2 * step));
    right |= pair_right & (right >> (2 * step));
    left |= pair_left & (left << (2 * step));
    right |= pair_right & (right >> (2 * step));
    // A run counts only when an own disc closes it.
    let closed_left = if own & (left << step) == 0 { 0 } else { left };
    let closed_right = if own & (right >> step) == 0 { 0 } else { right };
    closed_left | closed_right
}
