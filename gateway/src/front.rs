//! What happens to every request and every answer: stamped on arrival, counted, and sent with the security headers.

use std::{sync::Arc, time::Instant};

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, HeaderValue, header};
use outflank_access::identifier::house_bot;
use outflank_transport::spans;
use tracing::Instrument as _;

use crate::{
    places::{Occupant, Standing},
    problem::{ApiProblem, RefusalCode},
    programs,
    request::client_address,
    state::Shared,
    tokens::Signed,
    unread::{self, Kept},
};

const UNFRAMED_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'";
const FRAMED_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
    frame-ancestors *; form-action 'none'";

/// Whether others may hold a page in a frame: a game's board, a table's, and the standings, to be looked at alone.
fn is_framed(path: &str) -> bool {
    let plain = |part: &&str| {
        part.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let Some(rest) = path.strip_prefix("/embed/") else {
        return false;
    };
    let parts: Vec<&str> = rest.split('/').collect();
    parts.iter().all(plain)
        && match *parts {
            ["g", game] => !game.is_empty(),
            ["t", event, "standings"] => !event.is_empty(),
            ["t", event, "table", table] => !event.is_empty() && !table.is_empty(),
            _ => false,
        }
}

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Two years, as browsers' preload lists ask.
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// The outermost layer.
pub async fn pass(State(shared): State<Shared>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let is_call = programs::is_call(request.headers());
    let route = match request.extensions().get::<MatchedPath>() {
        _ if is_call => programs::route(request.uri().path()),
        Some(matched) => matched.as_str(),
        None => "other",
    };
    let route = route.to_owned();
    let secure = shared.origin.is_secure(request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    let is_framed = is_framed(request.uri().path());
    let span = spans::named(tracing::info_span!(
        target: spans::TARGET,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        http.route = route,
        http.response.status_code = tracing::field::Empty,
        trace_id = tracing::field::Empty,
    ));
    let occupant = request.extensions().get::<Arc<Occupant>>().cloned();
    let kept = match &occupant {
        Some(occupant) => {
            let answers = &occupant.answers;
            // An act is never held up: what it took to come in is its player's time.
            let turn = match programs::acts(&request) {
                true => None,
                false => answers.turn(shared.limits.readers.plain_bytes).await,
            };
            Some((Kept::new(answers, &shared.budget), turn))
        }
        None => None,
    };
    let answered = async {
        match signed(&shared, &mut request).await {
            Ok(signed) => {
                know(&shared, &request, &signed);
                request.extensions_mut().insert(signed);
                next.run(request).await
            }
            Err(problem) if is_call => programs::refusal(&problem.into()),
            Err(problem) => problem.into_response(),
        }
    };
    let mut response = answered.instrument(span.clone()).await;
    span.record("http.response.status_code", response.status().as_u16());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = if is_framed {
        FRAMED_POLICY
    } else {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        UNFRAMED_POLICY
    };
    let policy = HeaderValue::from_static(policy);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if secure {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(STRICT_TRANSPORT),
        );
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    if let Some(RefusalCode(code)) = response.extensions().get() {
        let face = if is_call { "grpc" } else { "rest" };
        shared.metrics.refusal(face, code);
    }
    // Methods that nobody defined would be labels without end.
    let method = match method.as_str() {
        known @ ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") => known,
        _ => "other",
    };
    let status = response.status().as_u16();
    shared
        .metrics
        .request(method, &route, status, begun.elapsed());
    unread::at_pace(response, kept, &shared.metrics)
}

/// Whose token a request bears. An API key stands for the access token it is exchanged for, on every route, and is counted.
async fn signed(shared: &Shared, request: &mut Request) -> Result<Signed, ApiProblem> {
    let address = client_address(request.extensions());
    let headers = request.headers_mut();
    shared.api_keys.exchange(address, headers).await?;
    let signed = shared.tokens.signed(headers);
    shared.key_limits.admit(signed.person()).await?;
    Ok(signed)
}

/// A connection is whoever's token it shows first. Whether the token's session still stands is for the services to say.
fn know(shared: &Shared, request: &Request, signed: &Signed) {
    let Some(connection) = request.extensions().get::<Arc<Occupant>>() else {
        return;
    };
    if connection.standing() > Standing::Anonymous {
        return;
    }
    if let Some(person) = signed.person() {
        let account_id = &person.account_id;
        let is_person = house_bot(account_id).is_none();
        let standing = if is_person && shared.sockets.holds_seat(account_id) {
            Standing::Seated
        } else {
            Standing::SignedIn
        };
        connection.is_of(standing, account_id);
    }
}
