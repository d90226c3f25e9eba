//! What a client has asked to be shown: a game, a tournament or the list of all tournaments, now and from now on.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_proto::live::v1 as live;

use crate::{
    frames::outbox::Outbox,
    holder::Holder,
    rooms::{SubscriberInbox, no_place},
    socket::command_queues::QueueKey,
    state::Shared,
};

/// Something to be shown until the client has seen enough.
#[derive(Clone)]
pub enum Subscription {
    /// A game, from the entry after this seq on.
    Game(live::Watch),
    /// A tournament.
    Tournament(String),
    /// The list of all tournaments.
    Events,
}

/// A stay in a room, or the following of a tournament or of the list of all: it ends when it is dropped.
pub type Shown = Box<dyn Send + Sync>;

impl Subscription {
    /// The queue of what is said about it.
    pub fn queue(&self) -> QueueKey {
        match self {
            Self::Game(of) => QueueKey::Game(of.game_id.clone()),
            Self::Tournament(tournament) => QueueKey::Tournament(tournament.clone()),
            Self::Events => QueueKey::Events,
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
                if outbox.is_full() {
                    return Err(no_place());
                }
                let account_id = holder.account_id.as_deref().map(Arc::from);
                let session = holder.session.as_ref();
                let inbox = SubscriberInbox {
                    outbox,
                    account_id,
                    session_id: session.map(|of| of.session_id.as_str().into()),
                };
                let stay = shared.rooms.watch(&of.game_id, of.after_seq, inbox);
                Ok(Box::new(stay.await?))
            }
            Self::Tournament(tournament) => {
                let directs = holder.directs(&tournament);
                let account = holder.account_id.clone();
                let official = account.clone().filter(|_| directs);
                let whose = (account, official);
                let subscription = shared.tournaments.follow(&tournament, &outbox, whose);
                Ok(Box::new(subscription.await?))
            }
            Self::Events => Ok(Box::new(shared.events.follow(outbox))),
        }
    }
}
