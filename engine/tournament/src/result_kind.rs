//! How results come about, and what each counts as: one table that rankings, pairings, team lists and rating files
//! read.

use serde::{Deserialize, Serialize};

/// How a result came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultKind {
    /// Played to the end.
    #[default]
    Played,
    /// A flag fell (WOC IV.6, EGP IV.6).
    TimeDefault,
    /// Resigned (WOC IV.8, EGP IV.8).
    Resigned,
    /// A score that an official set, who did not say how it came about (EGP V.2).
    Ruling,
    /// An official judged a game that was not played to its end, and set its score (AGA).
    Adjudicated,
    /// Lost by an official's decision, both players being at the table (WOC V.2, MSO 5.1, AGA).
    Forfeit,
    /// Lost by both in the same way: nobody scores.
    DoubleForfeit,
    /// Somebody did not appear, or neither did.
    #[serde(rename = "absence", alias = "no_show")]
    NoShow,
    /// An opponent withdrew, or was put out, after the round was published and before the game was decided; or both
    /// (WOC II.7, EGP II.6).
    Walkover,
}

/// What a result counts as, beside its points and discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// The two have met.
    pub meeting: bool,
    /// Each had his colour.
    pub colour: bool,
    /// With unequal points, one floated up and one down.
    pub float: bool,
    /// The BQ and the tie-breaks by opponents take it as a game that was played: own discs and the opponent's points.
    /// What is not, is an unplayed round for both (WOC A.3, EGP VI.3).
    pub played: bool,
    /// It is a game line of a rating file.
    pub game_line: bool,
}

impl Counts {
    /// A game.
    pub const GAME: Self = Self {
        meeting: true,
        colour: true,
        float: true,
        played: true,
        game_line: true,
    };
    /// A game that nobody won: both sat at the table, and rating files know no such line.
    pub const GAME_WITHOUT_WINNER: Self = Self {
        game_line: false,
        ..Self::GAME
    };
    /// None: the point alone stands.
    pub const NO_GAME: Self = Self {
        meeting: false,
        colour: false,
        float: false,
        played: false,
        game_line: false,
    };
}

impl ResultKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Played,
        Self::TimeDefault,
        Self::Resigned,
        Self::Ruling,
        Self::Adjudicated,
        Self::Forfeit,
        Self::DoubleForfeit,
        Self::NoShow,
        Self::Walkover,
    ];

    /// What it counts as.
    #[must_use]
    pub const fn counts(self) -> Counts {
        match self {
            Self::Played
            | Self::TimeDefault
            | Self::Resigned
            | Self::Ruling
            | Self::Adjudicated
            | Self::Forfeit => Counts::GAME,
            Self::DoubleForfeit => Counts::GAME_WITHOUT_WINNER,
            Self::NoShow | Self::Walkover => Counts::NO_GAME,
        }
    }

    /// True where it says that somebody was not there.
    #[must_use]
    pub const fn somebody_absent(self) -> bool {
        matches!(self, Self::NoShow | Self::Walkover)
    }

    /// Its name in snake case; a score of which nothing more was said is `entered`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::TimeDefault => "time_default",
            Self::Resigned => "resigned",
            Self::Ruling => "entered",
            Self::Adjudicated => "adjudicated",
            Self::Forfeit => "forfeit",
            Self::DoubleForfeit => "double_forfeit",
            Self::NoShow => "no_show",
            Self::Walkover => "walkover",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind by which a result counts: where somebody was absent (his flag fell twice, and he had made no move), it
    /// is a no-show, whatever ended the game at its table.
    #[must_use]
    pub const fn with_absent(self, somebody: bool) -> Self {
        if somebody && !self.somebody_absent() {
            Self::NoShow
        } else {
            self
        }
    }
}
