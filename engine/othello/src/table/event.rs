use alloc::boxed::Box;
use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::table::absent::is_absent;
use crate::table::face::Overtime;
use crate::table::terms::{Place, Terms};
use crate::{Color, PerColor, Square, Squares};

/// What happened at a table, with its outcome: nothing in it is ever judged again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was set up.
    Created(Created),
    /// An account took a seat; who held it before does no longer.
    SeatTaken {
        /// The seat.
        color: Color,
        /// The account's id.
        account: String,
    },
    /// The clock of the side to move runs from this entry on.
    Started {
        /// Who moves first.
        next: Next,
    },
    /// A disc was placed.
    Moved {
        /// The ply, from 1.
        ply: u32,
        /// Who moved.
        color: Color,
        /// Where.
        square: Square,
        /// The discs that turned over.
        flipped: Squares,
        /// Time charged for the move, ms.
        charged_ms: i64,
        /// What the mover's clock shows then, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// The seat that did it and whose clock it was, if not the side's own: the winner who
        /// plays on for both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Color>,
        /// Who has the turn; `None` when neither side can move.
        next: Option<Next>,
    },
    /// A side without a move passed.
    Passed {
        /// The ply, from 1.
        ply: u32,
        /// Who passed.
        color: Color,
        /// Passed by the server, not pressed by the player.
        automatic: bool,
        /// Time charged for the pass, ms.
        charged_ms: i64,
        /// What the passer's clock shows then, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// The seat that did it and whose clock it was, if not the side's own: the winner who
        /// plays on for both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Color>,
        /// Who has the turn.
        next: Next,
    },
    /// A flag fell.
    FlagFell {
        /// The ply that was waited for.
        ply: u32,
        /// Whose flag.
        color: Color,
        /// The instant of the fall, ms of cluster time; extra time counts from here.
        deadline_ms: i64,
        /// Time charged since the turn began, ms: all that was left.
        charged_ms: i64,
        /// Extra time given to each side, ms; 0 when the game ends.
        granted_ms: i64,
        /// What both clocks show then, ms.
        remaining_ms: PerColor<i64>,
        /// The overtime on both clocks; absent where the controls have none.
        #[serde(default, skip_serializing_if = "is_absent")]
        overtime: PerColor<Option<Overtime>>,
        /// Network time taken off what was charged, ms.
        #[serde(default, skip_serializing_if = "is_absent")]
        lag_credit_ms: i64,
        /// Whether play goes on, the win now being fixed for the opponent.
        play_on: bool,
        /// Whether the opponent now plays both colours, on his own clock.
        #[serde(default, skip_serializing_if = "is_absent")]
        winner_plays: bool,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: Color,
        /// Time charged to the side whose clock ran, ms.
        charged_ms: i64,
        /// What both clocks show then, ms.
        remaining_ms: PerColor<i64>,
        /// The overtime on both clocks; absent where the controls have none.
        #[serde(default, skip_serializing_if = "is_absent")]
        overtime: PerColor<Option<Overtime>>,
    },
    /// A clock got time back.
    TimeCredited {
        /// Whose clock.
        color: Color,
        /// How much, ms.
        ms: i64,
        /// Why.
        cause: CreditCause,
        /// The fault it answers.
        fault_id: String,
        /// What that clock has to spend since its turn began, ms.
        remaining_ms: i64,
        /// The overtime on that clock; absent where the control has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overtime: Option<Overtime>,
    },
    /// What a gateway saw of the command that made this entry: kept for the clock sheet, judged by nobody.
    Stamped {
        /// The ply that the command was for.
        ply: u32,
        /// Whose command.
        color: Color,
        /// When it arrived, ms of cluster time.
        received_at_ms: i64,
        /// When the entry that gave the turn was handed to the mover's socket; absent if none was open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delivered_at_ms: Option<i64>,
        /// The lag measured by the server's own pings, ms; absent if none was measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag_ms: Option<i64>,
        /// How long it waited behind frames of the same socket, ms: the sender's own time.
        #[serde(default)]
        queued_ms: i64,
        /// Which gateway.
        #[serde(default)]
        gateway: String,
    },
    /// The game is over.
    Finished(Finished),
}

/// What is settled before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// Where the game belongs; absent for a casual game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The entrants' ids.
    pub entrants: PerColor<String>,
    /// Clocks and procedure.
    pub terms: Box<Terms>,
    /// When black's clock starts, ms of cluster time.
    pub starts_at_ms: i64,
    /// What both clocks show before the start, ms.
    pub remaining_ms: PerColor<i64>,
    /// The overtime on both clocks; absent where the controls have none.
    #[serde(default, skip_serializing_if = "is_absent")]
    pub overtime: PerColor<Option<Overtime>>,
}

/// Who has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The side.
    pub color: Color,
    /// Whether it has no move and must pass.
    pub must_pass: bool,
}

/// A game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Black's official score, discs, 0 to 64.
    pub black_discs: u8,
    /// White's official score, discs, 0 to 64.
    pub white_discs: u8,
    /// Who won; absent for a draw.
    pub winner: Option<Color>,
    /// What ended play.
    pub reason: EndReason,
    /// Whose flag fell first, if any: that loss does not depend on the board (`WOC IV.6`).
    pub defaulter: Option<Color>,
    /// The loser on time who never made a move, if so.
    pub absent: Option<Color>,
}

impl Finished {
    /// The official score of one side, discs.
    #[must_use]
    pub const fn discs(&self, color: Color) -> u8 {
        match color {
            Color::Black => self.black_discs,
            Color::White => self.white_discs,
        }
    }
}

/// What ended play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Neither side can move.
    BoardComplete,
    /// A flag fell that ends the game.
    Flag,
    /// A player gave up, or stopped playing after the win was fixed for them.
    Resignation,
    /// An official settled the score.
    Ruling,
}

/// Why a clock gets time back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreditCause {
    /// The server was down or stalled while the clock ran.
    ServerFault,
    /// An entry or command took the server longer than it may.
    Delay,
}

/// Who may see an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, spectators after their delay.
    All,
    /// The two players and whoever sees more.
    Players,
    /// The tournament's officials and whoever sees more.
    Officials,
    /// The server alone.
    Server,
}

impl Audience {
    /// Whether a viewer of the rank `viewer` may see what is meant for this audience.
    #[must_use]
    pub fn admits(self, viewer: Self) -> bool {
        viewer >= self
    }
}

impl Event {
    /// The one table of who may see what.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Created(_)
            | Self::Started { .. }
            | Self::Moved { .. }
            | Self::Passed { .. }
            | Self::FlagFell { .. }
            | Self::Resigned { .. }
            | Self::TimeCredited { .. }
            | Self::Finished(_) => Audience::All,
            // Which account sits where, and how a seat is connected, is nobody's business but the officials'.
            Self::SeatTaken { .. } | Self::Stamped { .. } => Audience::Officials,
        }
    }

    /// The tag under which the event is written, such as `"moved"`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Created(_) => "created",
            Self::SeatTaken { .. } => "seat_taken",
            Self::Started { .. } => "started",
            Self::Moved { .. } => "moved",
            Self::Passed { .. } => "passed",
            Self::FlagFell { .. } => "flag_fell",
            Self::Resigned { .. } => "resigned",
            Self::TimeCredited { .. } => "time_credited",
            Self::Stamped { .. } => "stamped",
            Self::Finished(_) => "finished",
        }
    }
}
