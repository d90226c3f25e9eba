//! gRPC for programs: the services' own contracts and the live stream, on the port of everything else.
//!
//! Programs are told apart by the media type of their requests. They come in as the person whose token or API key
//! they bear and as nobody else: whatever other headers say of identity ends here, and what only the server's own
//! parts may ask is refused.

pub mod call;
pub mod limited;
mod reflection;
mod shown;
pub mod stamps;
pub mod standing;
mod whereabouts;

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, Method as Verb, Version, header};
use outflank_access::{Kind, Problem};
use outflank_proto::contract;
use tonic::Status;

use crate::{
    bodies::{self, Sender},
    health,
    problem::RefusalCode,
    request::{Bearer, client_address},
    socket,
    state::Shared,
};

/// The one stream that the gateway answers itself.
const CONNECT: &str = "/outflank.live.v1.LiveService/Connect";

/// Whether a request is a gRPC call.
pub fn is_call(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| {
            kind.strip_prefix("application/grpc")
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', ';']))
        })
}

/// Whether a request is there to do something, and not to read.
pub fn acts(request: &Request) -> bool {
    match contract::method(request.uri().path()) {
        Some(method) => !standing::reads(method),
        None => !is_call(request.headers()) && !matches!(*request.method(), Verb::GET | Verb::HEAD),
    }
}

/// The name of the RPC that is called, for the counters; everything unknown is one.
pub fn route(path: &str) -> &'static str {
    outflank_access::rpc(path).map_or("other rpc", |(rpc, _)| rpc)
}

/// Answers gRPC calls; other requests go on.
pub async fn divert(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    if !is_call(request.headers()) {
        return next.run(request).await;
    }
    let mut response = match answer(&shared, request).await {
        Ok(response) => response,
        Err(problem) => refusal(&problem),
    };
    // A refusal by a service counts like one of ours.
    if response.extensions().get::<RefusalCode>().is_none()
        && let Some(status) = Status::from_header_map(response.headers())
        && status.code() != tonic::Code::Ok
    {
        let code = Problem::from_status(&status).code;
        response.extensions_mut().insert(RefusalCode(code));
    }
    response
}

async fn answer(shared: &Shared, request: Request) -> Result<Response, Problem> {
    if request.version() < Version::HTTP_2 {
        return Err(Problem::new(
            Kind::Invalid,
            "http2_only",
            "gRPC is spoken over HTTP/2: connect with prior knowledge, or over TLS where the server speaks TLS.",
        ));
    }
    let path = request.uri().path();
    if path.starts_with(health::SERVICE) {
        let sender = Sender::of(request.extensions());
        let (head, body) = request.into_parts();
        let body = bodies::whole(&shared.bodies, sender, body, health::MESSAGE_LIMIT).await?;
        let request = Request::from_parts(head, body.into());
        return Ok(shared.health.answer(request).await);
    }
    if path.starts_with(reflection::SERVICES) {
        return reflection::answer(shared, request).await;
    }
    if path == CONNECT {
        let bearer = Bearer(call::bearer(request.headers()).map(str::to_owned));
        let address = client_address(request.extensions());
        limited::admit_ticket(shared, address, &bearer).await?;
        let holder = standing::holder(shared, &bearer).await?;
        return socket::stream::open(shared, holder, request).await;
    }
    call::pass_on(shared, request).await
}

/// A refusal as a gRPC client gets it.
pub fn refusal(problem: &Problem) -> Response {
    let mut response = Status::from(problem.clone()).into_http::<Body>();
    response
        .extensions_mut()
        .insert(RefusalCode(problem.code.clone()));
    response
}
