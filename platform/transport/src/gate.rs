//! What stands in front of every service: who is calling, may they, and until when.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::{HeaderMap, Request, Response};
use outflank_access::{
    Caller, Kind, Problem, Role,
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

/// Everything in front of a service: who is calling, may they, and until when.
#[derive(Debug, Clone)]
pub struct Gate {
    verifier: Arc<Verifier>,
    clock: Arc<ClusterClock>,
    calls: Arc<Calls>,
}

impl Gate {
    /// A gate that trusts what the verifier trusts.
    #[must_use]
    pub fn new(verifier: Arc<Verifier>, clock: Arc<ClusterClock>) -> Self {
        Self {
            verifier,
            clock,
            calls: Arc::default(),
        }
    }

    /// What has come through every clone of this gate.
    #[must_use]
    pub fn calls(&self) -> &Arc<Calls> {
        &self.calls
    }

    /// Puts this gate in front of a service and makes a transport of it.
    pub fn local<S>(&self, service: S) -> Transport
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
    {
        BoxCloneSyncService::new(Gated {
            gate: self.clone(),
            inner: service,
        })
    }

    /// Reads the tokens of a request and decides what can be decided before its object is known.
    fn caller<B>(&self, request: &Request<B>) -> Result<Caller, Problem> {
        let (rpc, need) = outflank_access::rpc(request.uri().path()).ok_or_else(|| {
            Problem::new(Kind::NotFound, "unknown_method", "There is no such method.")
        })?;
        let now_ms = self.clock.now_ms();
        let header = |name: &str| {
            request
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap_or_default())
        };
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
        let caller = Caller {
            person,
            service,
            need,
            rpc,
        };
        caller.admit()?;
        Ok(caller)
    }
}

#[derive(Debug, Clone)]
struct Gated<S> {
    gate: Gate,
    inner: S,
}

impl<S> Service<Request<Body>> for Gated<S>
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
        let caller = match self.gate.caller(&request) {
            Ok(caller) => caller,
            Err(problem) => {
                let rpc =
                    outflank_access::rpc(request.uri().path()).map_or("unknown", |(rpc, _)| rpc);
                let calls = &self.gate.calls;
                calls.add(rpc, problem.code.clone(), Duration::ZERO);
                tracing::info!(
                    rpc,
                    outcome = problem.code,
                    "a call was refused at the gate"
                );
                return Box::pin(async move { Ok(Status::from(problem).into_http()) });
            }
        };
        let (calls, rpc, begun) = (Arc::clone(&self.gate.calls), caller.rpc, Instant::now());
        let span = span_of(&caller, request.headers());
        request.extensions_mut().insert(caller);
        let until = deadline::of(request.headers());
        let answer = span.in_scope(|| self.inner.call(request));
        let told = span.clone();
        let answered = async move {
            let response = match deadline::within(until, answer).await {
                Some(Ok(response)) => response,
                Some(Err(never)) => match never {},
                None => Status::deadline_exceeded(
                    "The service did not answer in time. Ask again with the same command id.",
                )
                .into_http(),
            };
            let outcome = calls::name_of(&response);
            told.record("outcome", outcome.as_str());
            if outcome != calls::OK {
                tracing::info!(rpc, outcome, "a call was refused");
            }
            calls.add(rpc, outcome, begun.elapsed());
            Ok(response)
        };
        Box::pin(answered.instrument(span))
    }
}

/// The span of a call that belongs to a trace: that of the task that makes it, or, from another process, what its header
/// says under a service key. What a process does by itself begins no trace.
fn span_of(caller: &Caller, headers: &HeaderMap) -> Span {
    if !spans::is_exporting() {
        return Span::none();
    }
    let told = if Span::current().is_disabled() {
        match caller.service.and_then(|_| spans::told(headers)) {
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
            Err(Problem::new(
                Kind::Unavailable,
                "role_away",
                format!("This process was not told where {} answers.", role.name()),
            )
            .into())
        })
    }))
}
