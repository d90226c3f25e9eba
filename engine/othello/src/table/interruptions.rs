use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::table::clock_reading::ClockReading;
use crate::table::event::PauseCause;
use crate::table::official::Expelled;
use crate::table::time_default::TimeDefault;
use crate::table::turn::{Charge, Turn};
use crate::{Color, PerColor, Square};

/// What has come over a table beside play itself, at whatever stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Interruptions {
    pub calls: Calls,
    pub arrived: PerColor<bool>,
    /// How long the clocks stood since the appointed start, ms.
    pub stood_ms: i64,
    pub expulsions: Vec<Expulsion>,
    pub table_judge: Option<String>,
    /// What an official said of the spectators' chat while play goes on.
    pub spectators_chat: Option<bool>,
    /// A player made a ply, sealed a move or resigned while both seats were held.
    pub begun: bool,
    pub away: Option<Transfer>,
    /// How matters stood after each ply, the start first.
    pub standings: Vec<Standing>,
}

/// How matters stood after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub clocks: PerColor<ClockReading>,
    pub time_default: Option<TimeDefault>,
}

/// Where a game went on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Which move.
    pub transfer_id: String,
    /// Where to, as the director wrote it.
    pub to: String,
    /// Since when, ms of cluster time.
    pub since_ms: i64,
}

/// A pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Why the clocks stand.
    pub cause: PauseCause,
    /// Since when, ms of cluster time.
    pub since_ms: i64,
    /// When they go on by themselves, ms of cluster time.
    pub until_ms: Option<i64>,
    /// The turn that was stopped; `None` before the start.
    pub(crate) stopped: Option<Stopped>,
}

/// A turn whose clock was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stopped {
    /// The turn as it ran.
    pub turn: Turn,
    /// What the clocks showed when it began.
    pub before: PerColor<ClockReading>,
    /// What the stop charged, ms.
    pub charged_ms: i64,
    /// Whether a command received before the stop may still come.
    pub open: bool,
}

/// Calls for the director.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// Who waits for the director.
    pub open: Option<Color>,
    /// How often each side has called.
    pub made: PerColor<u32>,
}

/// An adjournment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjournment {
    /// Its announced time, ms of cluster time.
    pub at_ms: i64,
    /// How far it has come.
    pub stage: AdjournmentStage,
}

/// An adjournment to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Announced {
    /// Its announced time, ms of cluster time.
    pub at_ms: i64,
    /// That time has come.
    pub sealing: bool,
}

/// How far an adjournment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdjournmentStage {
    /// Announced; play goes on.
    Announced,
    /// The side on the move has to seal its move; its clock runs.
    Sealing,
    /// A move is sealed; the game is adjourned.
    Sealed,
    /// The sealed move was opened and is not legal; an official decides.
    Illegal,
}

/// A sealed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sealed {
    /// The announced time of the adjournment, ms of cluster time.
    pub at_ms: i64,
    pub ply: u32,
    /// The turn in which it was sealed.
    pub turn: Turn,
    /// What the clocks showed when that turn began.
    pub before: PerColor<ClockReading>,
    pub charge: Charge,
    pub square: Option<Square>,
    pub flip: Option<Square>,
    /// It was opened and is not legal.
    pub illegal: bool,
}

/// Somebody who was sent away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expulsion {
    /// Whom.
    pub whom: Expelled,
    /// Until when, ms of cluster time; `None` for good.
    pub until_ms: Option<i64>,
}

impl Standing {
    /// The winner who plays both colours.
    pub(crate) fn plays_both(&self) -> Option<Color> {
        self.time_default.and_then(TimeDefault::plays_both)
    }
}

impl Pause {
    /// The stopped turn, while a command received before the stop may still come.
    pub(crate) fn open(&self) -> Option<Stopped> {
        self.stopped.filter(|stopped| stopped.open)
    }
}

impl Stopped {
    /// A turn that begins when the clocks go on.
    pub(crate) const fn fresh(turn: Turn, before: PerColor<ClockReading>) -> Self {
        Self {
            turn,
            before,
            charged_ms: 0,
            open: false,
        }
    }
}
