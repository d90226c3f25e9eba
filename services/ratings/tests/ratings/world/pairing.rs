//! Pairing as far as ratings ask it: its feed, and tournaments as it shows them.

use std::{collections::BTreeMap, sync::Mutex};

use outflank_proto::{
    feed::v1 as feed,
    identity::v1::AccountName,
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use outflank_tournament::{EntryHeader, Event};
use tonic::{Request, Response, Status};

use super::casual;

/// Rating officers of some federation.
pub const OFFICERS: [&str; 2] = ["olga", "otto"];

pub struct TestPairing {
    facts: Mutex<Vec<feed::Fact>>,
    epoch: Mutex<String>,
    shown: Mutex<BTreeMap<(String, u64), proto::Tournament>>,
    changes: Mutex<Vec<(String, proto::FileChange)>>,
    /// The entries that moved tournaments to or from another server.
    moved: Mutex<Vec<(String, u64)>>,
    /// The rulings that bear on every tournament.
    pub rulings: Mutex<Vec<proto::Ruling>>,
    /// The official list: its version, and the ratings by number.
    pub official: Mutex<(u64, BTreeMap<u32, u32>)>,
    /// Everybody's casual games, the latest first.
    pub casual: Mutex<Vec<proto::CasualGame>>,
}

impl Default for TestPairing {
    fn default() -> Self {
        Self {
            facts: Mutex::default(),
            epoch: Mutex::new("one".to_owned()),
            shown: Mutex::default(),
            changes: Mutex::default(),
            moved: Mutex::default(),
            rulings: Mutex::default(),
            official: Mutex::default(),
            casual: Mutex::default(),
        }
    }
}

impl TestPairing {
    pub fn tell(&self, id: &str, header: &EntryHeader, events: &[Event]) {
        for (index, event) in events.iter().enumerate() {
            self.changes
                .lock()
                .unwrap()
                .extend(change(id, header, event));
            if let Event::TransferredAway { .. } | Event::TransferringIn { .. } = event {
                let mut moved = self.moved.lock().unwrap();
                moved.push((id.to_owned(), header.seq));
            }
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

    /// Shows a tournament in this form as it stood after the entry that the form says.
    pub fn show(&self, id: &str, tournament: proto::Tournament) {
        let seq = tournament.summary.as_ref().unwrap().seq;
        let mut shown = self.shown.lock().unwrap();
        shown.insert((id.to_owned(), seq), tournament);
    }

    /// Nothing of a tournament is there.
    pub fn hide(&self, id: &str) {
        self.shown
            .lock()
            .unwrap()
            .retain(|(known, _), _| known != id);
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
        self.shown.lock().unwrap().clear();
        self.changes.lock().unwrap().clear();
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
    outflank_proto::pairing_service_stand_in!(
        read_facts get_tournament get_tournament_at list_federations read_official_ratings
        get_casual_game list_casual_games
    );

    async fn get_casual_game(
        &self,
        request: Request<proto::GetCasualGameRequest>,
    ) -> Answer<proto::GetCasualGameResponse> {
        let game = casual::one(&self.casual.lock().unwrap(), request.get_ref())?;
        Ok(Response::new(game))
    }

    async fn list_casual_games(
        &self,
        request: Request<proto::ListCasualGamesRequest>,
    ) -> Answer<proto::ListCasualGamesResponse> {
        let page = casual::page(&self.casual.lock().unwrap(), request.get_ref());
        Ok(Response::new(page))
    }

    async fn list_federations(
        &self,
        request: Request<proto::ListFederationsRequest>,
    ) -> Answer<proto::ListFederationsResponse> {
        let caller = outflank_access::Caller::of(&request)?;
        let account_id = &caller.person()?.account_id;
        let mine = request.get_ref().mine && OFFICERS.contains(&account_id.as_str());
        Ok(Response::new(proto::ListFederationsResponse {
            federations: mine.then(proto::Federation::default).into_iter().collect(),
            ..proto::ListFederationsResponse::default()
        }))
    }

    async fn read_official_ratings(
        &self,
        request: Request<proto::ReadOfficialRatingsRequest>,
    ) -> Answer<proto::ReadOfficialRatingsResponse> {
        outflank_access::Caller::of(&request)?.authorize(outflank_access::Standing::default())?;
        let asked = request.get_ref();
        let official = self.official.lock().unwrap();
        let (version, ratings) = &*official;
        let after = ratings.range(asked.after + 1..).take(5);
        let told: Vec<proto::OfficialRating> = after
            .filter(|_| *version != asked.known_version)
            .map(|(number, rating)| proto::OfficialRating {
                federation_number: *number,
                rating: *rating,
            })
            .collect();
        Ok(Response::new(proto::ReadOfficialRatingsResponse {
            version: *version,
            imported_at_ms: AT_MS,
            goes_on: told.len() == 5,
            ratings: told,
        }))
    }

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
        let asked = request.into_inner();
        let shown = self.shown.lock().unwrap();
        let of_it = shown
            .iter()
            .filter(|((id, _), _)| *id == asked.tournament_id);
        let newest = of_it.max_by_key(|((_, seq), _)| *seq);
        Ok(Response::new(proto::GetTournamentResponse {
            tournament: newest.map(|(_, tournament)| tournament.clone()),
        }))
    }

    async fn get_tournament_at(
        &self,
        request: Request<proto::GetTournamentAtRequest>,
    ) -> Answer<proto::GetTournamentAtResponse> {
        outflank_access::Caller::of(&request)?.authorize(outflank_access::Standing::default())?;
        let asked = request.into_inner();
        let key = (asked.tournament_id.clone(), asked.seq);
        let Some(mut tournament) = self.shown.lock().unwrap().get(&key).cloned() else {
            let problem = outflank_access::Problem::new(
                outflank_access::Kind::Unavailable,
                "not_there_yet",
                "It is not here yet; try again.",
            );
            return Err(problem.into());
        };
        let moved = self.moved.lock().unwrap();
        tournament.rated &= !moved
            .iter()
            .any(|(id, seq)| *id == asked.tournament_id && *seq > asked.seq);
        let changes = self.changes.lock().unwrap();
        let changes = changes.iter().filter(|(id, change)| {
            *id == asked.tournament_id && (asked.after_seq + 1..=asked.seq).contains(&change.seq)
        });
        Ok(Response::new(proto::GetTournamentAtResponse {
            tournament: Some(tournament),
            at_ms: AT_MS + i64::try_from(asked.seq).unwrap() * 60_000,
            confirmed_by_account_id: "anna".to_owned(),
            confirmed_at_ms: AT_MS,
            changes: changes.map(|(_, change)| change.clone()).collect(),
            accounts: vec![AccountName {
                account_id: "anna".to_owned(),
                display_name: "Anna Ardent".to_owned(),
                ..AccountName::default()
            }],
            rulings: self.rulings.lock().unwrap().clone(),
        }))
    }
}

/// When the first entry of every tournament is: 2026-11-22, 09:00.
pub const AT_MS: i64 = 1_795_338_000_000;

/// Reasons are told by their ids.
fn change(id: &str, header: &EntryHeader, event: &Event) -> Option<(String, proto::FileChange)> {
    let change = event.file_change()?;
    let told = proto::FileChange {
        seq: header.seq,
        at_ms: header.at_ms,
        cause: change.cause.name().to_owned(),
        account_id: change.by.map_or("anna", |by| &by.0).to_owned(),
        reason: change.reason.unwrap_or_default().to_owned(),
    };
    Some((id.to_owned(), told))
}
