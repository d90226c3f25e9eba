//! Identity and play as far as pairing asks them: their feeds, and seat codes.

use std::sync::Mutex;

use outflank_proto::{
    feed::v1 as feed,
    identity::v1::{self as identity, identity_service_server::IdentityService},
    play::v1::{self as play, play_service_server::PlayService},
};
use tonic::{Request, Response, Status};

#[derive(Default)]
pub struct Feed {
    facts: Mutex<Vec<feed::Fact>>,
}

impl Feed {
    pub fn push(&self, kind: &str, body: &serde_json::Value) {
        let mut facts = self.facts.lock().unwrap();
        let number = facts.len() as u64 + 1;
        facts.push(feed::Fact {
            number,
            id: format!("stream/{number}/1/0"),
            stream: format!("stream/{number}"),
            seq: 1,
            at_ms: now_ms(),
            kind: kind.to_owned(),
            body: body.to_string().into_bytes(),
        });
    }

    fn read(&self, request: &feed::ReadFactsRequest) -> feed::ReadFactsResponse {
        let after = request.after.as_ref().map_or(0, |cursor| cursor.number);
        let facts: Vec<feed::Fact> = self
            .facts
            .lock()
            .unwrap()
            .iter()
            .filter(|fact| fact.number > after)
            .take(request.limit as usize)
            .cloned()
            .collect();
        feed::ReadFactsResponse {
            next: Some(feed::Cursor {
                epoch: "one".to_owned(),
                number: facts.last().map_or(after, |fact| fact.number),
            }),
            facts,
        }
    }
}

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_millis()).unwrap()
}

type Answer<T> = Result<Response<T>, Status>;

/// Methods that pairing never calls.
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
                Box::pin(async { Err(Status::unimplemented("pairing does not ask this")) })
            }
        )*
    };
}

#[derive(Default)]
pub struct TestIdentity {
    pub feed: Feed,
    pub issued: Mutex<Vec<identity::IssueSeatCodeRequest>>,
}

#[tonic::async_trait]
impl IdentityService for TestIdentity {
    async fn issue_seat_code(
        &self,
        request: Request<identity::IssueSeatCodeRequest>,
    ) -> Answer<identity::IssueSeatCodeResponse> {
        let mut issued = self.issued.lock().unwrap();
        issued.push(request.into_inner());
        Ok(Response::new(identity::IssueSeatCodeResponse {
            code: format!("SEAT-{}", issued.len()),
            expires_at_ms: 1,
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
                display_name: format!("Account {id}"),
                administrator: id == super::ADMINISTRATOR,
                id,
                ..Default::default()
            }),
        }))
    }

    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Ok(Response::new(self.feed.read(request.get_ref())))
    }

    not_asked! {
        create_account(identity::CreateAccountRequest) -> identity::CreateAccountResponse;
        sign_in(identity::SignInRequest) -> identity::SignInResponse;
        refresh_session(identity::RefreshSessionRequest) -> identity::RefreshSessionResponse;
        sign_out(identity::SignOutRequest) -> identity::SignOutResponse;
        get_seat_code(identity::GetSeatCodeRequest) -> identity::GetSeatCodeResponse;
        claim_seat(identity::ClaimSeatRequest) -> identity::ClaimSeatResponse;
        get_session(identity::GetSessionRequest) -> identity::GetSessionResponse;
        create_program(identity::CreateProgramRequest) -> identity::CreateProgramResponse;
        list_programs(identity::ListProgramsRequest) -> identity::ListProgramsResponse;
        issue_api_key(identity::IssueApiKeyRequest) -> identity::IssueApiKeyResponse;
        list_api_keys(identity::ListApiKeysRequest) -> identity::ListApiKeysResponse;
        revoke_api_key(identity::RevokeApiKeyRequest) -> identity::RevokeApiKeyResponse;
        exchange_api_key(identity::ExchangeApiKeyRequest) -> identity::ExchangeApiKeyResponse;
        get_key_set(identity::GetKeySetRequest) -> identity::GetKeySetResponse;
    }
}

#[derive(Default)]
pub struct TestPlay {
    pub feed: Feed,
}

#[tonic::async_trait]
impl PlayService for TestPlay {
    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Ok(Response::new(self.feed.read(request.get_ref())))
    }

    not_asked! {
        get_table(play::GetTableRequest) -> play::GetTableResponse;
        list_tables(play::ListTablesRequest) -> play::ListTablesResponse;
        read_entries(play::ReadEntriesRequest) -> play::ReadEntriesResponse;
        read_news(play::ReadNewsRequest) -> play::ReadNewsResponse;
        read_alerts(play::ReadAlertsRequest) -> play::ReadAlertsResponse;
        r#move(play::MoveRequest) -> play::CommandResponse;
        pass(play::PassRequest) -> play::CommandResponse;
        resign(play::ResignRequest) -> play::CommandResponse;
        call_director(play::CallDirectorRequest) -> play::CommandResponse;
        seal_move(play::SealMoveRequest) -> play::CommandResponse;
        confirm_transcript(play::ConfirmTranscriptRequest) -> play::CommandResponse;
        dispute_result(play::DisputeResultRequest) -> play::CommandResponse;
        officiate(play::OfficiateRequest) -> play::CommandResponse;
        officiate_round(play::OfficiateRoundRequest) -> play::OfficiateRoundResponse;
        post_chat(play::PostChatRequest) -> play::PostChatResponse;
        read_chat(play::ReadChatRequest) -> play::ReadChatResponse;
        moderate_chat(play::ModerateChatRequest) -> play::ModerateChatResponse;
        report_focus(play::ReportFocusRequest) -> play::ReportFocusResponse;
        get_clock_sheet(play::GetClockSheetRequest) -> play::GetClockSheetResponse;
        get_evidence(play::GetEvidenceRequest) -> play::GetEvidenceResponse;
        report_sockets(play::ReportSocketsRequest) -> play::ReportSocketsResponse;
        beat(play::BeatRequest) -> play::BeatResponse;
        catch_up(feed::CatchUpRequest) -> feed::CatchUpResponse;
    }
}
