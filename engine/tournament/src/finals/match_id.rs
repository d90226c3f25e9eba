//! The matches of the finals, and their games.

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::table::GameResult;

/// One match of the finals. A playoff is named by the places of its players in the list of those who
/// were still in when it was published.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MatchId {
    /// A playoff for a place in the finals (WOC II.3.2).
    Playoff {
        /// Place of the better-ranked player, from 1.
        better: u32,
        /// Place of the other.
        worse: u32,
    },
    /// A semi-final: 1 is 1-4, 2 is 2-3 (WOC III.2, EGP II.5).
    SemiFinal {
        /// 1 or 2.
        number: u32,
    },
    /// The final (WOC III.4, EGP III.1).
    Final,
    /// The match for third place (WOC III.3, EGP III.2).
    ThirdPlace,
    /// A playoff for a place in the women's final (WOC II.5.2).
    WomensPlayoff {
        /// Place of the better-ranked woman among the women, from 1.
        better: u32,
        /// Place of the other.
        worse: u32,
    },
    /// The women's final (WOC III.5).
    WomensFinal,
    /// A game between two who tie, by their agreement (AGA).
    TiePlayoff {
        /// The one who stands higher in the list.
        better: EntrantId,
        /// The other.
        worse: EntrantId,
    },
}

/// A stage of the finals: its matches are made together when it is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalsStage {
    /// Playoffs for places in the finals.
    Playoffs,
    /// Semi-finals (and the side Swiss).
    SemiFinals,
    /// Final and match for third place.
    Finals,
    /// Playoffs for places in the women's final.
    WomensPlayoffs,
    /// The women's final.
    WomensFinal,
    /// Games between players who tie.
    TiePlayoffs,
}

impl FinalsStage {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [
        Self::Playoffs,
        Self::SemiFinals,
        Self::Finals,
        Self::WomensPlayoffs,
        Self::WomensFinal,
        Self::TiePlayoffs,
    ];

    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playoffs => "playoffs",
            Self::SemiFinals => "semi_finals",
            Self::Finals => "finals",
            Self::WomensPlayoffs => "womens_playoffs",
            Self::WomensFinal => "womens_final",
            Self::TiePlayoffs => "tie_playoffs",
        }
    }

    /// Its name in words: "semi-finals".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Playoffs => "playoffs",
            Self::SemiFinals => "semi-finals",
            Self::Finals => "finals",
            Self::WomensPlayoffs => "women's playoffs",
            Self::WomensFinal => "women's final",
            Self::TiePlayoffs => "tie playoffs",
        }
    }

    /// True for the matches that the first places are played in.
    #[must_use]
    pub fn for_the_title(self) -> bool {
        matches!(self, Self::Playoffs | Self::SemiFinals | Self::Finals)
    }
}

/// One published game of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// The match.
    pub match_id: MatchId,
    /// Number of the game in the match, from 1.
    pub game: u32,
    /// Who has black.
    pub black: EntrantId,
    /// Who has white.
    pub white: EntrantId,
    /// The result; `None` while it is played. A drawn game with draw-win has its winner set.
    pub result: Option<GameResult>,
}

impl MatchId {
    /// The stage that the match belongs to.
    #[must_use]
    pub fn stage(&self) -> FinalsStage {
        match self {
            Self::Playoff { .. } => FinalsStage::Playoffs,
            Self::SemiFinal { .. } => FinalsStage::SemiFinals,
            Self::Final | Self::ThirdPlace => FinalsStage::Finals,
            Self::WomensPlayoff { .. } => FinalsStage::WomensPlayoffs,
            Self::WomensFinal => FinalsStage::WomensFinal,
            Self::TiePlayoff { .. } => FinalsStage::TiePlayoffs,
        }
    }

    /// The match as one word, for contracts: `final`, `semi_final_1`, `playoff_4_5`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Playoff { better, worse } => format!("playoff_{better}_{worse}"),
            Self::SemiFinal { number } => format!("semi_final_{number}"),
            Self::Final => "final".to_owned(),
            Self::ThirdPlace => "third_place".to_owned(),
            Self::WomensPlayoff { better, worse } => format!("womens_playoff_{better}_{worse}"),
            Self::WomensFinal => "womens_final".to_owned(),
            Self::TiePlayoff { better, worse } => {
                format!("tie_playoff_{}_{}", better.as_str(), worse.as_str())
            }
        }
    }

    /// The match in words: "playoff 4-5", "final".
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Playoff { better, worse } => format!("playoff {better}-{worse}"),
            Self::SemiFinal { number } => format!("semi-final {number}"),
            Self::Final => "final".to_owned(),
            Self::ThirdPlace => "match for third place".to_owned(),
            Self::WomensPlayoff { better, worse } => format!("women's playoff {better}-{worse}"),
            Self::WomensFinal => "women's final".to_owned(),
            Self::TiePlayoff { better, worse } => format!("tie playoff {better}-{worse}"),
        }
    }
}

/// How the colours of a game come about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ColourRight {
    /// The better-ranked player chooses his colour (WOC III.1); a draw is half a point each.
    BetterChoosesColour,
    /// The better-ranked player chooses his colour and loses a draw, or lets the opponent choose and wins
    /// a draw (WOC IV.9).
    BetterChoosesColourOrDrawWin,
    /// The colours of the game before, reversed.
    Reversed {
        /// Who has black.
        black: EntrantId,
    },
    /// The player with more discs so far, or else the better-ranked, chooses his colour (WOC III.1).
    ChooserOfThird {
        /// Who chooses.
        player: EntrantId,
    },
    /// Nobody chooses; the colours are drawn by lot.
    Lots,
}
