//! Clients of the services, in process or remote.

use outflank_proto::{
    feed::v1::CatchUpRequest, identity::v1::identity_service_client::IdentityServiceClient,
    pairing::v1::pairing_service_client::PairingServiceClient,
    play::v1::play_service_client::PlayServiceClient,
    ratings::v1::ratings_service_client::RatingsServiceClient,
    standings::v1::standings_service_client::StandingsServiceClient,
};
use outflank_transport::Transport;

/// Tables of a big tournament in one answer.
pub(crate) const ANSWER_LIMIT: usize = 64 * 1024 * 1024;

/// A transport to each service.
#[derive(Debug, Clone)]
pub struct Services {
    /// Accounts and sessions.
    pub identity: Transport,
    /// Tournaments.
    pub pairing: Transport,
    /// Live games.
    pub play: Transport,
    /// Standings.
    pub standings: Transport,
    /// Rating files.
    pub ratings: Transport,
}

impl Services {
    /// The same services, each through something.
    ///
    /// # Errors
    /// The first that something makes.
    pub fn map<E>(&self, through: impl Fn(&Transport) -> Result<Transport, E>) -> Result<Self, E> {
        Ok(Self {
            identity: through(&self.identity)?,
            pairing: through(&self.pairing)?,
            play: through(&self.play)?,
            standings: through(&self.standings)?,
            ratings: through(&self.ratings)?,
        })
    }

    pub(crate) fn identity(&self) -> IdentityServiceClient<Transport> {
        IdentityServiceClient::new(self.identity.clone())
    }

    pub(crate) fn pairing(&self) -> PairingServiceClient<Transport> {
        PairingServiceClient::new(self.pairing.clone()).max_decoding_message_size(ANSWER_LIMIT)
    }

    pub(crate) fn play(&self) -> PlayServiceClient<Transport> {
        PlayServiceClient::new(self.play.clone()).max_decoding_message_size(ANSWER_LIMIT)
    }

    pub(crate) fn standings(&self) -> StandingsServiceClient<Transport> {
        StandingsServiceClient::new(self.standings.clone()).max_decoding_message_size(ANSWER_LIMIT)
    }

    pub(crate) fn ratings(&self) -> RatingsServiceClient<Transport> {
        RatingsServiceClient::new(self.ratings.clone()).max_decoding_message_size(ANSWER_LIMIT)
    }

    /// Has play take in what pairing published, so that whoever reads our answer finds the games. Not needed for
    /// anything to happen, so a failure is no one's concern.
    pub(crate) async fn wake_play(&self) {
        if let Err(status) = self.play().catch_up(CatchUpRequest {}).await {
            tracing::debug!(%status, "play looks by itself");
        }
    }

    /// Has pairing take in what identity published.
    pub(crate) async fn wake_pairing(&self) {
        if let Err(status) = self.pairing().catch_up(CatchUpRequest {}).await {
            tracing::debug!(%status, "pairing looks by itself");
        }
    }
}
