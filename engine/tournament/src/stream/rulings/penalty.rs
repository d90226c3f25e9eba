//! What a ruling imposes, and on whom.

use outflank_othello::refusal::Milliseconds;
use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};
use crate::people::PenaltyKind;
use crate::refusals::{Refusal, RulingsRefusal};
use crate::rule_set::Deviation;

/// Whom a ruling is against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Offender {
    /// An entrant.
    Entrant {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A spectator.
    Spectator {
        /// The spectator's account.
        account: AccountId,
    },
}

/// A penalty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Penalty {
    /// A formal warning.
    Warning,
    /// Time on an open board.
    Time {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// Taken from the offender's clock, in ms.
        taken_ms: i64,
        /// Given to the opponent's clock, in ms.
        given_ms: i64,
        /// The offender's clock is emptied and his flag falls where it has no more than is taken; without this such a
        /// penalty is not imposed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        empties_clock: bool,
    },
    /// Another final score, to the benefit of the offender's opponent.
    FinalScore {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The discs of all the board's squares that speak for the opponent; in Anti-Reversi the offender's.
        opponent_discs: u32,
    },
    /// The game declared a draw, 32-32.
    Draw {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
    },
    /// The game lost.
    LossOfGame {
        /// Round, from 1.
        round: u32,
        /// Table, from 1.
        table: u32,
        /// The discs of all the board's squares that speak for the opponent; in Anti-Reversi the offender's. `None`: all
        /// of them.
        opponent_discs: Option<u32>,
    },
    /// Points taken from the score of a game (MSO 5.1), or, where none is named, from the tournament score: a house's
    /// extension.
    Points {
        /// How many, at least half of one.
        #[serde(deserialize_with = "HalfPoints::not_negative")]
        half_points: HalfPoints,
        /// The game's board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardRef>,
    },
    /// A place lost in a game (MSO 5.1): the opponent is first in it; or, where none is named, places lost in the ranking: a
    /// house's extension.
    Position {
        /// How many, at least 1; of a game's two places 1.
        places: u32,
        /// The game's board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<BoardRef>,
    },
    /// Sent from the room.
    RoomExpulsion {
        /// Until when, in ms since 1970; `None`: for good.
        until_ms: Option<i64>,
    },
    /// Expelled from the tournament: withdrawn from the next round on.
    Expulsion,
    /// Disqualified from the tournament: withdrawn, and last in the ranking where the rules say so.
    Disqualification,
    /// Disqualified from the series.
    SeriesDisqualification,
    /// Banned from further competitions.
    Ban,
}

impl Penalty {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> PenaltyKind {
        match self {
            Self::Warning => PenaltyKind::Warning,
            Self::Time { .. } => PenaltyKind::Time,
            Self::FinalScore { .. } => PenaltyKind::FinalScore,
            Self::Draw { .. } => PenaltyKind::Draw,
            Self::LossOfGame { .. } => PenaltyKind::LossOfGame,
            Self::Points { .. } => PenaltyKind::Points,
            Self::Position { .. } => PenaltyKind::Position,
            Self::RoomExpulsion { .. } => PenaltyKind::RoomExpulsion,
            Self::Expulsion => PenaltyKind::Expulsion,
            Self::Disqualification => PenaltyKind::Disqualification,
            Self::SeriesDisqualification => PenaltyKind::SeriesDisqualification,
            Self::Ban => PenaltyKind::Ban,
        }
    }

    /// Whether it can be imposed where the offender's clock has `left_ms` left: one that empties it says so.
    ///
    /// # Errors
    /// A refusal with the code `penalty_empties_clock`.
    pub fn check_clock(&self, left_ms: i64) -> Result<(), Refusal> {
        match *self {
            Self::Time {
                taken_ms,
                empties_clock: false,
                ..
            } if taken_ms > 0 && taken_ms >= left_ms => Err(RulingsRefusal::PenaltyEmptiesClock {
                left_ms: Milliseconds(left_ms.max(0)),
                taken_ms: Milliseconds(taken_ms),
            }
            .into()),
            _ => Ok(()),
        }
    }

    /// Whether whom it is imposed on plays no more.
    #[must_use]
    pub const fn puts_out(&self) -> bool {
        matches!(self, Self::Expulsion | Self::Disqualification)
    }

    /// Whether it bears on what was played or on who is ranked where: not a warning, not what keeps somebody from a room or
    /// from other events.
    #[must_use]
    pub const fn counts_here(&self) -> bool {
        match self {
            Self::Time { .. }
            | Self::FinalScore { .. }
            | Self::Draw { .. }
            | Self::LossOfGame { .. }
            | Self::Points { .. }
            | Self::Position { .. }
            | Self::Expulsion
            | Self::Disqualification => true,
            Self::Warning
            | Self::RoomExpulsion { .. }
            | Self::SeriesDisqualification
            | Self::Ban => false,
        }
    }

    /// The board it is about (round and table), if it is about one.
    #[must_use]
    pub fn board(&self) -> Option<BoardRef> {
        match *self {
            Self::Time { round, table, .. }
            | Self::FinalScore { round, table, .. }
            | Self::Draw { round, table }
            | Self::LossOfGame { round, table, .. } => Some(BoardRef { round, table }),
            Self::Points { board, .. } | Self::Position { board, .. } => board,
            _ => None,
        }
    }
}

/// A ruling: who is penalised how, by whom, under which paragraph and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyRuling {
    /// Id of the ruling.
    pub ruling: String,
    /// Whom it is against.
    pub whom: Offender,
    /// The penalty.
    pub penalty: Penalty,
    /// The paragraph broken or applied; a command may leave it out and gets the rule set's for the kind.
    pub paragraph: Option<String>,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who rules.
    pub by: AccountId,
    /// Of a command: the second confirmation that a penalty outside the text needs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accept_deviations: bool,
    /// Of a ruling: where it leaves the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
}
