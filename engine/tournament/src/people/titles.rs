//! Titles beside the champion's.

use serde::{Deserialize, Serialize};

/// A category whose best entrant has a title of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TitledCategory {
    /// Women, where the finals name no women's champion.
    Women,
    /// Juniors: the youth champion.
    Youth,
    /// Seniors.
    Senior,
}
