//! What a person does at a table, as the live protocol says it.

use outflank_proto::live::v1 as live;

/// What a person does at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the contract says it")]
pub enum Act {
    Move(live::Move),
    Pass(live::Pass),
    Resign(live::Resign),
    CallDirector(live::CallDirector),
    Seal(live::Seal),
    Confirm(live::Confirm),
    Dispute(live::Dispute),
    Chat(live::Chat),
}

impl Act {
    /// Its name in the protocol and in the counters.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Move(_) => "move",
            Self::Pass(_) => "pass",
            Self::Resign(_) => "resign",
            Self::CallDirector(_) => "call_director",
            Self::Seal(_) => "seal",
            Self::Confirm(_) => "confirm",
            Self::Dispute(_) => "dispute",
            Self::Chat(_) => "chat",
        }
    }

    /// The ply it is meant for.
    #[must_use]
    pub fn ply(&self) -> Option<u32> {
        match self {
            Self::Move(of) => Some(of.ply),
            Self::Pass(of) => Some(of.ply),
            Self::Seal(of) => Some(of.ply),
            _ => None,
        }
    }

    /// The game.
    #[must_use]
    pub fn game_id(&self) -> &str {
        match self {
            Self::Move(of) => &of.game_id,
            Self::Pass(of) => &of.game_id,
            Self::Resign(of) => &of.game_id,
            Self::CallDirector(of) => &of.game_id,
            Self::Seal(of) => &of.game_id,
            Self::Confirm(of) => &of.game_id,
            Self::Dispute(of) => &of.game_id,
            Self::Chat(of) => &of.game_id,
        }
    }
}
