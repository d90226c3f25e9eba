//! Pairing as far as standings ask it: tournaments decided and folded by the engine, and their feed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use outflank_proto::{
    feed::v1 as feed,
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use outflank_tournament::{
    AccountId, Command, EntrantId, EntryHeader, Event, FactBody, Registration, ResultKind,
    ResultRecord, RuleSet, Seed, TournamentFacts, TournamentState, chain_link, decide, evolve,
};
use tonic::{Request, Response, Status};

const CHAIN_LENGTH: u32 = 80;
const SECRET: Seed = Seed([7; 32]);

/// One tournament's stream, told to the feed entry by entry.
pub struct Tournament {
    pub id: String,
    pub state: TournamentState,
    pub seq: u64,
}

impl Tournament {
    /// A tournament under the EGP's rules with entrants e0, e1, ...
    pub fn new(pairing: &TestPairing, id: &str, entrants: usize) -> Self {
        let mut tournament = Self {
            id: id.to_owned(),
            state: TournamentState::default(),
            seq: 0,
        };
        tournament.give(
            pairing,
            &[Command::CreateTournament {
                facts: TournamentFacts {
                    name: "Fernwood Open".to_owned(),
                    country: "FRA".to_owned(),
                    date: "2026-11-21".to_owned(),
                    ..TournamentFacts::default()
                },
                rule_set: RuleSet::egp_2020(),
                origin: None,
                draw_anchor: chain_link(&SECRET, CHAIN_LENGTH, 0).unwrap(),
                head_director: AccountId::from("anna"),
                accept_deviations: true,
            }],
        );
        for number in 0..entrants {
            tournament.give(
                pairing,
                &[Command::RegisterEntrant(Registration {
                    entrant: EntrantId(format!("e{number}")),
                    country: Some("FRA".to_owned()),
                    rating: Some(1_500),
                    computer: false,
                    ..Registration::default()
                })],
            );
        }
        tournament
    }

    /// Decides commands and tells their events as one entry.
    pub fn give(&mut self, pairing: &TestPairing, commands: &[Command]) {
        self.seq += 1;
        let header = EntryHeader {
            seq: self.seq,
            at_ms: 1_000 * i64::try_from(self.seq).unwrap(),
        };
        let mut events = Vec::new();
        for command in commands {
            for event in decide(&self.state, command, header.at_ms).unwrap() {
                self.state = evolve(std::mem::take(&mut self.state), &header, &event);
                events.push(event);
            }
        }
        pairing.tell(&self.id, &header, &events);
    }

    fn seed(&self) -> Seed {
        chain_link(&SECRET, CHAIN_LENGTH, self.state.lots.draws_revealed + 1).unwrap()
    }

    pub fn publish(&mut self, pairing: &TestPairing) {
        let seed = Some(self.seed());
        self.give(
            pairing,
            &[Command::PublishRound {
                into_break: false,
                starts_at_ms: 1_000_000,
                seed,
                accept_deviations: true,
                manual: None,
                constraints: outflank_tournament::RoundConstraints::default(),
                clocks: vec![],
                handicaps: vec![],
            }],
        );
    }

    pub fn record(&mut self, pairing: &TestPairing, round: u32, table: u32, result: ResultRecord) {
        self.give(
            pairing,
            &[Command::RecordResult {
                round,
                table,
                result,
            }],
        );
    }

    pub fn finish(&mut self, pairing: &TestPairing) {
        let round = self.state.rounds.last().unwrap().number;
        self.give(pairing, &[Command::FinishRound { round }]);
    }

    /// Draws lots where they are needed and confirms, all in one entry.
    pub fn confirm(&mut self, pairing: &TestPairing) {
        let confirm = Command::ConfirmTournament {
            without_finals: true,
        };
        let list = self.state.standings().unwrap();
        if list.iter().any(|standing| standing.tied) {
            let seed = self.seed();
            self.give(pairing, &[Command::DrawLots { seed }, confirm]);
        } else {
            self.give(pairing, &[confirm]);
        }
    }
}

/// A game played to the end.
pub fn played(black_discs: u32) -> ResultRecord {
    let result = outflank_tournament::GameResult::played(black_discs);
    ResultRecord {
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        winner: result.winner,
        kind: ResultKind::Played,
        absent: outflank_tournament::Absence::Nobody,
        game: None,
        unplayed: false,
    }
}

/// The feed, readable up to a number that the test sets.
pub struct TestPairing {
    facts: Mutex<Vec<feed::Fact>>,
    epoch: Mutex<String>,
    readable: AtomicU64,
    /// How long each page but the first takes, in ms.
    pub page_ms: AtomicU64,
    /// Pages that were answered.
    pub pages: AtomicU64,
    /// How long a tournament takes to be told once it is read, in ms.
    pub state_ms: AtomicU64,
    /// Tournaments that were told.
    pub states: AtomicU64,
    /// It folds by another edition than standings do.
    pub other_edition: AtomicBool,
    /// Facts that were given.
    pub given: AtomicU64,
    /// Whatever follows a dash in the id of a tournament, it is told as the one without.
    pub alike: AtomicBool,
    /// Facts that are never given.
    lost: Mutex<BTreeSet<u64>>,
    /// Entries of a tournament told at once where it does.
    pub entries_at_once: AtomicU64,
}

impl Default for TestPairing {
    fn default() -> Self {
        Self {
            facts: Mutex::default(),
            epoch: Mutex::new("one".to_owned()),
            readable: AtomicU64::new(u64::MAX),
            page_ms: AtomicU64::new(0),
            pages: AtomicU64::new(0),
            state_ms: AtomicU64::new(0),
            states: AtomicU64::new(0),
            other_edition: AtomicBool::new(false),
            given: AtomicU64::new(0),
            alike: AtomicBool::new(false),
            lost: Mutex::default(),
            entries_at_once: AtomicU64::new(7),
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

    pub fn last(&self) -> u64 {
        self.facts.lock().unwrap().len() as u64
    }

    /// The facts after a number are not to be read yet.
    pub fn hold_back_after(&self, number: u64) {
        self.readable.store(number, Ordering::SeqCst);
    }

    pub fn hold_back_nothing(&self) {
        self.hold_back_after(u64::MAX);
    }

    /// Delivers facts a second time, behind all others.
    pub fn tell_again(&self, numbers: std::ops::RangeInclusive<u64>) {
        let again: Vec<feed::Fact> = {
            let facts = self.facts.lock().unwrap();
            let inside = facts.iter().filter(|fact| numbers.contains(&fact.number));
            inside.cloned().collect()
        };
        assert!(!again.is_empty());
        for fact in again {
            self.push(fact);
        }
    }

    /// A fact that the feed never gives; the stream has it.
    pub fn lose(&self, number: u64) {
        self.lost.lock().unwrap().insert(number);
    }

    /// From now on another store answers; what was in the old one is gone.
    pub fn replace_store(&self, epoch: &str) {
        // Nobody may read the old facts under the new epoch.
        let mut facts = self.facts.lock().unwrap();
        *self.epoch.lock().unwrap() = epoch.to_owned();
        facts.clear();
    }

    fn read(&self, request: &feed::ReadFactsRequest) -> feed::ReadFactsResponse {
        let facts = self.facts.lock().unwrap();
        let epoch = self.epoch.lock().unwrap().clone();
        let readable = self.readable.load(Ordering::SeqCst);
        if request.at_end {
            let number = readable.min(facts.len() as u64);
            return feed::ReadFactsResponse {
                facts: Vec::new(),
                next: Some(feed::Cursor { epoch, number }),
            };
        }
        let after = request.after.clone().unwrap_or_default();
        if !after.epoch.is_empty() && after.epoch != epoch {
            return feed::ReadFactsResponse {
                facts: Vec::new(),
                next: Some(feed::Cursor { epoch, number: 0 }),
            };
        }
        let facts: Vec<feed::Fact> = facts
            .iter()
            .filter(|fact| fact.number > after.number && fact.number <= readable)
            .take(request.limit as usize)
            .cloned()
            .collect();
        let number = facts.last().map_or(after.number, |fact| fact.number);
        let lost = self.lost.lock().unwrap();
        let facts: Vec<feed::Fact> = facts
            .into_iter()
            .filter(|fact| !lost.contains(&fact.number))
            .collect();
        self.given.fetch_add(facts.len() as u64, Ordering::SeqCst);
        feed::ReadFactsResponse {
            facts,
            next: Some(feed::Cursor { epoch, number }),
        }
    }

    /// Every entry of a tournament that is committed, whether the feed has come so far or not: its facts in their order.
    fn entries(&self, id: &str) -> Vec<Vec<feed::Fact>> {
        let mut entries: BTreeMap<u64, BTreeMap<u32, feed::Fact>> = BTreeMap::new();
        for fact in &*self.facts.lock().unwrap() {
            let Ok(body) = serde_json::from_slice::<FactBody>(&fact.body) else {
                continue;
            };
            if body.tournament_id == id {
                let entry = entries.entry(body.seq).or_default();
                entry.insert(body.index, fact.clone());
            }
        }
        let entries = entries.into_values();
        entries.map(|entry| entry.into_values().collect()).collect()
    }

    fn state(
        &self,
        request: &proto::ReadTournamentStateRequest,
    ) -> Result<proto::ReadTournamentStateResponse, Status> {
        let mut id = &*request.tournament_id;
        if self.alike.load(Ordering::SeqCst) {
            id = id.split_once('-').map_or(id, |(alike, _)| alike);
        }
        let entries = self.entries(id);
        if entries.is_empty() {
            return Err(problem_of_none());
        }
        if self.other_edition.load(Ordering::SeqCst) {
            let most = self.entries_at_once.load(Ordering::SeqCst);
            let next = entries
                .into_iter()
                .filter(|entry| entry[0].seq > request.after_seq)
                .take(most as usize);
            return Ok(proto::ReadTournamentStateResponse {
                facts: next.flatten().collect(),
                ..Default::default()
            });
        }
        let mut state = TournamentState::default();
        let mut seq = 0;
        for fact in entries.iter().flatten() {
            let body: FactBody = serde_json::from_slice(&fact.body).unwrap();
            let header = EntryHeader {
                seq: body.seq,
                at_ms: body.at_ms,
            };
            state = evolve(state, &header, &body.event);
            seq = body.seq;
        }
        Ok(proto::ReadTournamentStateResponse {
            seq,
            state: state.to_snapshot().unwrap(),
            facts: Vec::new(),
        })
    }
}

fn problem_of_none() -> Status {
    outflank_access::Problem::new(
        outflank_access::Kind::NotFound,
        "unknown_tournament",
        "There is no such tournament.",
    )
    .into()
}

type Answer<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl PairingService for TestPairing {
    outflank_proto::pairing_service_stand_in!(read_facts read_tournament_state);

    async fn read_tournament_state(
        &self,
        request: Request<proto::ReadTournamentStateRequest>,
    ) -> Answer<proto::ReadTournamentStateResponse> {
        self.states.fetch_add(1, Ordering::SeqCst);
        let answer = self.state(request.get_ref());
        let state_ms = self.state_ms.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(state_ms)).await;
        answer.map(Response::new)
    }

    async fn read_facts(
        &self,
        request: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        let request = request.into_inner();
        if request.after.as_ref().is_some_and(|after| after.number > 0) {
            let page_ms = self.page_ms.load(Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(page_ms)).await;
        }
        self.pages.fetch_add(1, Ordering::SeqCst);
        Ok(Response::new(self.read(&request)))
    }
}
