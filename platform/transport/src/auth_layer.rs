//! What stands in front of every service: who is calling, may they, and until when.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::{HeaderMap, Request, Response};
use outflank_access::{
    Caller, Kind, Person, Problem, Role, problem,
    tokens::{ServiceIdentity, TokenError, Verifier},
};
use tonic::{Status, body::Body, codegen::BoxFuture};
use tower::{Service, ServiceExt as _, util::BoxCloneSyncService};
use tracing::{Instrument as _, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::{
    ClusterClock,
    calls::{self, Calls},
    deadline, spans,
};

/// What every generated client is given: a local service or a remote channel, nobody can tell. The
/// error is a concrete type, since a boxed one keeps client calls out of spawned tasks.
pub type Transport = BoxCloneSyncService<Request<Body>, Response<Body>, Status>;

/// The header that carries a role's service token.
pub const SERVICE_HEADER: &str = "outflank-service";
/// Bears the token of the role that passes a call on for somebody else: it says which trace the call belongs to, and
/// nothing more.
const RELAY_HEADER: &str = "outflank-relay";

/// Everything in front of a service: who is calling, may they, and until when.
#[derive(Debug, Clone)]
pub struct AuthLayer {
    verifier: Arc<Verifier>,
    clock: Arc<ClusterClock>,
    calls: Arc<Calls>,
}

impl AuthLayer {
    /// An auth layer that trusts what the verifier trusts.
    #[must_use]
    pub fn new(verifier: Arc<Verifier>, clock: Arc<ClusterClock>) -> Self {
        Self {
            verifier,
            clock,
            calls: Arc::default(),
        }
    }

    /// What has come through every clone of this auth layer.
    #[must_use]
    pub fn calls(&self) -> &Arc<Calls> {
        &self.calls
    }

    /// Puts this auth layer in front of a service and makes a transport of it.
    pub fn local<S>(&self, service: S) -> Transport
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        BoxCloneSyncService::new(Authorised {
            auth_layer: self.clone(),
            inner: service,
        })
    }

    /// Reads the tokens of a request and decides what can be decided before its object is known.
    fn caller<B>(&self, request: &Request<B>) -> Result<Caller, Problem> {
        let now_ms = self.clock.now_ms();
        let header = |name: &str| {
            request
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap_or_default())
        };
        let proven = || {
            let person = header("authorization")
                .map(|value| {
                    let token = value.strip_prefix("Bearer ").ok_or(TokenError::Foreign)?;
                    self.verifier.person(token, now_ms)
                })
                .transpose()
                .map_err(|error| Problem::from(&error))?;
            let service = header(SERVICE_HEADER)
                .map(|token| self.verifier.service(token, now_ms))
                .transpose()
                .map_err(|_| unknown_service_key())?;
            Ok((person, service))
        };
        self.decided(request.uri().path(), proven)
    }

    /// The same for an RPC of a role whose key is proven already.
    pub(crate) fn caller_in_role(&self, path: &str, role: Role) -> Result<Caller, Problem> {
        self.decided(path, || Ok((None, Some(role))))
    }

    /// Whether anything could allow the call of whoever is proven; refusals are counted.
    fn decided(
        &self,
        path: &str,
        proven: impl FnOnce() -> Result<(Option<Person>, Option<Role>), Problem>,
    ) -> Result<Caller, Problem> {
        let found = outflank_access::rpc(path);
        let rpc = found.map_or("unknown", |(rpc, _)| rpc);
        let decide = || {
            let (rpc, need) = found.ok_or_else(|| {
                Problem::new(Kind::NotFound, "unknown_method", "There is no such method.")
            })?;
            let (person, service) = proven()?;
            let caller = Caller {
                person,
                service,
                need,
                rpc,
            };
            caller.admit()?;
            Ok(caller)
        };
        decide().inspect_err(|problem: &Problem| {
            self.calls.add(rpc, problem.code.clone(), Duration::ZERO);
            tracing::info!(
                rpc,
                outcome = problem.code,
                "a call was refused at the gate"
            );
        })
    }

    /// The role whose key makes such tokens, as everybody behind this auth layer would take them.
    pub(crate) fn role_of(&self, identity: &ServiceIdentity) -> Result<Role, TokenError> {
        let now_ms = self.clock.now_ms();
        self.verifier.service(&identity.token(now_ms)?, now_ms)
    }

    /// A call of a caller who was admitted, from now on.
    pub(crate) fn call(&self, caller: &Caller, headers: &HeaderMap) -> Call {
        Call {
            calls: Arc::clone(&self.calls),
            rpc: caller.rpc,
            begun: Instant::now(),
            until: deadline::of(headers),
            span: span_of(self, caller, headers),
        }
    }

    /// The trace that a call from another process belongs to, if one of ours says so.
    fn told(&self, caller: &Caller, headers: &HeaderMap) -> Option<opentelemetry::Context> {
        let relayed = || {
            let token = headers.get(RELAY_HEADER)?.to_str().ok()?;
            self.verifier.service(token, self.clock.now_ms()).ok()
        };
        caller.service.or_else(relayed)?;
        spans::told(headers)
    }
}

#[derive(Debug, Clone)]
struct Authorised<S> {
    auth_layer: AuthLayer,
    inner: S,
}

impl<S> Service<Request<Body>> for Authorised<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Status;
    type Future = BoxFuture<Self::Response, Self::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner
            .poll_ready(context)
            .map_err(|never| match never {})
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        request.extensions_mut().remove::<Caller>();
        let caller = match self.auth_layer.caller(&request) {
            Ok(caller) => caller,
            Err(problem) => {
                return Box::pin(async move { Ok(Status::from(problem).into_http()) });
            }
        };
        let call = self.auth_layer.call(&caller, request.headers());
        request.extensions_mut().insert(caller);
        let answer = call.span.in_scope(|| self.inner.call(request));
        let answer = async move {
            match answer.await {
                Ok(response) => response,
                Err(never) => match never {},
            }
        };
        let answered = call.answered(answer);
        Box::pin(async move { Ok(answered.await) })
    }
}

/// A call that was admitted: it is answered within its deadline, belongs to its trace, and is counted.
pub(crate) struct Call {
    calls: Arc<Calls>,
    rpc: &'static str,
    begun: Instant,
    until: tokio::time::Instant,
    span: Span,
}

/// An answer of either form.
pub(crate) trait Late {
    /// What is answered where the deadline comes first.
    fn late(status: Status) -> Self;

    /// The code of the refusal that it is.
    fn refusal(&self) -> Option<String>;
}

impl Late for Response<Body> {
    fn late(status: Status) -> Self {
        status.into_http()
    }

    fn refusal(&self) -> Option<String> {
        calls::refusal_of(self)
    }
}

impl Call {
    /// What is answered, or that it comes too late.
    pub(crate) fn answered<A: Late>(
        self,
        answer: impl Future<Output = A>,
    ) -> impl Future<Output = A> {
        let Self {
            calls,
            rpc,
            begun,
            until,
            span,
        } = self;
        let told = span.clone();
        let answered = async move {
            let answer = deadline::within(until, answer).await.unwrap_or_else(|| {
                A::late(Status::deadline_exceeded(
                    "The service did not answer in time. Ask again with the same command id.",
                ))
            });
            let refused = answer.refusal();
            let outcome = refused.as_deref().unwrap_or(calls::OK);
            told.record("outcome", outcome);
            if refused.is_some() {
                tracing::info!(rpc, outcome, "a call was refused");
            }
            calls.add(rpc, outcome.to_owned(), begun.elapsed());
            answer
        };
        answered.instrument(span)
    }
}

/// The span of a call that belongs to a trace: that of the task that makes it, or, from another process, what its header
/// says under a service key. What a process does by itself begins no trace.
fn span_of(auth_layer: &AuthLayer, caller: &Caller, headers: &HeaderMap) -> Span {
    if !spans::is_exporting() {
        return Span::none();
    }
    let told = if Span::current().is_disabled() {
        match auth_layer.told(caller, headers) {
            Some(told) => Some(told),
            None => return Span::none(),
        }
    } else {
        None
    };
    let span = tracing::info_span!(
        target: spans::TARGET,
        "call",
        otel.name = caller.rpc,
        otel.kind = "server",
        outcome = tracing::field::Empty,
        trace_id = tracing::field::Empty,
    );
    if let Some(told) = told
        && let Err(error) = span.set_parent(told)
    {
        tracing::debug!(%error, "a call's trace is not taken over");
    }
    spans::named(span)
}

fn unknown_service_key() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "service_key_refused",
        "The caller's service key is not one of this deployment: give every process the same keys folder.",
    )
}

/// The same transport for calls in a role's own name: every call carries its service token.
#[must_use]
pub fn in_the_name_of(
    transport: Transport,
    identity: Arc<ServiceIdentity>,
    clock: Arc<ClusterClock>,
) -> Transport {
    BoxCloneSyncService::new(transport.map_request(move |mut request: Request<Body>| {
        match identity.token(clock.now_ms()).map(|token| token.parse()) {
            Ok(Ok(value)) => {
                request.headers_mut().insert(SERVICE_HEADER, value);
            }
            _ => tracing::error!("a service token could not be made; the call goes out without"),
        }
        request
    }))
}

/// The same transport for calls that a role passes on in the name of whoever bears their token: it tells the trace.
#[must_use]
pub fn passed_on_by(
    transport: Transport,
    identity: Arc<ServiceIdentity>,
    clock: Arc<ClusterClock>,
) -> Transport {
    BoxCloneSyncService::new(transport.map_request(move |mut request: Request<Body>| {
        if spans::is_exporting()
            && let Ok(Ok(value)) = identity.token(clock.now_ms()).map(|token| token.parse())
        {
            request.headers_mut().insert(RELAY_HEADER, value);
        }
        request
    }))
}

/// Adds a person's access token to a request that is passed on for them.
pub fn for_person<T>(message: T, access_token: Option<&str>) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    if let Some(Ok(value)) = access_token.map(|token| format!("Bearer {token}").parse()) {
        request.metadata_mut().insert("authorization", value);
    }
    request
}

/// A transport to a role that this process never calls and nobody said the address of.
#[must_use]
pub fn to_nobody(role: Role) -> Transport {
    BoxCloneSyncService::new(tower::service_fn(move |_: Request<Body>| {
        Box::pin(async move {
            Err(problem!(
                Kind::Unavailable,
                "role_away",
                "This process was not told where {role} answers.",
                role = role.name(),
            )
            .into())
        })
    }))
}
