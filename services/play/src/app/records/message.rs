//! A message at a table, and who reads which.

use outflank_othello::Color;

/// Where something is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    /// The two players and the officials.
    Players,
    /// Spectators and officials.
    Spectators,
    /// One player and the officials.
    Officials,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 3] = [Self::Players, Self::Spectators, Self::Officials];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Spectators => "spectators",
            Self::Officials => "officials",
        }
    }

    pub(super) fn from_str(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }
}

/// A message as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptMessage {
    /// From 1 in each game; 0 before it is kept.
    pub number: u64,
    pub game_id: String,
    pub account: String,
    pub command_id: String,
    pub channel: Channel,
    /// "black", "white", "official", "spectator".
    pub role: &'static str,
    pub addressed_to: Option<Color>,
    pub text: String,
    pub at_ms: i64,
    pub removed: bool,
}

/// The role of whoever writes as a spectator.
pub(crate) const SPECTATOR: &str = "spectator";

/// What of a table's chat somebody may read now.
#[derive(Debug, Clone)]
pub(crate) struct Hearing {
    /// Read by them.
    pub channels: Vec<Channel>,
    /// Of what has an addressee, what is for this player alone; otherwise all of it.
    pub addressed_to: Option<Color>,
    /// Without what spectators write: it is held back from them.
    pub without_spectators: bool,
    /// The account that also reads whatever it wrote itself.
    pub writer: Option<String>,
}

impl Hearing {
    /// Whether it is one of what they may read.
    pub fn hears(&self, message: &KeptMessage) -> bool {
        let own = self.writer.as_ref() == Some(&message.account);
        let for_another = message
            .addressed_to
            .is_some_and(|to| self.addressed_to.is_some_and(|own| own != to));
        let held_back = self.without_spectators && is_spectators(message);
        own || (self.channels.contains(&message.channel) && !for_another && !held_back)
    }
}

/// Whether only its writer and the officials see a message for now.
pub(crate) fn is_held(shown: bool, message: &KeptMessage) -> bool {
    is_spectators(message) && !shown
}

/// Whether a spectator wrote it to the others. What officials tell them is another thing.
fn is_spectators(message: &KeptMessage) -> bool {
    message.channel == Channel::Spectators && message.role == SPECTATOR
}
