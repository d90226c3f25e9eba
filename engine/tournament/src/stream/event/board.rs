//! A published table and the result of its board.

use serde::{Deserialize, Serialize};

use crate::finals::MatchId;
use crate::ids::EntrantId;
use crate::rule_set::{Goal, TimeControl};
use crate::table::{Colour, GameResult};

const SQUARES: u32 = 64;

/// What a board counts for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoardPurpose {
    /// The qualification.
    #[default]
    Qualification,
    /// The Swiss of those who are not in the semi-finals (EGP II.2); it adds to the qualification's points.
    SideSwiss,
    /// A round added while more than one perfect score stands (MSO); it adds to the points.
    ExtraRound,
    /// A game of a match of the finals; it counts in no list.
    Match {
        /// The match.
        match_id: MatchId,
        /// Number of the game in the match, from 1.
        game: u32,
    },
}

impl BoardPurpose {
    /// True for the plain purpose, which old streams do not write.
    #[must_use]
    pub fn is_qualification(&self) -> bool {
        *self == Self::Qualification
    }

    /// True where the board adds to the points of the list.
    #[must_use]
    pub fn counts_in_list(&self) -> bool {
        !matches!(self, Self::Match { .. })
    }
}

/// One table of a published round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedPairing {
    /// Table, from 1.
    pub table: u32,
    /// Who has black.
    pub black: EntrantId,
    /// Who has white.
    pub white: EntrantId,
    /// What the board counts for.
    #[serde(default, skip_serializing_if = "BoardPurpose::is_qualification")]
    pub purpose: BoardPurpose,
    /// Who wins if the game is drawn (WOC IV.9, EGP IV.9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_winner: Option<EntrantId>,
    /// The time control of the board's stage; `None` is the qualification's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// What black's clock has of its own.
    #[serde(default, skip_serializing_if = "OwnClock::is_plain")]
    pub black_clock: OwnClock,
    /// What white's clock has of its own.
    #[serde(default, skip_serializing_if = "OwnClock::is_plain")]
    pub white_clock: OwnClock,
}

/// What one player's clock has of its own at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OwnClock {
    /// A time control of his own; `None` is the table's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// Time on top, in ms (WOC IV.10).
    #[serde(default)]
    pub extra_ms: i64,
}

impl OwnClock {
    /// True where the clock is the table's.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

impl PublishedPairing {
    /// A plain table of the qualification.
    #[must_use]
    pub fn new(table: u32, black: EntrantId, white: EntrantId) -> Self {
        Self {
            table,
            black,
            white,
            purpose: BoardPurpose::Qualification,
            draw_winner: None,
            time_control: None,
            black_clock: OwnClock::default(),
            white_clock: OwnClock::default(),
        }
    }

    /// The player with that colour.
    #[must_use]
    pub fn player(&self, colour: Colour) -> &EntrantId {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// The colour of that player, `None` if he does not sit here.
    #[must_use]
    pub fn colour_of(&self, entrant: &EntrantId) -> Option<Colour> {
        if *entrant == self.black {
            Some(Colour::Black)
        } else if *entrant == self.white {
            Some(Colour::White)
        } else {
            None
        }
    }
}

/// How a result came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultKind {
    /// Played to the end.
    Played,
    /// A flag fell (EGP IV.6).
    TimeDefault,
    /// Resigned (EGP IV.8).
    Resigned,
    /// Set by the tournament director (EGP V.2).
    Ruling,
    /// Somebody did not appear within the rules' limit, or neither did.
    Absence,
}

/// Who lost without having made a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// Both played.
    #[default]
    Nobody,
    /// Black.
    Black,
    /// White.
    White,
    /// Neither appeared.
    Both,
}

/// The result of one board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// Black's final discs.
    pub black_discs: u32,
    /// White's final discs.
    pub white_discs: u32,
    /// The winner; `None` is a draw, or 0-0 with both absent.
    pub winner: Option<Colour>,
    /// How it came about.
    pub kind: ResultKind,
    /// Who was absent.
    #[serde(default)]
    pub absent: Absence,
    /// Id of the game it comes from; `None` when entered by an official.
    pub game: Option<String>,
    /// No player began that game: an official put its transcript or score on record. Streams of earlier versions do
    /// not tell.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub unplayed: bool,
}

impl ResultRecord {
    /// The score that an official sets: black's discs of 64, white has the rest.
    #[must_use]
    pub fn ruled(black_discs: u32, goal: Goal) -> Self {
        let white_discs = SQUARES.saturating_sub(black_discs);
        Self {
            black_discs,
            white_discs,
            winner: goal.winner(black_discs, white_discs),
            kind: ResultKind::Ruling,
            absent: Absence::Nobody,
            game: None,
            unplayed: false,
        }
    }

    /// True where players gave it at the table, or an official ruled upon a game that they had begun.
    #[must_use]
    pub fn rests_on_game(&self) -> bool {
        self.game.is_some() && !self.unplayed && self.absent == Absence::Nobody
    }

    /// The result as rankings and pairings read it.
    #[must_use]
    pub fn game_result(&self) -> GameResult {
        GameResult {
            black_discs: self.black_discs,
            white_discs: self.white_discs,
            winner: self.winner,
            black_absent: matches!(self.absent, Absence::Black | Absence::Both),
            white_absent: matches!(self.absent, Absence::White | Absence::Both),
        }
    }

    /// Whose flag fell first, where that decided the game.
    #[must_use]
    pub fn flag_fell(&self) -> Option<Colour> {
        (self.kind == ResultKind::TimeDefault)
            .then(|| self.winner.map(Colour::other))
            .flatten()
    }
}
