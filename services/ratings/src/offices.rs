//! Who is a rating officer, and who administers the deployment: pairing and identity say so, asked in the caller's name.

use outflank_access::{Problem, Standing};
use outflank_proto::{
    identity::v1::{GetAccountRequest, identity_service_client::IdentityServiceClient},
    pairing::v1::{ListFederationsRequest, pairing_service_client::PairingServiceClient},
};
use outflank_transport::{Transport, for_person};

/// Those who say so.
#[derive(Debug, Clone)]
pub(crate) struct Offices {
    identity: IdentityServiceClient<Transport>,
    pairing: PairingServiceClient<Transport>,
}

impl Offices {
    pub(crate) fn new(identity: Transport, pairing: &Transport) -> Self {
        Self {
            identity: IdentityServiceClient::new(identity),
            pairing: PairingServiceClient::new(pairing.clone()),
        }
    }

    /// What the account of an access token is to webhooks: an administrator may do what officers may.
    pub(crate) async fn standing(&self, access_token: Option<&str>) -> Result<Standing, Problem> {
        let account = for_person(GetAccountRequest {}, access_token);
        let offices = ListFederationsRequest {
            page_size: 1,
            mine: true,
            ..ListFederationsRequest::default()
        };
        let offices = for_person(offices, access_token);
        let (mut identity, mut pairing) = (self.identity.clone(), self.pairing.clone());
        let (account, offices) = tokio::join!(
            identity.get_account(account),
            pairing.list_federations(offices)
        );
        let [account, offices] = [
            account.map(|told| told.into_inner().account.is_some_and(|of| of.administrator)),
            offices.map(|told| !told.into_inner().federations.is_empty()),
        ]
        .map(|told| told.map_err(|status| Problem::from_status(&status)));
        let administrator = account?;
        Ok(Standing {
            administrator,
            // One of the two answers is enough for who administers.
            officer: administrator || offices?,
            ..Standing::default()
        })
    }
}
