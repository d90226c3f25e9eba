//! Where an event went on.

use serde::{Deserialize, Serialize};

pub(super) mod moving;

/// Where an event went on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Which move.
    pub transfer_id: String,
    /// Where to, in the director's words.
    pub to: String,
    /// Since when, in ms since 1970.
    pub since_ms: i64,
    /// It is coming in: only what its tables told is taken.
    pub coming: bool,
}
