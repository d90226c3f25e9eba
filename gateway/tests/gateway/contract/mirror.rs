//! Services that answer what a test lays down, and keep what they were asked.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{Router, body::Body};
use bytes::Bytes;
use ed25519_dalek::SigningKey;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full};
use outflank_access::{
    Person, Scopes,
    tokens::{Signer, Verifier},
};
use outflank_gateway::{Gateway, GatewayParts, Limits, MetricsReaders, PublicOrigin, Services};
use outflank_live::InProcess;
use outflank_transport::{ClusterClock, RemoteCommands, Transport};
use tonic::Status;
use tower::util::BoxCloneSyncService;

/// Before the message of a unary call.
const PREFIX: usize = 5;

#[derive(Default)]
struct State {
    answers: BTreeMap<String, Vec<u8>>,
    asked: Vec<(String, Bytes)>,
}

/// What answers in the services' place.
#[derive(Clone, Default)]
pub struct Mirror(Arc<Mutex<State>>);

impl Mirror {
    /// Answers a method with this message from now on.
    pub fn answers(&self, path: &str, message: Vec<u8>) {
        let mut state = self.0.lock().unwrap();
        state.answers.insert(path.to_owned(), message);
    }

    /// What was asked since the last look: each method and its message.
    pub fn asked(&self) -> Vec<(String, Bytes)> {
        std::mem::take(&mut self.0.lock().unwrap().asked)
    }

    fn answer(&self, path: &str, message: Bytes) -> Response<tonic::body::Body> {
        let mut state = self.0.lock().unwrap();
        state.asked.push((path.to_owned(), message));
        let Some(message) = state.answers.get(path) else {
            return Status::unimplemented("no test lays this down").into_http();
        };
        let mut framed = vec![0];
        framed.extend_from_slice(&u32::try_from(message.len()).unwrap().to_be_bytes());
        framed.extend_from_slice(message);
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", "0".parse().unwrap());
        let body = Full::new(Bytes::from(framed)).with_trailers(async { Some(Ok(trailers)) });
        Response::builder()
            .header("content-type", "application/grpc")
            .body(tonic::body::Body::new(body))
            .unwrap()
    }

    fn transport(&self) -> Transport {
        let mirror = self.clone();
        BoxCloneSyncService::new(tower::service_fn(
            move |call: Request<tonic::body::Body>| {
                let mirror = mirror.clone();
                async move {
                    let path = call.uri().path().to_owned();
                    let body = call.into_body().collect().await?.to_bytes();
                    Ok(mirror.answer(&path, body.slice(PREFIX..)))
                }
            },
        ))
    }

    /// A gateway in front of it.
    pub fn router(&self) -> Router {
        self.router_within(Limits::without_rates())
    }

    /// The same within these limits.
    pub fn router_within(&self, limits: Limits) -> Router {
        let services = || Services {
            identity: self.transport(),
            pairing: self.transport(),
            play: self.transport(),
            standings: self.transport(),
            ratings: self.transport(),
        };
        let gateway = Gateway::new(GatewayParts {
            gateway_id: "g1".into(),
            nameless: services(),
            services: services(),
            player_commands: Arc::new(RemoteCommands::through(self.transport())),
            live: Arc::new(InProcess::new()),
            signing_key: SigningKey::from_bytes(&[2; 32]),
            clock: Arc::new(ClusterClock::new()),
            verifier: Arc::new(
                Verifier::default()
                    .trust_people(&people().verifying_key())
                    .unwrap(),
            ),
            origin: PublicOrigin::default(),
            // Nobody's session is asked after: what is asked is the mirror's.
            limits: Limits {
                check_sessions: false,
                ..limits
            },
            registry: outflank_transport::metrics::registry(),
            stages: outflank_transport::MoveStages::default(),
            metrics_from: MetricsReaders::everybody(),
            stop: tokio_util::sync::CancellationToken::new(),
        });
        gateway.router()
    }
}

fn people() -> SigningKey {
    SigningKey::from_bytes(&[1; 32])
}

/// Somebody's access token.
pub fn token() -> String {
    let person = Person {
        account_id: "anna".into(),
        session_id: "s".into(),
        light: false,
        scopes: Scopes::all(),
    };
    let signer = Signer::new(&people()).unwrap();
    signer
        .access_token(&person, ClusterClock::new().now_ms())
        .unwrap()
        .0
}

/// A request without a body.
pub fn bare(method: &str, path: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .unwrap()
}
