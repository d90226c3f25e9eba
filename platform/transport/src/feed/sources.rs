//! The services whose facts can be followed, over a transport in the consumer's name.

use async_trait::async_trait;
use outflank_proto::{
    feed::v1::{ReadFactsRequest, ReadFactsResponse},
    identity::v1::identity_service_client::IdentityServiceClient,
    pairing::v1::pairing_service_client::PairingServiceClient,
    play::v1::play_service_client::PlayServiceClient,
};
use tonic::Status;

use super::FactSource;
use crate::Transport;

macro_rules! source {
    ($(#[$doc:meta])* $name:ident, $client:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $name($client<Transport>);

        impl $name {
            /// Reads over this transport.
            #[must_use]
            pub fn over(transport: Transport) -> Self {
                Self($client::new(transport))
            }
        }

        #[async_trait]
        impl FactSource for $name {
            async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status> {
                let answer = self.0.clone().read_facts(request).await?;
                Ok(answer.into_inner())
            }
        }
    };
}

source!(
    /// Claimed seats.
    IdentityFacts,
    IdentityServiceClient
);
source!(
    /// Every event of every tournament.
    PairingFacts,
    PairingServiceClient
);
source!(
    /// Finished games.
    PlayFacts,
    PlayServiceClient
);
