//! Processes of one deployment, as far as they call each other.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use ed25519_dalek::SigningKey;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt as _, Full};
use outflank_access::{
    Kind, Problem, Role,
    tokens::{ServiceIdentity, Verifier},
};
use outflank_proto::play::v1::{
    CommandResponse, GetTableResponse, MoveRequest, Table, play_service_server::PlayService,
};
use outflank_testbed::PATIENCE;
use outflank_transport::{
    Acquaintance, AuthLayer, ClusterClock, CommandTaker, DEPLOYMENT_NAME, Internal, PeerTls, Peers,
    Pool, Transport, in_the_name_of,
};
use prost::Message as _;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::{Mutex, Semaphore},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;
use tonic::{Status, body::Body, transport::Identity};

/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// What every process of the test shares: its keys, and a certificate where it speaks TLS.
pub struct Site {
    tls: Option<Certificate>,
}

/// The keys of this deployment, and those of another.
#[derive(Clone, Copy)]
pub enum Keys {
    Ours = 1,
    Foreign = 101,
}

impl Keys {
    fn of(self, role: Role) -> SigningKey {
        SigningKey::from_bytes(&[self as u8 + role as u8; 32])
    }

    pub fn identity(self, role: Role) -> Arc<ServiceIdentity> {
        Arc::new(ServiceIdentity::new(role, &self.of(role)).unwrap())
    }

    fn verifier(self) -> Arc<Verifier> {
        let trust = |verifier: Verifier, role| {
            let key = self.of(role).verifying_key();
            verifier.trust_service(role, &key).unwrap()
        };
        Arc::new(Role::ALL.into_iter().fold(Verifier::default(), trust))
    }
}

/// A certificate, its key, and the authority that signed it.
struct Certificate {
    chain: String,
    key: String,
    authority: String,
}

impl Certificate {
    fn made() -> Self {
        let mut authority = CertificateParams::new([]).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_key = KeyPair::generate().unwrap();
        let authority_pem = authority.self_signed(&authority_key).unwrap().pem();
        let issuer = Issuer::from_params(&authority, &authority_key);
        let leaf = CertificateParams::new([DEPLOYMENT_NAME.to_owned()]).unwrap();
        let key = KeyPair::generate().unwrap();
        Self {
            chain: leaf.signed_by(&key, &issuer).unwrap().pem() + &authority_pem,
            key: key.serialize_pem(),
            authority: authority_pem,
        }
    }
}

/// What an instance does with a call.
#[derive(Clone, Copy)]
pub enum Manner {
    Answers,
    /// Takes the call and never answers.
    Hangs,
    /// Says that the deadline it was told has passed.
    GivesUp,
    /// Says that it cannot reach its store.
    LacksItsStore,
    /// Answers with a table.
    Shows,
    /// Answers once it may go on.
    Waits,
    /// Answers, and knows no streams: an older version.
    Older,
}

/// An instance of play that says its own name.
pub struct Instance {
    pub address: SocketAddr,
    pub internal: Internal,
    pub calls: Arc<AtomicUsize>,
    /// The ids of the commands that came over streams.
    pub commands: Arc<std::sync::Mutex<Vec<String>>>,
    /// Whoever waits here goes on.
    pub go_on: Arc<Semaphore>,
    pub task: Option<JoinHandle<()>>,
    pub stop: CancellationToken,
    /// Its own threads, which can be taken from it as from a process.
    runtime: Option<Runtime>,
}

impl Instance {
    /// It ends without a word.
    pub fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Site {
    pub fn new(tls: bool) -> Self {
        Self {
            tls: tls.then(Certificate::made),
        }
    }

    pub async fn instance(&self, name: &str, manner: Manner) -> Instance {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.instance_on(listener, name, manner, Role::Play).await
    }

    pub async fn instance_on(
        &self,
        listener: TcpListener,
        name: &str,
        manner: Manner,
        role: Role,
    ) -> Instance {
        let clock = Arc::new(ClusterClock::new());
        let auth_layer = AuthLayer::new(Keys::Ours.verifier(), Arc::clone(&clock));
        let calls = Arc::new(AtomicUsize::new(0));
        let service = auth_layer.local(named(name, manner, Arc::clone(&calls)));
        let services = BTreeMap::from([(role, service)]);
        let taking = Taking {
            name: name.to_owned(),
            manner,
            commands: Arc::default(),
            go_on: Arc::new(Semaphore::new(0)),
        };
        let (commands, go_on) = (Arc::clone(&taking.commands), Arc::clone(&taking.go_on));
        let taker = CommandTaker::new(auth_layer.clone(), taking);
        let taker = (!matches!(manner, Manner::Older)).then_some(taker);
        let internal = Internal::new(services, taker, &auth_layer, (name, clock));
        internal.serving(true).await;
        let stop = CancellationToken::new();
        let address = listener.local_addr().unwrap();
        let tls = self.tls.as_ref();
        let tls = tls.map(|own| Identity::from_pem(&own.chain, &own.key));
        let (serving, stopped) = (internal.clone(), stop.clone());
        let runtime = Runtime::new().unwrap();
        let listener = listener.into_std().unwrap();
        let task = runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            serving.serve(listener, tls, stopped).await.unwrap();
        });
        Instance {
            address,
            internal,
            calls,
            commands,
            go_on,
            task: Some(task),
            stop,
            runtime: Some(runtime),
        }
    }

    /// A gateway's way to play at these addresses, with these keys.
    pub fn pool(&self, keys: Keys, addresses: &[SocketAddr]) -> (Pool, Transport) {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let peers: Vec<Peers> = addresses
            .iter()
            .map(|address| format!("play={scheme}://{address}").parse().unwrap())
            .collect();
        let clock = Arc::new(ClusterClock::new());
        let identity = keys.identity(Role::Gateway);
        let trusted = self.tls.as_ref().map(|own| own.authority.clone().into());
        let us = Acquaintance {
            instance: "gateway-1".into(),
            roles: BTreeMap::from([(Role::Gateway, Arc::clone(&identity))]),
            clock: Arc::clone(&clock),
        };
        let pool = Pool::open(
            Role::Play,
            Peers::by_role(&peers).remove(&Role::Play).unwrap(),
            trusted.map(PeerTls::Deployment),
            Arc::new(us),
            CancellationToken::new(),
        );
        let transport = in_the_name_of(pool.transport(), identity, clock);
        (pool, transport)
    }

    /// The same with our keys, once all serve.
    pub async fn met(&self, addresses: &[SocketAddr]) -> (Pool, Transport) {
        let (pool, transport) = self.pool(Keys::Ours, addresses);
        assert!(pool.acquainted(PATIENCE).await.is_empty());
        eventually("all serve", async || {
            let serving = format!("{:?}", pool.standings()).matches("Serving").count();
            serving == addresses.len()
        })
        .await;
        (pool, transport)
    }
}

/// Looks until it is so.
pub async fn eventually(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let done = async {
        while !look().await {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    let done = tokio::time::timeout(PATIENCE, done).await;
    assert!(done.is_ok(), "never: {what}");
}

/// Takes commands from streams, and answers each with its own name.
struct Taking {
    name: String,
    manner: Manner,
    commands: Arc<std::sync::Mutex<Vec<String>>>,
    go_on: Arc<Semaphore>,
}

#[tonic::async_trait]
impl PlayService for Taking {
    async fn r#move(
        &self,
        asked: tonic::Request<MoveRequest>,
    ) -> Result<tonic::Response<CommandResponse>, Status> {
        let id = asked.into_inner().command_id;
        self.commands.lock().unwrap().push(id);
        match self.manner {
            Manner::Hangs => std::future::pending().await,
            Manner::Waits => drop(self.go_on.acquire().await),
            Manner::LacksItsStore => {
                let problem = Problem::told(Kind::Unavailable, "unavailable", "", []);
                return Err(problem.into());
            }
            _ => {}
        }
        Err(Problem::told(Kind::Refused, "name", self.name.clone(), []).into())
    }

    outflank_proto::play_service_stand_in!(r#move);
}

/// Answers every call with its own name in the place of the entry's text.
fn named(
    name: &str,
    manner: Manner,
    calls: Arc<AtomicUsize>,
) -> impl tower::Service<
    Request<Body>,
    Response = Response<Body>,
    Error = Infallible,
    Future: Send + 'static,
> + Clone
+ Send
+ Sync
+ 'static {
    let detail = name.to_owned();
    tower::service_fn(move |_: Request<Body>| {
        calls.fetch_add(1, Ordering::Relaxed);
        let detail = detail.clone();
        async move {
            match manner {
                Manner::Answers | Manner::Waits | Manner::Older => {}
                Manner::Hangs => std::future::pending().await,
                Manner::GivesUp => return Ok(Status::cancelled("Timeout expired").into_http()),
                Manner::Shows => return Ok(shown(&detail)),
                Manner::LacksItsStore => {
                    let problem = Problem::told(Kind::Unavailable, "unavailable", detail, []);
                    return Ok(Status::from(problem).into_http());
                }
            }
            Ok(Status::from(Problem::told(Kind::Refused, "name", detail, [])).into_http())
        }
    })
}

/// A whole answer: a few bytes, then how it ended.
fn shown(name: &str) -> Response<Body> {
    let table = Table {
        game_id: name.to_owned(),
        ..Table::default()
    };
    let message = GetTableResponse {
        table: Some(table),
        ..GetTableResponse::default()
    };
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    let framed = [&[0][..], &length, &message].concat();
    let mut end = HeaderMap::new();
    end.insert("grpc-status", "0".parse().unwrap());
    let body = Full::new(Bytes::from(framed)).with_trailers(async { Some(Ok(end)) });
    let mut response = Response::new(Body::new(body));
    let kind = "application/grpc".parse().unwrap();
    response.headers_mut().insert("content-type", kind);
    response
}

/// A cable that can be made to swallow everything without a word.
pub struct Proxy {
    pub address: SocketAddr,
    leads_to: Arc<Mutex<SocketAddr>>,
    swallows: Arc<Mutex<bool>>,
}

impl Proxy {
    pub async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let swallows = Arc::new(Mutex::new(false));
        let flag = Arc::clone(&swallows);
        let leads_to = Arc::new(Mutex::new(server));
        let now = Arc::clone(&leads_to);
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                let server = *now.lock().await;
                let Ok(called) = tokio::net::TcpStream::connect(server).await else {
                    continue;
                };
                let (caller_reads, caller_writes) = caller.into_split();
                let (called_reads, called_writes) = called.into_split();
                tokio::spawn(carry(caller_reads, called_writes, Arc::clone(&flag)));
                tokio::spawn(carry(called_reads, caller_writes, Arc::clone(&flag)));
            }
        });
        Self {
            address,
            leads_to,
            swallows,
        }
    }

    pub async fn leads_to(&self, server: SocketAddr) {
        *self.leads_to.lock().await = server;
    }

    pub async fn swallow(&self) {
        *self.swallows.lock().await = true;
    }
}

async fn carry(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    swallows: Arc<Mutex<bool>>,
) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count) = from.read(&mut bytes).await {
        if count == 0 {
            return;
        }
        if !*swallows.lock().await && to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
