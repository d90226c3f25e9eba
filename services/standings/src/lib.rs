//! Standings and crosstables, folded from the pairing service's feed.
//!
//! This service owns nothing durable: its state is the fold of pairing's facts with the engine's
//! `evolve`, made anew at every start.

mod grpc;
mod list;
mod projection;

use std::sync::Arc;

use async_trait::async_trait;
use outflank_live::SharedLive;
use outflank_proto::{
    feed::v1::{ReadFactsRequest, ReadFactsResponse},
    pairing::v1::pairing_service_client::PairingServiceClient,
};
use outflank_runtime::{
    Role, Transport,
    feed::{FactSource, Follower},
};
use tokio_util::sync::CancellationToken;
use tonic::Status;

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
#[derive(Debug)]
pub struct Standings {
    projection: Arc<Projection>,
    follower: Arc<Follower>,
}

impl Standings {
    /// Starts to follow pairing's feed from its beginning.
    #[must_use]
    pub fn start(parts: StandingsParts) -> Arc<Self> {
        let projection = Arc::new(Projection::new(Arc::clone(&parts.live)));
        let source = PairingFacts(PairingServiceClient::new(parts.pairing));
        let follower = Arc::new(Follower::new(
            Role::Pairing.name(),
            source,
            Arc::clone(&projection) as Arc<dyn outflank_runtime::feed::FactSink>,
        ));
        tokio::spawn(Arc::clone(&follower).run(parts.live, parts.stop));
        Arc::new(Self {
            projection,
            follower,
        })
    }
}

struct PairingFacts(PairingServiceClient<Transport>);

#[async_trait]
impl FactSource for PairingFacts {
    async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status> {
        let mut client = self.0.clone();
        client
            .read_facts(request)
            .await
            .map(tonic::Response::into_inner)
    }
}
