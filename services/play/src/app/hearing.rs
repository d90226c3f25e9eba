//! What of a table's chat somebody may read: one rule for what is told at once and for what is read later.

use super::{
    Play,
    game::Game,
    records::{Channel, Hearing},
    viewers::Viewer,
};

/// What a viewer may read that is not their own. `shown`: what spectators write is.
pub(super) fn hearing((game, shown): (&Game, bool), viewer: Viewer) -> Hearing {
    let over = Play::is_over(game);
    let mut channels = match viewer {
        Viewer::Official(_) | Viewer::Service => Channel::ALL.to_vec(),
        Viewer::Player(_) => vec![Channel::Players, Channel::Officials],
        Viewer::Spectator => vec![Channel::Spectators],
        Viewer::Expelled => Vec::new(),
    };
    if over && matches!(viewer, Viewer::Player(_)) {
        channels.push(Channel::Spectators);
    }
    Hearing {
        channels,
        addressed_to: match viewer {
            Viewer::Player(color) => Some(color),
            _ => None,
        },
        without_spectators: viewer == Viewer::Spectator && !shown,
        writer: None,
    }
}
