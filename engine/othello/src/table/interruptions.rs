use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::table::clock_reading::ClockReading;
use crate::table::event::{ConfirmedBy, PauseCause};
use crate::table::official::Expelled;
use crate::table::turn::Turn;
use crate::{Color, PerColor, Square};

/// What has come over a table beside play itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Interruptions {
    pub pause: Option<Pause>,
    pub calls: Calls,
    pub adjournment: Option<Adjournment>,
    pub confirmation: Option<Confirmation>,
    pub arrived: PerColor<bool>,
    /// How long the clocks stood since the appointed start, ms.
    pub stood_ms: i64,
    pub expulsions: Vec<Expulsion>,
    pub table_judge: Option<String>,
    /// What an official said of the spectators' chat while play goes on.
    pub spectators_chat: Option<bool>,
    pub annulled: bool,
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
    pub defaulter: Option<Color>,
    pub granted_ms: i64,
    pub plays_both: Option<Color>,
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
    pub(crate) sealed: Option<Sealed>,
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
    pub ply: u32,
    pub stopped: Stopped,
    pub charged_ms: i64,
    pub lag_credit_ms: i64,
    #[serde(default)]
    pub reading_credit_ms: i64,
    pub square: Option<Square>,
    #[serde(default)]
    pub flip: Option<Square>,
}

/// Somebody who was sent away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expulsion {
    /// Whom.
    pub whom: Expelled,
    /// Until when, ms of cluster time; `None` for good.
    pub until_ms: Option<i64>,
}

/// The signing of a result (`WOC IV.8`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// When silence confirms, ms of cluster time.
    pub due_ms: i64,
    /// Who signed.
    pub signed: PerColor<bool>,
    /// How it was confirmed.
    pub confirmed: Option<ConfirmedBy>,
    /// Who disputes the result.
    pub dispute: Option<Dispute>,
    /// The server's signature.
    pub countersigned: Option<Countersignature>,
}

/// A dispute about a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// Who.
    pub color: Color,
    /// The id of the written reason.
    pub reason_id: String,
    /// Whether an official said the player was right.
    pub upheld: Option<bool>,
}

/// The server's signature under a confirmed result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Countersignature {
    /// The digest that was signed.
    pub digest: String,
    /// The key's id.
    pub key_id: String,
    /// The signature, base64.
    pub signature: String,
}

/// Where the confirmation of a result stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmationStatus {
    /// Signatures are waited for.
    Pending {
        /// Black has signed.
        black: bool,
        /// White has signed.
        white: bool,
    },
    /// The result stands.
    Confirmed,
    /// A player disputes it.
    Disputed,
}

impl Confirmation {
    /// Where it stands.
    #[must_use]
    pub const fn status(&self) -> ConfirmationStatus {
        if self.confirmed.is_some() {
            ConfirmationStatus::Confirmed
        } else if self.dispute.is_some() {
            ConfirmationStatus::Disputed
        } else {
            ConfirmationStatus::Pending {
                black: self.signed.black,
                white: self.signed.white,
            }
        }
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
