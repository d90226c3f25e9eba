//! All instances of a role: found by their addresses, watched, chosen among.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt as _;
use outflank_access::{Kind, Repeat, Role, problem, tokens::ServiceIdentity};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;
use tonic::{
    Code, Status,
    body::Body,
    metadata::{Ascii, MetadataValue},
    transport::Endpoint,
};
use tower::util::BoxCloneSyncService;

use crate::{
    ClusterClock, PeerAddress, PeerTls, Transport, affinity,
    budget::Budget,
    deadline,
    instance::{Answered, Failure, Instance, Standing},
    player_commands::{Answer, Carried, game_of},
    spans,
};

/// Names are resolved again so often.
const RESOLVE_EVERY: Duration = Duration::from_secs(2);
/// A call waits so long for an instance to come back.
const PATIENCE: Duration = Duration::from_secs(4);
/// A call is tried at most so often.
const TRIES: u32 = 5;
/// Before the third try; then twice as long each time.
const PAUSE: Duration = Duration::from_millis(20);

/// Who we are to those we call.
#[derive(Debug)]
pub struct Acquaintance {
    /// This process's name.
    pub instance: String,
    /// The roles of this process, each with its proof.
    pub roles: BTreeMap<Role, Arc<ServiceIdentity>>,
    /// Cluster time, for the proofs.
    pub clock: Arc<ClusterClock>,
}

impl Acquaintance {
    pub(crate) fn callers_of(&self, called: Role) -> impl Iterator<Item = Role> {
        let callers = self.roles.keys().copied();
        callers.filter(move |role| role.calls().contains(&called))
    }

    pub(crate) fn token(&self, role: Role) -> Option<MetadataValue<Ascii>> {
        let token = self.roles.get(&role)?.token(self.clock.now_ms()).ok()?;
        token.parse().ok()
    }
}

/// All instances of one role, wherever they run.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    role: Role,
    addresses: Vec<PeerAddress>,
    tls: Option<PeerTls>,
    us: Arc<Acquaintance>,
    instances: Mutex<BTreeMap<String, Arc<Instance>>>,
    /// Something is known now that was not.
    changed: Arc<Notify>,
    budget: Budget,
    stop: CancellationToken,
}

impl fmt::Debug for Pool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Pool({})", self.shared.role.name())
    }
}

impl Pool {
    /// Begins to look for the instances of a role, until `stop`.
    #[must_use]
    pub fn open(
        role: Role,
        addresses: Vec<PeerAddress>,
        tls: Option<PeerTls>,
        us: Arc<Acquaintance>,
        stop: CancellationToken,
    ) -> Self {
        let pool = Self {
            shared: Arc::new(Shared {
                role,
                addresses,
                tls,
                us,
                instances: Mutex::default(),
                changed: Arc::default(),
                budget: Budget::default(),
                stop,
            }),
        };
        let shared = Arc::clone(&pool.shared);
        tokio::spawn(async move { shared.keep_resolving().await });
        pool
    }

    /// The role in the form in which every client takes it.
    #[must_use]
    pub fn transport(&self) -> Transport {
        let shared = Arc::clone(&self.shared);
        BoxCloneSyncService::new(tower::service_fn(move |request: Request<Body>| {
            let shared = Arc::clone(&shared);
            Box::pin(async move { shared.call(request).await })
        }))
    }

    /// Sends a player's command to the instance that fits its game, and to another one where that one fails.
    pub(crate) async fn carry(&self, carried: &Carried) -> Result<Answer, Status> {
        let game = game_of(&carried.command);
        let once = |instance: Arc<Instance>| async move { instance.carry(carried).await };
        let safe = (Some(&game), true, carried.until);
        self.shared.tried(safe, once).await
    }

    /// What is known of every instance, by address.
    #[must_use]
    pub fn standings(&self) -> Vec<(String, Standing)> {
        let instances = self.shared.instances();
        let standing = |instance: &Arc<Instance>| (instance.address.clone(), instance.standing());
        instances.values().map(standing).collect()
    }

    /// Waits until every address has been tried once, at most so long, and returns the refusals: sentences for whoever
    /// set this process up. An instance that does not answer yet is none.
    pub async fn acquainted(&self, within: Duration) -> Vec<String> {
        let until = Instant::now() + within;
        loop {
            let changed = self.shared.changed.notified();
            let standings = self.standings();
            let open = standings.is_empty()
                || standings
                    .iter()
                    .any(|(_, standing)| matches!(standing, Standing::Unknown));
            if !open || tokio::time::timeout_at(until, changed).await.is_err() {
                let refusal = |(_, standing)| match standing {
                    Standing::Refused(sentence) => Some(sentence),
                    _ => None,
                };
                return self.standings().into_iter().filter_map(refusal).collect();
            }
        }
    }

    /// Whether somebody can be called now.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.shared
            .instances()
            .values()
            .any(|instance| instance.is_serving())
    }
}

impl Shared {
    fn instances(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Instance>>> {
        self.instances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    async fn keep_resolving(self: Arc<Self>) {
        loop {
            for address in &self.addresses {
                self.resolve(address).await;
            }
            tokio::select! {
                () = self.stop.cancelled() => break,
                () = tokio::time::sleep(RESOLVE_EVERY) => {}
            }
        }
        for instance in self.instances().values() {
            instance.gone.cancel();
        }
    }

    async fn resolve(&self, address: &PeerAddress) {
        let name = if address.host.contains(':') {
            format!("[{}]:{}", address.host, address.port)
        } else {
            format!("{}:{}", address.host, address.port)
        };
        if !address.every {
            self.found(address, vec![name]);
            return;
        }
        match tokio::net::lookup_host(&name).await {
            Ok(places) => {
                let places = places.map(|place| place.to_string()).collect();
                self.found(address, places);
            }
            // Whoever was found before stays: name servers fail more often than all instances at once.
            Err(error) => tracing::warn!(%address, %error, "the name cannot be resolved"),
        }
    }

    /// Takes in where an address leads now.
    fn found(&self, address: &PeerAddress, places: Vec<String>) {
        let prefix = format!("{address} ");
        let mut instances = self.instances();
        instances.retain(|key, instance| {
            let stays =
                !key.starts_with(&prefix) || places.iter().any(|place| *place == instance.address);
            if !stays {
                instance.gone.cancel();
            }
            stays
        });
        for place in places {
            let known = instances.values().any(|instance| instance.address == place);
            if known {
                continue;
            }
            let endpoint = match self.endpoint(address, &place) {
                Ok(endpoint) => endpoint,
                Err(error) => {
                    tracing::error!(%address, %error, "the address cannot be called");
                    continue;
                }
            };
            let instance = Arc::new(Instance::new(self.role, place.clone(), endpoint));
            instances.insert(format!("{prefix}{place}"), Arc::clone(&instance));
            tokio::spawn(instance.watch(Arc::clone(&self.us), Arc::clone(&self.changed)));
        }
    }

    fn endpoint(
        &self,
        address: &PeerAddress,
        place: &str,
    ) -> Result<Endpoint, tonic::transport::Error> {
        match &self.tls {
            Some(tls) => Endpoint::from_shared(format!("https://{place}"))?
                .tls_config(tls.for_host(&address.host)),
            None => Endpoint::from_shared(format!("http://{place}")),
        }
    }

    /// Calls until somebody answers, the deadline has passed, or trying again is not safe.
    async fn call(&self, request: Request<Body>) -> Result<Response<Body>, Status> {
        let until = deadline::of(request.headers());
        let (mut parts, body) = request.into_parts();
        parts.extensions = http::Extensions::new();
        spans::tell(&mut parts.headers);
        let message = body.collect().await?.to_bytes();
        let object = affinity::object_of(parts.uri.path(), &message);
        let repeatable = outflank_access::repeat(parts.uri.path()) != Repeat::Never;
        let (parts, message) = (&parts, &message);
        let once =
            |instance: Arc<Instance>| async move { instance.call(parts, message, until).await };
        self.tried((object.as_ref(), repeatable, until), once).await
    }

    /// Tries one instance after another, as far as that is safe.
    async fn tried<A, F>(
        &self,
        (object, repeatable, until): (Option<&Bytes>, bool, Instant),
        once: impl Fn(Arc<Instance>) -> F,
    ) -> Result<A, Status>
    where
        F: Future<Output = Result<Answered<A>, Failure>>,
    {
        self.budget.called();
        let mut tried: Vec<String> = Vec::new();
        loop {
            let instance = self.choose(object, &tried, until).await?;
            let called = once(Arc::clone(&instance)).await;
            tried.push(instance.address.clone());
            let Failure { status, unsent, .. } = match called {
                Ok(answered) => {
                    let elsewhere = answered.is_unwell
                        && repeatable
                        && self.has_another(&tried)
                        && self.budget.try_again();
                    if elsewhere {
                        continue;
                    }
                    return Ok(answered.answer);
                }
                Err(failure) => failure,
            };
            let count = u32::try_from(tried.len()).unwrap_or(TRIES);
            let again = (unsent || repeatable)
                && count < TRIES
                && !matches!(status.code(), Code::DeadlineExceeded | Code::Unimplemented)
                && self.budget.try_again();
            if !again {
                return Err(lost(self.role, &status));
            }
            tracing::debug!(role = self.role.name(), %status, "tried again elsewhere");
            if count > 1 {
                tokio::time::sleep(PAUSE * 2_u32.pow(count.min(TRIES))).await;
            }
        }
    }

    /// Whether anybody can be called who was not tried and did not say that it could not.
    fn has_another(&self, tried: &[String]) -> bool {
        self.instances().values().any(|instance| {
            instance.is_serving() && !instance.is_unwell() && !tried.contains(&instance.address)
        })
    }

    /// The instance to call: for an object the one that fits it best, else the less busy of two; one that failed a
    /// moment ago, or lacks what it stands on, only if there is no other.
    async fn choose(
        &self,
        object: Option<&Bytes>,
        tried: &[String],
        until: Instant,
    ) -> Result<Arc<Instance>, Status> {
        let patience = until.min(Instant::now() + PATIENCE);
        loop {
            let changed = self.changed.notified();
            let mut serving: Vec<Arc<Instance>> = self
                .instances()
                .values()
                .filter(|instance| instance.is_serving())
                .cloned()
                .collect();
            prefer(&mut serving, |instance| !tried.contains(&instance.address));
            prefer(&mut serving, |instance| !instance.is_unwell());
            let chosen = match object {
                Some(object) => serving
                    .into_iter()
                    .max_by_key(|instance| affinity::weight(object, &instance.address)),
                None => less_busy(serving),
            };
            if let Some(instance) = chosen {
                return Ok(instance);
            }
            if tokio::time::timeout_at(patience, changed).await.is_err() {
                return Err(self.nobody());
            }
        }
    }

    /// Nobody can be called, and why.
    fn nobody(&self) -> Status {
        let mut refused = None;
        for instance in self.instances().values() {
            match instance.standing() {
                Standing::Refused(sentence) => refused = Some(sentence),
                standing => {
                    tracing::debug!(address = %instance.address, ?standing, "cannot be called");
                }
            }
        }
        if let Some(sentence) = refused {
            tracing::error!("{sentence}");
        }
        problem!(
            Kind::Unavailable,
            "role_away",
            "No instance of {role} answers now; try again in a moment with the same command id.",
            role = self.role.name(),
        )
        .into()
    }
}

/// Leaves only the better ones, if there are any.
fn prefer(instances: &mut Vec<Arc<Instance>>, is_better: impl Fn(&Instance) -> bool) {
    if instances.iter().any(|instance| is_better(instance)) {
        instances.retain(|instance| is_better(instance));
    }
}

/// The less busy of two, drawn by turns.
fn less_busy(mut serving: Vec<Arc<Instance>>) -> Option<Arc<Instance>> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static TURN: AtomicUsize = AtomicUsize::new(0);
    if serving.len() < 2 {
        return serving.pop();
    }
    let turn = TURN.fetch_add(1, Ordering::Relaxed);
    let first = turn % serving.len();
    let other = (first + 1 + turn / serving.len() % (serving.len() - 1)) % serving.len();
    let better = if serving[other].load() < serving[first].load() {
        other
    } else {
        first
    };
    Some(serving.swap_remove(better))
}

/// What a caller is told of a connection that failed under a call that may not be sent again.
fn lost(role: Role, status: &Status) -> Status {
    if status.code() != Code::Unavailable {
        return status.clone();
    }
    tracing::warn!(role = role.name(), %status, "a call failed");
    problem!(
        Kind::Unavailable,
        "role_away",
        "The connection to {role} broke before it answered: look whether it was done, or try again with the same \
         command id.",
        role = role.name(),
    )
    .into()
}
