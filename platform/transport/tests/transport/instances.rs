//! Roles on several instances: who is called, who is left out, what is tried again, and who is refused.

use std::{
    collections::{BTreeMap, BTreeSet},
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
    GetTableRequest, GetTableResponse, MoveRequest, Table, play_service_client::PlayServiceClient,
};
use outflank_testbed::PATIENCE;
use outflank_transport::{
    Acquaintance, AuthLayer, ClusterClock, DEADLINE, DEPLOYMENT_NAME, Internal, PeerTls, Peers,
    Pool, Transport, in_the_name_of,
};
use prost::Message as _;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::Mutex,
    task::{JoinHandle, JoinSet},
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Status, body::Body, transport::Identity};

/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// What every process of the test shares: its keys, and a certificate where it speaks TLS.
struct Site {
    tls: Option<Certificate>,
}

/// The keys of this deployment, and those of another.
#[derive(Clone, Copy)]
enum Keys {
    Ours = 1,
    Foreign = 101,
}

impl Keys {
    fn of(self, role: Role) -> SigningKey {
        SigningKey::from_bytes(&[self as u8 + role as u8; 32])
    }

    fn identity(self, role: Role) -> Arc<ServiceIdentity> {
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
enum Manner {
    Answers,
    /// Takes the call and never answers.
    Hangs,
    /// Says that the deadline it was told has passed.
    GivesUp,
    /// Says that it cannot reach its store.
    LacksItsStore,
    /// Answers with a table.
    Shows,
}

/// An instance of play that says its own name.
struct Instance {
    address: SocketAddr,
    internal: Internal,
    calls: Arc<AtomicUsize>,
    task: Option<JoinHandle<()>>,
    stop: CancellationToken,
    /// Its own threads, which can be taken from it as from a process.
    runtime: Option<Runtime>,
}

impl Instance {
    /// It ends without a word.
    fn kill(&mut self) {
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
    fn new(tls: bool) -> Self {
        Self {
            tls: tls.then(Certificate::made),
        }
    }

    async fn instance(&self, name: &str, manner: Manner) -> Instance {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.instance_on(listener, name, manner, Role::Play).await
    }

    async fn instance_on(
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
        let internal = Internal::new(services, &auth_layer, name, clock);
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
            task: Some(task),
            stop,
            runtime: Some(runtime),
        }
    }

    /// A gateway's way to play at these addresses, with these keys.
    fn pool(&self, keys: Keys, addresses: &[SocketAddr]) -> (Pool, Transport) {
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

    async fn met(&self, addresses: &[SocketAddr]) -> Transport {
        let (pool, transport) = self.pool(Keys::Ours, addresses);
        assert!(pool.acquainted(PATIENCE).await.is_empty());
        eventually("all serve", async || {
            let serving = format!("{:?}", pool.standings()).matches("Serving").count();
            serving == addresses.len()
        })
        .await;
        transport
    }
}

/// Looks until it is so.
async fn eventually(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let done = async {
        while !look().await {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    let done = tokio::time::timeout(PATIENCE, done).await;
    assert!(done.is_ok(), "never: {what}");
}

/// What whoever was greeted says against it. On a busy machine a greeting may have to be said again.
async fn refusals(pool: &Pool) -> Vec<String> {
    let mut refusals = Vec::new();
    eventually("a greeting is refused", async || {
        refusals = pool.acquainted(PATIENCE).await;
        !refusals.is_empty()
    })
    .await;
    refusals
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
                Manner::Answers => {}
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

/// The name of the instance that answered.
async fn asked(transport: &Transport, game_id: &str) -> Result<String, Status> {
    let request = GetTableRequest {
        game_id: game_id.into(),
        ..GetTableRequest::default()
    };
    let mut client = PlayServiceClient::new(transport.clone());
    name_in(client.get_table(request).await.unwrap_err())
}

async fn moved(transport: &Transport, game_id: &str) -> Result<String, Status> {
    let request = MoveRequest {
        command_id: "command".into(),
        game_id: game_id.into(),
        ..MoveRequest::default()
    };
    let mut client = PlayServiceClient::new(transport.clone());
    name_in(client.r#move(request).await.unwrap_err())
}

fn name_in(status: Status) -> Result<String, Status> {
    match status.code() {
        Code::FailedPrecondition => Ok(status.message().to_owned()),
        _ => Err(status),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_keep_to_their_instance_and_move_when_it_dies() {
    for tls in [false, true] {
        let site = Site::new(tls);
        let mut one = site.instance("play-1", Manner::Answers).await;
        let two = site.instance("play-2", Manner::Answers).await;
        let transport = site.met(&[one.address, two.address]).await;
        let mut homes = BTreeMap::new();
        for game in 0..40 {
            let game = format!("game-{game}");
            let home = asked(&transport, &game).await.unwrap();
            assert_eq!(moved(&transport, &game).await.unwrap(), home);
            homes.insert(game, home);
        }
        let names: BTreeSet<&String> = homes.values().collect();
        assert_eq!(names.len(), 2, "{homes:?}");
        one.kill();
        for (game, home) in &homes {
            let now = moved(&transport, game).await.unwrap();
            assert_eq!(now, "play-2", "{game} was at {home}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_that_is_leaving_gets_nothing_new() {
    let site = Site::new(false);
    let mut one = site.instance("play-1", Manner::Answers).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let place = Proxy::before(one.address).await;
    let transport = site.met(&[place.address, two.address]).await;
    one.internal.serving(false).await;
    eventually("a leaving instance is left out", async || {
        let before = one.calls.load(Ordering::Relaxed);
        for game in 0..20 {
            asked(&transport, &format!("game-{game}")).await.unwrap();
        }
        one.calls.load(Ordering::Relaxed) == before
    })
    .await;
    // It comes back as a new process at the same address.
    one.stop.cancel();
    one.task.take().unwrap().await.unwrap();
    let again = site.instance("play-3", Manner::Answers).await;
    place.leads_to(again.address).await;
    eventually("an instance that came back is called", async || {
        for game in 0..20 {
            asked(&transport, &format!("game-{game}")).await.unwrap();
        }
        again.calls.load(Ordering::Relaxed) > 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_swallows_another_answers() {
    let site = Site::new(false);
    let black_hole = site.instance("play-1", Manner::Hangs).await;
    let proxy = Proxy::before(black_hole.address).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let transport = site.met(&[proxy.address, two.address]).await;
    let mut calls = tokio::task::JoinSet::new();
    for game in 0..20 {
        let transport = transport.clone();
        calls.spawn(async move { moved(&transport, &format!("game-{game}")).await });
    }
    eventually("a call is swallowed", async || {
        black_hole.calls.load(Ordering::Relaxed) > 0
    })
    .await;
    proxy.swallow().await;
    while let Some(answer) = calls.join_next().await {
        assert_eq!(answer.unwrap().unwrap(), "play-2");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_cannot_do_for_want_of_its_store_another_does() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::LacksItsStore).await;
    let two = site.instance("play-2", Manner::Answers).await;
    let transport = site.met(&[one.address, two.address]).await;
    let begun = std::time::Instant::now();
    for game in 0..40 {
        let game = format!("game-{game}");
        assert_eq!(moved(&transport, &game).await.unwrap(), "play-2");
    }
    // It is not asked about every game only to say so again: not twice in any second.
    let asked_in_vain = one.calls.load(Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs();
    assert!(
        (1..=2 + seconds).contains(&(asked_in_vain as u64)),
        "{asked_in_vain} times in {seconds} s"
    );
    drop(two);
    // Where nobody can, it is the service's own word that comes back.
    let alone = site.met(&[one.address]).await;
    let said = moved(&alone, "game").await.unwrap_err();
    assert_eq!(Problem::from_status(&said).code, "unavailable");
}

/// One thread reads what hundreds of calls are answered before any of them is looked at.
#[tokio::test]
async fn a_thousand_small_answers_at_once_break_no_connection() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Shows).await;
    let transport = site.met(&[one.address]).await;
    // On this side no time passes while somebody blocks, so that no machine is too busy to answer a ping in time.
    tokio::time::pause();
    let (go_on, blocked) = std::sync::mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || blocked.recv_timeout(PATIENCE));
    let begun = tokio::time::Instant::now();
    for _ in 0..5 {
        let before = one.calls.load(Ordering::Relaxed);
        let mut calls = JoinSet::new();
        for game in 0..1_000 {
            let mut client = PlayServiceClient::new(transport.clone());
            calls.spawn(async move {
                let request = GetTableRequest {
                    game_id: format!("game-{game}"),
                    ..GetTableRequest::default()
                };
                client.get_table(request).await
            });
        }
        let answered = calls.join_all().await;
        assert!(answered.iter().all(Result::is_ok));
        let asked = one.calls.load(Ordering::Relaxed) - before;
        assert_eq!(asked, 1_000, "none was tried again");
    }
    assert!(begun.elapsed().is_zero());
    drop(go_on);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_key_is_told_at_the_greeting_and_nobody_is_called() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Answers).await;
    let (pool, transport) = site.pool(Keys::Foreign, &[one.address]);
    let refusals = refusals(&pool).await;
    let [sentence] = refusals.as_slice() else {
        panic!("{refusals:?}");
    };
    assert!(
        sentence.contains("play at")
            && sentence.contains("gateway")
            && sentence.contains("keys folder"),
        "{sentence}"
    );
    let refused = asked(&transport, "game").await.unwrap_err();
    assert_eq!(Problem::from_status(&refused).code, "role_away");
    assert_eq!(one.calls.load(Ordering::Relaxed), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_another_role_is_told_at_the_greeting() {
    let site = Site::new(false);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let wrong = site
        .instance_on(listener, "standings-1", Manner::Answers, Role::Standings)
        .await;
    let (pool, _) = site.pool(Keys::Ours, &[wrong.address]);
    let refusals = refusals(&pool).await;
    assert!(
        refusals
            .iter()
            .any(|sentence| sentence.contains("standings answers at")),
        "{refusals:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_told_to_the_called_and_kept() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::Hangs).await;
    let transport = site.met(&[one.address]).await;
    let mut request = tonic::Request::new(GetTableRequest::default());
    request.set_timeout(Duration::from_millis(200));
    let begun = std::time::Instant::now();
    let answer = PlayServiceClient::new(transport).get_table(request).await;
    assert_eq!(answer.unwrap_err().code(), Code::DeadlineExceeded);
    assert!(begun.elapsed() < DEADLINE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_called_that_looks_at_the_clock_first_gives_up_in_the_same_words() {
    let site = Site::new(false);
    let one = site.instance("play-1", Manner::GivesUp).await;
    let transport = site.met(&[one.address]).await;
    let refused = asked(&transport, "game").await.unwrap_err();
    assert_eq!(refused.code(), Code::DeadlineExceeded);
    assert!(asked(&transport, "game").await.is_err());
    assert_eq!(one.calls.load(Ordering::Relaxed), 2, "the instance stays");
}

/// A cable that can be made to swallow everything without a word.
struct Proxy {
    address: SocketAddr,
    leads_to: Arc<Mutex<SocketAddr>>,
    swallows: Arc<Mutex<bool>>,
}

impl Proxy {
    async fn before(server: SocketAddr) -> Self {
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

    async fn leads_to(&self, server: SocketAddr) {
        *self.leads_to.lock().await = server;
    }

    async fn swallow(&self) {
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
