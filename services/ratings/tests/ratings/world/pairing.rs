//! Pairing as far as ratings ask it: its feed, and tournaments as it shows them.

use std::{collections::BTreeMap, sync::Mutex};

use outflank_proto::{
    feed::v1 as feed,
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use outflank_tournament::{EntryHeader, Event};
use tonic::{Request, Response, Status};

pub struct TestPairing {
    facts: Mutex<Vec<feed::Fact>>,
    epoch: Mutex<String>,
    shown: Mutex<BTreeMap<String, proto::Tournament>>,
}

impl Default for TestPairing {
    fn default() -> Self {
        Self {
            facts: Mutex::default(),
            epoch: Mutex::new("one".to_owned()),
            shown: Mutex::default(),
        }
    }
}

impl TestPairing {
    pub fn tell(&self, id: &str, header: &EntryHeader, events: &[Event]) {
        for (index, event) in events.iter().enumerate() {
            let body = serde_json::json!({
                "version": 1, "tournament_id": id, "seq": header.seq, "at_ms": header.at_ms,
                "index": index, "of": events.len(), "event": event,
            });
            self.push(feed::Fact {
                number: 0,
                id: format!("tournament/{id}/{}/{index}", header.seq),
                stream: format!("tournament/{id}"),
                seq: header.seq,
                at_ms: header.at_ms,
                kind: body["event"]["type"].as_str().unwrap().to_owned(),
                body: body.to_string().into_bytes(),
                texts: Vec::new(),
            });
        }
    }

    /// Puts a fact behind all others; its place.
    pub fn push(&self, mut fact: feed::Fact) -> u64 {
        let mut facts = self.facts.lock().unwrap();
        fact.number = facts.len() as u64 + 1;
        facts.push(fact);
        facts.len() as u64
    }

    /// Everything told so far.
    pub fn told(&self) -> Vec<feed::Fact> {
        self.facts.lock().unwrap().clone()
    }

    /// In a fact's place stands another.
    pub fn mend(&self, number: u64, by: feed::Fact) {
        let mut facts = self.facts.lock().unwrap();
        let fact = facts.iter_mut().find(|fact| fact.number == number);
        *fact.unwrap() = feed::Fact { number, ..by };
    }

    /// Shows a tournament from now on in this form.
    pub fn show(&self, id: &str, tournament: proto::Tournament) {
        self.shown.lock().unwrap().insert(id.to_owned(), tournament);
    }

    /// Delivers every fact a second time, behind all others.
    pub fn tell_all_again(&self) {
        let again = self.facts.lock().unwrap().clone();
        assert!(!again.is_empty());
        for fact in again {
            self.push(fact);
        }
    }

    /// From now on another store answers; what was in the old one is gone.
    pub fn replace_store(&self, epoch: &str) {
        *self.epoch.lock().unwrap() = epoch.to_owned();
        self.facts.lock().unwrap().clear();
    }

    fn read(&self, request: &feed::ReadFactsRequest) -> feed::ReadFactsResponse {
        let epoch = self.epoch.lock().unwrap().clone();
        let after = request.after.clone().unwrap_or_default();
        if !after.epoch.is_empty() && after.epoch != epoch {
            return feed::ReadFactsResponse {
                facts: Vec::new(),
                next: Some(feed::Cursor { epoch, number: 0 }),
            };
        }
        let facts: Vec<feed::Fact> = self
            .facts
            .lock()
            .unwrap()
            .iter()
            .filter(|fact| fact.number > after.number)
            .take(request.limit as usize)
            .cloned()
            .collect();
        let number = facts.last().map_or(after.number, |fact| fact.number);
        feed::ReadFactsResponse {
            facts,
            next: Some(feed::Cursor { epoch, number }),
        }
    }
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl PairingService for TestPairing {
    outflank_proto::pairing_service_stand_in!(read_facts get_tournament);

    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Ok(Response::new(self.read(request.get_ref())))
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Answer<proto::GetTournamentResponse> {
        let id = request.into_inner().tournament_id;
        let shown = self.shown.lock().unwrap();
        let tournament = shown.get(&id).cloned();
        if tournament.is_none() {
            return Err(Status::not_found("there is no such tournament"));
        }
        Ok(Response::new(proto::GetTournamentResponse { tournament }))
    }
}
