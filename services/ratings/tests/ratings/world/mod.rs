//! A ratings service over a journal of its own, called through an auth layer with real tokens.

mod pairing;
pub mod play;
pub mod tournament;

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{
    Problem, Role,
    tokens::{ServiceIdentity, Verifier},
};
use outflank_journal::{Journal, PostgresOptions, Store, records};
use outflank_live::InProcess;
use outflank_proto::{
    feed::v1::{CatchUpRequest, Fact},
    pairing::v1::{self as told, pairing_service_server::PairingServiceServer},
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::{
        self as proto, ratings_service_client::RatingsServiceClient,
        ratings_service_server::RatingsServiceServer,
    },
};
use outflank_ratings::{MIGRATIONS, Ratings, RatingsGrpc, RatingsParts, SignedManifest};
use outflank_stillness::documented;
use outflank_tournament::RankingLine;
use outflank_transport::{AuthLayer, ClusterClock, Transport, in_the_name_of};
use tokio_util::sync::CancellationToken;

pub use pairing::{AT_MS, TestPairing};
pub use play::TestPlay;

type Client = RatingsServiceClient<Transport>;

pub struct World {
    folder: tempfile::TempDir,
    pub pairing: Arc<TestPairing>,
    pub play: Arc<TestPlay>,
    running: Option<Running>,
}

struct Running {
    store: Store,
    anyone: Client,
    gateway: Client,
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
        let mut world = Self {
            folder: tempfile::tempdir().unwrap(),
            pairing: Arc::default(),
            play: Arc::default(),
            running: None,
        };
        world.start().await;
        world
    }

    async fn start(&mut self) {
        let clock = Arc::new(ClusterClock::new());
        let verifier = [Role::Ratings, Role::Gateway]
            .into_iter()
            .try_fold(Verifier::default(), |verifier, role| {
                verifier.trust_service(role, &service_key(role).verifying_key())
            })
            .unwrap();
        let auth_layer = AuthLayer::new(Arc::new(verifier), Arc::clone(&clock));
        let named = |transport: Transport, role: Role| {
            let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
            in_the_name_of(transport, identity, Arc::clone(&clock))
        };
        let store = open_store(self.folder.path()).await;
        let stop = CancellationToken::new();
        let to_pairing =
            auth_layer.local(PairingServiceServer::from_arc(Arc::clone(&self.pairing)));
        let to_play = auth_layer.local(PlayServiceServer::from_arc(Arc::clone(&self.play)));
        let ratings = Ratings::start(RatingsParts {
            store: store.clone(),
            live: Arc::new(InProcess::new()),
            clock: Arc::clone(&clock),
            signing_key: export_key(),
            pairing: named(to_pairing, Role::Ratings),
            play: named(to_play, Role::Ratings),
            stop: stop.clone(),
        });
        let transport =
            documented(auth_layer.local(RatingsServiceServer::new(RatingsGrpc(ratings))));
        self.running = Some(Running {
            store,
            anyone: Client::new(transport.clone()),
            gateway: Client::new(named(transport, Role::Gateway)),
            stop,
        });
    }

    pub fn journal(&self) -> &dyn Journal {
        &*self.running().store.journal
    }

    fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    /// Stops the service and starts it again on the same file.
    pub async fn restart(&mut self) {
        let running = self.running.take().unwrap();
        running.stop.cancel();
        running.store.journal.close().await;
        drop(running);
        self.start().await;
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
