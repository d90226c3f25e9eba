//! A pairing service over a journal of its own, called through an auth layer with real tokens; the services
//! it follows are feeds that the test fills.
#![allow(dead_code, unused_macros, missing_docs)]

mod feeds;

/// One call in the name of an account: the answer, or the problem with its code.
macro_rules! ask {
    ($world:expr, $who:expr, $rpc:ident, $message:expr) => {
        match $world.client().$rpc($world.by($who, $message)).await {
            Ok(answer) => Ok(answer.into_inner()),
            Err(status) => Err(outflank_access::Problem::from_status(&status)),
        }
    };
}

mod hindered;
mod office;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use ed25519_dalek::SigningKey;
use outflank_access::{
    Person, Problem, Role,
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_journal::{Journal, PostgresOptions, Records, Store};
use outflank_live::{InProcess, SharedLive};
use outflank_pairing::{EventPolicy, Founding, Lots, MIGRATIONS, Pairing, PairingParts};
use outflank_proto::{
    feed::v1::{CatchUpRequest, Cursor, ReadFactsRequest},
    identity::v1::identity_service_server::IdentityServiceServer,
    pairing::v1::{self as proto, pairing_service_client::PairingServiceClient},
    play::v1::play_service_server::PlayServiceServer,
};
use outflank_stillness::{Memory, MemoryJournal, documented};
use outflank_tournament::{EntryHeader, FactBody, InterestTable, TournamentState, evolve};
use outflank_transport::{AuthLayer, ClusterClock, Transport, for_person, in_the_name_of};
use tokio_util::sync::CancellationToken;

pub use feeds::{TestIdentity, TestPlay};
pub use hindered::Hindrance;
pub use office::{OFFICER, SECOND_OFFICER};

pub const DIRECTOR: &str = "anna";
pub const STRANGER: &str = "boris";
pub const ADMINISTRATOR: &str = "clara";

pub struct World {
    folder: tempfile::TempDir,
    pub clock: Arc<ClusterClock>,
    people: SigningKey,
    interests: InterestTable,
    auth_layer: AuthLayer,
    pub identity: Arc<TestIdentity>,
    pub play: Arc<TestPlay>,
    pub live: SharedLive,
    commands: AtomicU32,
    policy: EventPolicy,
    /// In place of the store's own.
    journal: Option<(Arc<Memory>, Arc<dyn Journal>)>,
    running: Option<Running>,
}

struct Running {
    store: Store,
    pairing: Pairing,
    stop: CancellationToken,
    transport: Transport,
}

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role).unwrap();
    SigningKey::from_bytes(&[u8::try_from(place).unwrap() + 10; 32])
}

/// The store of this folder, in whichever database the tests run over.
async fn open_store(folder: &std::path::Path) -> Store {
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => {
            Store::in_postgres(PostgresOptions::new(url, "pairing"), Some(&MIGRATIONS)).await
        }
        None => Store::in_sqlite(folder.join("pairing.sqlite"), Some(&MIGRATIONS)).await,
    };
    opened.unwrap()
}

/// Every member may found events.
fn members_found() -> EventPolicy {
    EventPolicy {
        founding: Founding::Accounts,
        ..EventPolicy::default()
    }
}

impl World {
    /// Where every member may found events.
    pub async fn new() -> Self {
        Self::with(InterestTable::default(), members_found(), None).await
    }

    /// Where the streams are in this journal.
    pub async fn over(memory: Arc<Memory>, journal: MemoryJournal) -> Self {
        let journal = Some((memory, Arc::new(journal) as Arc<dyn Journal>));
        Self::with(InterestTable::default(), members_found(), journal).await
    }

    /// Where this table says what officials who play may do.
    pub async fn under(interests: InterestTable) -> Self {
        Self::with(interests, members_found(), None).await
    }

    /// Where this is asked of events.
    pub async fn asking(policy: EventPolicy) -> Self {
        Self::with(InterestTable::default(), policy, None).await
    }

    async fn with(
        interests: InterestTable,
        policy: EventPolicy,
        journal: Option<(Arc<Memory>, Arc<dyn Journal>)>,
    ) -> Self {
        let people = SigningKey::from_bytes(&[1; 32]);
        let clock = Arc::new(ClusterClock::new());
        let mut world = Self {
            folder: tempfile::tempdir().unwrap(),
            auth_layer: auth_layer(&people, &clock),
            clock,
            people,
            interests,
            identity: Arc::default(),
            play: Arc::default(),
            live: Arc::new(InProcess::new()),
            commands: AtomicU32::new(0),
            policy,
            journal,
            running: None,
        };
        world.start().await;
        world
    }

    async fn start(&mut self) {
        let mut store = open_store(self.folder.path()).await;
        if let Some((memory, journal)) = &self.journal {
            memory.keep_records(&store.records);
            store.journal = Arc::clone(journal);
        }
        let stop = CancellationToken::new();
        let identity = self
            .auth_layer
            .local(IdentityServiceServer::from_arc(Arc::clone(&self.identity)));
        let play = self
            .auth_layer
            .local(PlayServiceServer::from_arc(Arc::clone(&self.play)));
        let pairing = Pairing::start(PairingParts {
            store: store.clone(),
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock),
            identity: self.named(identity, Role::Pairing),
            interests: self.interests,
            policy: self.policy,
            lots: Lots::default(),
            stop: stop.clone(),
        });
        let pairing = pairing.await.unwrap();
        pairing.follow_play(self.named(play, Role::Pairing));
        self.running = Some(Running {
            transport: documented(self.auth_layer.local(pairing.service())),
            store,
            pairing,
            stop,
        });
    }

    /// What another instance beside this one is made of.
    pub fn parts(&self, stop: &CancellationToken) -> PairingParts {
        let identity = IdentityServiceServer::from_arc(Arc::clone(&self.identity));
        let identity = self.auth_layer.local(identity);
        PairingParts {
            store: self.running().store.clone(),
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock),
            identity: self.named(identity, Role::Pairing),
            interests: self.interests,
            policy: self.policy,
            lots: Lots::default(),
            stop: stop.clone(),
        }
    }

    /// Stops the service and starts it again on the same file.
    pub async fn restart(&mut self) {
        let running = self.running.take().unwrap();
        running.stop.cancel();
        running.pairing.stopped().await;
        running.store.journal.close().await;
        drop(running);
        self.start().await;
    }

    /// The same so many ms later.
    pub async fn restart_later(&mut self, ms: i64) {
        self.clock = Arc::new(ClusterClock::shifted(ms));
        self.auth_layer = auth_layer(&self.people, &self.clock);
        self.restart().await;
    }

    fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    pub fn journal(&self) -> &dyn Journal {
        &*self.running().store.journal
    }

    pub fn records(&self) -> &Records {
        &self.running().store.records
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn named(&self, transport: Transport, role: Role) -> Transport {
        let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
        in_the_name_of(transport, identity, Arc::clone(&self.clock))
    }

    pub fn client(&self) -> PairingServiceClient<Transport> {
        PairingServiceClient::new(self.running().transport.clone())
    }

    /// A client of another instance beside this one.
    pub fn client_of(&self, pairing: &Pairing) -> PairingServiceClient<Transport> {
        let transport = documented(self.auth_layer.local(pairing.service()));
        PairingServiceClient::new(transport)
    }

    pub fn service_client(&self, role: Role) -> PairingServiceClient<Transport> {
        PairingServiceClient::new(self.named(self.running().transport.clone(), role))
    }

    pub fn token(&self, account: &str, light: bool) -> String {
        self.session_token(account, ("session", light))
    }

    fn session_token(&self, account: &str, (session, light): (&str, bool)) -> String {
        let person = Person {
            account_id: account.to_owned(),
            session_id: session.to_owned(),
            light,
            scopes: outflank_access::Scopes::all(),
        };
        let signer = Signer::new(&self.people).unwrap();
        signer.access_token(&person, self.clock.now_ms()).unwrap().0
    }

    /// A request in the name of an account with a password.
    pub fn by<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        for_person(message, Some(&self.token(account, false)))
    }

    /// A request with an API key of that account.
    pub fn by_key<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        let session = outflank_access::identifier::session_of_key("1f");
        for_person(
            message,
            Some(&self.session_token(account, (&session, false))),
        )
    }

    pub fn command_id(&self) -> String {
        format!("command-{}", self.commands.fetch_add(1, Ordering::Relaxed))
    }

    pub fn new_tournament(&self) -> proto::CreateTournamentRequest {
        proto::CreateTournamentRequest {
            command_id: self.command_id(),
            name: "Fernwood Open".to_owned(),
            country: "FRA".to_owned(),
            date: "2026-11-21".to_owned(),
            rule_set: "egp-2020".to_owned(),
            main_time_ms: 0,
            swiss_rounds: 0,
            director_name: "Anna Ardent".to_owned(),
            ..proto::CreateTournamentRequest::default()
        }
    }

    pub async fn create(&self) -> String {
        let request = self.by(DIRECTOR, self.new_tournament());
        let answer = self.client().create_tournament(request).await.unwrap();
        answer.into_inner().tournament.unwrap().summary.unwrap().id
    }

    /// A tournament under rules of the director's own.
    pub async fn create_under(&self, rules: &serde_json::Value) -> String {
        let mut asked = self.new_tournament();
        (asked.rule_set, asked.rule_set_json) = (String::new(), rules.to_string());
        asked.accept_deviations = true;
        let answer = self
            .client()
            .create_tournament(self.by(DIRECTOR, asked))
            .await;
        let tournament = answer.unwrap().into_inner().tournament.unwrap();
        tournament.summary.unwrap().id
    }

    /// Enters the open boards of the last round and finishes it; answers its number.
    pub async fn play(&self, id: &str, black_discs: impl Fn(&proto::Board) -> u32) -> u32 {
        let tournament = self.tournament(id).await;
        let round = tournament.rounds.last().unwrap();
        for board in round.boards.iter().filter(|board| board.result.is_none()) {
            let discs = black_discs(board);
            self.enter(id, (round.number, board.table), discs)
                .await
                .unwrap();
        }
        self.finish(id, round.number).await.unwrap();
        round.number
    }

    pub fn new_entrant(&self, tournament: &str, number: usize) -> proto::RegisterEntrantRequest {
        proto::RegisterEntrantRequest {
            command_id: self.command_id(),
            tournament_id: tournament.to_owned(),
            surname: format!("Player{number}"),
            given_names: "Pat".to_owned(),
            country: "FRA".to_owned(),
            rating: 1_500,
            federation_number: 0,
            computer: false,
            ..proto::RegisterEntrantRequest::default()
        }
    }

    pub async fn register(&self, tournament: &str, entrants: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for number in 0..entrants {
            let request = self.by(DIRECTOR, self.new_entrant(tournament, number));
            let answer = self.client().register_entrant(request).await.unwrap();
            ids.push(answer.into_inner().entrant_id);
        }
        ids
    }

    pub async fn tournament(&self, id: &str) -> proto::Tournament {
        let request = proto::GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.client().get_tournament(request).await.unwrap();
        answer.into_inner().tournament.unwrap()
    }

    pub async fn seq(&self, id: &str) -> u64 {
        self.tournament(id).await.summary.unwrap().seq
    }

    pub async fn publish(&self, id: &str) -> Result<(proto::Round, u64), Problem> {
        self.publish_as(id, &self.command_id()).await
    }

    pub async fn publish_as(
        &self,
        id: &str,
        command_id: &str,
    ) -> Result<(proto::Round, u64), Problem> {
        let request = proto::PublishRoundRequest {
            command_id: command_id.to_owned(),
            tournament_id: id.to_owned(),
            starts_at_ms: 0,
            ..proto::PublishRoundRequest::default()
        };
        match self
            .client()
            .publish_round(self.by(DIRECTOR, request))
            .await
        {
            Ok(answer) => {
                let answer = answer.into_inner();
                Ok((answer.round.unwrap(), answer.seq))
            }
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    pub async fn enter(
        &self,
        id: &str,
        (round, table): (u32, u32),
        black_discs: u32,
    ) -> Result<u64, Problem> {
        let request = proto::EnterResultRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            round,
            table,
            black_discs: Some(black_discs),
            reason: "The clock was faulty.".to_owned(),
            ..proto::EnterResultRequest::default()
        };
        match self.client().enter_result(self.by(DIRECTOR, request)).await {
            Ok(answer) => Ok(answer.into_inner().seq),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    pub async fn finish(&self, id: &str, round: u32) -> Result<u64, Problem> {
        let request = proto::FinishRoundRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            round,
        };
        match self.client().finish_round(self.by(DIRECTOR, request)).await {
            Ok(answer) => Ok(answer.into_inner().seq),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    pub async fn confirm(&self, id: &str) -> Result<u64, Problem> {
        self.confirm_with(id, true).await
    }

    pub async fn confirm_with(&self, id: &str, without_finals: bool) -> Result<u64, Problem> {
        let request = proto::ConfirmTournamentRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            without_finals,
        };
        match self
            .client()
            .confirm_tournament(self.by(DIRECTOR, request))
            .await
        {
            Ok(answer) => Ok(answer.into_inner().seq),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    pub async fn catch_up(&self) {
        self.try_to_catch_up().await.unwrap();
    }

    pub async fn try_to_catch_up(&self) -> Result<(), Problem> {
        let mut gateway = self.service_client(Role::Gateway);
        match gateway.catch_up(CatchUpRequest {}).await {
            Ok(_) => Ok(()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    /// The game of a board ends with that many black discs.
    pub fn game_over(&self, id: &str, round: u32, board: &proto::Board, black_discs: u32) {
        let winner = match black_discs {
            0..=31 => Some("white"),
            32 => None,
            _ => Some("black"),
        };
        self.play.feed.push(
            "game_finished",
            &serde_json::json!({
                "game_id": board.game_id,
                "tournament_id": id,
                "round": round,
                "table": board.table,
                "game_number": 1,
                "black_discs": black_discs,
                "white_discs": 64 - black_discs,
                "winner": winner,
                "kind": "played",
                "absent": "nobody",
            }),
        );
    }

    pub fn claim(&self, id: &str, entrant: &str, account: &str) {
        self.claim_as(id, entrant, (account, ""));
    }

    /// The same of a program, with its operator.
    pub fn claim_as(&self, id: &str, entrant: &str, (account, operator): (&str, &str)) {
        let mut claimed = serde_json::json!({
            "event": "seat_claimed",
            "tournament_id": id,
            "entrant_id": entrant,
            "account_id": account,
        });
        if !operator.is_empty() {
            claimed["operator_account_id"] = operator.into();
        }
        self.identity.feed.push("seat_claimed", &claimed);
    }

    /// Every fact so far, as play and standings read them.
    pub async fn facts(&self) -> Vec<(String, FactBody)> {
        let written = || async {
            let streams = self.journal().streams("tournament").await.unwrap();
            let mut events = 0;
            for stream in &streams {
                for entry in self.journal().read(stream, 0, 10_000).await.unwrap() {
                    let body: serde_json::Value = serde_json::from_slice(&entry.body).unwrap();
                    events += body["events"].as_array().unwrap().len() as u64;
                }
            }
            events
        };
        let expected = written().await;
        let mut head = self.journal().facts_head();
        let all = head.wait_for(|head| *head >= expected);
        let all = tokio::time::timeout(outflank_testbed::PATIENCE, all).await;
        all.expect("all facts are numbered").unwrap();
        let mut cursor = Cursor::default();
        let mut facts = Vec::new();
        let mut standings = self.service_client(Role::Standings);
        loop {
            let page = standings
                .read_facts(ReadFactsRequest {
                    after: Some(cursor),
                    limit: 7,
                    at_end: false,
                })
                .await
                .unwrap()
                .into_inner();
            if page.facts.is_empty() {
                return facts;
            }
            for fact in page.facts {
                facts.push((fact.kind, serde_json::from_slice(&fact.body).unwrap()));
            }
            cursor = page.next.unwrap();
        }
    }

    /// The state of a tournament as a consumer folds it from facts alone.
    pub async fn folded(&self, id: &str) -> TournamentState {
        let mut state = TournamentState::default();
        for (_, fact) in self.facts().await {
            if fact.tournament_id == id {
                let header = EntryHeader {
                    seq: fact.seq,
                    at_ms: fact.at_ms,
                };
                state = evolve(state, &header, &fact.event);
            }
        }
        state
    }
}

/// The code of a refusal.
fn auth_layer(people: &SigningKey, clock: &Arc<ClusterClock>) -> AuthLayer {
    let mut verifier = Verifier::default()
        .trust_people(&people.verifying_key())
        .unwrap();
    for role in Role::ALL {
        verifier = verifier
            .trust_service(role, &service_key(role).verifying_key())
            .unwrap();
    }
    AuthLayer::new(Arc::new(verifier), Arc::clone(clock))
}

pub fn code<T: std::fmt::Debug>(answer: Result<T, tonic::Status>) -> String {
    Problem::from_status(&answer.unwrap_err()).code
}

pub fn corpus() -> PathBuf {
    std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    )
}
