//! The service over its parts.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{Problem, Role};
use outflank_journal::Store;
use outflank_live::SharedLive;
use outflank_outbound::Post;
use outflank_proto::{
    pairing::v1::pairing_service_client::PairingServiceClient,
    play::v1::play_service_client::PlayServiceClient,
};
use outflank_transport::{
    ClusterClock, Transport,
    feed::{FactSink, Follower, PairingFacts},
};
use tokio_util::sync::CancellationToken;

use crate::{
    announcing::announce,
    archive::{self, Archive},
    exports::Exports,
    follow::Confirmations,
    offices::Offices,
    webhooks::{Deliverer, Webhooks},
};

/// The most bytes of a tournament told whole, and of a page of its games.
const LARGEST_ANSWER: usize = 64 << 20;

/// What the service is made of.
pub struct RatingsParts {
    /// Its own journal and records, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    pub store: Store,
    /// For wake-ups.
    pub live: SharedLive,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// Signs exports.
    pub signing_key: SigningKey,
    /// The pairing service, called in the name of this role.
    pub pairing: Transport,
    /// The play service, called likewise.
    pub play: Transport,
    /// The identity service, asked in the name of callers who they are.
    pub identity: Transport,
    /// The way out to webhooks.
    pub post: Arc<dyn Post>,
    /// How long a delivery to a webhook that failed waits at first, in ms: [`FIRST_MS`](crate::webhooks::schedule::FIRST_MS).
    pub first_wait_ms: i64,
    /// Ends the background work.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for RatingsParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("RatingsParts")
    }
}

/// The ratings service.
pub struct Ratings {
    pub(crate) exports: Arc<Exports>,
    pub(crate) follower: Arc<Follower>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) offices: Offices,
    pub(crate) archive: Arc<Archive>,
}

impl std::fmt::Debug for Ratings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Ratings")
    }
}

impl Ratings {
    /// Starts to follow pairing's feed, and to tell webhooks.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn start(parts: RatingsParts) -> Result<Arc<Self>, Problem> {
        let webhooks = Arc::new(Webhooks::new(
            (
                Arc::clone(&parts.store.journal),
                parts.store.records.clone(),
            ),
            Arc::clone(&parts.clock),
            (parts.post, parts.first_wait_ms),
        ));
        let exports = Arc::new(Exports {
            journal: parts.store.journal,
            records: parts.store.records,
            clock: parts.clock,
            key: parts.signing_key,
            pairing: PairingServiceClient::new(parts.pairing.clone())
                .max_decoding_message_size(LARGEST_ANSWER),
            play: PlayServiceClient::new(parts.play).max_decoding_message_size(LARGEST_ANSWER),
            listed: tokio::sync::OnceCell::new(),
        });
        let offices = Offices::new(parts.identity, &parts.pairing);
        let sink: Arc<dyn FactSink> = Arc::new(Confirmations(Arc::clone(&exports)));
        let source = PairingFacts::over(parts.pairing);
        let follower = Arc::new(Follower::new((Role::Ratings, Role::Pairing), source, sink));
        let head = exports.journal.facts_head();
        let live = Arc::clone(&parts.live);
        tokio::spawn(announce(head, live, parts.stop.clone()));
        let archive = Arc::new(Archive::new(Arc::clone(&exports))?);
        tokio::spawn(archive::follow(Arc::clone(&archive), parts.stop.clone()));
        let deliverer = Deliverer::new(Arc::clone(&webhooks), Arc::clone(&exports))?;
        tokio::spawn(Arc::new(deliverer).run(parts.stop.clone()));
        tokio::spawn(Arc::clone(&follower).run(parts.live, parts.stop));
        Ok(Arc::new(Self {
            exports,
            follower,
            webhooks,
            offices,
            archive,
        }))
    }
}
