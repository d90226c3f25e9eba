//! What a client has asked to be shown: a game or a tournament, now and from now on.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_proto::live::v1 as live;

use crate::{
    rooms::Ear,
    socket::{lanes::Lane, outbox::Outbox},
    sockets::Holder,
    state::Shared,
};

/// Something to be shown until the client has seen enough.
#[derive(Clone)]
pub enum Asked {
    /// A game, from the entry after this seq on.
    Game(live::Watch),
    /// A tournament.
    Tournament(String),
}

/// A stay in a room, or the following of a tournament: it ends when it is dropped.
pub type Shown = Box<dyn Send + Sync>;

impl Asked {
    /// The lane of what is said about it.
    pub fn lane(&self) -> Lane {
        match self {
            Self::Game(of) => Lane::Game(of.game_id.clone()),
            Self::Tournament(tournament) => Lane::Tournament(tournament.clone()),
        }
    }

    /// Has it told to the client, now and from now on.
    ///
    /// # Errors
    /// When there is no such thing, the client may not see it, or a service does not answer.
    pub async fn read(
        self,
        shared: Shared,
        holder: Arc<Holder>,
        outbox: Arc<Outbox>,
    ) -> Result<Shown, Problem> {
        match self {
            Self::Game(of) => {
                let account_id = holder.account_id.as_deref().map(Arc::from);
                let ear = Ear { outbox, account_id };
                let stay = shared.rooms.watch(&of.game_id, of.after_seq, ear).await?;
                Ok(Box::new(stay))
            }
            Self::Tournament(tournament) => {
                let official = holder.directs(&tournament);
                let following = shared.follows.follow(&tournament, &outbox, official);
                Ok(Box::new(following.await?))
            }
        }
    }
}
