//! One commit as each audience is told of it.

use std::sync::Arc;

use outflank_proto::play::v1::{TableFrame, TableUpdate};

use crate::{
    frames::server_frame::Outgoing,
    rooms::audience::{Commit, Stage},
};

/// What play made of a commit; none for whom it must be read.
#[derive(Debug)]
pub(super) struct Commits {
    pub players: Option<Commit>,
    pub officials: Option<Commit>,
    /// None, too, where spectators do not see it yet.
    pub spectators: Option<Commit>,
}

impl Commits {
    /// From what play told.
    pub fn of(update: TableUpdate) -> Self {
        let stage = Stage::from(&update);
        let by = Arc::new((update.by_account_id, update.command_id));
        let commit = |frame: TableFrame| {
            let frame = Outgoing::made(frame)?;
            let by = Arc::clone(&by);
            Some(Commit { stage, frame, by })
        };
        let everybody = update.everybody.and_then(commit);
        let players = update
            .players
            .and_then(commit)
            .or_else(|| everybody.clone());
        let officials = update
            .officials
            .and_then(commit)
            .or_else(|| players.clone());
        Self {
            players,
            officials,
            spectators: everybody.filter(|_| update.public),
        }
    }
}
