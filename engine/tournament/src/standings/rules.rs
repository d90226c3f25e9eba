//! What a ranking depends on besides the results: the chain of criteria, how ties are taken through it,
//! and who shares a rank.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;

/// A criterion of the ranking. More is better, except for lots and timeouts.
///
/// A round in which somebody was absent has its point and its discs; it is no game, and so no opponent,
/// for every other criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// Points, in half-points: games, byes, granted rounds, starting scores and rulings.
    Points,
    /// Brightwell Quotient, in half-units (Mixed Brightwell System, WOC A.3, EGP VI.3).
    BrightwellQuotient,
    /// Disc-count, bye discs included (WOC A.4, EGP II.3).
    DiscCount,
    /// Lots, drawn once (WOC A.4, EGP II.3, AGA).
    Lots,
    /// Sum of the opponents' points without the lowest ones, in half-points; full at 0 (MSO).
    Buchholz {
        /// How many of the lowest opponents' scores are discarded.
        dropped_lowest: u32,
    },
    /// Sum of the scores after each round, in half-points (MSO).
    Progressive,
    /// Sum of result x opponent's points, in quarters of a point (MSO).
    SonnebornBerger,
    /// Points in the games among the tied, in half-points (MSO, AGA).
    HeadToHead,
    /// Sum of all opponents' points, in half-points (SOS; AGA).
    SumOfOpponentsScores,
    /// Sum of the defeated opponents' points, half of them for a draw, in quarters of a point (SODOS; AGA).
    SumOfDefeatedOpponentsScores,
    /// Sum of the opponents' points without the strongest and the weakest, two of each from nine rounds,
    /// in half-points; breaks no tie in fewer than five rounds (AGA).
    Median,
    /// Points won less points lost against the opponents that all of the tied have met, in half-points
    /// (SACO; AGA).
    ScoreAgainstCommonOpponents,
    /// Sum of the scores after each round, in half-points (AGA).
    Cumulative,
    /// Number of games in which the player's flag fell; fewer are better (MSO, online).
    FewestTimeouts,
}

impl TieBreak {
    /// The criterion's name in lists: `BQ`, `discs`, `Buchholz -2`, `SOS`.
    #[must_use]
    pub fn short_name(self) -> String {
        let name = match self {
            Self::Points => "points",
            Self::BrightwellQuotient => "BQ",
            Self::DiscCount => "discs",
            Self::Lots => "lots",
            Self::Buchholz { dropped_lowest: 0 } => "Buchholz",
            Self::Buchholz { dropped_lowest } => return format!("Buchholz -{dropped_lowest}"),
            Self::Progressive => "progressive",
            Self::SonnebornBerger => "Sonneborn-Berger",
            Self::HeadToHead => "head-to-head",
            Self::SumOfOpponentsScores => "SOS",
            Self::SumOfDefeatedOpponentsScores => "SODOS",
            Self::Median => "median",
            Self::ScoreAgainstCommonOpponents => "SACO",
            Self::Cumulative => "cumulative",
            Self::FewestTimeouts => "timeouts",
        };
        name.to_owned()
    }
}

/// How a tied group goes through the chain of criteria.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieResolution {
    /// Each criterion parts what the one before it left together (WOC A.4, EGP VI.4).
    #[default]
    Plain,
    /// A criterion that parts the tied is followed by the whole chain again inside each part (MSO).
    RestartInSubsets,
    /// Each criterion keeps the best and drops the others, who are ranked behind them by the same
    /// criterion among themselves; of three or more, nobody who lost to another of the tied is best in
    /// their games against each other (AGA).
    DropBelowBest,
}

/// Who shares a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SharedRanks {
    /// Equal points are equal ranks, except among those who qualify for finals (WOC II.1.3, EGP II.3).
    #[default]
    EqualPoints,
    /// Only ties that reach a medal or a place in the finals are broken (MSO).
    BelowMedals {
        /// Number of medals.
        medals: u32,
    },
    /// Whoever the criteria part has a rank of his own.
    OnlyUnbroken,
}

/// The order of a list: the criteria, and how ties go through them.
///
/// PAPP's order (points, BQ, discs, name) is points, BQ and disc-count without lots: whoever is left tied
/// shares his rank and stands in the order of ids, which the caller may make the order of names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankingRules {
    /// The criteria, first to last.
    pub tie_breaks: Vec<TieBreak>,
    /// How a tied group goes through them.
    #[serde(default)]
    pub resolution: TieResolution,
    /// Buchholz and Sonneborn-Berger compare equal numbers of opponents: of who met more, the lowest are
    /// left out first (MSO, second clarification).
    #[serde(default)]
    pub even_opponents: bool,
    /// Who shares a rank.
    #[serde(default)]
    pub shared_ranks: SharedRanks,
}

impl RankingRules {
    /// Points, BQ, disc-count, lots; equal points are equal ranks (WOC A.4, EGP II.3).
    #[must_use]
    pub fn brightwell() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::Points,
                TieBreak::BrightwellQuotient,
                TieBreak::DiscCount,
                TieBreak::Lots,
            ],
            resolution: TieResolution::Plain,
            even_opponents: false,
            shared_ranks: SharedRanks::EqualPoints,
        }
    }

    /// Swiss: Buchholz without the two lowest, full Buchholz, progressive (MSO).
    #[must_use]
    pub fn mso_swiss() -> Self {
        Self::mso(&[
            TieBreak::Buchholz { dropped_lowest: 2 },
            TieBreak::Buchholz { dropped_lowest: 0 },
            TieBreak::Progressive,
        ])
    }

    /// Round robin: Sonneborn-Berger, head-to-head (MSO).
    #[must_use]
    pub fn mso_round_robin() -> Self {
        Self::mso(&[TieBreak::SonnebornBerger, TieBreak::HeadToHead])
    }

    /// SOS, SODOS, head-to-head, lots (AGA).
    #[must_use]
    pub fn aga() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::Points,
                TieBreak::SumOfOpponentsScores,
                TieBreak::SumOfDefeatedOpponentsScores,
                TieBreak::HeadToHead,
                TieBreak::Lots,
            ],
            resolution: TieResolution::DropBelowBest,
            even_opponents: false,
            shared_ranks: SharedRanks::OnlyUnbroken,
        }
    }

    fn mso(criteria: &[TieBreak]) -> Self {
        let mut tie_breaks = vec![TieBreak::Points];
        tie_breaks.extend_from_slice(criteria);
        Self {
            tie_breaks,
            resolution: TieResolution::RestartInSubsets,
            even_opponents: true,
            shared_ranks: SharedRanks::BelowMedals { medals: 3 },
        }
    }
}

/// How the constant C of the Brightwell Quotient is set. A bare number reads as a fixed constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", from = "WrittenConstant")]
pub enum BrightwellConstant {
    /// This number; 6 in WOC A.2 and EGP VI.2.
    Fixed {
        /// The constant.
        constant: u32,
    },
    /// 0 in fewer than eight rounds, which leaves the disc-count, else 6 (PAPP).
    PappDefault,
    /// The integer nearest to squares / rounds.
    SquaresOverRounds,
}

impl BrightwellConstant {
    /// The constant for a tournament of that many rounds on a board of that many squares.
    #[must_use]
    pub fn value(self, rounds: u32, squares: u32) -> u32 {
        match self {
            Self::Fixed { constant } => constant,
            Self::PappDefault if rounds < 8 => 0,
            Self::PappDefault => 6,
            Self::SquaresOverRounds => {
                let rounds = u64::from(rounds.max(1));
                let nearest = (2 * u64::from(squares) + rounds) / (2 * rounds);
                u32::try_from(nearest).unwrap_or(u32::MAX)
            }
        }
    }
}

/// A constant as rule sets have it: older ones as a bare number.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenConstant {
    Number(u32),
    Kind(WrittenKind),
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum WrittenKind {
    Fixed { constant: u32 },
    PappDefault,
    SquaresOverRounds,
}

impl From<WrittenConstant> for BrightwellConstant {
    fn from(written: WrittenConstant) -> Self {
        match written {
            WrittenConstant::Number(constant)
            | WrittenConstant::Kind(WrittenKind::Fixed { constant }) => Self::Fixed { constant },
            WrittenConstant::Kind(WrittenKind::PappDefault) => Self::PappDefault,
            WrittenConstant::Kind(WrittenKind::SquaresOverRounds) => Self::SquaresOverRounds,
        }
    }
}

/// Squares of the board of Othello.
const SQUARES: u32 = 64;

/// How a list is ranked: the ranking rules of a rule set with its scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsRules {
    /// The constant C of the BQ.
    pub brightwell_constant: u32,
    /// With C = 0 the BQ is the disc-count, bye discs included (PAPP); else a round without a game still
    /// stands for half of the board.
    pub discs_at_constant_zero: bool,
    /// Squares of the board; half of them stand for a round without a countable game in the BQ.
    pub squares: u32,
    /// Points of a bye.
    pub bye_half_points: HalfPoints,
    /// Discs of a bye in the disc-count.
    pub bye_discs: u32,
    /// The criteria and how ties go through them.
    pub ranking: RankingRules,
    /// How many players qualify for finals: their ranks are their own.
    pub qualifiers: u32,
}

impl StandingsRules {
    /// The rules of a ranking for a tournament of that many rounds on 64 squares; a bye is a point and 40
    /// discs; nobody qualifies.
    #[must_use]
    pub fn new(ranking: RankingRules, constant: BrightwellConstant, rounds: u32) -> Self {
        Self::on_board(ranking, constant, (rounds, SQUARES))
    }

    /// The same for rounds on a board of that many squares.
    #[must_use]
    pub fn on_board(
        ranking: RankingRules,
        constant: BrightwellConstant,
        (rounds, squares): (u32, u32),
    ) -> Self {
        Self {
            brightwell_constant: constant.value(rounds, squares),
            discs_at_constant_zero: constant == BrightwellConstant::PappDefault,
            squares,
            bye_half_points: HalfPoints::WIN,
            bye_discs: 40,
            ranking,
            qualifiers: 0,
        }
    }

    /// Points, BQ, disc-count, lots on 64 squares; a bye is a point; nobody qualifies.
    #[must_use]
    pub fn brightwell(constant: u32, bye_discs: u32) -> Self {
        let constant = BrightwellConstant::Fixed { constant };
        Self {
            bye_discs,
            ..Self::new(RankingRules::brightwell(), constant, 0)
        }
    }
}
