//! A play service over a journal of its own, called through an auth layer with real tokens; pairing is a feed
//! that the test fills. Most worlds are in memory, in simulated time.

mod acts;
mod clock;
pub mod facts;
mod looks;
mod stores;
mod waits;

use std::{
    collections::BTreeMap,
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
use outflank_journal::{Journal, Records, Store, records};
use outflank_live::{InProcess, SharedLive};
use outflank_othello::Event;
use outflank_play::{Play, PlayGrpc, PlayParts};
use outflank_proto::{
    feed::v1::CatchUpRequest,
    play::v1::{self as proto, play_service_client::PlayServiceClient},
};
use outflank_stillness::documented;
use outflank_tournament::InterestTable;
use outflank_transport::{
    AuthLayer, ClusterClock, CommandTaker, DirectCommands, Internal, PlayerCommands,
    RemoteCommands, Transport, for_person, in_the_name_of,
};
use tokio_util::sync::CancellationToken;
use tower::{ServiceExt as _, util::BoxCloneSyncService};

pub use clock::TestClock;
pub use facts::PairingFeed;
pub use looks::is_safe;
pub use outflank_stillness::rest;
use stores::Stores;
pub use stores::{anywhere, still};
pub use waits::{as_json, follow, heard, seen, standing, told};

pub const TOURNAMENT: &str = "t1";
/// Accounts and their entrants: black and white of board 1, and somebody else.
pub const BLACK: &str = "anna";
pub const WHITE: &str = "boris";
pub const STRANGER: &str = "clara";
/// An official of the tournament, once appointed.
pub const DIRECTOR: &str = "dora";
pub const GATEWAY: &str = "gateway-1";
/// As long as it may take until a player sees that it is their turn, in ms.
pub const LONGEST_DELIVERY_MS: i64 = 2_000;
/// EGP's own time.
pub const MAIN_MS: i64 = 25 * 60_000;

pub type Client = PlayServiceClient<Transport>;

pub struct World {
    stores: Stores,
    interests: InterestTable,
    pub clock: Arc<TestClock>,
    wall: Arc<ClusterClock>,
    people: SigningKey,
    auth_layer: AuthLayer,
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

impl World {
    /// A tournament with this main time whose seats 1 and 2 are taken.
    pub async fn new(main_ms: i64) -> Self {
        Self::begin(main_ms, Stores::here().await, InterestTable::default()).await
    }

    /// Where this table says what officials who play may do.
    pub async fn under(main_ms: i64, interests: InterestTable) -> Self {
        Self::begin(main_ms, Stores::here().await, interests).await
    }

    /// The same over a journal that several processes may serve.
    pub async fn of_several(main_ms: i64) -> Self {
        Self::begin(
            main_ms,
            Stores::still(false).await,
            InterestTable::default(),
        )
        .await
    }

    /// The same over Postgres.
    pub async fn over_postgres(main_ms: i64) -> Self {
        Self::begin(main_ms, Stores::in_postgres(), InterestTable::default()).await
    }

    async fn begin(main_ms: i64, stores: Stores, interests: InterestTable) -> Self {
        let people = SigningKey::from_bytes(&[1; 32]);
        let mut verifier = Verifier::default()
            .trust_people(&people.verifying_key())
            .unwrap();
        for role in Role::ALL {
            verifier = verifier
                .trust_service(role, &service_key(role).verifying_key())
                .unwrap();
        }
        let (wall, clock) = stores.clocks().await;
        let mut world = Self {
            stores,
            interests,
            clock: Arc::new(clock),
            auth_layer: AuthLayer::new(Arc::new(verifier), Arc::clone(&wall)),
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

    /// A tournament with a live game between black and white.
    pub async fn with_game(main_ms: i64) -> (Self, String) {
        let world = Self::new(main_ms).await;
        let game = world.first_game().await;
        (world, game)
    }

    /// A live game between black and white.
    pub async fn first_game(&self) -> String {
        let game = self.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
        self.until_live(&game).await;
        game
    }

    pub async fn start(&mut self) {
        let store = self.stores.open().await;
        let stop = CancellationToken::new();
        let play = Play::start(PlayParts {
            store: store.clone(),
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock) as Arc<dyn outflank_play::Clock>,
            signing_key: signing_key(),
            interests: self.interests,
            stages: outflank_transport::MoveStages::default(),
            stop: stop.clone(),
        })
        .await
        .unwrap();
        play.follow(self.pairing.clone());
        self.running = Some(Running {
            transport: documented(self.auth_layer.local(play.service())),
            store,
            play,
            stop,
        });
    }

    /// Starts another process over the same journal.
    pub async fn second(&self) -> Second {
        let stop = CancellationToken::new();
        let store = if self.stores.serves_several() {
            self.stores.open().await
        } else {
            self.running().store.clone()
        };
        let started = Play::start(PlayParts {
            store,
            live: Arc::clone(&self.live),
            clock: Arc::clone(&self.clock) as Arc<dyn outflank_play::Clock>,
            signing_key: signing_key(),
            interests: self.interests,
            stages: outflank_transport::MoveStages::default(),
            stop: stop.clone(),
        });
        let play = self.clock.creep_until(started).await.unwrap();
        if self.stores.serves_several() {
            play.follow(self.pairing.clone());
        }
        if self.clock.stands() {
            self.until_all_beat().await;
        }
        Second {
            transport: documented(self.auth_layer.local(play.service())),
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

    /// The ways of players' commands in a role's name: a standing stream, a call for each as an older play takes them, and
    /// the typed call of one process.
    pub fn ways(&self, role: Role) -> [Arc<dyn PlayerCommands>; 3] {
        let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
        let taker = CommandTaker::new(self.auth_layer.clone(), self.grpc());
        let us = ("play-1", Arc::clone(&self.wall));
        let peer = Internal::new(BTreeMap::new(), Some(taker.clone()), &self.auth_layer, us);
        let peer = BoxCloneSyncService::new(peer.map_err(|never| match never {}));
        let calls = self.running().transport.clone();
        let [standing, calls] = [peer, calls].map(|way| {
            let named = in_the_name_of(way, Arc::clone(&identity), Arc::clone(&self.wall));
            Arc::new(RemoteCommands::through(named)) as Arc<dyn PlayerCommands>
        });
        let direct = DirectCommands::new(taker, &identity).unwrap();
        [standing, calls, Arc::new(direct)]
    }

    /// The service behind its contract, without its auth layer.
    pub fn grpc(&self) -> PlayGrpc {
        PlayGrpc(Arc::clone(&self.running().play))
    }

    /// How often calls of play were answered in each way, by method.
    pub fn calls(&self) -> Vec<(&'static str, String, u64)> {
        let calls = self.auth_layer.calls().read().into_iter();
        calls
            .map(|((rpc, outcome), of)| (rpc, outcome, of.count))
            .collect()
    }

    /// So long, in ms, takes every commit from now on.
    pub fn commits_take(&self, ms: u64) {
        self.stores.commits_take(ms);
    }

    /// A request of a person with their token.
    pub fn by<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        let person = Person {
            account_id: account.to_owned(),
            session_id: "s".to_owned(),
            light: true,
            scopes: outflank_access::Scopes::all(),
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
        self.try_to_catch_up().await.unwrap();
    }

    pub async fn try_to_catch_up(&self) -> Result<(), Problem> {
        let mut pairing = self.service(Role::Pairing);
        answered(pairing.catch_up(CatchUpRequest {}).await).map(drop)
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
