//! What the first rounds are paired by.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::ids::EntrantId;

/// Chairs, the first round's group A, and scores from before it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Seeding {
    /// The chairs of each round-robin stage.
    pub chairs: BTreeMap<u32, Vec<EntrantId>>,
    /// Group A of the first round (WOC II.6.1).
    pub group_a: BTreeSet<EntrantId>,
    /// A director has said who is of group A, nobody included.
    pub group_a_named: bool,
    /// Scores before the first round.
    pub starting_scores: BTreeMap<EntrantId, HalfPoints>,
}
