//! Clocks of one player's own.

use outflank_proto::pairing::v1 as pairing;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rest::table_life::TimeControl;

/// A player's own time control in one round.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PlayerClock {
    /// Whose.
    pub entrant_id: String,
    /// How it runs.
    pub time_control: TimeControl,
}

impl From<PlayerClock> for pairing::PlayerClock {
    fn from(asked: PlayerClock) -> Self {
        Self {
            entrant_id: asked.entrant_id,
            time_control: Some(asked.time_control.into()),
        }
    }
}

/// What one player's clock has of its own at a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnClock {
    /// Null = the table's.
    #[schema(required)]
    pub time_control: Option<TimeControl>,
    /// Time on top, in ms (WOC IV.10).
    pub extra_ms: i64,
}

impl From<pairing::OwnClock> for OwnClock {
    fn from(told: pairing::OwnClock) -> Self {
        Self {
            time_control: told.time_control.map(Into::into),
            extra_ms: told.extra_ms,
        }
    }
}
