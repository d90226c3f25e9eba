//! Putting the service together and keeping its followers running.

use std::sync::{Arc, Mutex, PoisonError};

use outflank_access::{Problem, Role};
use outflank_journal::Store;
use outflank_live::{SharedLive, topic};
use outflank_tournament::InterestTable;
use outflank_transport::{
    ClusterClock, Transport,
    feed::{Follower, IdentityFacts, PlayFacts},
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    EventPolicy, Lots,
    app::{App, casual::keep_matching, keep_indexed},
    follow::FactIntake,
    grpc::PairingServer,
};

/// Largest message taken, in bytes: a players list has a megabyte.
const LARGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// What the service is made of.
pub struct PairingParts {
    /// Its own journal and records, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    pub store: Store,
    /// For wake-ups.
    pub live: SharedLive,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// The identity service, called in the name of pairing: seat codes, and the facts of claimed seats.
    pub identity: Transport,
    /// What officials who play may do.
    pub interests: InterestTable,
    /// What is asked of events.
    pub policy: EventPolicy,
    /// What casual play draws.
    pub lots: Lots,
    /// Ends what runs in the background.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for PairingParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PairingParts")
    }
}

/// The running service.
#[derive(Debug)]
pub struct Pairing {
    app: Arc<App>,
    stop: CancellationToken,
    background: Mutex<JoinSet<()>>,
}

impl Pairing {
    /// The service over its parts, following identity's facts. Play's are followed from
    /// [`Pairing::follow_play`] on, because play in turn is made with a transport to this service.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn start(parts: PairingParts) -> Result<Self, Problem> {
        let app = Arc::new(App::new(
            parts.store,
            parts.live,
            parts.clock,
            parts.identity.clone(),
            parts.interests,
            parts.policy,
            parts.lots,
        ));
        let indexed = app.index_new().await?;
        let pairing = Self {
            app,
            stop: parts.stop,
            background: Mutex::default(),
        };
        pairing.spawn(announce_facts(
            Arc::clone(&pairing.app),
            pairing.stop.clone(),
        ));
        pairing.spawn(keep_indexed(
            Arc::clone(&pairing.app),
            indexed,
            pairing.stop.clone(),
        ));
        pairing.spawn(keep_matching(
            Arc::clone(&pairing.app),
            pairing.stop.clone(),
        ));
        let intake = FactIntake::new(&pairing.app, "pairing-from-identity");
        pairing.follow(Follower::new(
            (Role::Pairing, Role::Identity),
            IdentityFacts::over(parts.identity),
            intake,
        ));
        Ok(pairing)
    }

    /// Follows play's facts: results of finished games. The transport calls in the name of pairing.
    pub fn follow_play(&self, play: Transport) {
        self.app.ask_tables(play.clone());
        let intake = FactIntake::new(&self.app, "pairing-from-play");
        self.follow(Follower::new(
            (Role::Pairing, Role::Play),
            PlayFacts::over(play),
            intake,
        ));
    }

    /// Lets an account found events whatever the policy says, while this process runs.
    pub fn admission(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let app = Arc::clone(&self.app);
        move |account_id| app.admit_founder(account_id)
    }

    /// The gRPC service, to be put behind an auth layer.
    #[must_use]
    pub fn service(&self) -> PairingServer {
        PairingServer::new(&self.app, LARGEST_MESSAGE)
    }

    /// Waits until everything in the background has ended, after the stop.
    pub async fn stopped(&self) {
        let mut background = std::mem::take(
            &mut *self
                .background
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        while background.join_next().await.is_some() {}
    }

    fn follow(&self, follower: Follower) {
        let follower = Arc::new(follower);
        self.app.add_follower(Arc::clone(&follower));
        self.spawn(follower.run(Arc::clone(self.app.live()), self.stop.clone()));
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.background
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .spawn(task);
    }
}

impl Drop for Pairing {
    fn drop(&mut self) {
        self.app.release_followers();
    }
}

/// Wakes this service's consumers whenever facts have been numbered; earlier they could not read them.
async fn announce_facts(app: Arc<App>, stop: CancellationToken) {
    let mut head = app.journal().facts_head();
    let topic = topic::facts(Role::Pairing.name());
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            changed = head.changed() => if changed.is_err() {
                return;
            },
        }
        head.mark_unchanged();
        if let Err(error) = app.live().publish(&topic, Vec::new().into()).await {
            tracing::warn!(%error, "new facts were not announced");
        }
    }
}
