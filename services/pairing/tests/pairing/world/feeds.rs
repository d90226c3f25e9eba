//! Identity and play as far as pairing asks them: their feeds, and seat codes.

use std::{collections::BTreeMap, sync::Mutex};

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
        self.tell(feed::Fact {
            kind: kind.to_owned(),
            body: body.to_string().into_bytes(),
            ..feed::Fact::default()
        });
    }

    /// Puts a fact behind all others; its place.
    pub fn tell(&self, fact: feed::Fact) -> u64 {
        let mut facts = self.facts.lock().unwrap();
        let number = facts.len() as u64 + 1;
        facts.push(feed::Fact {
            number,
            id: format!("stream/{number}/1/0"),
            stream: format!("stream/{number}"),
            seq: 1,
            at_ms: now_ms(),
            ..fact
        });
        number
    }

    /// The body and kind of a fact become those of another.
    pub fn mend(&self, number: u64, by: feed::Fact) {
        let mut facts = self.facts.lock().unwrap();
        let fact = facts.iter_mut().find(|fact| fact.number == number).unwrap();
        (fact.kind, fact.body) = (by.kind, by.body);
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

#[derive(Default)]
pub struct TestIdentity {
    pub feed: Feed,
    pub issued: Mutex<Vec<identity::IssueSeatCodeRequest>>,
    operators: Mutex<BTreeMap<String, String>>,
    former_names: Mutex<BTreeMap<String, Vec<identity::FormerName>>>,
}

impl TestIdentity {
    /// An account is a program's.
    pub fn operated_by(&self, program: &str, operator: &str) {
        let mut operators = self.operators.lock().unwrap();
        operators.insert(program.to_owned(), operator.to_owned());
    }

    /// An account was called so until then.
    pub fn called_before(&self, account: &str, display_name: &str, until_ms: i64) {
        let mut former_names = self.former_names.lock().unwrap();
        let names = former_names.entry(account.to_owned()).or_default();
        let display_name = display_name.to_owned();
        let before = identity::FormerName {
            display_name,
            until_ms,
        };
        names.insert(0, before);
    }
}

#[tonic::async_trait]
impl IdentityService for TestIdentity {
    outflank_proto::identity_service_stand_in!(find_accounts name_accounts get_former_names issue_seat_code get_unused_seat_codes get_account read_facts);

    async fn get_unused_seat_codes(
        &self,
        request: Request<identity::GetUnusedSeatCodesRequest>,
    ) -> Answer<identity::GetUnusedSeatCodesResponse> {
        let issued = self.issued.lock().unwrap();
        let of = &request.get_ref().tournament_id;
        let codes = issued.iter().filter(|code| code.tournament_id == *of);
        Ok(Response::new(identity::GetUnusedSeatCodesResponse {
            codes: codes
                .map(|code| identity::UnusedSeatCode {
                    entrant_id: code.entrant_id.clone(),
                    expires_at_ms: 1,
                })
                .collect(),
        }))
    }

    async fn name_accounts(
        &self,
        request: Request<identity::NameAccountsRequest>,
    ) -> Answer<identity::NameAccountsResponse> {
        outflank_access::Caller::of(&request)?.authorize(outflank_access::Standing::default())?;
        let operators = self.operators.lock().unwrap().clone();
        let named = request.into_inner().account_ids.into_iter();
        let named = named.map(|account_id| {
            let operator = operators.get(&account_id).cloned();
            identity::AccountName {
                display_name: format!("Account {account_id}"),
                operator_display_name: operator
                    .as_ref()
                    .map_or_else(String::new, |id| format!("Account {id}")),
                operator_account_id: operator.unwrap_or_default(),
                account_id,
            }
        });
        Ok(Response::new(identity::NameAccountsResponse {
            accounts: named.collect(),
        }))
    }

    async fn get_former_names(
        &self,
        request: Request<identity::GetFormerNamesRequest>,
    ) -> Answer<identity::GetFormerNamesResponse> {
        outflank_access::Caller::of(&request)?.authorize(outflank_access::Standing::default())?;
        let former_names = self.former_names.lock().unwrap();
        let names = former_names.get(&request.get_ref().account_id);
        Ok(Response::new(identity::GetFormerNamesResponse {
            names: names.cloned().unwrap_or_default(),
        }))
    }

    async fn find_accounts(
        &self,
        request: Request<identity::FindAccountsRequest>,
    ) -> Answer<identity::FindAccountsResponse> {
        outflank_access::Caller::of(&request)?.authorize(outflank_access::Standing::default())?;
        let name = &request.get_ref().name;
        Ok(Response::new(identity::FindAccountsResponse {
            accounts: vec![identity::FoundAccount {
                account_id: "ingrid".to_owned(),
                display_name: format!("Ingrid sought as {name}"),
                kind: "member".to_owned(),
            }],
        }))
    }

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
                operator_account_id: self
                    .operators
                    .lock()
                    .unwrap()
                    .get(&id)
                    .cloned()
                    .unwrap_or_default(),
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
}

#[derive(Default)]
pub struct TestPlay {
    pub feed: Feed,
    tables: Mutex<BTreeMap<String, play::Table>>,
    /// What was written at every table.
    pub chat: Mutex<Vec<play::ChatMessage>>,
}

impl TestPlay {
    /// A game's table, as officials see it.
    pub fn show(&self, table: play::Table) {
        let mut tables = self.tables.lock().unwrap();
        tables.insert(table.game_id.clone(), table);
    }
}

#[tonic::async_trait]
impl PlayService for TestPlay {
    outflank_proto::play_service_stand_in!(get_table read_chat read_facts);

    async fn get_table(
        &self,
        request: Request<play::GetTableRequest>,
    ) -> Answer<play::GetTableResponse> {
        let tables = self.tables.lock().unwrap();
        let table = tables.get(&request.get_ref().game_id).cloned();
        table.map_or(Err(Status::not_found("no such game")), |table| {
            Ok(Response::new(play::GetTableResponse {
                table: Some(table),
                ..play::GetTableResponse::default()
            }))
        })
    }

    async fn read_chat(
        &self,
        request: Request<play::ReadChatRequest>,
    ) -> Answer<play::ReadChatResponse> {
        let asked = request.get_ref();
        let written = self.chat.lock().unwrap();
        let here = written.iter().filter(|message| {
            message.game_id == asked.game_id && message.number > asked.after_number
        });
        let mut messages: Vec<play::ChatMessage> = here.cloned().collect();
        let most = usize::try_from(asked.most).unwrap();
        if most > 0 && asked.newest {
            messages.drain(..messages.len().saturating_sub(most));
        } else if most > 0 {
            messages.truncate(most);
        }
        Ok(Response::new(play::ReadChatResponse {
            messages,
            ..play::ReadChatResponse::default()
        }))
    }

    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Ok(Response::new(self.feed.read(request.get_ref())))
    }
}
