//! The levels of a Swiss pairing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a pairing costs, by level.
pub type Cost = BTreeMap<PairingLevel, i64>;

/// A level of a Swiss pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingLevel {
    /// Deviations from the policy of the first round: pairs inside one group where the groups are to
    /// meet, places by which the distance by rating is wrong.
    FirstRound,
    /// The sum of PAPP's penalties.
    Penalties,
    /// Pairs that met at least twice, and a second bye (modified Swiss).
    ThirdMeetings,
    /// Pairs that met before and, where `third_meetings` is no level, a second bye.
    Repeats,
    /// Sum of the differences in half-points; the bye stands one half-point below the lowest player.
    Difference,
    /// Sum of the squares of those differences.
    DifferenceSquares,
    /// Sum over the players of (blacks - whites) squared after the round.
    Colour,
    /// Players floating in the direction of their last float, minus players floating against it.
    Floats,
    /// Players who have the colour of their immediately preceding round again.
    Alternation,
    /// Pairs from one country, except in round 1.
    Country,
}

impl PairingLevel {
    /// The levels of an unmodified Swiss system without the country (EGP II.4.1).
    pub const UNMODIFIED: [Self; 6] = [
        Self::Repeats,
        Self::Difference,
        Self::DifferenceSquares,
        Self::Colour,
        Self::Floats,
        Self::Alternation,
    ];

    /// The levels of a modified Swiss system without the country (WOC II.6.2).
    pub const MODIFIED: [Self; 7] = [
        Self::ThirdMeetings,
        Self::Difference,
        Self::DifferenceSquares,
        Self::Repeats,
        Self::Colour,
        Self::Floats,
        Self::Alternation,
    ];

    /// The level's name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstRound => "first_round",
            Self::Penalties => "penalties",
            Self::ThirdMeetings => "third_meetings",
            Self::Repeats => "repeats",
            Self::Difference => "difference",
            Self::DifferenceSquares => "difference_squares",
            Self::Colour => "colour",
            Self::Floats => "floats",
            Self::Alternation => "alternation",
            Self::Country => "country",
        }
    }

    /// What the level counts, as part of a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::FirstRound => "departures from the policy of the first round",
            Self::Penalties => "the sum of the penalties",
            Self::ThirdMeetings => "pairs that met at least twice, and a second bye",
            Self::Repeats => "pairs that met before, and a second bye",
            Self::Difference => "the sum of the differences in half-points",
            Self::DifferenceSquares => "the sum of the squared differences in half-points",
            Self::Colour => "the sum of the squared surpluses of one colour",
            Self::Floats => "players floating as they last did, less those floating against it",
            Self::Alternation => "players with the colour of the round before",
            Self::Country => "pairs from one country",
        }
    }
}
