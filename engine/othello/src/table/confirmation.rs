//! The signing of a result (`WOC IV.8`).

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::table::event::ConfirmedBy;
use crate::{Color, PerColor};

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
    /// An official said that the player who disputes it is right: another result is entered instead.
    Overruled,
}

impl Confirmation {
    /// Where it stands.
    #[must_use]
    pub const fn status(&self) -> ConfirmationStatus {
        if self.confirmed.is_some() {
            ConfirmationStatus::Confirmed
        } else if let Some(dispute) = &self.dispute {
            match dispute.upheld {
                Some(true) => ConfirmationStatus::Overruled,
                Some(false) | None => ConfirmationStatus::Disputed,
            }
        } else {
            ConfirmationStatus::Pending {
                black: self.signed.black,
                white: self.signed.white,
            }
        }
    }
}
