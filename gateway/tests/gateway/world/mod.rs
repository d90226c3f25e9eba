//! A gateway in front of services that do what a test tells them: the tests here are about the gateway's own duties.

pub mod identity;
pub mod pairing;
pub mod play;
pub mod socket;

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use crate::documented::assert_documented;
use async_trait::async_trait;
use axum::{Router, body::Body, response::Response};
use bytes::Bytes;
use ed25519_dalek::SigningKey;
use http::{Request, header};
use outflank_access::{
    Person, Role,
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_gateway::{
    Entrance, Gateway, GatewayParts, Limits, MetricsReaders, PublicOrigin, Services, TrustedProxies,
};
use outflank_live::{
    Attendance, Deadline, InProcess, Live, LiveError, SharedLive, Snapshot, StandingSeek,
    Subscription,
};
use outflank_proto::{
    identity::v1::identity_service_server::IdentityServiceServer,
    pairing::v1::pairing_service_server::PairingServiceServer,
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::ratings_service_server::RatingsServiceServer,
    standings::v1::standings_service_server::StandingsServiceServer,
};
use outflank_transport::{AuthLayer, ClusterClock, RemoteCommands, Transport, in_the_name_of};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use identity::Accounts;
use outflank_testbed::PATIENCE;
use pairing::Event;
use play::Games;
use socket::Door;

/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Live state that a test can take down. Subscriptions stand meanwhile, as over a network.
pub struct Bus {
    inner: InProcess,
    reach: watch::Sender<bool>,
}

impl Default for Bus {
    fn default() -> Self {
        Self {
            inner: InProcess::new(),
            reach: watch::Sender::new(true),
        }
    }
}

impl Bus {
    pub fn set_down(&self, down: bool) {
        self.reach.send_replace(!down);
    }

    fn check(&self) -> Result<(), LiveError> {
        if !*self.reach.borrow() {
            return Err(LiveError::Unavailable("taken down by a test".into()));
        }
        Ok(())
    }
}

#[async_trait]
impl Live for Bus {
    async fn publish(&self, topic: &str, message: Bytes) -> Result<(), LiveError> {
        self.check()?;
        self.inner.publish(topic, message).await
    }

    async fn subscribe(&self, topic: &str) -> Result<Subscription, LiveError> {
        self.inner.subscribe(topic).await
    }

    fn connectivity(&self) -> watch::Receiver<bool> {
        self.reach.subscribe()
    }

    async fn put_ticket(&self, key: &str, value: Bytes, life: Duration) -> Result<(), LiveError> {
        self.check()?;
        self.inner.put_ticket(key, value, life).await
    }

    async fn take_ticket(&self, key: &str) -> Result<Option<Bytes>, LiveError> {
        self.check()?;
        self.inner.take_ticket(key).await
    }

    async fn admit(&self, key: &str, most: u32, window: Duration) -> Result<bool, LiveError> {
        self.check()?;
        self.inner.admit(key, most, window).await
    }

    async fn give_back(&self, key: &str) -> Result<(), LiveError> {
        self.check()?;
        self.inner.give_back(key).await
    }

    async fn put_snapshot(
        &self,
        key: &str,
        seq: u64,
        bytes: Bytes,
        life: Duration,
    ) -> Result<bool, LiveError> {
        self.inner.put_snapshot(key, seq, bytes, life).await
    }

    async fn snapshot(&self, key: &str) -> Result<Option<Snapshot>, LiveError> {
        self.inner.snapshot(key).await
    }

    fn note_deadline(&self, set: &str, deadline: &Deadline) {
        self.inner.note_deadline(set, deadline);
    }

    async fn claim_due(
        &self,
        set: &str,
        now_ms: i64,
        hold: Duration,
        most: usize,
    ) -> Result<Vec<String>, LiveError> {
        self.inner.claim_due(set, now_ms, hold, most).await
    }

    async fn keep_presence(
        &self,
        place: &str,
        news: &Attendance,
        life: Duration,
    ) -> Result<bool, LiveError> {
        self.check()?;
        self.inner.keep_presence(place, news, life).await
    }

    async fn whereabouts(
        &self,
        who: &[String],
    ) -> Result<BTreeMap<String, BTreeSet<String>>, LiveError> {
        self.check()?;
        self.inner.whereabouts(who).await
    }

    async fn attendees(&self, places: &str) -> Result<BTreeSet<String>, LiveError> {
        self.check()?;
        self.inner.attendees(places).await
    }

    async fn keep_seeks(&self, seeks: &[StandingSeek], life: Duration) -> Result<(), LiveError> {
        self.check()?;
        self.inner.keep_seeks(seeks, life).await
    }

    async fn drop_seeks(&self, ids: &[String]) -> Result<(), LiveError> {
        self.check()?;
        self.inner.drop_seeks(ids).await
    }

    async fn seeks(&self) -> Result<BTreeMap<String, Bytes>, LiveError> {
        self.check()?;
        self.inner.seeks().await
    }
}

pub struct World {
    pub router: Router,
    pub gateway: Gateway,
    pub bus: Arc<Bus>,
    pub accounts: Accounts,
    pub event: Event,
    pub games: Games,
    pub clock: Arc<ClusterClock>,
    pub stop: CancellationToken,
    /// Whose word is taken for where a client is.
    pub proxies: TrustedProxies,
    limits: Limits,
    people: SigningKey,
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Waits until a check holds.
pub async fn eventually(what: &str, mut check: impl FnMut() -> bool) {
    let done = async {
        while !check() {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    let done = tokio::time::timeout(PATIENCE, done).await;
    assert!(done.is_ok(), "never: {what}");
}

/// Waits until the gateway is ready.
pub async fn eventually_ready(world: &World) {
    let ready = async {
        while world.get("/readyz").await.status != 200 {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    tokio::time::timeout(PATIENCE, ready).await.unwrap();
}

impl World {
    pub fn new() -> Self {
        Self::with(Limits::default(), PublicOrigin::default())
    }

    pub fn with(limits: Limits, origin: PublicOrigin) -> Self {
        Self::made((limits, origin), MetricsReaders::everybody())
    }

    /// One whose counters are not everybody's to read.
    pub fn shown_to(readers: MetricsReaders) -> Self {
        Self::made((Limits::default(), PublicOrigin::default()), readers)
    }

    fn made(settings: (Limits, PublicOrigin), readers: MetricsReaders) -> Self {
        let bus = Arc::new(Bus::default());
        let games = Games::new(bus.clone());
        let mut world = Self::of("g1", bus.clone(), games, (settings, readers));
        world.bus = bus;
        world
    }

    /// A gateway of its own name over live state and games that others may share; its `bus` is nobody's.
    pub fn over(
        gateway_id: &str,
        live: SharedLive,
        games: Games,
        settings: (Limits, PublicOrigin),
    ) -> Self {
        let readers = MetricsReaders::everybody();
        Self::of(gateway_id, live, games, (settings, readers))
    }

    fn of(
        gateway_id: &str,
        live: SharedLive,
        games: Games,
        ((limits, origin), metrics_from): ((Limits, PublicOrigin), MetricsReaders),
    ) -> Self {
        let (people, own) = (
            SigningKey::from_bytes(&[1; 32]),
            SigningKey::from_bytes(&[2; 32]),
        );
        let verifier = Verifier::default()
            .trust_people(&people.verifying_key())
            .unwrap()
            .trust_service(Role::Gateway, &own.verifying_key())
            .unwrap();
        let (verifier, clock) = (Arc::new(verifier), Arc::new(ClusterClock::new()));
        let auth_layer = AuthLayer::new(Arc::clone(&verifier), Arc::clone(&clock));
        let role = Arc::new(ServiceIdentity::new(Role::Gateway, &own).unwrap());
        let named =
            |transport: Transport| in_the_name_of(transport, Arc::clone(&role), Arc::clone(&clock));
        let bus = Arc::<Bus>::default();
        let accounts = Accounts::default();
        let event = Event::default();
        let stop = CancellationToken::new();
        let gateway = Gateway::new(GatewayParts {
            gateway_id: gateway_id.into(),
            nameless: Services {
                identity: auth_layer.local(IdentityServiceServer::new(accounts.clone())),
                pairing: auth_layer.local(PairingServiceServer::new(event.clone())),
                play: auth_layer.local(PlayServiceServer::new(games.clone())),
                standings: auth_layer.local(StandingsServiceServer::new(event.clone())),
                ratings: auth_layer.local(RatingsServiceServer::new(event.clone())),
            },
            services: Services {
                identity: named(auth_layer.local(IdentityServiceServer::new(accounts.clone()))),
                pairing: named(auth_layer.local(PairingServiceServer::new(event.clone()))),
                play: named(auth_layer.local(PlayServiceServer::new(games.clone()))),
                standings: named(auth_layer.local(StandingsServiceServer::new(event.clone()))),
                ratings: named(auth_layer.local(RatingsServiceServer::new(event.clone()))),
            },
            player_commands: Arc::new(RemoteCommands::through(named(
                auth_layer.local(PlayServiceServer::new(games.clone())),
            ))),
            live,
            signing_key: own,
            clock: Arc::clone(&clock),
            verifier,
            origin,
            limits,
            registry: outflank_transport::metrics::registry(),
            stages: outflank_transport::MoveStages::default(),
            metrics_from,
            stop: stop.clone(),
        });
        Self {
            router: gateway.router(),
            gateway,
            bus,
            accounts,
            event,
            games,
            clock,
            stop,
            proxies: TrustedProxies::default(),
            limits,
            people,
        }
    }

    /// An access token.
    pub fn token(&self, account_id: &str) -> String {
        self.token_on(account_id, "s")
    }

    /// An access token of one of its sessions.
    pub fn token_on(&self, account_id: &str, session_id: &str) -> String {
        let person = Person {
            account_id: account_id.into(),
            session_id: session_id.into(),
            light: false,
            scopes: outflank_access::Scopes::all(),
        };
        Signer::new(&self.people)
            .unwrap()
            .access_token(&person, self.clock.now_ms())
            .unwrap()
            .0
    }

    pub async fn ask(&self, request: Request<Body>) -> Answer {
        let (verb, path) = (request.method().clone(), request.uri().path().to_owned());
        let answer = Answer::of(self.router.clone().oneshot(request).await.unwrap()).await;
        if !answer.headers.contains_key("content-encoding") {
            assert_documented(verb.as_str(), &path, &answer);
        }
        answer
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask(json_request("POST", path, body)).await
    }

    /// Serves over pipes, with the background tasks running.
    pub fn inside(&self) -> Door {
        let gateway = self.gateway.clone();
        tokio::spawn(async move { gateway.run().await });
        Door::Inside
    }

    /// Serves on a port of its own, with the background tasks running.
    pub async fn listen(&self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let entrance = self.entrance();
        tokio::spawn(async move { outflank_gateway::serve(listener, entrance).await });
        self.inside();
        address
    }

    /// What clients come in by, wherever they do.
    pub fn entrance(&self) -> Entrance {
        Entrance {
            router: self.router.clone(),
            tls: None,
            places: self.gateway.places(),
            proxies: self.proxies.clone(),
            idle: self.limits.idle_connection,
            patience: self.limits.readers.patience,
            stop: self.stop.clone(),
        }
    }
}

pub fn json_request(method: &str, path: &str, body: &Value) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

/// An answer, read to its end.
pub struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: axum::body::to_bytes(body, usize::MAX).await.unwrap(),
        }
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {:?}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Asserts that this is a problem document, and which.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{}",
            self.text()
        );
        let document = self.json();
        assert_eq!(
            (self.status, document["code"].as_str().unwrap()),
            (status, code),
            "{document}"
        );
        assert_eq!(document["status"], status);
        assert_eq!(document["type"], format!("urn:outflank:problem:{code}"));
        for name in ["title", "detail"] {
            assert!(!document[name].as_str().unwrap().is_empty());
        }
        assert!(document.as_object().unwrap().contains_key("rule"));
    }
}
