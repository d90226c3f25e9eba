//! The boxed service that stands for a connection: in process it wraps the service value itself.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use tonic::{Status, body::Body, codegen::BoxFuture};
use tower::{Service, ServiceExt as _, util::BoxCloneSyncService};

use crate::{
    Caller, ClusterClock, Kind, Problem, access,
    tokens::{ServiceIdentity, TokenError, Verifier},
};

/// What every generated client is given: a local service or a remote channel, nobody can tell. The
/// error is a concrete type, since a boxed one keeps client calls out of spawned tasks.
pub type Transport = BoxCloneSyncService<Request<Body>, Response<Body>, Status>;

/// The header that carries a role's service token.
pub const SERVICE_HEADER: &str = "outflank-service";

/// An RPC that has not answered by then is given up by its caller; what it began is finished all the same.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// Everything in front of a service: who is calling, may they, and until when.
#[derive(Debug, Clone)]
pub struct Gate {
    verifier: Arc<Verifier>,
    clock: Arc<ClusterClock>,
}

impl Gate {
    /// A gate that trusts what the verifier trusts.
    #[must_use]
    pub fn new(verifier: Arc<Verifier>, clock: Arc<ClusterClock>) -> Self {
        Self { verifier, clock }
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
        let (rpc, need) = access::rpc(request.uri().path()).ok_or_else(|| {
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
            .map_err(|error| Problem::from(&error))?;
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
                return Box::pin(async move { Ok(Status::from(problem).into_http()) });
            }
        };
        request.extensions_mut().insert(caller);
        let answer = self.inner.call(request);
        Box::pin(async move {
            match tokio::time::timeout(DEADLINE, answer).await {
                Ok(Ok(response)) => Ok(response),
                Ok(Err(never)) => match never {},
                Err(_) => Ok(Status::deadline_exceeded(
                    "The service did not answer in time. Ask again with the same command id.",
                )
                .into_http()),
            }
        })
    }
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
