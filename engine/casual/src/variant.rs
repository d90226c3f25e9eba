use std::fmt;

use outflank_othello::{BoardSize, Color, Goal, Handicap, Opening};
use serde::{Deserialize, Serialize};

/// What is played. Each has live ratings of its own.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Othello.
    #[default]
    Othello,
    /// Fewest discs win.
    AntiReversi,
    /// Reversi of 1883: the first four discs are placed in the centre.
    #[serde(rename = "reversi_1883")]
    Reversi1883,
    /// The same; the second player may flip one of the opponent's discs with his second.
    #[serde(rename = "reversi_1883_may_flip")]
    Reversi1883MayFlip,
    /// The same; he has to.
    #[serde(rename = "reversi_1883_must_flip")]
    Reversi1883MustFlip,
    /// Othello on 36 squares.
    #[serde(rename = "othello_6x6")]
    Othello6x6,
    /// Othello on 16 squares.
    #[serde(rename = "othello_4x4")]
    Othello4x4,
    /// Othello after eight plies that the lot drew, which are not evened out; both games of a pair begin from the same.
    OthelloDrawnOpening,
    /// Othello in which black has a disc in one corner before the start, and white moves first.
    OthelloOneCorner,
    /// The same with two corners.
    OthelloTwoCorners,
    /// The same with three.
    OthelloThreeCorners,
    /// The same with all four.
    OthelloFourCorners,
}

impl Variant {
    /// All of them, as they are listed.
    pub const ALL: [Self; 12] = [
        Self::Othello,
        Self::AntiReversi,
        Self::Reversi1883,
        Self::Reversi1883MayFlip,
        Self::Reversi1883MustFlip,
        Self::Othello6x6,
        Self::Othello4x4,
        Self::OthelloDrawnOpening,
        Self::OthelloOneCorner,
        Self::OthelloTwoCorners,
        Self::OthelloThreeCorners,
        Self::OthelloFourCorners,
    ];

    /// Its name: `"anti_reversi"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Othello => "othello",
            Self::AntiReversi => "anti_reversi",
            Self::Reversi1883 => "reversi_1883",
            Self::Reversi1883MayFlip => "reversi_1883_may_flip",
            Self::Reversi1883MustFlip => "reversi_1883_must_flip",
            Self::Othello6x6 => "othello_6x6",
            Self::Othello4x4 => "othello_4x4",
            Self::OthelloDrawnOpening => "othello_drawn_opening",
            Self::OthelloOneCorner => "othello_one_corner",
            Self::OthelloTwoCorners => "othello_two_corners",
            Self::OthelloThreeCorners => "othello_three_corners",
            Self::OthelloFourCorners => "othello_four_corners",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// What wins.
    #[must_use]
    pub const fn goal(self) -> Goal {
        match self {
            Self::AntiReversi => Goal::Fewest,
            _ => Goal::Most,
        }
    }

    /// How the board is set up.
    #[must_use]
    pub const fn opening(self) -> Opening {
        match self {
            Self::Reversi1883 => Opening::Placed1883,
            Self::Reversi1883MayFlip => Opening::Placed1883MayFlip,
            Self::Reversi1883MustFlip => Opening::Placed1883MustFlip,
            _ => Opening::Standard,
        }
    }

    /// The discs that black has in corners before the start; white moves first then.
    #[must_use]
    pub const fn handicap(self) -> Option<Handicap> {
        let discs = match self {
            Self::OthelloOneCorner => 1,
            Self::OthelloTwoCorners => 2,
            Self::OthelloThreeCorners => 3,
            Self::OthelloFourCorners => 4,
            _ => return None,
        };
        let to = Color::Black;
        Some(Handicap { to, discs })
    }

    /// Whether the lot draws the first plies.
    #[must_use]
    pub const fn draws_opening(self) -> bool {
        matches!(self, Self::OthelloDrawnOpening)
    }

    /// How large the board is.
    #[must_use]
    pub const fn size(self) -> BoardSize {
        match self {
            Self::Othello6x6 => BoardSize::Six,
            Self::Othello4x4 => BoardSize::Four,
            _ => BoardSize::Eight,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
