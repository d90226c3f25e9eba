//! The devices of people, as they come and go.

use std::sync::Arc;

use outflank_access::{Person, Problem, identifier};
use outflank_journal::Store;
use outflank_outbound::Post;
use outflank_proto::identity::v1 as proto;
use outflank_transport::ClusterClock;
use tokio::sync::Notify;

use super::{
    key::PushKey,
    subscriptions::{self, Subscription},
};
use crate::refusals::{self, stored};

/// Devices and what they are told.
pub(crate) struct Push {
    pub(super) store: Store,
    pub(super) clock: Arc<ClusterClock>,
    pub(super) post: Arc<dyn Post>,
    pub(super) key: PushKey,
    /// Whom push services may turn to: how browsers reach this server. None where nobody said so.
    pub(super) contact: Option<String>,
    /// Wakes this process when something calls, and when devices are to be told.
    pub(super) called: Notify,
    pub(super) to_tell: Notify,
}

impl Push {
    pub(crate) async fn open(
        store: Store,
        clock: Arc<ClusterClock>,
        post: Arc<dyn Post>,
        contact: Option<String>,
    ) -> Result<Self, Problem> {
        Ok(Self {
            key: PushKey::of(&store.records).await?,
            store,
            clock,
            post,
            contact,
            called: Notify::new(),
            to_tell: Notify::new(),
        })
    }

    /// The public key that browsers subscribe with, base64url.
    pub(crate) fn public_key(&self) -> String {
        self.key.public_key()
    }

    /// Tells the calling session's device from now on.
    pub(crate) async fn subscribe(
        &self,
        person: &Person,
        asked: &proto::AddPushSubscriptionRequest,
    ) -> Result<(), Problem> {
        // A program asks; its key is no session, and it has no browser.
        if identifier::key_of_session(&person.session_id).is_some() {
            return Err(refusals::bad_push_subscription());
        }
        let subscription = Subscription::checked(asked, |address| self.post.allows(address))
            .ok_or_else(refusals::bad_push_subscription)?;
        let mut transaction = self.store.records.write().await.map_err(stored)?;
        let now_ms = self.clock.now_ms();
        subscriptions::keep(&mut transaction, person, &subscription, now_ms).await?;
        transaction.commit().await.map_err(stored)
    }

    /// Tells the calling session's device nothing any more.
    pub(crate) async fn unsubscribe(&self, person: &Person) -> Result<(), Problem> {
        subscriptions::forget(&self.store.records, &person.session_id).await
    }
}
