//! The board of a game: how it is set up, and what may be played on it.

use serde::{Deserialize, Serialize};

use crate::board_size::BoardSize;
use crate::position::{flips, moves};
use crate::{Color, DrawnOpening, Opening, PerColor, Position, Square, Squares};

/// Discs that one side has in corners before the start; the other side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handicap {
    /// The side that has them.
    pub to: Color,
    /// How many, 1 to 4.
    pub discs: u8,
}

impl Handicap {
    /// The most discs: one for each corner.
    pub const MOST: u8 = 4;

    /// Their squares on a board of that size; the corners of [`BoardSize::corners`] in order.
    #[must_use]
    pub fn squares(self, size: BoardSize) -> Squares {
        let corners = size.corners();
        let taken = corners.iter().take(usize::from(self.discs));
        Squares(taken.fold(0, |set, corner| set | corner.0))
    }
}

/// A board with its size, its opening and its handicap: where a game begins and what may be played there. That of
/// Othello itself is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// How large it is.
    pub size: BoardSize,
    /// How the centre is set up.
    pub opening: Opening,
    /// Discs in corners before the start.
    pub handicap: Option<Handicap>,
    /// Plies of Othello that were drawn by lot and stand there before the start.
    pub drawn: Option<DrawnOpening>,
}

/// The discs of which the mover flips one by choice: with the second disc that the second player places in the opening of
/// 1883, where that opening has him flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlipChoice {
    /// The discs to choose from: the opponent's in the centre.
    pub discs: Squares,
    /// Whether one has to be chosen.
    pub required: bool,
}

/// Why a disc cannot be placed, or a transcript's word not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// A disc is there.
    #[error("a disc is there already")]
    SquareTaken,
    /// The board is smaller.
    #[error("the board does not reach so far")]
    OutsideBoard,
    /// The first four discs are being placed.
    #[error("the first four discs go into the centre")]
    OutsideCentre,
    /// The move flips nothing.
    #[error("it flips no disc")]
    FlipsNothing,
    /// A disc to flip is named where the rules leave no choice.
    #[error("no disc is chosen to be flipped with this move")]
    NoFlipToChoose,
    /// No disc to flip is named where one has to be.
    #[error("the second disc of the second player flips one of the opponent's in the centre")]
    FlipToBeChosen,
    /// The disc to flip is none of the opponent's in the centre.
    #[error("the chosen disc is none of the opponent's in the centre")]
    FlipOutOfReach,
    /// The side to move has a move.
    #[error("a pass is only for a player without a move")]
    NotForced,
    /// Neither side can move any more.
    #[error("the game is over")]
    GameOver,
}

impl Board {
    /// Othello.
    pub const OTHELLO: Self = Self {
        size: BoardSize::Eight,
        opening: Opening::Standard,
        handicap: None,
        drawn: None,
    };

    /// Where the game begins: black moves first, or who gives a handicap.
    #[must_use]
    pub fn start(&self) -> Position {
        if let Some(drawn) = self.drawn {
            return drawn.position();
        }
        let centre = self.size.centre().0;
        let first = 1_u64 << centre.trailing_zeros();
        // Black has the upper right and the lower left square of the centre, white the other two.
        let mut discs = match self.opening {
            Opening::Standard => PerColor::new(first << 1 | first << 8, first | first << 9),
            Opening::Placed1883 | Opening::Placed1883MayFlip | Opening::Placed1883MustFlip => {
                PerColor::new(0, 0)
            }
        };
        if let Some(handicap) = self.handicap {
            *discs.get_mut(handicap.to) |= handicap.squares(self.size).0;
        }
        let (black, white) = (Squares(discs.black), Squares(discs.white));
        Position::new(black, white, self.first_mover()).unwrap_or(Position::START)
    }

    /// Who moves first.
    #[must_use]
    pub const fn first_mover(&self) -> Color {
        match self.handicap {
            Some(handicap) => handicap.to.opponent(),
            None => Color::Black,
        }
    }

    /// The free squares of the centre while the first four discs are being placed there: a centre once full stays full.
    fn placements(&self, position: &Position) -> Squares {
        match self.opening {
            Opening::Standard => Squares::EMPTY,
            Opening::Placed1883 | Opening::Placed1883MayFlip | Opening::Placed1883MustFlip => {
                Squares(self.size.centre().0 & position.empties().0)
            }
        }
    }

    /// Every square where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> Squares {
        let placements = self.placements(position);
        if !placements.is_empty() {
            return placements;
        }
        let (own, other) = position.sides();
        Squares(moves(own, other) & self.size.squares().0)
    }

    /// On how many squares each side could place a disc, if it were its move.
    #[must_use]
    pub fn mobility(&self, position: &Position) -> PerColor<u8> {
        let own = self.legal_moves(position).count();
        let other = self.legal_moves(&position.passed()).count();
        match position.to_move() {
            Color::Black => PerColor::new(own, other),
            Color::White => PerColor::new(other, own),
        }
    }

    /// Between which discs the side to move chooses, if its next disc flips one by choice.
    #[must_use]
    pub fn flip_choice(&self, position: &Position) -> Option<FlipChoice> {
        let required = match self.opening {
            Opening::Standard | Opening::Placed1883 => return None,
            Opening::Placed1883MayFlip => false,
            Opening::Placed1883MustFlip => true,
        };
        let second_of_second = self.placements(position).count() == 1;
        let (_, other) = position.sides();
        second_of_second.then(|| FlipChoice {
            discs: Squares(other & self.size.centre().0),
            required,
        })
    }

    /// The discs that a disc of the side to move on `square` turns over, with the one that it flips by choice.
    ///
    /// # Errors
    /// Why it cannot be placed there, or cannot flip that.
    pub fn flips(
        &self,
        position: &Position,
        square: Square,
        flip: Option<Square>,
    ) -> Result<Squares, IllegalReason> {
        if !self.size.squares().contains(square) {
            return Err(IllegalReason::OutsideBoard);
        }
        if !position.empties().contains(square) {
            return Err(IllegalReason::SquareTaken);
        }
        let placements = self.placements(position);
        if !placements.is_empty() && !placements.contains(square) {
            return Err(IllegalReason::OutsideCentre);
        }
        match (self.flip_choice(position), flip) {
            (Some(choice), Some(flip)) if choice.discs.contains(flip) => Ok(flip.only()),
            (Some(_), Some(_)) => Err(IllegalReason::FlipOutOfReach),
            (Some(choice), None) if choice.required => Err(IllegalReason::FlipToBeChosen),
            (None, Some(_)) => Err(IllegalReason::NoFlipToChoose),
            (_, None) if !placements.is_empty() => Ok(Squares::EMPTY),
            (_, None) => {
                let (own, other) = position.sides();
                match flips(own, other, square.only().0) {
                    0 => Err(IllegalReason::FlipsNothing),
                    flipped => Ok(Squares(flipped)),
                }
            }
        }
    }

    /// The position after a move of the side to move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play(
        &self,
        position: &Position,
        square: Square,
        flip: Option<Square>,
    ) -> Result<Position, IllegalReason> {
        let flipped = self.flips(position, square, flip)?;
        Ok(position.with_move(square, flipped))
    }

    /// Whether the rest of the game is one of Othello: on the largest board, with a full centre.
    pub(crate) fn is_played_as_othello(&self, position: &Position) -> bool {
        self.size == BoardSize::Eight && self.placements(position).is_empty()
    }

    /// The position after a forced pass; `None` if the side to move has a move or the game is over.
    #[must_use]
    pub fn pass(&self, position: &Position) -> Option<Position> {
        self.must_pass(position).then(|| position.passed())
    }

    /// Whether the side to move has no move while the other side has one.
    #[must_use]
    pub fn must_pass(&self, position: &Position) -> bool {
        self.legal_moves(position).is_empty() && !self.legal_moves(&position.passed()).is_empty()
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self, position: &Position) -> bool {
        self.legal_moves(position).is_empty() && self.legal_moves(&position.passed()).is_empty()
    }
}
