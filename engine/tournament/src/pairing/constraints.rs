//! What a director sets before a round is paired.

use serde::{Deserialize, Serialize};

/// Conditions that every pairing of a round must meet. Players are named by their index in the table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PairingConstraints {
    /// Pairs that are to be made.
    pub locked: Vec<LockedPair>,
    /// Pairs that are not to be made.
    pub forbidden: Vec<(usize, usize)>,
    /// Who is to have the bye.
    pub bye: Option<usize>,
    /// Who is not to have the bye.
    pub no_bye: Vec<usize>,
}

/// A pair that is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedPair {
    /// One player.
    pub one: usize,
    /// The other player.
    pub two: usize,
    /// Which of them has black; `None`: as the rules say.
    #[serde(default)]
    pub black: Option<usize>,
}

/// No conditions.
static NONE: PairingConstraints = PairingConstraints {
    locked: Vec::new(),
    forbidden: Vec::new(),
    bye: None,
    no_bye: Vec::new(),
};

impl PairingConstraints {
    /// No conditions.
    #[must_use]
    pub fn none() -> &'static Self {
        &NONE
    }
}
