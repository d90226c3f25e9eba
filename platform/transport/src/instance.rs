//! One instance of a role: its connection, and whether it can be called now.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response, request::Parts};
use http_body_util::{BodyExt as _, Full};
use outflank_access::{Problem, Role};
use outflank_proto::peer::v1::{GreetRequest, peer_service_client::PeerServiceClient};
use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;
use tonic::{
    Code, Status,
    body::Body,
    transport::{Channel, Endpoint},
};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tower::{ServiceExt as _, util::BoxCloneSyncService};

use crate::{
    auth_layer::SERVICE_HEADER,
    deadline, in_the_name_of,
    internal::{CONNECTION_WINDOW, MOST_HEADERS, STREAM_WINDOW},
    player_commands::{Answer, Carried, Carrier},
    pool::Acquaintance,
};

/// A connection that answers no ping for so long is dead: a machine that fell silent is noticed within both together.
const PING_EVERY: Duration = Duration::from_millis(500);
const PONG_WITHIN: Duration = Duration::from_millis(1_200);
/// Connecting, greeting and the first word on health may take so long each.
const GREET_WITHIN: Duration = Duration::from_secs(2);
/// Between two tries to reach an instance that is away.
const SOONEST: Duration = Duration::from_millis(50);
const LATEST: Duration = Duration::from_millis(800);
/// An instance that says that what it stands on is away is asked last for so long, if there are others.
const UNWELL: Duration = Duration::from_secs(2);
/// A refusal is somebody's mistake and lasts until they mend it.
const REFUSED_PAUSE: Duration = Duration::from_secs(3);

/// What is known of an instance.
#[derive(Debug, Clone)]
pub enum Standing {
    /// Nobody has looked yet.
    Unknown,
    /// It can be called.
    Serving {
        /// Its name.
        instance: String,
        /// Its version.
        version: String,
    },
    /// It finishes what it has and wants nothing new.
    Draining,
    /// It does not answer.
    Away(String),
    /// It answers, and one of us is set up wrongly.
    Refused(String),
}

/// One instance of a role.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Where it is.
    pub(crate) address: String,
    role: Role,
    endpoint: Endpoint,
    line: Mutex<(Standing, Option<Line>)>,
    in_flight: AtomicUsize,
    /// Until when it is better to ask another.
    unwell_until: Mutex<Option<Instant>>,
    /// A call failed: look again, now.
    suspected: Notify,
    /// Ends the watch, when the address is no longer one of the role's.
    pub(crate) gone: CancellationToken,
}

/// A connection to an instance that can be called.
#[derive(Debug, Clone)]
struct Line {
    channel: Channel,
    /// To an instance of play, from a process with gateways in it.
    commands: Option<Arc<Carrier>>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answered<A> {
    /// As it is passed on.
    pub(crate) answer: A,
    /// The service's own word that something it stands on is away, which another instance may reach.
    pub(crate) is_unwell: bool,
}

/// A call that failed before an answer came.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What the caller is told if nothing else helps.
    pub(crate) status: Status,
    /// Whether it is certain that the instance never saw it.
    pub(crate) unsent: bool,
    /// Whether it says something of the instance, which is then looked at again.
    pub(crate) suspicious: bool,
}

impl Failure {
    pub(crate) fn too_late() -> Self {
        Self {
            status: Status::deadline_exceeded(
                "The service did not answer in time. Ask again with the same command id.",
            ),
            unsent: false,
            suspicious: false,
        }
    }

    fn left() -> Self {
        Self {
            status: Status::unavailable("The instance left a moment ago."),
            unsent: true,
            suspicious: false,
        }
    }
}

/// One call under way, until it is dropped: its caller may give it up half-way.
struct UnderWay<'i>(&'i AtomicUsize);

impl<'i> UnderWay<'i> {
    fn begin(in_flight: &'i AtomicUsize) -> Self {
        in_flight.fetch_add(1, Ordering::Relaxed);
        Self(in_flight)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Instance {
    pub(crate) fn new(role: Role, address: String, endpoint: Endpoint) -> Self {
        Self {
            address,
            role,
            endpoint: endpoint
                .connect_timeout(GREET_WITHIN)
                .tcp_nodelay(true)
                .http2_keep_alive_interval(PING_EVERY)
                .keep_alive_timeout(PONG_WITHIN)
                .keep_alive_while_idle(true)
                .initial_connection_window_size(CONNECTION_WINDOW)
                .initial_stream_window_size(STREAM_WINDOW)
                .http2_max_header_list_size(MOST_HEADERS),
            line: Mutex::new((Standing::Unknown, None)),
            in_flight: AtomicUsize::new(0),
            unwell_until: Mutex::default(),
            suspected: Notify::new(),
            gone: CancellationToken::new(),
        }
    }

    pub(crate) fn standing(&self) -> Standing {
        self.line().0.clone()
    }

    pub(crate) fn is_serving(&self) -> bool {
        self.line().1.is_some()
    }

    /// Whether it said a moment ago that something it stands on is away.
    pub(crate) fn is_unwell(&self) -> bool {
        self.unwell_until()
            .is_some_and(|until| Instant::now() < until)
    }

    fn unwell_until(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.unwell_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls under way.
    pub(crate) fn load(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    fn line(&self) -> std::sync::MutexGuard<'_, (Standing, Option<Line>)> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls it once and takes its whole answer. An instance that fails is left out until it has been looked at again.
    pub(crate) async fn call(
        &self,
        parts: &Parts,
        message: &Bytes,
        until: Instant,
    ) -> Result<Answered<Response<Body>>, Failure> {
        let Some(line) = self.line().1.clone() else {
            return Err(Failure::left());
        };
        let mut request = Request::from_parts(parts.clone(), Body::new(Full::new(message.clone())));
        deadline::tell(request.headers_mut(), until);
        let _under_way = UnderWay::begin(&self.in_flight);
        let answered = tokio::time::timeout_at(until, answer(line.channel, request)).await;
        self.looked_at(match answered {
            // Whoever watches the clock finds out first, one of us or the connection.
            Ok(Err(_)) if until <= Instant::now() => Err(Failure::too_late()),
            Ok(answered) => answered,
            Err(_) => Err(Failure::too_late()),
        })
    }

    /// Sends it a player's command once, over the stream that stands for them.
    pub(crate) async fn carry(&self, carried: &Carried) -> Result<Answered<Answer>, Failure> {
        let Some(line) = self.line().1.clone() else {
            return Err(Failure::left());
        };
        let Some(commands) = line.commands else {
            return Err(Failure {
                status: Status::unimplemented("No player's commands go this way."),
                unsent: true,
                suspicious: false,
            });
        };
        let _under_way = UnderWay::begin(&self.in_flight);
        let carried = commands.carry(carried).await;
        self.looked_at(carried.map(|answer| Answered {
            is_unwell: matches!(&answer, Err(status) if status.code() == Code::Unavailable),
            answer,
        }))
    }

    /// What a call says of the instance is remembered.
    fn looked_at<A>(&self, called: Result<Answered<A>, Failure>) -> Result<Answered<A>, Failure> {
        match &called {
            Ok(answered) if answered.is_unwell => {
                *self.unwell_until() = Some(Instant::now() + UNWELL);
            }
            Err(failure) if failure.suspicious => self.suspect(&failure.status),
            _ => {}
        }
        called
    }

    fn suspect(&self, status: &Status) {
        let mut line = self.line();
        if line.1.take().is_some() {
            line.0 = Standing::Away(status.message().to_owned());
            self.suspected.notify_one();
        }
    }

    /// Connects, greets and listens for news of its health, again and again until it is gone.
    pub(crate) async fn watch(self: Arc<Self>, us: Arc<Acquaintance>, changed: Arc<Notify>) {
        let mut pause = SOONEST;
        while !self.gone.is_cancelled() {
            let begun = Instant::now();
            let verdict = tokio::select! {
                () = self.gone.cancelled() => return,
                verdict = self.listen(&us, &changed) => verdict,
            };
            let refused = matches!(verdict, Standing::Refused(_));
            self.tell(verdict, None, &changed);
            if begun.elapsed() > LATEST {
                pause = SOONEST;
            }
            let wait = if refused { REFUSED_PAUSE } else { pause };
            pause = (pause * 2).min(LATEST);
            tokio::select! {
                () = self.gone.cancelled() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    fn tell(&self, standing: Standing, connection: Option<Line>, changed: &Notify) {
        {
            let mut line = self.line();
            let (role, address) = (self.role.name(), &self.address);
            match (&line.0, &standing) {
                (Standing::Serving { .. }, Standing::Serving { .. }) => {}
                (_, Standing::Serving { instance, .. }) => {
                    tracing::info!(role, %address, %instance, "an instance serves");
                }
                (Standing::Refused(_), Standing::Refused(_)) => {}
                (_, Standing::Refused(reason)) => {
                    tracing::error!(role, %address, "{reason}");
                }
                (Standing::Serving { .. }, Standing::Draining) => {
                    tracing::info!(role, %address, "an instance is leaving");
                }
                (Standing::Serving { .. } | Standing::Unknown, Standing::Away(reason)) => {
                    tracing::warn!(role, %address, reason, "an instance does not answer");
                }
                _ => {}
            }
            *line = (standing, connection);
        }
        changed.notify_waiters();
    }

    /// Listens until there is nothing more to hear, and says why.
    async fn listen(&self, us: &Acquaintance, changed: &Notify) -> Standing {
        let away = |what: String| Standing::Away(what);
        let channel = match timeout(GREET_WITHIN, self.endpoint.connect()).await {
            Ok(Ok(channel)) => channel,
            Ok(Err(error)) => return away(causes(&error)),
            Err(_) => return away("no connection in time".to_owned()),
        };
        let (instance, version) = match timeout(GREET_WITHIN, self.greet(us, channel.clone())).await
        {
            Ok(Ok(name)) => name,
            Ok(Err(standing)) => return standing,
            Err(_) => return away("no answer to a greeting".to_owned()),
        };
        let request = HealthCheckRequest {
            service: service_name(self.role),
        };
        let mut health = HealthClient::new(channel.clone());
        let line = Line {
            commands: self.carrier(us, &channel),
            channel,
        };
        let mut news = match timeout(GREET_WITHIN, health.watch(request)).await {
            Ok(Ok(answer)) => answer.into_inner(),
            Ok(Err(status)) => return away(status.message().to_owned()),
            Err(_) => return away("no word on its health".to_owned()),
        };
        loop {
            let heard = tokio::select! {
                heard = news.message() => heard,
                () = self.suspected.notified() => return away("a call failed".to_owned()),
            };
            match heard {
                Ok(Some(health)) if health.status() == ServingStatus::Serving => {
                    let standing = Standing::Serving {
                        instance: instance.clone(),
                        version: version.clone(),
                    };
                    self.tell(standing, Some(line.clone()), changed);
                }
                Ok(Some(_)) => self.tell(Standing::Draining, None, changed),
                Ok(None) => return away("it ended".to_owned()),
                Err(status) => return away(status.message().to_owned()),
            }
        }
    }

    /// The way of players' commands, where this is play and gateways run here.
    fn carrier(&self, us: &Acquaintance, channel: &Channel) -> Option<Arc<Carrier>> {
        let gateway = us.roles.get(&Role::Gateway)?;
        let failed = |error: tonic::transport::Error| {
            Status::unavailable(format!("The connection failed: {}.", causes(&error)))
        };
        let plain = BoxCloneSyncService::new(channel.clone().map_err(failed));
        let named = in_the_name_of(plain, Arc::clone(gateway), Arc::clone(&us.clock));
        (self.role == Role::Play).then(|| Arc::new(Carrier::over(named)))
    }

    /// Shows it the key of every role that will call it, and hears whether it is what it was taken for.
    async fn greet(
        &self,
        us: &Acquaintance,
        channel: Channel,
    ) -> Result<(String, String), Standing> {
        let mut client = PeerServiceClient::new(channel);
        let mut answered = None;
        for caller in us.callers_of(self.role) {
            let mut request = tonic::Request::new(GreetRequest {
                instance: us.instance.clone(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            });
            match us.token(caller) {
                Some(token) => request.metadata_mut().insert(SERVICE_HEADER, token),
                None => return Err(Standing::Away("no service token can be made".to_owned())),
            };
            let answer = client.greet(request).await.map_err(|status| {
                if status.code() == Code::Unauthenticated {
                    let problem = Problem::from_status(&status);
                    return Standing::Refused(format!(
                        "{} at {} refuses the {} of this process: {}",
                        self.role.name(),
                        self.address,
                        caller.name(),
                        problem.detail
                    ));
                }
                Standing::Away(status.message().to_owned())
            })?;
            answered = Some(answer.into_inner());
        }
        let Some(answer) = answered else {
            return Ok((self.address.clone(), String::new()));
        };
        if answer.roles.iter().any(|role| role == self.role.name()) {
            return Ok((answer.instance, answer.version));
        }
        Err(Standing::Refused(format!(
            "{} answers at {}, where {} was expected: correct --peers",
            answer.roles.join(","),
            self.address,
            self.role.name()
        )))
    }
}

/// The name under which a role's health is known.
pub(crate) fn service_name(role: Role) -> String {
    let name = role.name();
    let (first, rest) = name.split_at(1);
    format!("outflank.{name}.v1.{}{rest}Service", first.to_uppercase())
}

async fn answer(
    channel: Channel,
    request: Request<Body>,
) -> Result<Answered<Response<Body>>, Failure> {
    let failed = |error: &(dyn std::error::Error + 'static)| {
        if caused_by(error, |cause| cause.is::<tonic::TimeoutExpired>()) {
            return Failure::too_late();
        }
        Failure {
            unsent: never_sent(error),
            status: Status::unavailable(format!("The connection failed: {}.", causes(error))),
            suspicious: true,
        }
    };
    let response = channel.oneshot(request).await;
    let response = response.map_err(|error| failed(&error))?;
    let (head, body) = response.into_parts();
    // The end of the answer says whether there was one: it may only be passed on when it is here.
    let whole = body.collect().await.map_err(|error| failed(&error))?;
    let status = Status::from_header_map(&head.headers)
        .or_else(|| whole.trailers().and_then(Status::from_header_map));
    match status {
        // Not a service's own word: it gives a problem with it.
        Some(status) if status.code() == Code::Unavailable && status.details().is_empty() => {
            Err(Failure {
                status,
                unsent: false,
                suspicious: true,
            })
        }
        // Nor is this: the called looked at the clock before we did, and says so in its transport's words.
        Some(status) if status.code() == Code::Cancelled && status.details().is_empty() => {
            Err(Failure::too_late())
        }
        status => Ok(Answered {
            is_unwell: status.is_some_and(|status| status.code() == Code::Unavailable),
            answer: Response::from_parts(head, Body::new(whole)),
        }),
    }
}

/// Whether an error shows that the request never left.
fn never_sent(error: &(dyn std::error::Error + 'static)) -> bool {
    caused_by(error, |cause| {
        let canceled = cause.downcast_ref().is_some_and(hyper::Error::is_canceled);
        canceled || cause.is::<tonic::ConnectError>()
    })
}

fn caused_by(
    error: &(dyn std::error::Error + 'static),
    is: impl Fn(&(dyn std::error::Error + 'static)) -> bool,
) -> bool {
    let mut cause = Some(error);
    while let Some(this) = cause {
        if is(this) {
            return true;
        }
        cause = this.source();
    }
    false
}

/// An error with what caused it, in one line.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(this) = cause {
        let words = this.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = this.source();
    }
    text
}
