//! The roles of the binary.

/// A role of the binary; each has a service key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// REST, WebSocket, web app.
    Gateway,
    /// Accounts and sessions.
    Identity,
    /// Tournaments.
    Pairing,
    /// Live games.
    Play,
    /// Standings.
    Standings,
    /// Rating exports.
    Ratings,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 6] = [
        Self::Gateway,
        Self::Identity,
        Self::Pairing,
        Self::Play,
        Self::Standings,
        Self::Ratings,
    ];

    /// Its name on the command line, in keys and in tokens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gateway => "gateway",
            Self::Identity => "identity",
            Self::Pairing => "pairing",
            Self::Play => "play",
            Self::Standings => "standings",
            Self::Ratings => "ratings",
        }
    }

    /// The actor under which its own acts stand in the journal.
    #[must_use]
    pub fn actor(self) -> String {
        format!("service:{}", self.name())
    }
}
