//! The result of a board.

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::result_kind::{Counts, ResultKind};
use crate::rule_set::Variant;
use crate::table::{Colour, GameResult};

/// Who lost without having made a move, or withdrew before.
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
    /// The score that an official sets: black's discs, white has the rest of the board's squares.
    #[must_use]
    pub fn ruled(black_discs: u32, variant: &Variant) -> Self {
        let white_discs = variant.squares().saturating_sub(black_discs);
        Self {
            black_discs,
            white_discs,
            winner: variant.winner(black_discs, white_discs),
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

    /// What it counts as.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let kind = self.kind.with_absent(self.absent != Absence::Nobody);
        kind.counts()
    }

    /// The result as rankings and pairings read it.
    #[must_use]
    pub fn game_result(&self) -> GameResult {
        GameResult {
            kind: self.kind,
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

/// A result with the entry that set it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardResult {
    /// The result.
    pub result: ResultRecord,
    /// Id of the reason, for a correction.
    pub reason: Option<String>,
    /// The last round that had been paired when an earlier round's result was corrected.
    pub after_pairing_of: Option<u32>,
    /// Sequence number of the entry.
    pub seq: u64,
    /// Time of the entry, in ms since 1970.
    pub at_ms: i64,
}

/// A player's dispute of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// The player.
    pub entrant: EntrantId,
    /// Id of the recorded reason.
    pub reason: String,
    /// When it came, in ms since 1970.
    pub at_ms: i64,
    /// The director lets it hold up the next pairing.
    pub holds_pairing: bool,
}

/// A player's dispute of a result, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedDispute {
    /// The dispute.
    pub dispute: Dispute,
    /// What became of it.
    pub outcome: DisputeOutcome,
    /// Id of the recorded reason; where the game goes on, its table has the reason.
    pub reason: Option<String>,
    /// Sequence number of the entry that decided it.
    pub seq: u64,
    /// Time of that entry, in ms since 1970.
    pub at_ms: i64,
}

/// What became of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DisputeOutcome {
    /// The result stands.
    Stands,
    /// Another result is in force.
    Changed,
    /// The result was taken back, for the game goes on.
    GameGoesOn,
}

impl DisputeOutcome {
    /// The name as it is written: `"game_goes_on"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stands => "stands",
            Self::Changed => "changed",
            Self::GameGoesOn => "game_goes_on",
        }
    }
}

/// One corrected result of a confirmed event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultAmendment {
    /// Round, from 1.
    pub round: u32,
    /// Table, from 1.
    pub table: u32,
    /// The result now in force.
    pub result: ResultRecord,
}
