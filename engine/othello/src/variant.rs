use serde::{Deserialize, Serialize};

use crate::board_size::BoardSize;
use crate::{Color, PerColor};

/// What wins a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// More discs win: Othello.
    #[default]
    Most,
    /// Fewer discs win: Anti-Reversi. All scores are mirrored: a whole loss is all discs for the
    /// loser and none for the winner, the least win 31-33.
    Fewest,
}

impl Goal {
    /// The goal as it is written: `"fewest"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Fewest => "fewest",
        }
    }

    /// Who wins with this score; `None` for a draw.
    #[must_use]
    pub const fn winner(self, discs: PerColor<u8>) -> Option<Color> {
        if discs.black == discs.white {
            return None;
        }
        let most = if discs.black > discs.white {
            Color::Black
        } else {
            Color::White
        };
        match self {
            Self::Most => Some(most),
            Self::Fewest => Some(most.opponent()),
        }
    }

    /// The score when `winner` wins everything: 64-0 of 64, mirrored 0-64.
    #[must_use]
    pub fn whole_win(self, winner: Color, size: BoardSize) -> PerColor<u8> {
        match self {
            Self::Most => PerColor::of(winner, size.count(), 0),
            Self::Fewest => PerColor::of(winner, 0, size.count()),
        }
    }

    /// The least score that `winner` can win with: 33-31 of 64, mirrored 31-33.
    #[must_use]
    pub fn least_win(self, winner: Color, size: BoardSize) -> PerColor<u8> {
        let (more, less) = (size.half() + 1, size.half() - 1);
        match self {
            Self::Most => PerColor::of(winner, more, less),
            Self::Fewest => PerColor::of(winner, less, more),
        }
    }
}

/// How the board is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Four discs crosswise in the centre.
    #[default]
    Standard,
    /// Reversi of 1883: the centre is empty; the first four discs are placed there, in turn and
    /// without flips.
    #[serde(rename = "placed_1883", alias = "placed1883")]
    Placed1883,
    /// The same, and the second player may flip one of the opponent's discs with his second.
    #[serde(rename = "placed_1883_may_flip")]
    Placed1883MayFlip,
    /// The same, and the second player has to flip one of the opponent's discs with his second.
    #[serde(rename = "placed_1883_must_flip")]
    Placed1883MustFlip,
}

impl Opening {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Standard,
        Self::Placed1883,
        Self::Placed1883MayFlip,
        Self::Placed1883MustFlip,
    ];

    /// The opening as it is written for readers: `"placed_1883"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Placed1883 => "placed_1883",
            Self::Placed1883MayFlip => "placed_1883_may_flip",
            Self::Placed1883MustFlip => "placed_1883_must_flip",
        }
    }
}
