//! Accounts that sign in with any password but a wrong one.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use outflank_access::{Caller, Kind, Problem};
use outflank_proto::identity::v1::{identity_service_server::IdentityService, *};
use tonic::{Request, Response, Status};

/// What seat codes begin with that were never given out.
pub const WRONG_CODE: &str = "WRONG";

type Answer<T> = Result<Response<T>, Status>;

#[derive(Clone, Default)]
pub struct Accounts {
    /// Refuses every sign-in with this.
    pub refusal: Arc<Mutex<Option<Problem>>>,
    pub refreshed: Arc<Mutex<Vec<String>>>,
    pub signed_out: Arc<Mutex<Vec<String>>>,
    /// Sessions that do not stand.
    pub ended: Arc<Mutex<Vec<String>>>,
    /// API keys that are good, and the access token of each.
    pub api_keys: Arc<Mutex<BTreeMap<String, String>>>,
    /// How often keys were exchanged.
    pub exchanges: Arc<AtomicUsize>,
    /// Every sign-in that was asked for.
    pub sign_ins: Arc<Mutex<Vec<SignInRequest>>>,
    /// Nobody is told whether a session stands.
    pub silent: Arc<AtomicBool>,
    /// How often somebody asked whether one does.
    pub asked: Arc<AtomicUsize>,
    /// Whoever asks is an administrator.
    pub administrators: Arc<AtomicBool>,
}

fn account() -> Option<Account> {
    Some(Account {
        id: "anna".into(),
        display_name: "Anna".into(),
        login: String::new(),
        administrator: false,
        operator_account_id: String::new(),
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
        device_token: String::new(),
    })
}

#[tonic::async_trait]
impl IdentityService for Accounts {
    outflank_proto::identity_service_stand_in! {
        create_account open_guest_session keep_account sign_in refresh_session sign_out get_account get_seat_code claim_seat get_session
        create_program list_programs issue_api_key list_api_keys revoke_api_key exchange_api_key get_key_set
    }

    async fn create_account(
        &self,
        request: Request<CreateAccountRequest>,
    ) -> Answer<CreateAccountResponse> {
        if request.get_ref().password == "short" {
            let detail = "A password has at least 10 and at most 200 characters.";
            return Err(Problem::new(Kind::Invalid, "invalid_password", detail).into());
        }
        Ok(Response::new(CreateAccountResponse {
            account: account(),
            tokens: tokens(),
        }))
    }

    async fn open_guest_session(
        &self,
        request: Request<OpenGuestSessionRequest>,
    ) -> Answer<OpenGuestSessionResponse> {
        let asked = request.into_inner();
        Ok(Response::new(OpenGuestSessionResponse {
            account: account().map(|account| Account {
                display_name: asked.display_name,
                ..account
            }),
            tokens: tokens(),
        }))
    }

    async fn keep_account(
        &self,
        request: Request<KeepAccountRequest>,
    ) -> Answer<KeepAccountResponse> {
        let asked = request.into_inner();
        if asked.login == "taken" {
            let detail = "The login taken is taken: choose another, or sign in.";
            return Err(Problem::new(Kind::Refused, "login_taken", detail).into());
        }
        Ok(Response::new(KeepAccountResponse {
            account: account().map(|account| Account {
                login: asked.login,
                ..account
            }),
            access_token: "kept".into(),
            access_expires_at_ms: 7,
        }))
    }

    async fn sign_in(&self, request: Request<SignInRequest>) -> Answer<SignInResponse> {
        self.sign_ins
            .lock()
            .unwrap()
            .push(request.get_ref().clone());
        if let Some(problem) = self.refusal.lock().unwrap().clone() {
            return Err(problem.into());
        }
        if request.get_ref().password == "wrong" {
            let detail = "The login or the password is wrong.";
            return Err(Problem::new(Kind::Unauthenticated, "wrong_credentials", detail).into());
        }
        let tokens = tokens().map(|tokens| Tokens {
            device_token: "device-1".into(),
            ..tokens
        });
        Ok(Response::new(SignInResponse {
            account: account(),
            tokens,
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
        let mut account = account();
        if let Some(account) = &mut account {
            account.administrator = self.administrators.load(Ordering::Relaxed);
        }
        Ok(Response::new(GetAccountResponse { account }))
    }

    async fn get_seat_code(
        &self,
        request: Request<GetSeatCodeRequest>,
    ) -> Answer<GetSeatCodeResponse> {
        if request.get_ref().code.starts_with(WRONG_CODE) {
            let detail = "This seat code is not known or no longer good.";
            return Err(Problem::new(Kind::NotFound, "unknown_seat_code", detail).into());
        }
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
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.silent.load(Ordering::Relaxed) {
            return Err(Problem::new(Kind::Unavailable, "unavailable", "It is away.").into());
        }
        let ended = self.ended.lock().unwrap();
        Ok(Response::new(GetSessionResponse {
            stands: !ended.contains(&request.get_ref().session_id),
        }))
    }

    async fn create_program(
        &self,
        request: Request<CreateProgramRequest>,
    ) -> Answer<CreateProgramResponse> {
        Ok(Response::new(CreateProgramResponse {
            account: Some(Account {
                id: "bot".into(),
                display_name: request.into_inner().display_name,
                login: String::new(),
                administrator: false,
                operator_account_id: "anna".into(),
            }),
        }))
    }

    async fn list_programs(&self, _: Request<ListProgramsRequest>) -> Answer<ListProgramsResponse> {
        Ok(Response::new(ListProgramsResponse::default()))
    }

    async fn issue_api_key(
        &self,
        request: Request<IssueApiKeyRequest>,
    ) -> Answer<IssueApiKeyResponse> {
        let asked = request.into_inner();
        Ok(Response::new(IssueApiKeyResponse {
            api_key: Some(ApiKey {
                id: "1f".into(),
                account_id: asked.account_id,
                name: asked.name,
                scopes: asked.scopes,
                created_at_ms: 5,
                expires_at_ms: asked.expires_at_ms,
                last_used_at_ms: 0,
                revoked_at_ms: 0,
            }),
            key: "outflank_1f_secret".into(),
        }))
    }

    async fn list_api_keys(&self, _: Request<ListApiKeysRequest>) -> Answer<ListApiKeysResponse> {
        Ok(Response::new(ListApiKeysResponse::default()))
    }

    async fn revoke_api_key(
        &self,
        request: Request<RevokeApiKeyRequest>,
    ) -> Answer<RevokeApiKeyResponse> {
        let prefix = format!("outflank_{}_", request.into_inner().id);
        self.api_keys
            .lock()
            .unwrap()
            .retain(|key, _| !key.starts_with(&prefix));
        Ok(Response::new(RevokeApiKeyResponse {}))
    }

    async fn exchange_api_key(
        &self,
        request: Request<ExchangeApiKeyRequest>,
    ) -> Answer<ExchangeApiKeyResponse> {
        self.exchanges.fetch_add(1, Ordering::Relaxed);
        let token = self
            .api_keys
            .lock()
            .unwrap()
            .get(&request.get_ref().key)
            .cloned();
        let Some(access_token) = token else {
            let detail = "This API key is unknown, has ended or was revoked.";
            return Err(Problem::new(Kind::Unauthenticated, "api_key_refused", detail).into());
        };
        Ok(Response::new(ExchangeApiKeyResponse {
            account: account(),
            access_token,
            access_expires_at_ms: i64::MAX,
        }))
    }

    async fn get_key_set(&self, _: Request<GetKeySetRequest>) -> Answer<GetKeySetResponse> {
        Ok(Response::new(GetKeySetResponse {
            json: r#"{"keys":[]}"#.into(),
        }))
    }
}
