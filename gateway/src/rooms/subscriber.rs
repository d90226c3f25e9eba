//! Whoever a room tells of its game.

use std::sync::Arc;

use outflank_proto::play::v1 as play;

use crate::frames::outbox::Outbox;

/// What somebody is to a game, as play answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Plays black.
    Black,
    /// Plays white.
    White,
    /// An official of the tournament.
    Official,
    /// Anybody else.
    Spectator,
}

impl Viewer {
    /// As play says it.
    pub fn of(viewer: play::Viewer) -> Self {
        match viewer {
            play::Viewer::Black => Self::Black,
            play::Viewer::White => Self::White,
            play::Viewer::Official => Self::Official,
            play::Viewer::Spectator | play::Viewer::Unspecified => Self::Spectator,
        }
    }

    /// Whether they play this game.
    pub fn is_player(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }
}

/// Where what a subscriber is told goes.
#[derive(Debug)]
pub struct SubscriberInbox {
    /// Its connection's frames.
    pub outbox: Arc<Outbox>,
    /// Its account; none for a spectator.
    pub account_id: Option<Arc<str>>,
    /// The session that its device is signed in with; none for a spectator.
    pub session_id: Option<Arc<str>>,
}
