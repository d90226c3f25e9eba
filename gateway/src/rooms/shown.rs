//! What gateways tell each other of positions that players were shown beside their sockets.

use std::sync::Arc;

use bytes::Bytes;
use outflank_live::{SharedLive, topic};
use serde::{Deserialize, Serialize};

use crate::rooms::room::Room;

/// An account was shown the position after a commit. Said on the game's presence topic: who does not know the message
/// lets it be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub account_id: String,
    pub seq: u64,
    /// Cluster time in ms, by the gateway that showed it.
    pub at_ms: i64,
}

impl Shown {
    /// Tells other gateways. One that does not hear it goes by its own sockets.
    pub fn tell(&self, live: &SharedLive, game: &str) {
        let Ok(bytes) = serde_json::to_vec(self) else {
            return;
        };
        let (live, topic) = (Arc::clone(live), topic::presence(game));
        tokio::spawn(async move {
            if let Err(error) = live.publish(&topic, Bytes::from(bytes)).await {
                tracing::debug!(%error, "other gateways were not told what a player was shown");
            }
        });
    }
}

impl Room {
    /// An account was shown a position; whether it plays here is known by its sockets.
    pub fn hear_shown(&self, shown: &Shown) {
        if self.players.has_account(&shown.account_id) {
            self.deliveries
                .seen(&shown.account_id, shown.seq, shown.at_ms);
        }
    }
}
