//! A play service over a journal of its own, called through a gate with real tokens; pairing is a feed
//! that the test fills.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

mod clock;
pub mod facts;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use ed25519_dalek::SigningKey;
use outflank_journal::{Journal, PostgresOptions, Records, Store, records};
use outflank_live::{InProcess, SharedLive};
use outflank_othello::Event;
use outflank_play::{MIGRATIONS, Play, PlayParts};
use outflank_proto::{
    feed::v1::{CatchUpRequest, Cursor, Fact, ReadFactsRequest},
    play::v1::{self as proto, play_service_client::PlayServiceClient},
};
use outflank_runtime::{
    ClusterClock, Person, Problem, Role, Transport,
    tokens::{ServiceIdentity, Signer, Verifier},
    transport::{Gate, for_person, in_the_name_of},
};
use tokio_util::sync::CancellationToken;

pub use clock::TestClock;
pub use facts::PairingFeed;

pub const TOURNAMENT: &str = "t1";
/// Accounts and their entrants: black and white of board 1, and somebody else.
pub const BLACK: &str = "anna";
pub const WHITE: &str = "boris";
pub const STRANGER: &str = "clara";
/// An official of the tournament, once appointed.
pub const DIRECTOR: &str = "dora";
pub const GATEWAY: &str = "gateway-1";
/// EGP's own time.
pub const MAIN_MS: i64 = 25 * 60_000;

pub type Client = PlayServiceClient<Transport>;

pub struct World {
    folder: tempfile::TempDir,
    pub clock: Arc<TestClock>,
    wall: Arc<ClusterClock>,
    people: SigningKey,
    gate: Gate,
    pub pairing: PairingFeed,
    pub live: SharedLive,
    ids: AtomicU32,
    running: Option<Running>,
}

struct Running {
    store: Store,
    play: Arc<Play>,
    stop: CancellationToken,
    transport: Transport,
}

/// Another process of the service over the same journal.
pub struct Second {
    play: Arc<Play>,
    stop: CancellationToken,
    transport: Transport,
}

impl Second {
    pub fn client(&self) -> Client {
        Client::new(self.transport.clone())
    }

    pub async fn end(self) {
        self.stop.cancel();
        self.play.stopped().await;
    }

    /// The table as this process answers it.
    pub async fn table(&self, game: &str) -> proto::Table {
        let request = proto::GetTableRequest {
            game_id: game.to_owned(),
            ..Default::default()
        };
        let answer = self.client().get_table(request).await.unwrap();
        answer.into_inner().table.unwrap()
    }
}

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role).unwrap();
    SigningKey::from_bytes(&[u8::try_from(place).unwrap() + 10; 32])
}

/// The key under confirmed results.
pub fn signing_key() -> SigningKey {
    SigningKey::from_bytes(&[99; 32])
}

/// The store of this folder, in whichever database the tests run over.
async fn open_store(folder: &std::path::Path) -> Store {
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => Store::in_postgres(PostgresOptions::new(url, "play"), Some(&MIGRATIONS)).await,
        None => Store::in_sqlite(folder.join("play.sqlite"), Some(&MIGRATIONS)).await,
    };
    opened.unwrap()
}

impl World {
    /// A tournament with this main time whose seats 1 and 2 are taken.
    pub async fn new(main_ms: i64) -> Self {
        Self::begin(main_ms, tempfile::tempdir().unwrap()).await
    }

    /// The same over Postgres, where several processes may serve.
    pub async fn over_postgres(main_ms: i64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        outflank_testbed::keep_in_postgres(folder.path());
        Self::begin(main_ms, folder).await
    }

    async fn begin(main_ms: i64, folder: tempfile::TempDir) -> Self {
        let people = SigningKey::from_bytes(&[1; 32]);
        let mut verifier = Verifier::default()
            .trust_people(&people.verifying_key())
            .unwrap();
        for role in Role::ALL {
            verifier = verifier
                .trust_service(role, &service_key(role).verifying_key())
                .unwrap();
        }
        let wall = Arc::new(ClusterClock::new());
        let mut world = Self {
            folder,
            clock: Arc::default(),
            gate: Gate::new(Arc::new(verifier), Arc::clone(&wall)),
            wall,
            people,
            pairing: PairingFeed::default(),
            live: Arc::new(InProcess::new()),
            ids: AtomicU32::new(0),
            running: None,
        };
        world.pairing.create(TOURNAMENT, main_ms);
        world.pairing.seat(TOURNAMENT, "e-anna", BLACK);
        world.pairing.seat(TOURNAMENT, "e-boris", WHITE);
        world.start().await;
        world
    }

    /// A live game between black and white.
    pub async fn with_game(main_ms: i64) -> (Self, String) {
        let world = Self::new(main_ms).await;
        let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
        world.until_live(&game).await;
        (world, game)
    }

    pub async fn start(&mut self) {
        let store = open_store(self.folder.path()).await;
        let stop = CancellationToken::new();
        let play = Play::start(PlayParts {
            store: store.clone(),
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock) as Arc<dyn outflank_play::Clock>,
            signing_key: signing_key(),
            stop: stop.clone(),
        })
        .await
        .unwrap();
        play.follow(self.pairing.clone());
        self.running = Some(Running {
            transport: self.gate.local(play.service()),
            store,
            play,
            stop,
        });
    }

    /// Starts another process over the same journal.
    pub async fn second(&self) -> Second {
        let stop = CancellationToken::new();
        // In Postgres with connections and caches of its own, as a process has them.
        let store = match outflank_testbed::store_url(self.folder.path()) {
            Some(_) => open_store(self.folder.path()).await,
            None => self.running().store.clone(),
        };
        let play = Play::start(PlayParts {
            store,
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock) as Arc<dyn outflank_play::Clock>,
            signing_key: signing_key(),
            stop: stop.clone(),
        })
        .await
        .unwrap();
        if outflank_testbed::store_url(self.folder.path()).is_some() {
            play.follow(self.pairing.clone());
        }
        Second {
            transport: self.gate.local(play.service()),
            play,
            stop,
        }
    }

    /// Makes somebody an official of the tournament.
    pub async fn appoint(&self, account: &str) {
        let mut writing = self.running().store.records.write().await.unwrap();
        records::query("INSERT INTO officials (tournament_id, account_id, role) VALUES ($1, $2, '\"head_director\"')")
            .bind(TOURNAMENT)
            .bind(account)
            .execute(&mut writing)
            .await
            .unwrap();
        writing.commit().await.unwrap();
    }

    /// Ends the service without a word: nothing is written down at its end. Answers when it was last known
    /// to run, in ms since 1970.
    pub async fn end(&mut self) -> i64 {
        self.running().stop.cancel();
        self.running().play.stopped().await;
        let last_beat_ms = self.last_beat_ms("play:").await;
        let running = self.running.take().unwrap();
        running.store.journal.close().await;
        last_beat_ms
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

    pub fn client(&self) -> Client {
        Client::new(self.running().transport.clone())
    }

    pub fn service(&self, role: Role) -> Client {
        let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
        Client::new(in_the_name_of(
            self.running().transport.clone(),
            identity,
            Arc::clone(&self.wall),
        ))
    }

    /// A request of a person with their token.
    pub fn by<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        let person = Person {
            account_id: account.to_owned(),
            session_id: "s".to_owned(),
            light: true,
            scopes: outflank_runtime::access::Scopes::all(),
        };
        let signer = Signer::new(&self.people).unwrap();
        let (token, _) = signer.access_token(&person, self.wall.now_ms()).unwrap();
        for_person(message, Some(&token))
    }

    pub fn new_id(&self) -> String {
        format!("c{}", self.ids.fetch_add(1, Ordering::Relaxed))
    }

    /// Publishes a round that starts now; its games are there when this returns.
    pub async fn publish(&self, round: u32, pairs: &[(&str, &str)]) -> Vec<String> {
        let starts_at_ms = self.clock.now_ms();
        self.publish_for(round, pairs, starts_at_ms).await
    }

    pub async fn publish_for(
        &self,
        round: u32,
        pairs: &[(&str, &str)],
        starts_at_ms: i64,
    ) -> Vec<String> {
        let games = self.pairing.publish(TOURNAMENT, round, pairs, starts_at_ms);
        self.catch_up().await;
        games
    }

    pub async fn catch_up(&self) {
        self.service(Role::Pairing)
            .catch_up(CatchUpRequest {})
            .await
            .unwrap();
    }

    pub async fn table(&self, game: &str) -> proto::Table {
        let request = proto::GetTableRequest {
            game_id: game.to_owned(),
            ..Default::default()
        };
        let answer = self.client().get_table(request).await.unwrap();
        answer.into_inner().table.unwrap()
    }

    pub async fn until_live(&self, game: &str) {
        self.until(game, |table| table.phase() == proto::TablePhase::Live)
            .await;
    }

    /// Waits until the table is as wanted.
    pub async fn until(&self, game: &str, wanted: impl Fn(&proto::Table) -> bool) -> proto::Table {
        for _ in 0..1_500 {
            let table = self.table(game).await;
            if wanted(&table) {
                return table;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!(
            "the table never became as wanted: {:?}",
            self.table(game).await
        );
    }

    /// The entries of which everybody sees something.
    pub async fn entries(&self, game: &str, after_seq: u64) -> Vec<proto::TableEntry> {
        let mut entries = self.all_entries(game, after_seq).await;
        // Not so a player's arrival.
        entries.retain(|entry| entry.events_json != b"[]");
        entries
    }

    pub async fn all_entries(&self, game: &str, after_seq: u64) -> Vec<proto::TableEntry> {
        let request = proto::ReadEntriesRequest {
            game_id: game.to_owned(),
            after_seq,
            ..Default::default()
        };
        let answer = self.client().read_entries(request).await.unwrap();
        answer.into_inner().entries
    }

    /// All events that everybody may see.
    pub async fn events(&self, game: &str) -> Vec<Event> {
        let entries = self.entries(game, 0).await;
        entries.iter().flat_map(events_of).collect()
    }

    /// When processes whose names begin so were last known to run, in ms since 1970.
    pub async fn last_beat_ms(&self, kind: &str) -> i64 {
        let beats = self.journal().heartbeats().await.unwrap();
        let beats = beats.iter().filter(|beat| beat.process.starts_with(kind));
        beats.map(|beat| beat.at_ms).max().unwrap()
    }

    /// Waits until this service was known to run later than that (ms since 1970).
    pub async fn until_beaten(&self, after_ms: i64) {
        for _ in 0..1_500 {
            if self.last_beat_ms("play:").await > after_ms {
                return;
            }
            rest(20).await;
        }
        panic!("no heartbeat after {after_ms}");
    }

    /// What a game's clocks were given back, in ms.
    pub async fn credited_ms(&self, game: &str) -> i64 {
        let events = self.events(game).await.into_iter();
        let credits = events.filter_map(|event| match event {
            Event::TimeCredited { ms, .. } => Some(ms),
            _ => None,
        });
        credits.sum()
    }

    /// Waits until a game's clocks were given back so much, and answers how much, in ms.
    pub async fn until_credited(&self, game: &str, least_ms: i64) -> i64 {
        for _ in 0..1_500 {
            let given = self.credited_ms(game).await;
            if given >= least_ms {
                return given;
            }
            rest(20).await;
        }
        panic!("not {least_ms} ms: {:?}", self.events(game).await);
    }

    pub async fn facts(&self) -> Vec<Fact> {
        let request = ReadFactsRequest {
            after: Some(Cursor::default()),
            limit: 1_000,
        };
        let answer = self.service(Role::Pairing).read_facts(request).await;
        answer.unwrap().into_inner().facts
    }

    /// The facts once there is one: they are numbered after their commit.
    pub async fn first_facts(&self) -> Vec<Fact> {
        for _ in 0..500 {
            let facts = self.facts().await;
            if !facts.is_empty() {
                return facts;
            }
            rest(10).await;
        }
        panic!("no fact was published");
    }

    /// A move by the seat's own account.
    pub async fn play(
        &self,
        account: &str,
        command_id: &str,
        game: &str,
        (ply, square): (u32, &str),
    ) -> Result<proto::CommandResponse, Problem> {
        let request = proto::MoveRequest {
            command_id: command_id.to_owned(),
            game_id: game.to_owned(),
            ply,
            square: square.to_owned(),
            stamps: None,
        };
        answered(self.client().r#move(self.by(account, request)).await)
    }

    /// A move as a gateway passes it on.
    pub async fn relay(
        &self,
        account: &str,
        game: &str,
        (ply, square): (u32, &str),
        (received_at_ms, delivered_at_ms): (i64, i64),
    ) -> Result<proto::CommandResponse, Problem> {
        let request = proto::MoveRequest {
            command_id: self.new_id(),
            game_id: game.to_owned(),
            ply,
            square: square.to_owned(),
            stamps: Some(proto::Stamps {
                received_at_ms,
                delivered_at_ms,
                account_id: account.to_owned(),
                ..Default::default()
            }),
        };
        answered(self.service(Role::Gateway).r#move(request).await)
    }

    /// Whoever is on the move does what the position asks for: the `choice`th legal move, or a pass.
    pub async fn step(&self, game: &str, choice: usize) -> proto::Table {
        let table = self.table(game).await;
        let account = match table.to_move() {
            proto::Color::Black => BLACK,
            _ => WHITE,
        };
        if table.must_pass {
            let request = proto::PassRequest {
                command_id: self.new_id(),
                game_id: game.to_owned(),
                ply: table.ply,
                stamps: None,
            };
            self.client().pass(self.by(account, request)).await.unwrap();
        } else {
            let square = &table.legal_squares[choice % table.legal_squares.len()];
            let id = self.new_id();
            self.play(account, &id, game, (table.ply, square))
                .await
                .unwrap();
        }
        self.table(game).await
    }

    pub async fn report(&self, gateway: &str, account: &str, open: bool) -> i64 {
        let at_ms = self.clock.now_ms();
        let request = proto::ReportSocketsRequest {
            gateway_id: gateway.to_owned(),
            connections: Vec::new(),
            sockets: vec![proto::SocketReport {
                account_id: account.to_owned(),
                open,
                at_ms,
            }],
        };
        self.service(Role::Gateway)
            .report_sockets(request)
            .await
            .unwrap();
        at_ms
    }
}

pub fn answered<T>(answer: Result<tonic::Response<T>, tonic::Status>) -> Result<T, Problem> {
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| Problem::from_status(&status))
}

pub fn events_of(entry: &proto::TableEntry) -> Vec<Event> {
    serde_json::from_slice(&entry.events_json).unwrap()
}

pub async fn rest(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}
