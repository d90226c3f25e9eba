//! Accounts that sign in with any password but a wrong one.

use std::sync::{Arc, Mutex};

use outflank_proto::{
    feed::v1 as feed,
    identity::v1::{identity_service_server::IdentityService, *},
};
use outflank_runtime::{Caller, Kind, Problem};
use tonic::{Request, Response, Status};

type Answer<T> = Result<Response<T>, Status>;

#[derive(Clone, Default)]
pub struct Accounts {
    /// Refuses every sign-in with this.
    pub refusal: Arc<Mutex<Option<Problem>>>,
    pub refreshed: Arc<Mutex<Vec<String>>>,
    pub signed_out: Arc<Mutex<Vec<String>>>,
    /// Sessions that do not stand.
    pub ended: Arc<Mutex<Vec<String>>>,
}

fn account() -> Option<Account> {
    Some(Account {
        id: "anna".into(),
        display_name: "Anna".into(),
        login: String::new(),
        administrator: false,
    })
}

fn tokens() -> Option<Tokens> {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    Some(Tokens {
        access_token: "access".into(),
        access_expires_at_ms: 7,
        refresh_token: "refresh-1".into(),
        refresh_expires_at_ms: i64::try_from(now.as_millis()).unwrap() + 3_600_000,
    })
}

#[tonic::async_trait]
impl IdentityService for Accounts {
    async fn create_account(
        &self,
        _: Request<CreateAccountRequest>,
    ) -> Answer<CreateAccountResponse> {
        Ok(Response::new(CreateAccountResponse {
            account: account(),
            tokens: tokens(),
        }))
    }

    async fn sign_in(&self, request: Request<SignInRequest>) -> Answer<SignInResponse> {
        if let Some(problem) = self.refusal.lock().unwrap().clone() {
            return Err(problem.into());
        }
        if request.get_ref().password == "wrong" {
            let detail = "The login or the password is wrong.";
            return Err(Problem::new(Kind::Unauthenticated, "wrong_credentials", detail).into());
        }
        Ok(Response::new(SignInResponse {
            account: account(),
            tokens: tokens(),
        }))
    }

    async fn refresh_session(
        &self,
        request: Request<RefreshSessionRequest>,
    ) -> Answer<RefreshSessionResponse> {
        let token = request.into_inner().refresh_token;
        self.refreshed.lock().unwrap().push(token.clone());
        if token == "used" {
            let detail = "This session has ended: sign in again.";
            return Err(Problem::new(Kind::Unauthenticated, "session_ended", detail).into());
        }
        Ok(Response::new(RefreshSessionResponse {
            account: account(),
            tokens: tokens(),
        }))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Answer<SignOutResponse> {
        self.signed_out
            .lock()
            .unwrap()
            .push(request.into_inner().refresh_token);
        Ok(Response::new(SignOutResponse {}))
    }

    async fn get_account(&self, _: Request<GetAccountRequest>) -> Answer<GetAccountResponse> {
        Ok(Response::new(GetAccountResponse { account: account() }))
    }

    async fn issue_seat_code(
        &self,
        _: Request<IssueSeatCodeRequest>,
    ) -> Answer<IssueSeatCodeResponse> {
        Err(Status::unimplemented("pairing asks this"))
    }

    async fn get_seat_code(&self, _: Request<GetSeatCodeRequest>) -> Answer<GetSeatCodeResponse> {
        Ok(Response::new(GetSeatCodeResponse {
            tournament_id: "t1".into(),
            entrant_id: "e1".into(),
            display_name: "Anna".into(),
            expires_at_ms: 9,
        }))
    }

    async fn claim_seat(&self, request: Request<ClaimSeatRequest>) -> Answer<ClaimSeatResponse> {
        let signed_in = Caller::of(&request)?.person.is_some();
        Ok(Response::new(ClaimSeatResponse {
            tournament_id: "t1".into(),
            entrant_id: "e1".into(),
            account: account(),
            tokens: if signed_in { None } else { tokens() },
        }))
    }

    async fn get_session(&self, request: Request<GetSessionRequest>) -> Answer<GetSessionResponse> {
        let ended = self.ended.lock().unwrap();
        Ok(Response::new(GetSessionResponse {
            stands: !ended.contains(&request.get_ref().session_id),
        }))
    }

    async fn get_key_set(&self, _: Request<GetKeySetRequest>) -> Answer<GetKeySetResponse> {
        Ok(Response::new(GetKeySetResponse {
            json: r#"{"keys":[]}"#.into(),
        }))
    }

    async fn read_facts(
        &self,
        _: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }
}
