//! Identity as far as ratings ask it: who administers the deployment.

use outflank_proto::identity::v1::{
    self as proto, Account, identity_service_server::IdentityService,
};
use tonic::{Request, Response, Status};

/// Who administers it.
pub const ADMINISTRATOR: &str = "anna";

pub struct TestIdentity;

#[tonic::async_trait]
impl IdentityService for TestIdentity {
    outflank_proto::identity_service_stand_in!(get_account);

    async fn get_account(
        &self,
        request: Request<proto::GetAccountRequest>,
    ) -> Result<Response<proto::GetAccountResponse>, Status> {
        let caller = outflank_access::Caller::of(&request)?;
        let id = caller.person()?.account_id.clone();
        Ok(Response::new(proto::GetAccountResponse {
            account: Some(Account {
                administrator: id == ADMINISTRATOR,
                id,
                ..Account::default()
            }),
        }))
    }
}
