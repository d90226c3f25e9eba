use serde::{Deserialize, Serialize};

use crate::{Color, PerColor};

/// What wins a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// More discs win: Othello.
    #[default]
    Most,
    /// Fewer discs win: Anti-Reversi. All scores are mirrored: a whole loss is 64 discs for the
    /// loser and none for the winner, the least win 31-33.
    Fewest,
}

impl Goal {
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

    /// The score when `winner` wins everything: 64-0, mirrored 0-64.
    #[must_use]
    pub fn whole_win(self, winner: Color) -> PerColor<u8> {
        match self {
            Self::Most => PerColor::of(winner, 64, 0),
            Self::Fewest => PerColor::of(winner, 0, 64),
        }
    }

    /// The least score that `winner` can win with: 33-31, mirrored 31-33.
    #[must_use]
    pub fn least_win(self, winner: Color) -> PerColor<u8> {
        match self {
            Self::Most => PerColor::of(winner, 33, 31),
            Self::Fewest => PerColor::of(winner, 31, 33),
        }
    }
}

/// How the board is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Four discs crosswise in the centre.
    #[default]
    Standard,
    /// Reversi of 1883: the centre is empty; the first four discs are placed there, in turn and
    /// without flips.
    Placed1883,
}
