//! The contract: translate, authorise, call the app.

use std::sync::Arc;

use outflank_access::{Caller, Page, Problem, Role, Standing};
use outflank_proto::{
    feed::v1::{ReadFactsRequest, ReadFactsResponse},
    identity::v1::{self as proto, identity_service_server::IdentityService},
};
use tonic::{Request, Response, Status};
use tracing::Instrument as _;

use crate::{
    accounts::{Named, Program},
    api_keys::{self, ApiKey, NewApiKey},
    app::{Identity, NewAccount},
    finding,
    seats::UnusedCode,
    sign_in::SignIn,
    sources::Source,
};

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct IdentityGrpc(pub Arc<Identity>);

type Answer<T> = Result<Response<T>, Status>;

/// Nothing in this service belongs to a tournament: what its contract asks can be decided at once.
fn authorised<T>(request: &Request<T>) -> Result<Caller, Status> {
    let caller = Caller::of(request)?;
    caller.authorize(Standing::default())?;
    Ok(caller)
}

/// Where a caller is. Only a gateway knows from where somebody asks.
fn source(caller: &Caller, device_token: String, address: String) -> Source {
    let told = caller.service == Some(Role::Gateway);
    Source {
        device_token,
        address: Some(address).filter(|_| told).unwrap_or_default(),
    }
}

#[tonic::async_trait]
impl IdentityService for IdentityGrpc {
    async fn create_account(
        &self,
        request: Request<proto::CreateAccountRequest>,
    ) -> Answer<proto::CreateAccountResponse> {
        let caller = authorised(&request)?;
        let asked = request.into_inner();
        let (account, tokens) = self
            .0
            .create_account(NewAccount {
                display_name: asked.display_name,
                login: asked.login,
                password: asked.password,
                administrator_code: Some(asked.administrator_code).filter(|code| !code.is_empty()),
                source: source(&caller, asked.device_token, asked.address),
            })
            .await?;
        Ok(Response::new(proto::CreateAccountResponse {
            account: Some(account.to_proto()),
            tokens: Some(tokens),
        }))
    }

    async fn open_guest_session(
        &self,
        request: Request<proto::OpenGuestSessionRequest>,
    ) -> Answer<proto::OpenGuestSessionResponse> {
        authorised(&request)?;
        let name = &request.get_ref().display_name;
        let (account, tokens) = self.0.open_guest_session(name).await?;
        Ok(Response::new(proto::OpenGuestSessionResponse {
            account: Some(account.to_proto()),
            tokens: Some(tokens),
        }))
    }

    async fn keep_account(
        &self,
        request: Request<proto::KeepAccountRequest>,
    ) -> Answer<proto::KeepAccountResponse> {
        let caller = authorised(&request)?;
        let kept = self
            .0
            .keep_account(caller.person()?, request.into_inner())
            .await?;
        Ok(Response::new(kept))
    }

    async fn sign_in(
        &self,
        request: Request<proto::SignInRequest>,
    ) -> Answer<proto::SignInResponse> {
        let caller = authorised(&request)?;
        let asked = request.into_inner();
        let asked = SignIn {
            login: asked.login,
            password: asked.password,
            source: source(&caller, asked.device_token, asked.address),
        };
        let (account, tokens) = self.0.sign_in(asked).await?;
        Ok(Response::new(proto::SignInResponse {
            account: Some(account.to_proto()),
            tokens: Some(tokens),
        }))
    }

    async fn refresh_session(
        &self,
        request: Request<proto::RefreshSessionRequest>,
    ) -> Answer<proto::RefreshSessionResponse> {
        authorised(&request)?;
        let (account, tokens) = self.0.refresh(&request.get_ref().refresh_token).await?;
        Ok(Response::new(proto::RefreshSessionResponse {
            account: Some(account.to_proto()),
            tokens: Some(tokens),
        }))
    }

    async fn sign_out(
        &self,
        request: Request<proto::SignOutRequest>,
    ) -> Answer<proto::SignOutResponse> {
        authorised(&request)?;
        self.0.sign_out(&request.get_ref().refresh_token).await?;
        Ok(Response::new(proto::SignOutResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<proto::ChangePasswordRequest>,
    ) -> Answer<proto::ChangePasswordResponse> {
        let caller = authorised(&request)?;
        let proto::ChangePasswordRequest {
            password,
            new_password,
            end_api_keys,
        } = request.into_inner();
        let person = caller.person()?;
        self.0
            .change_password(person, (password, new_password), end_api_keys)
            .await?;
        Ok(Response::new(proto::ChangePasswordResponse {}))
    }

    async fn end_sessions(
        &self,
        request: Request<proto::EndSessionsRequest>,
    ) -> Answer<proto::EndSessionsResponse> {
        let caller = authorised(&request)?;
        let keep_keys = request.get_ref().keep_api_keys;
        self.0.end_sessions(caller.person()?, keep_keys).await?;
        Ok(Response::new(proto::EndSessionsResponse {}))
    }

    async fn get_account(
        &self,
        request: Request<proto::GetAccountRequest>,
    ) -> Answer<proto::GetAccountResponse> {
        let caller = authorised(&request)?;
        let account = self.0.account(&caller.person()?.account_id).await?;
        Ok(Response::new(proto::GetAccountResponse {
            account: Some(account.to_proto()),
        }))
    }

    async fn rename_account(
        &self,
        request: Request<proto::RenameAccountRequest>,
    ) -> Answer<proto::RenameAccountResponse> {
        let caller = authorised(&request)?;
        let account = self
            .0
            .rename_account(caller.person()?, request.into_inner())
            .await?;
        Ok(Response::new(proto::RenameAccountResponse {
            account: Some(account.to_proto()),
        }))
    }

    async fn get_account_name(
        &self,
        request: Request<proto::GetAccountNameRequest>,
    ) -> Answer<proto::GetAccountNameResponse> {
        authorised(&request)?;
        let display_name = self.0.account_name(&request.get_ref().account_id).await?;
        Ok(Response::new(proto::GetAccountNameResponse {
            display_name,
        }))
    }

    async fn name_accounts(
        &self,
        request: Request<proto::NameAccountsRequest>,
    ) -> Answer<proto::NameAccountsResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let named = self.0.account_names(&asked.account_ids).await?;
        let accounts = named.into_iter().map(Named::into_proto).collect();
        Ok(Response::new(proto::NameAccountsResponse { accounts }))
    }

    async fn get_former_names(
        &self,
        request: Request<proto::GetFormerNamesRequest>,
    ) -> Answer<proto::GetFormerNamesResponse> {
        authorised(&request)?;
        let names = self.0.former_names(&request.get_ref().account_id).await?;
        Ok(Response::new(proto::GetFormerNamesResponse { names }))
    }

    async fn find_accounts(
        &self,
        request: Request<proto::FindAccountsRequest>,
    ) -> Answer<proto::FindAccountsResponse> {
        authorised(&request)?;
        let found = self.0.find_accounts(&request.get_ref().name).await?;
        Ok(Response::new(proto::FindAccountsResponse {
            accounts: found.into_iter().map(finding::found).collect(),
        }))
    }

    async fn issue_seat_code(
        &self,
        request: Request<proto::IssueSeatCodeRequest>,
    ) -> Answer<proto::IssueSeatCodeResponse> {
        authorised(&request)?;
        let (code, expires_at_ms) = self.0.issue_seat_code(request.get_ref()).await?;
        Ok(Response::new(proto::IssueSeatCodeResponse {
            code,
            expires_at_ms,
        }))
    }

    async fn get_unused_seat_codes(
        &self,
        request: Request<proto::GetUnusedSeatCodesRequest>,
    ) -> Answer<proto::GetUnusedSeatCodesResponse> {
        authorised(&request)?;
        let tournament_id = &request.get_ref().tournament_id;
        let codes = self.0.unused_seat_codes(tournament_id).await?;
        let shown = |code: UnusedCode| proto::UnusedSeatCode {
            entrant_id: code.entrant_id,
            expires_at_ms: code.expires_at_ms,
        };
        Ok(Response::new(proto::GetUnusedSeatCodesResponse {
            codes: codes.into_iter().map(shown).collect(),
        }))
    }

    async fn get_seat_code(
        &self,
        request: Request<proto::GetSeatCodeRequest>,
    ) -> Answer<proto::GetSeatCodeResponse> {
        authorised(&request)?;
        let seat = self.0.seat_code(&request.get_ref().code).await?;
        Ok(Response::new(proto::GetSeatCodeResponse {
            tournament_id: seat.tournament_id,
            entrant_id: seat.entrant_id,
            display_name: seat.display_name,
            expires_at_ms: seat.expires_at_ms,
        }))
    }

    async fn claim_seat(
        &self,
        request: Request<proto::ClaimSeatRequest>,
    ) -> Answer<proto::ClaimSeatResponse> {
        let caller = authorised(&request)?;
        let identity = Arc::clone(&self.0);
        let code = request.into_inner().code;
        // In a task of its own: a caller that goes away does not leave a used code unannounced.
        let claim = async move { identity.claim_seat(&code, caller.person.as_ref()).await };
        let (seat, account, tokens) = tokio::spawn(claim.in_current_span())
            .await
            .map_err(Problem::internal)??;
        Ok(Response::new(proto::ClaimSeatResponse {
            tournament_id: seat.tournament_id,
            entrant_id: seat.entrant_id,
            account: Some(account.to_proto()),
            tokens,
        }))
    }

    async fn open_house_session(
        &self,
        request: Request<proto::OpenHouseSessionRequest>,
    ) -> Answer<proto::OpenHouseSessionResponse> {
        authorised(&request)?;
        let number = request.get_ref().number;
        let (account, tokens) = self.0.open_house_session(number).await?;
        Ok(Response::new(proto::OpenHouseSessionResponse {
            account: Some(account.to_proto()),
            tokens: Some(tokens),
        }))
    }

    async fn get_session(
        &self,
        request: Request<proto::GetSessionRequest>,
    ) -> Answer<proto::GetSessionResponse> {
        authorised(&request)?;
        let stands = self.0.session_stands(&request.get_ref().session_id).await?;
        Ok(Response::new(proto::GetSessionResponse { stands }))
    }

    async fn create_program(
        &self,
        request: Request<proto::CreateProgramRequest>,
    ) -> Answer<proto::CreateProgramResponse> {
        let caller = authorised(&request)?;
        let name = &request.get_ref().display_name;
        let account = self.0.create_program(caller.person()?, name).await?;
        Ok(Response::new(proto::CreateProgramResponse {
            account: Some(account.to_proto()),
        }))
    }

    async fn list_programs(
        &self,
        request: Request<proto::ListProgramsRequest>,
    ) -> Answer<proto::ListProgramsResponse> {
        let caller = authorised(&request)?;
        let operator = caller.person()?;
        let asked = request.get_ref();
        let query = ("programs", &operator.account_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let programs = self.0.programs(operator, &page).await?;
        let (programs, next_page_token) = page.cut(programs, Program::key)?;
        Ok(Response::new(proto::ListProgramsResponse {
            programs: programs.iter().map(|one| one.account.to_proto()).collect(),
            next_page_token,
        }))
    }

    async fn issue_api_key(
        &self,
        request: Request<proto::IssueApiKeyRequest>,
    ) -> Answer<proto::IssueApiKeyResponse> {
        let caller = authorised(&request)?;
        let scopes = api_keys::check_scopes(request.get_ref().scopes())?;
        let asked = request.into_inner();
        let new = NewApiKey {
            account_id: asked.account_id,
            name: asked.name,
            scopes,
            expires_at_ms: Some(asked.expires_at_ms).filter(|end| *end != 0),
        };
        let person = caller.person()?;
        let issued = self.0.issue_api_key(person, new, asked.password);
        let (kept, key) = issued.await?;
        Ok(Response::new(proto::IssueApiKeyResponse {
            api_key: Some(kept.to_proto()),
            key,
        }))
    }

    async fn list_api_keys(
        &self,
        request: Request<proto::ListApiKeysRequest>,
    ) -> Answer<proto::ListApiKeysResponse> {
        let caller = authorised(&request)?;
        let person = caller.person()?;
        let asked = request.get_ref();
        let query = ("API keys", &person.account_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let keys = self.0.api_keys(person, &page).await?;
        let (keys, next_page_token) = page.cut(keys, ApiKey::key)?;
        let good = self.0.good_api_keys(person).await?;
        Ok(Response::new(proto::ListApiKeysResponse {
            api_keys: keys.iter().map(ApiKey::to_proto).collect(),
            next_page_token,
            good,
        }))
    }

    async fn revoke_api_key(
        &self,
        request: Request<proto::RevokeApiKeyRequest>,
    ) -> Answer<proto::RevokeApiKeyResponse> {
        let caller = authorised(&request)?;
        let id = &request.get_ref().id;
        self.0.revoke_api_key(caller.person()?, id).await?;
        Ok(Response::new(proto::RevokeApiKeyResponse {}))
    }

    async fn exchange_api_key(
        &self,
        request: Request<proto::ExchangeApiKeyRequest>,
    ) -> Answer<proto::ExchangeApiKeyResponse> {
        authorised(&request)?;
        let exchanged = self.0.exchange_api_key(&request.get_ref().key).await?;
        Ok(Response::new(exchanged))
    }

    async fn get_key_set(
        &self,
        request: Request<proto::GetKeySetRequest>,
    ) -> Answer<proto::GetKeySetResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::GetKeySetResponse {
            json: self.0.key_set(),
        }))
    }

    async fn get_push_key(
        &self,
        request: Request<proto::GetPushKeyRequest>,
    ) -> Answer<proto::GetPushKeyResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::GetPushKeyResponse {
            public_key: self.0.push.public_key(),
        }))
    }

    async fn add_push_subscription(
        &self,
        request: Request<proto::AddPushSubscriptionRequest>,
    ) -> Answer<proto::AddPushSubscriptionResponse> {
        let caller = authorised(&request)?;
        let person = caller.person()?;
        self.0.push.subscribe(person, request.get_ref()).await?;
        Ok(Response::new(proto::AddPushSubscriptionResponse {}))
    }

    async fn remove_push_subscription(
        &self,
        request: Request<proto::RemovePushSubscriptionRequest>,
    ) -> Answer<proto::RemovePushSubscriptionResponse> {
        let caller = authorised(&request)?;
        self.0.push.unsubscribe(caller.person()?).await?;
        Ok(Response::new(proto::RemovePushSubscriptionResponse {}))
    }

    async fn read_facts(&self, request: Request<ReadFactsRequest>) -> Answer<ReadFactsResponse> {
        authorised(&request)?;
        Ok(Response::new(
            self.0.read_facts(request.into_inner()).await?,
        ))
    }
}
