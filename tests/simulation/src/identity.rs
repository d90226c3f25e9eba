//! The identity service as far as pairing asks it: a feed of claimed seats.

use std::sync::{Mutex, PoisonError};

use outflank_proto::{
    feed::v1 as feed,
    identity::v1::{self as identity, identity_service_server::IdentityService},
};
use tonic::{Request, Response, Status};

/// Seats that were claimed.
#[derive(Debug, Default)]
pub struct Identity {
    facts: Mutex<Vec<feed::Fact>>,
}

type Answer<T> = Result<Response<T>, Status>;

/// Methods that nobody calls here.
macro_rules! not_asked {
    ($($name:ident($asked:ty) -> $answer:ty;)*) => {
        $(
            fn $name<'a, 's>(
                &'a self,
                _: Request<$asked>,
            ) -> std::pin::Pin<Box<dyn Future<Output = Answer<$answer>> + Send + 's>>
            where
                'a: 's,
                Self: 's,
            {
                Box::pin(async { Err(Status::unimplemented("nobody asks this in a simulation")) })
            }
        )*
    };
}

impl Identity {
    /// Somebody claims a seat.
    pub fn claim(&self, tournament_id: &str, entrant_id: &str, account_id: &str, at_ms: i64) {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let number = facts.len() as u64 + 1;
        let body = serde_json::json!({
            "event": "seat_claimed",
            "tournament_id": tournament_id,
            "entrant_id": entrant_id,
            "account_id": account_id,
        });
        facts.push(feed::Fact {
            number,
            id: format!("account/{account_id}/{number}/0"),
            stream: format!("account/{account_id}"),
            seq: number,
            at_ms,
            kind: "seat_claimed".to_owned(),
            body: body.to_string().into_bytes(),
            ..feed::Fact::default()
        });
    }
}

#[tonic::async_trait]
impl IdentityService for Identity {
    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        let asked = request.into_inner();
        let after = asked.after.map_or(0, |cursor| cursor.number);
        let facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let later = facts.iter().filter(|fact| fact.number > after);
        let facts: Vec<feed::Fact> = later.take(asked.limit as usize).cloned().collect();
        Ok(Response::new(feed::ReadFactsResponse {
            next: Some(feed::Cursor {
                epoch: "identity".to_owned(),
                number: facts.last().map_or(after, |fact| fact.number),
            }),
            facts,
        }))
    }

    async fn get_account(
        &self,
        request: Request<identity::GetAccountRequest>,
    ) -> Answer<identity::GetAccountResponse> {
        let caller = outflank_access::Caller::of(&request)?;
        let id = caller.person()?.account_id.clone();
        Ok(Response::new(identity::GetAccountResponse {
            account: Some(identity::Account {
                display_name: id.clone(),
                id,
                ..Default::default()
            }),
        }))
    }

    async fn name_accounts(
        &self,
        request: Request<identity::NameAccountsRequest>,
    ) -> Answer<identity::NameAccountsResponse> {
        let named = request.into_inner().account_ids.into_iter();
        let accounts = named.map(|id| identity::AccountName {
            display_name: id.clone(),
            account_id: id,
            ..identity::AccountName::default()
        });
        Ok(Response::new(identity::NameAccountsResponse {
            accounts: accounts.collect(),
        }))
    }

    not_asked! {
        find_accounts(identity::FindAccountsRequest) -> identity::FindAccountsResponse;
        issue_seat_code(identity::IssueSeatCodeRequest) -> identity::IssueSeatCodeResponse;
        create_account(identity::CreateAccountRequest) -> identity::CreateAccountResponse;
        open_guest_session(identity::OpenGuestSessionRequest) -> identity::OpenGuestSessionResponse;
        keep_account(identity::KeepAccountRequest) -> identity::KeepAccountResponse;
        sign_in(identity::SignInRequest) -> identity::SignInResponse;
        refresh_session(identity::RefreshSessionRequest) -> identity::RefreshSessionResponse;
        sign_out(identity::SignOutRequest) -> identity::SignOutResponse;
        change_password(identity::ChangePasswordRequest) -> identity::ChangePasswordResponse;
        end_sessions(identity::EndSessionsRequest) -> identity::EndSessionsResponse;
        get_account_name(identity::GetAccountNameRequest) -> identity::GetAccountNameResponse;
        rename_account(identity::RenameAccountRequest) -> identity::RenameAccountResponse;
        get_former_names(identity::GetFormerNamesRequest) -> identity::GetFormerNamesResponse;
        get_unused_seat_codes(identity::GetUnusedSeatCodesRequest) -> identity::GetUnusedSeatCodesResponse;
        get_seat_code(identity::GetSeatCodeRequest) -> identity::GetSeatCodeResponse;
        claim_seat(identity::ClaimSeatRequest) -> identity::ClaimSeatResponse;
        get_session(identity::GetSessionRequest) -> identity::GetSessionResponse;
        create_program(identity::CreateProgramRequest) -> identity::CreateProgramResponse;
        list_programs(identity::ListProgramsRequest) -> identity::ListProgramsResponse;
        issue_api_key(identity::IssueApiKeyRequest) -> identity::IssueApiKeyResponse;
        list_api_keys(identity::ListApiKeysRequest) -> identity::ListApiKeysResponse;
        revoke_api_key(identity::RevokeApiKeyRequest) -> identity::RevokeApiKeyResponse;
        exchange_api_key(identity::ExchangeApiKeyRequest) -> identity::ExchangeApiKeyResponse;
        get_push_key(identity::GetPushKeyRequest) -> identity::GetPushKeyResponse;
        add_push_subscription(identity::AddPushSubscriptionRequest) -> identity::AddPushSubscriptionResponse;
        remove_push_subscription(identity::RemovePushSubscriptionRequest) -> identity::RemovePushSubscriptionResponse;
        get_key_set(identity::GetKeySetRequest) -> identity::GetKeySetResponse;
        open_house_session(identity::OpenHouseSessionRequest) -> identity::OpenHouseSessionResponse;
    }
}
