//! Rankings, crosstables and finals, folded from the pairing service's feed.
//!
//! This service owns nothing durable, and reads nothing of what was before its start: a tournament is read from pairing as
//! it is folded there when somebody asks for it, and goes on with the facts of the feed as long as it is kept.

mod finals;
mod grpc;
mod list;
mod loading;
mod made;
mod projection;
mod rankings;
mod season;

use std::sync::{Arc, Weak};

use outflank_access::Role;
use outflank_kept::{Kept, Weighed};
use outflank_live::SharedLive;
use outflank_proto::standings::v1 as proto;
use outflank_transport::{
    Transport,
    feed::{FactSink, Follower, PairingFacts},
};
use prost::Message as _;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

pub use grpc::StandingsGrpc;
use made::{Made, POINTED_AT_BYTES};
use projection::{Folded, Projection};

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
    /// Set once it is known where the feed ends, and everything before that is told.
    caught_up: OnceCell<()>,
    /// Lists shown are shared with other instances over it.
    live: SharedLive,
    /// By tournament, the version that was shared last.
    shown: Kept<String, Version>,
    /// By tournament, its newest list.
    lists: Kept<String, Arc<List>>,
    /// What else was made of tournaments' states.
    made: Made,
}

/// Room for lists, in bytes.
const MOST_LISTS_BYTES: u64 = 3 << 20;

/// A list as it was made of a tournament's state.
#[derive(Debug)]
struct List {
    made_of: Weak<Folded>,
    list: proto::Standings,
}

impl Weighed for List {
    fn bytes(&self) -> u64 {
        // Its texts stand apart from each other.
        let encoded = u64::try_from(self.list.encoded_len()).unwrap_or(u64::MAX);
        encoded.saturating_mul(2).saturating_add(POINTED_AT_BYTES)
    }
}

/// Room for what was shared last, in bytes.
const MOST_SHOWN_BYTES: u64 = 1 << 20;

/// The version of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version(u64);

impl Weighed for Version {
    fn bytes(&self) -> u64 {
        8
    }
}

impl std::fmt::Debug for Standings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Standings")
    }
}

impl Standings {
    /// Starts to follow pairing's feed from where it ends now.
    #[must_use]
    pub fn start(parts: StandingsParts) -> Arc<Self> {
        let projection = Arc::new(Projection::new(
            Arc::clone(&parts.live),
            parts.pairing.clone(),
        ));
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
            shown: Kept::new("standings_shown", MOST_SHOWN_BYTES),
            lists: Kept::new("standings_lists", MOST_LISTS_BYTES),
            made: Made::default(),
        })
    }
}
