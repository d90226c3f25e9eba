//! Rankings, crosstables and finals, folded from the pairing service's feed.
//!
//! This service owns nothing durable: its state is the fold of pairing's facts with the engine's
//! `evolve`, made anew at every start.

mod finals;
mod grpc;
mod list;
mod projection;
mod rankings;
mod season;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use outflank_access::Role;
use outflank_live::SharedLive;
use outflank_transport::{
    Transport,
    feed::{FactSink, Follower, PairingFacts},
};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

pub use grpc::StandingsGrpc;
use projection::Projection;

/// What the service is made of.
pub struct StandingsParts {
    /// For wake-ups and for telling that a list changed.
    pub live: SharedLive,
    /// The pairing service, called in the name of this role.
    pub pairing: Transport,
    /// Ends the background work.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for StandingsParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("StandingsParts")
    }
}

/// The standings service.
pub struct Standings {
    projection: Arc<Projection>,
    /// For the names of a season's players.
    pairing: Transport,
    follower: Arc<Follower>,
    /// Set once the feed has been read to its end.
    caught_up: OnceCell<()>,
    /// Lists shown are shared with other instances over it.
    live: SharedLive,
    /// By tournament, the version that was shared last.
    shown: Mutex<BTreeMap<String, u64>>,
}

impl std::fmt::Debug for Standings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Standings")
    }
}

impl Standings {
    /// Starts to follow pairing's feed from its beginning.
    #[must_use]
    pub fn start(parts: StandingsParts) -> Arc<Self> {
        let projection = Arc::new(Projection::new(Arc::clone(&parts.live)));
        let follower = Arc::new(Follower::new(
            (Role::Standings, Role::Pairing),
            PairingFacts::over(parts.pairing.clone()),
            Arc::clone(&projection) as Arc<dyn FactSink>,
        ));
        tokio::spawn(Arc::clone(&follower).run(Arc::clone(&parts.live), parts.stop));
        Arc::new(Self {
            projection,
            pairing: parts.pairing,
            follower,
            caught_up: OnceCell::new(),
            live: parts.live,
            shown: Mutex::default(),
        })
    }
}
