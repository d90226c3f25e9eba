//! A published table.

use serde::{Deserialize, Serialize};

use crate::finals::MatchId;
use crate::ids::EntrantId;
use crate::rule_set::TimeControl;
use crate::stream::PlannedPlay;
use crate::table::Colour;

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
    /// Who has discs in corners before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

/// Discs that a player has in corners before the start; his opponent moves first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handicap {
    /// The player.
    pub entrant: EntrantId,
    /// How many, 1 to 4; given by a director also 0, which takes from him what the rules give.
    pub discs: u8,
}

impl Handicap {
    /// One for each corner.
    pub const MOST: u8 = outflank_othello::Handicap::MOST;
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
    /// What of the finals it is, as a timetable plans it.
    pub(in crate::stream) fn finals_play(&self) -> Option<PlannedPlay> {
        match &self.purpose {
            BoardPurpose::Match { match_id, game } => Some(PlannedPlay::Finals {
                stage: match_id.stage(),
                game: *game,
            }),
            BoardPurpose::Qualification | BoardPurpose::SideSwiss | BoardPurpose::ExtraRound => {
                None
            }
        }
    }

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
            handicap: None,
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

    /// The colour that wins a drawn game; `None` where a draw is nobody's win.
    pub(in crate::stream) fn winner_of_draw(&self) -> Option<Colour> {
        let winner = self.draw_winner.as_ref()?;
        self.colour_of(winner)
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
