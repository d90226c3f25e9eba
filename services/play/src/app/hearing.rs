//! What of a table's chat somebody may read: one rule for what is told at once and for what is read later.

use outflank_othello::Color;

use super::{
    Play,
    game::Game,
    records::{Channel, KeptMessage},
    viewers::Viewer,
};

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
    /// What a viewer may read that is not their own. `shown`: what spectators write is.
    pub fn of((game, shown): (&Game, bool), viewer: Viewer, signed_in: bool) -> Self {
        let over = Play::is_over(game);
        let mut channels = match viewer {
            Viewer::Official(_) | Viewer::Service => Channel::ALL.to_vec(),
            Viewer::Player(_) => vec![Channel::Players, Channel::Officials],
            Viewer::Spectator | Viewer::Expelled => Vec::new(),
        };
        match viewer {
            Viewer::Player(_) if over => channels.push(Channel::Spectators),
            // A player who signs out shall not read it either.
            Viewer::Spectator if over || signed_in => channels.push(Channel::Spectators),
            _ => {}
        }
        Self {
            channels,
            addressed_to: match viewer {
                Viewer::Player(color) => Some(color),
                _ => None,
            },
            without_spectators: viewer == Viewer::Spectator && !shown,
            writer: None,
        }
    }

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

/// Whether a spectator wrote it to the others. What officials tell them is another thing.
fn is_spectators(message: &KeptMessage) -> bool {
    message.channel == Channel::Spectators && message.role == SPECTATOR
}

/// Whether only its writer and the officials see a message for now.
pub(super) fn is_held(shown: bool, message: &KeptMessage) -> bool {
    is_spectators(message) && !shown
}
