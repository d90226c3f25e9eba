//! The variant of the game that a rule set has played.

pub use outflank_othello::{BoardSize, Goal, Opening};
use serde::{Deserialize, Serialize};

use crate::table::{Colour, GameResult};

/// Who has discs in corners before the start without the director's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandicapRule {
    /// Nobody.
    #[default]
    None,
    /// In a Swiss-McMahon system who started in a lower band than his opponent: a disc for each band between them, four
    /// at most (AGA).
    BandDifference,
}

/// The variant of the game; Othello is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Variant {
    /// Who wins.
    pub goal: Goal,
    /// How it begins.
    pub opening: Opening,
    /// How large the board is.
    #[serde(default)]
    pub size: BoardSize,
    /// Who has a handicap.
    #[serde(default)]
    pub handicaps: HandicapRule,
}

impl Variant {
    /// True where it is Othello, handicaps left aside.
    #[must_use]
    pub fn is_othello(&self) -> bool {
        let handicaps = HandicapRule::default();
        Self { handicaps, ..*self } == Self::default()
    }

    /// The squares of the board: the discs of a score together.
    #[must_use]
    pub fn squares(&self) -> u32 {
        self.size.count().into()
    }

    /// Half of them: each side's discs in a draw.
    #[must_use]
    pub fn half(&self) -> u32 {
        self.size.half().into()
    }

    /// Who has won with these discs; `None` is a draw.
    #[must_use]
    pub fn winner(&self, black_discs: u32, white_discs: u32) -> Option<Colour> {
        let by_most = match black_discs.cmp(&white_discs) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        };
        match self.goal {
            Goal::Most => by_most,
            Goal::Fewest => by_most.map(Colour::other),
        }
    }

    /// The result as lists count it: the discs of the winner's side speak for him.
    #[must_use]
    pub fn counted(&self, result: GameResult) -> GameResult {
        match self.goal {
            Goal::Most => result,
            Goal::Fewest => GameResult {
                black_discs: result.white_discs,
                white_discs: result.black_discs,
                ..result
            },
        }
    }

    /// Black's and white's discs where so many speak for that colour, and the rest for the other.
    #[must_use]
    pub fn discs_for(&self, colour: Colour, discs: u32) -> (u32, u32) {
        let others = self.squares().saturating_sub(discs);
        match (colour, self.goal) {
            (Colour::Black, Goal::Most) | (Colour::White, Goal::Fewest) => (discs, others),
            (Colour::White, Goal::Most) | (Colour::Black, Goal::Fewest) => (others, discs),
        }
    }
}
