//! The roles of the binary.

use std::str::FromStr;

use serde::Deserialize;

/// A role of the binary; each has a service key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
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

    /// The roles that this one calls.
    #[must_use]
    pub fn calls(self) -> &'static [Self] {
        match self {
            Self::Gateway => &[
                Self::Identity,
                Self::Pairing,
                Self::Play,
                Self::Standings,
                Self::Ratings,
            ],
            Self::Identity => &[],
            Self::Pairing => &[Self::Identity, Self::Play],
            Self::Play | Self::Standings | Self::Ratings => &[Self::Pairing],
        }
    }

    /// The actor under which its own acts stand in the journal.
    #[must_use]
    pub fn actor(self) -> String {
        format!("service:{}", self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|role| role.name() == text)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                format!("`{text}` is no role: the roles are {names}")
            })
    }
}

impl TryFrom<String> for Role {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
