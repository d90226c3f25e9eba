//! Accounts found by their names, for whoever names officials and entrants.

use outflank_access::{Person, Problem};
use outflank_proto::identity::v1::{
    FindAccountsRequest, FindAccountsResponse, identity_service_client::IdentityServiceClient,
};

use outflank_tournament::AccountId;

use super::{App, problems};

impl App {
    /// Has identity find accounts, for an official of any event here, a rating officer, whoever may found an event, and
    /// administrators.
    pub(crate) async fn find_accounts(
        &self,
        by: &Person,
        access_token: Option<&str>,
        asked: FindAccountsRequest,
    ) -> Result<FindAccountsResponse, Problem> {
        let account = AccountId(by.account_id.clone());
        let known_here = self.records.is_official(&by.account_id).await?
            || !self.offices_of(&account).await?.is_empty();
        if !known_here {
            let founds = self.check_may_found(&by.account_id, access_token).await;
            match founds {
                Ok(()) if !by.light => {}
                Ok(()) => return Err(problems::no_office()),
                Err(problem) if problem.code == "founding_closed" => {
                    return Err(problems::no_office());
                }
                Err(problem) => return Err(problem),
            }
        }
        let mut identity = IdentityServiceClient::new(self.identity.clone());
        let found = identity.find_accounts(asked).await;
        found
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }
}
