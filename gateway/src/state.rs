//! What every part of the gateway shares.

use std::{
    ops::Deref,
    sync::{Arc, atomic::AtomicBool},
};

use ed25519_dalek::SigningKey;
use outflank_access::tokens::Verifier;
use outflank_live::{InProcess, SharedLive};
use outflank_transport::ClusterClock;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    api_keys::ApiKeys, beat::Pulse, follows::Follows, gateway::OtherCounters, limits::Limits,
    metrics::Metrics, origin::PublicOrigin, programs::health::Health, roll::Roll, rooms::Rooms,
    services::Services, sockets::Sockets,
};

/// What every part of the gateway shares.
#[derive(Clone)]
pub struct Shared(Arc<State>);

/// See [`Shared`].
pub struct State {
    pub gateway_id: String,
    pub services: Services,
    /// The same without the gateway's name: for what outsiders ask themselves.
    pub nameless: Services,
    pub health: Health,
    pub live: SharedLive,
    /// What is counted here alone while live state is away.
    pub nearby: InProcess,
    /// The gateways' service key, for tickets.
    pub signing_key: SigningKey,
    pub clock: Arc<ClusterClock>,
    pub verifier: Arc<Verifier>,
    pub origin: PublicOrigin,
    pub limits: Limits,
    /// What the rest of the process counts.
    pub counters: OtherCounters,
    pub metrics: Arc<Metrics>,
    pub api_keys: ApiKeys,
    pub rooms: Rooms,
    pub follows: Follows,
    pub sockets: Arc<Sockets>,
    pub pulse: Pulse,
    /// Every open line to a client.
    pub roll: Arc<Roll>,
    /// The tasks of open sockets.
    pub socket_tasks: TaskTracker,
    /// The server is about to stop: nobody new is to come here.
    pub draining: AtomicBool,
    /// Sockets end and nothing new is begun once this is cancelled.
    pub stop: CancellationToken,
}

impl Shared {
    /// Shares a state.
    pub fn new(state: State) -> Self {
        Self(Arc::new(state))
    }
}

impl Deref for Shared {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}
