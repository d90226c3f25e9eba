//! A standings service called through an auth layer with real tokens, following a feed that the test fills.

pub mod ledger;
mod pairing;

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{
    Problem, Role,
    tokens::{ServiceIdentity, Verifier},
};
use outflank_live::{InProcess, SharedLive};
use outflank_proto::{
    feed::v1::CatchUpRequest,
    pairing::v1::pairing_service_server::PairingServiceServer,
    standings::v1::{
        self as proto, standings_service_client::StandingsServiceClient,
        standings_service_server::StandingsServiceServer,
    },
};
use outflank_standings::{Standings, StandingsGrpc, StandingsParts};
use outflank_stillness::documented;
use outflank_transport::{AuthLayer, ClusterClock, Transport, in_the_name_of};
use tokio_util::sync::{CancellationToken, DropGuard};

pub use pairing::{TestPairing, Tournament, played};

type Client = StandingsServiceClient<Transport>;

pub struct World {
    pub pairing: Arc<TestPairing>,
    pub live: SharedLive,
    /// Nobody in particular.
    pub anyone: Client,
    gateway: Client,
    _stop: DropGuard,
}

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role).unwrap();
    SigningKey::from_bytes(&[u8::try_from(place).unwrap() + 10; 32])
}

impl World {
    pub fn new() -> Self {
        Self::over(Arc::default())
    }

    /// A service that starts on a feed that is there already.
    pub fn over(pairing: Arc<TestPairing>) -> Self {
        let clock = Arc::new(ClusterClock::new());
        let verifier = [Role::Standings, Role::Gateway]
            .into_iter()
            .try_fold(Verifier::default(), |verifier, role| {
                verifier.trust_service(role, &service_key(role).verifying_key())
            })
            .unwrap();
        let auth_layer = AuthLayer::new(Arc::new(verifier), Arc::clone(&clock));
        let named = |transport: Transport, role: Role| {
            let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
            in_the_name_of(transport, identity, Arc::clone(&clock))
        };
        let live: SharedLive = Arc::new(InProcess::new());
        let stop = CancellationToken::new();
        let to_pairing = auth_layer.local(PairingServiceServer::from_arc(Arc::clone(&pairing)));
        let standings = Standings::start(StandingsParts {
            live: Arc::clone(&live),
            pairing: named(to_pairing, Role::Standings),
            stop: stop.clone(),
        });
        let transport =
            documented(auth_layer.local(StandingsServiceServer::new(StandingsGrpc(standings))));
        Self {
            pairing,
            live,
            anyone: Client::new(transport.clone()),
            gateway: Client::new(named(transport, Role::Gateway)),
            _stop: stop.drop_guard(),
        }
    }

    pub async fn catch_up(&self) -> Result<(), Problem> {
        match self.gateway.clone().catch_up(CatchUpRequest {}).await {
            Ok(_) => Ok(()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    /// The list as it is folded now.
    pub async fn list(&self, id: &str, after_round: u32) -> Result<proto::Standings, Problem> {
        let request = proto::GetStandingsRequest {
            tournament_id: id.to_owned(),
            after_round,
        };
        match self.anyone.clone().get_standings(request).await {
            Ok(answer) => Ok(answer.into_inner().standings.unwrap()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    /// The list with everything that was told.
    pub async fn whole_list(&self, id: &str) -> proto::Standings {
        self.catch_up().await.unwrap();
        self.list(id, 0).await.unwrap()
    }

    /// Whether anyone but the server's own parts may wake the service.
    pub async fn stranger_wakes(&self) -> Result<(), Problem> {
        let woken = self.anyone.clone().catch_up(CatchUpRequest {}).await;
        woken
            .map(|_| ())
            .map_err(|status| Problem::from_status(&status))
    }
}
