//! One call of a program, passed on to the service it is for.

use std::time::Duration;

use axum::{body::Body, extract::Request, response::Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use outflank_proto::{identity::v1 as identity, play::v1 as play};
use outflank_runtime::{Caller, Kind, Problem, Transport, access, access::Need};
use prost::Message as _;
use tower::ServiceExt as _;

use crate::{
    programs::{limited, stamps},
    request::client_address,
    rest::{BODY_LIMIT, PLAYERS_LIST_LIMIT},
    state::Shared,
    tokens,
};

/// A call whose message has not arrived by then is given up.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// Before the message of a unary call: a flag and four bytes of length.
const PREFIX: usize = 5;
const PLAYERS_LIST: &str = "/outflank.pairing.v1.PairingService/ImportPlayersList";
const PUBLISH_ROUND: &str = "/outflank.pairing.v1.PairingService/PublishRound";
const CLAIM_SEAT: &str = "/outflank.identity.v1.IdentityService/ClaimSeat";

/// What a service may hear of a caller; everything else a caller sends along stays here.
const HEARD: [header::HeaderName; 4] = [
    header::CONTENT_TYPE,
    header::TE,
    header::AUTHORIZATION,
    header::USER_AGENT,
];

/// Passes a call on in the name of its bearer alone. Where its message carries stamps, they are this gateway's, and
/// the call goes out in the gateway's name as well: nothing else would let them count.
///
/// # Errors
/// When there is no such RPC, only services may ask it, or a limit is reached.
pub async fn pass_on(shared: &Shared, request: Request) -> Result<Response, Problem> {
    let (rpc, need) = access::rpc(request.uri().path()).ok_or_else(|| {
        Problem::new(
            Kind::NotFound,
            "unknown_method",
            "There is no such method: the contracts are in the project's folder proto/.",
        )
    })?;
    if let Need::Service(_) = need {
        let outsider = Caller {
            person: None,
            service: None,
            need,
            rpc,
        };
        outsider.admit()?;
    }
    let address = client_address(request.extensions());
    let (parts, body) = request.into_parts();
    let message = read(rpc, body).await?;
    let received_at_ms = shared.clock.now_ms();
    limited::admit(
        shared,
        rpc,
        address,
        message.get(PREFIX..).unwrap_or_default(),
    )
    .await?;
    let (transport, message) = match stamps::of(rpc) {
        Some(fields) => {
            let stamped = stamped(shared, &parts.headers, &message, fields, received_at_ms)?;
            (service(&shared.services, rpc), stamped)
        }
        None => (service(&shared.nameless, rpc), message),
    };
    let transport = transport.ok_or_else(|| Problem::internal("an RPC of no known service"))?;
    let mut call = http::Request::builder()
        .method(http::Method::POST)
        .uri(rpc)
        .version(http::Version::HTTP_2)
        .body(tonic::body::Body::new(Body::from(message)))
        .map_err(Problem::internal)?;
    for name in HEARD {
        if let Some(value) = parts.headers.get(&name) {
            call.headers_mut().insert(name, value.clone());
        }
    }
    let answer = transport.oneshot(call).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    afterwards(shared, rpc).await;
    Ok(answer.map(Body::new))
}

/// The whole message with its prefix.
async fn read(rpc: &str, body: Body) -> Result<Bytes, Problem> {
    let limit = if rpc == PLAYERS_LIST {
        PLAYERS_LIST_LIMIT
    } else {
        BODY_LIMIT
    };
    let whole = axum::body::to_bytes(body, limit + PREFIX);
    let message = tokio::time::timeout(BODY_WITHIN, whole)
        .await
        .map_err(|_| unreadable("The message did not arrive in time; send it again."))?
        .map_err(|_| {
            unreadable("The message was cut short or is larger than this method takes.")
        })?;
    let length = message
        .get(1..PREFIX)
        .and_then(|bytes| bytes.try_into().ok());
    let length = length.map(u32::from_be_bytes);
    let whole = u32::try_from(message.len().saturating_sub(PREFIX)).ok();
    if message.first() != Some(&0) || length != whole {
        return Err(unreadable(
            "A call takes one message, uncompressed and of the length it says.",
        ));
    }
    Ok(message)
}

fn unreadable(detail: &str) -> Problem {
    Problem::new(
        Kind::Invalid,
        "malformed_message",
        format!("{detail} Nothing changed."),
    )
}

/// The message with this gateway's stamps in place of whatever stood there. The command arrived when its message had
/// arrived to its end.
fn stamped(
    shared: &Shared,
    headers: &HeaderMap,
    message: &Bytes,
    fields: stamps::Fields,
    received_at_ms: i64,
) -> Result<Bytes, Problem> {
    let account_id = match bearer(headers) {
        Some(token) => tokens::person(shared, token)?.account_id,
        None => String::new(),
    };
    let bad = |_| unreadable("The message is not of the type this method takes.");
    let body = message.get(PREFIX..).unwrap_or_default();
    let bare = stamps::without(body, fields).map_err(bad)?;
    let delivered = shared
        .rooms
        .delivered_at_ms(&bare.game_id, &account_id, bare.ply);
    let stamps = play::Stamps {
        received_at_ms,
        delivered_at_ms: delivered.unwrap_or_default(),
        account_id,
        gateway_id: shared.gateway_id.clone(),
        ..play::Stamps::default()
    };
    let body = bare.with(fields, &stamps);
    let length = u32::try_from(body.len()).map_err(Problem::internal)?;
    let mut stamped = Vec::with_capacity(body.len() + PREFIX);
    stamped.push(0);
    stamped.extend_from_slice(&length.to_be_bytes());
    stamped.extend_from_slice(&body);
    Ok(stamped.into())
}

/// The access token that a call bears.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value: &HeaderValue = headers.get(header::AUTHORIZATION)?;
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn service(services: &crate::services::Services, rpc: &str) -> Option<Transport> {
    let package = rpc.strip_prefix("/outflank.")?.split('.').next()?;
    let transport = match package {
        "identity" => &services.identity,
        "pairing" => &services.pairing,
        "play" => &services.play,
        "standings" => &services.standings,
        "ratings" => &services.ratings,
        _ => return None,
    };
    Some(transport.clone())
}

/// What services would find out by themselves a little later.
async fn afterwards(shared: &Shared, rpc: &str) {
    match rpc {
        CLAIM_SEAT => shared.services.wake_pairing().await,
        PUBLISH_ROUND => shared.services.wake_play().await,
        _ => {}
    }
}

/// The login that somebody signs in to.
pub fn login(message: &[u8]) -> Option<String> {
    let asked = identity::SignInRequest::decode(message).ok()?;
    Some(asked.login.trim().to_lowercase())
}
