//! How large a board is.

use serde::{Deserialize, Serialize};

use crate::Squares;

/// How many squares a board has. Smaller boards are the corner `a1` of the largest: `a1` to `f6`, `a1` to `d4`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoardSize {
    /// 16 squares, `a1` to `d4`.
    #[serde(rename = "4x4")]
    Four,
    /// 36 squares, `a1` to `f6`.
    #[serde(rename = "6x6")]
    Six,
    /// 64 squares, `a1` to `h8`: Othello.
    #[default]
    #[serde(rename = "8x8")]
    Eight,
}

impl BoardSize {
    /// All three, the smallest first.
    pub const ALL: [Self; 3] = [Self::Four, Self::Six, Self::Eight];

    /// Squares along one edge.
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Four => 4,
            Self::Six => 6,
            Self::Eight => 8,
        }
    }

    /// All squares, as many as a score has discs.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.side() * self.side()
    }

    /// Half of the squares: each side's discs in a draw.
    #[must_use]
    pub const fn half(self) -> u8 {
        self.count() / 2
    }

    /// The squares of the board.
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(match self {
            Self::Four => 0x0000_0000_0f0f_0f0f,
            Self::Six => 0x0000_3f3f_3f3f_3f3f,
            Self::Eight => u64::MAX,
        })
    }

    /// The four squares in the middle.
    #[must_use]
    pub const fn centre(self) -> Squares {
        let first = 1_u64 << (9 * (self.side() / 2 - 1));
        Squares(first | first << 1 | first << 8 | first << 9)
    }

    /// The corners in the order in which handicaps take them: `a1`, the one opposite, the right one of the first row, the
    /// left one of the last.
    #[must_use]
    pub const fn corners(self) -> [Squares; 4] {
        let last = self.side() - 1;
        [
            Squares(1),
            Squares(1 << (9 * last)),
            Squares(1 << last),
            Squares(1 << (8 * last)),
        ]
    }

    /// The size as it is written: `"6x6"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Four => "4x4",
            Self::Six => "6x6",
            Self::Eight => "8x8",
        }
    }
}
