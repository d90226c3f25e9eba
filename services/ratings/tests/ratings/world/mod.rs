//! A ratings service over a journal of its own, called through an auth layer with real tokens.

pub mod between;
mod casual;
mod identity;
mod pairing;
pub mod play;
pub mod receiver;
pub mod tournament;

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{
    Person, Problem, Role, Scopes,
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_journal::{Journal, PostgresOptions, Records, Store, records};
use outflank_live::InProcess;
use outflank_proto::{
    feed::v1::{CatchUpRequest, Fact},
    identity::v1::identity_service_server::IdentityServiceServer,
    pairing::v1::{self as told, pairing_service_server::PairingServiceServer},
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::{
        self as proto, ratings_service_client::RatingsServiceClient,
        ratings_service_server::RatingsServiceServer,
    },
};
use outflank_ratings::{
    MIGRATIONS, Ratings, RatingsGrpc, RatingsParts, SignedManifest, webhooks::schedule::FIRST_MS,
};
use outflank_stillness::{Memory, MemoryJournal, Stillness, Undisturbed, documented};
use outflank_tournament::RankingLine;
use outflank_transport::{AuthLayer, ClusterClock, Transport, for_person, in_the_name_of};
use tokio_util::sync::CancellationToken;

use between::Between;
pub use identity::{ADMINISTRATOR, TestIdentity};
pub use pairing::{AT_MS, OFFICERS, TestPairing};
pub use play::TestPlay;
use receiver::Receiver;

/// Calls the service by somebody.
macro_rules! ask {
    ($world:expr, $account:expr, $method:ident, $message:expr) => {{
        let request = $world.by($account, $message);
        let answer = $world.client().$method(request).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| outflank_access::Problem::from_status(&status))
    }};
}
pub(crate) use ask;

type Client = RatingsServiceClient<Transport>;

pub struct World {
    stores: Stores,
    pub pairing: Arc<TestPairing>,
    pub play: Arc<TestPlay>,
    /// Where every webhook leads.
    pub receiver: Arc<Receiver>,
    people: SigningKey,
    /// So much more has passed than the host's clock says, in ms.
    ahead_ms: i64,
    running: Option<Running>,
}

/// Where a world's history and records are.
enum Stores {
    /// In a real database, in this folder or named in it.
    Real(tempfile::TempDir),
    /// In memory, in simulated time, shared by processes.
    Still(Stillness, Arc<Memory>, Records),
    /// The history in memory, under the eyes of a test.
    Watched(tempfile::TempDir, Arc<Memory>, Between),
}

struct Running {
    store: Store,
    anyone: Client,
    gateway: Client,
    clock: Arc<ClusterClock>,
    stop: CancellationToken,
}

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role).unwrap();
    SigningKey::from_bytes(&[u8::try_from(place).unwrap() + 10; 32])
}

/// The key that signs exports.
pub fn export_key() -> SigningKey {
    SigningKey::from_bytes(&[42; 32])
}

/// The store of this folder, in whichever database the tests run over.
async fn open_store(folder: &std::path::Path) -> Store {
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => {
            Store::in_postgres(PostgresOptions::new(url, "ratings"), Some(&MIGRATIONS)).await
        }
        None => Store::in_sqlite(folder.join("ratings.sqlite"), Some(&MIGRATIONS)).await,
    };
    opened.unwrap()
}

impl World {
    pub async fn new() -> Self {
        Self::over(Stores::Real(tempfile::tempdir().unwrap())).await
    }

    /// One whose store is in Postgres.
    pub async fn in_postgres() -> Self {
        let folder = tempfile::tempdir().unwrap();
        outflank_testbed::keep_in_postgres(folder.path());
        Self::over(Stores::Real(folder)).await
    }

    /// One in simulated time.
    pub async fn still(stillness: &Stillness) -> Self {
        let records = stillness.records(&MIGRATIONS).await;
        let memory = Arc::new(Memory::new("ratings").with_records(&records));
        Self::over(Stores::Still(stillness.clone(), memory, records)).await
    }

    /// One whose facts are read when the test says so.
    pub async fn watched(between: &Between) -> Self {
        let memory = Arc::new(Memory::new("ratings"));
        let folder = tempfile::tempdir().unwrap();
        Self::over(Stores::Watched(folder, memory, between.clone())).await
    }

    async fn over(stores: Stores) -> Self {
        let mut world = Self {
            stores,
            pairing: Arc::default(),
            play: Arc::default(),
            receiver: Arc::default(),
            people: SigningKey::from_bytes(&[1; 32]),
            ahead_ms: 0,
            running: None,
        };
        world.start().await;
        world
    }

    /// Another process over the same stores, which tells the same receivers.
    pub async fn beside(&self) -> Self {
        let Stores::Still(stillness, memory, records) = &self.stores else {
            panic!("real stores are one process's");
        };
        let stores = Stores::Still(stillness.clone(), Arc::clone(memory), records.clone());
        let mut world = Self {
            stores,
            pairing: Arc::clone(&self.pairing),
            play: Arc::clone(&self.play),
            receiver: Arc::clone(&self.receiver),
            people: self.people.clone(),
            ahead_ms: self.ahead_ms,
            running: None,
        };
        world.start().await;
        world
    }

    /// Ends this process: in good order, or in the middle of whatever it does.
    pub async fn stop(&mut self) {
        let running = self.running.take().unwrap();
        running.stop.cancel();
        running.store.journal.close().await;
    }

    async fn store(&self) -> Store {
        match &self.stores {
            Stores::Real(folder) => open_store(folder.path()).await,
            Stores::Still(stillness, memory, records) => Store {
                journal: Arc::new(MemoryJournal::open(memory, stillness, Undisturbed)),
                records: records.clone(),
            },
            Stores::Watched(folder, memory, between) => {
                let store = open_store(folder.path()).await;
                memory.keep_records(&store.records);
                let still = Stillness::default();
                let journal = MemoryJournal::open(memory, &still, between.clone());
                Store {
                    journal: Arc::new(journal),
                    ..store
                }
            }
        }
    }

    async fn start(&mut self) {
        let clock = Arc::new(ClusterClock::shifted(self.ahead_ms));
        let verifier = [Role::Ratings, Role::Gateway]
            .into_iter()
            .try_fold(Verifier::default(), |verifier, role| {
                verifier.trust_service(role, &service_key(role).verifying_key())
            })
            .and_then(|verifier| verifier.trust_people(&self.people.verifying_key()))
            .unwrap();
        let auth_layer = AuthLayer::new(Arc::new(verifier), Arc::clone(&clock));
        let named = |transport: Transport, role: Role| {
            let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
            in_the_name_of(transport, identity, Arc::clone(&clock))
        };
        let store = self.store().await;
        let stop = CancellationToken::new();
        let to_pairing =
            auth_layer.local(PairingServiceServer::from_arc(Arc::clone(&self.pairing)));
        let to_identity = auth_layer.local(IdentityServiceServer::new(TestIdentity));
        let to_play = auth_layer.local(PlayServiceServer::from_arc(Arc::clone(&self.play)));
        let ratings = Ratings::start(RatingsParts {
            store: store.clone(),
            live: Arc::new(InProcess::new()),
            clock: Arc::clone(&clock),
            signing_key: export_key(),
            pairing: named(to_pairing, Role::Ratings),
            play: named(to_play, Role::Ratings),
            identity: named(to_identity, Role::Ratings),
            post: Arc::clone(&self.receiver) as _,
            first_wait_ms: FIRST_MS,
            stop: stop.clone(),
        })
        .unwrap();
        let transport =
            documented(auth_layer.local(RatingsServiceServer::new(RatingsGrpc(ratings))));
        self.running = Some(Running {
            store,
            anyone: Client::new(transport.clone()),
            gateway: Client::new(named(transport, Role::Gateway)),
            clock,
            stop,
        });
    }

    pub fn journal(&self) -> &dyn Journal {
        &*self.running().store.journal
    }

    fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    /// Whoever calls in their own name, or in nobody's.
    pub fn client(&self) -> Client {
        self.running().anyone.clone()
    }

    /// Asked by somebody who is signed in.
    pub fn by<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        let person = Person {
            account_id: account.to_owned(),
            session_id: "session".to_owned(),
            light: false,
            scopes: Scopes::all(),
        };
        let signer = Signer::new(&self.people).unwrap();
        let token = signer.access_token(&person, self.now_ms()).unwrap();
        for_person(message, Some(&token.0))
    }

    /// Cluster time.
    pub fn now_ms(&self) -> i64 {
        self.running().clock.now_ms()
    }

    pub fn records(&self) -> &Records {
        &self.running().store.records
    }

    /// Stops the service and starts it again on the same file.
    pub async fn restart(&mut self) {
        let running = self.running.take().unwrap();
        running.stop.cancel();
        running.store.journal.close().await;
        drop(running);
        self.start().await;
    }

    /// The same as if so many ms had passed meanwhile.
    pub async fn restart_later(&mut self, by_ms: i64) {
        self.ahead_ms += by_ms;
        self.restart().await;
    }

    pub async fn catch_up(&self) -> Result<(), Problem> {
        let caught_up = self
            .running()
            .gateway
            .clone()
            .catch_up(CatchUpRequest {})
            .await;
        caught_up
            .map(|_| ())
            .map_err(|status| Problem::from_status(&status))
    }

    /// Whether anyone but the server's own parts may wake the service.
    pub async fn stranger_wakes(&self) -> Result<(), Problem> {
        let woken = self
            .running()
            .anyone
            .clone()
            .catch_up(CatchUpRequest {})
            .await;
        woken
            .map(|_| ())
            .map_err(|status| Problem::from_status(&status))
    }

    /// Version 0 = the newest.
    pub async fn export(&self, id: &str, version: u32) -> Result<proto::Export, Problem> {
        let request = proto::GetExportRequest {
            tournament_id: id.to_owned(),
            version,
        };
        match self.running().anyone.clone().get_export(request).await {
            Ok(answer) => Ok(answer.into_inner().export.unwrap()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    /// A file beside an export, by its kind or its name; version 0 = the newest.
    pub async fn file(
        &self,
        id: &str,
        version: u32,
        kind: &str,
    ) -> Result<proto::ExportFile, Problem> {
        let request = proto::GetExportFileRequest {
            tournament_id: id.to_owned(),
            version,
            kind: kind.to_owned(),
        };
        let answer = self
            .running()
            .anyone
            .clone()
            .max_decoding_message_size(64 << 20)
            .get_export_file(request)
            .await;
        match answer {
            Ok(answer) => Ok(answer.into_inner().file.unwrap()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }

    /// Has pairing tell that a tournament of this form was confirmed.
    pub fn told_as(&self, id: &str, mut shown: told::Tournament, ranking: &[RankingLine]) {
        let summary = shown.summary.as_mut().unwrap();
        id.clone_into(&mut summary.id);
        summary.seq = 1;
        self.pairing.show(id, shown);
        let event = serde_json::json!({
            "type": "tournament_confirmed", "ranking": ranking, "departures": [],
        });
        let body = serde_json::json!({
            "version": 1, "tournament_id": id, "seq": 1, "at_ms": 1, "index": 0, "of": 1, "event": event,
        });
        self.pairing.push(Fact {
            id: format!("tournament/{id}/1/0"),
            stream: format!("tournament/{id}"),
            seq: 1,
            at_ms: 1,
            kind: "tournament_confirmed".to_owned(),
            body: body.to_string().into_bytes(),
            ..Fact::default()
        });
    }

    /// Puts other bytes in the place of a file that is kept.
    pub async fn spoil(&self, sha256: &str, content: &[u8]) {
        let records = &self.running().store.records;
        let update = records::query("UPDATE export_files SET content = $2 WHERE sha256 = $1");
        let update = update.bind(sha256).bind(content.to_vec());
        assert_eq!(records.run(update).await.unwrap(), 1);
    }

    /// Empty = of all tournaments.
    pub async fn list(&self, id: &str) -> Vec<proto::Export> {
        let request = proto::ListExportsRequest {
            tournament_id: id.to_owned(),
            ..proto::ListExportsRequest::default()
        };
        self.list_page(request).await.unwrap().exports
    }

    pub async fn list_page(
        &self,
        request: proto::ListExportsRequest,
    ) -> Result<proto::ListExportsResponse, Problem> {
        let answer = self.running().anyone.clone().list_exports(request).await;
        match answer {
            Ok(answer) => Ok(answer.into_inner()),
            Err(status) => Err(Problem::from_status(&status)),
        }
    }
}

/// The signed part of an export.
pub fn signed(export: &proto::Export) -> SignedManifest {
    SignedManifest {
        manifest: export.manifest.clone(),
        signature: export.signature.clone().try_into().unwrap(),
        public_key: export.public_key.clone().try_into().unwrap(),
    }
}
